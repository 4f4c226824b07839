/** Signs requests as each carrier does, with Node's cryptography. */
import { createHmac, createPrivateKey, sign as signWithKey } from 'node:crypto';

export type SimulatedCarrier = 'twilio' | 'signalwire' | 'telnyx';

/** An account with a simulated carrier; `secret` is an auth token, a signing key or (Telnyx) a private key in PEM. */
export interface SimulatedAccount {
  carrier: SimulatedCarrier;
  accountId: string;
  secret: string;
}

/** Returns the carrier's headers for a form. The retry policy after `#` in the URL is neither sent nor signed. */
export function sign(
  { carrier, secret }: SimulatedAccount,
  url: string,
  form: URLSearchParams,
): Record<string, string> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  if (carrier === 'telnyx') {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const text = Buffer.from(`${timestamp}|${form.toString()}`);
    const signature = signWithKey(undefined, text, createPrivateKey(secret)).toString('base64');
    return { ...headers, 'telnyx-timestamp': timestamp, 'telnyx-signature-ed25519': signature };
  }
  const fields = [...new Set(form.keys())].sort().map((name) =>
    valuesOf(carrier, form, name)
      .map((value) => name + value)
      .join(''),
  );
  const signature = createHmac('sha1', secret)
    .update(url.replace(/#.*/, '') + fields.join(''))
    .digest('base64');
  return { ...headers, [carrier === 'twilio' ? 'X-Twilio-Signature' : 'X-SignalWire-Signature']: signature };
}

function valuesOf(carrier: SimulatedCarrier, form: URLSearchParams, name: string): string[] {
  const values = form.getAll(name);
  return carrier === 'twilio' ? [...new Set(values)].sort() : values;
}
