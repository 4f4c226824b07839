/** A simulated carrier: places calls at a running Leadline, signed as the real carrier signs. */
import { placeCall, type CarrierCallback, type Script, type CallCourse } from './phone-call.ts';
import { sign, type SimulatedAccount } from '../../../demo/carrier/signing.ts';

/** A sent request with its answer. */
export interface Exchange {
  url: string;
  fields: Record<string, string>;
  status: number;
  document: string;
}

export interface SimulatedCall {
  truth: CallCourse;
  callId: string;
  exchanges: Exchange[];
}

/** Sends one request as the carrier. @param url absolute */
export async function sendAsCarrier(
  account: SimulatedAccount,
  url: string,
  fields: Record<string, string> | URLSearchParams,
): Promise<Response> {
  const form = new URLSearchParams(fields);
  return fetch(url, { method: 'POST', headers: sign(account, url, form), body: form.toString() });
}

/**
 * Runs a call. Reports without a needed answer are sent at the end.
 * @param options.base the company's webhook address: `<origin>/carriers/<carrier>/<company>`
 * @param options.reorder changes the order of reports, and repeats some
 * @param options.watch called with each exchange
 */
export async function placeSimulatedCall(
  account: SimulatedAccount,
  script: Script,
  options: {
    base: string;
    reorder?: (messages: CarrierCallback[]) => CarrierCallback[];
    watch?: (exchange: Exchange) => void;
  },
): Promise<SimulatedCall> {
  const callId = `CA${crypto.randomUUID().replaceAll('-', '')}`;
  const exchanges: Exchange[] = [];
  const told: CarrierCallback[] = [];
  const send = async ({ url, fields }: CarrierCallback): Promise<string> => {
    const response = await sendAsCarrier(account, url, fields);
    const exchange = { url, fields, status: response.status, document: await response.text() };
    exchanges.push(exchange);
    options.watch?.(exchange);
    return exchange.document;
  };
  const truth = await placeCall(
    script,
    { ask: send, tell: (message) => told.push(message) },
    {
      start: Math.floor(Date.now() / 1000) * 1000 - 3_600_000,
      callId,
      account: account.accountId,
      isWhisperInstant: true,
      addresses: { call: `${options.base}/call`, status: `${options.base}/status` },
    },
  );
  for (const message of (options.reorder ?? ((same) => same))(told)) await send(message);
  return { truth, callId, exchanges };
}
