/** Signatures, against those of the carriers' own libraries (test/oracles) and the example of Twilio's documents. */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isSignedBy } from '../../../../worker/edge/carriers/signatures.ts';
import { sign } from '../../../../demo/carrier/signing.ts';
import ofTelnyx from '../../../oracles/recorded/telnyx-signature.json' with { type: 'json' };
import ofTwilio from '../../../oracles/recorded/twilio-signatures.json' with { type: 'json' };

const URL_OF_LANE = 'https://calls.example.com/carriers/twilio/11111111-1111-4111-8111-111111111111/call';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const now = Date.now() / 1000;

function signedBy(
  secret: string,
  signature: string,
  { url = URL_OF_LANE, body = '', headers = {} } = {},
): Promise<boolean> {
  const all = new Headers({ ...FORM, 'X-Twilio-Signature': signature, ...headers });
  return isSignedBy('twilio', [secret], { url, headers: all, body, now });
}

describe('of Twilio', () => {
  test('the example of the documentation is valid, and no other', async () => {
    const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
    const fields = {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675309',
      Digits: '1234',
      From: '+14158675309',
      To: '+18005551212',
    };
    const body = new URLSearchParams(fields).toString();

    expect(await signedBy('12345', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', { url, body })).toBe(true);
    expect(await signedBy('12346', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', { url, body })).toBe(false);
    expect(await signedBy('12345', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', { url, body: `${body}&a=b` })).toBe(false);
    expect(await signedBy('12345', 'no signature', { url, body })).toBe(false);
  });

  test.for(['AAAA', '=', ' ', '\n', '!'])('is valid exactly as it is, not with the tail %j', async (tail) => {
    const [{ secret, url, body, signature } = { secret: '', url: '', body: '', signature: '' }] =
      ofTwilio.forms;

    expect(await signedBy(secret, signature, { url, body })).toBe(true);
    expect(await isSignedWith(signature + tail)).toBe(false);

    // Headers drop blanks at the ends by themselves.
    function isSignedWith(given: string): Promise<boolean> {
      const headers = {
        get: (name: string) =>
          name === 'X-Twilio-Signature' ? given : ((FORM as Record<string, string>)[name] ?? null),
      };
      return isSignedBy('twilio', [secret], { url, headers: headers as Headers, body, now });
    }
  });

  test('is that of its library for any form', async () => {
    for (const { secret, url, body, signature } of ofTwilio.forms) {
      expect(await signedBy(secret, signature, { url, body })).toBe(true);
      expect(await signedBy(`${secret}x`, signature, { url, body })).toBe(false);
      expect(await signedBy(secret, signature, { url, body: `${body}&x=` })).toBe(false);
    }
  });

  test.for(ofTwilio.addresses)('of $url may be over $signed', async ({ url, signature }) => {
    expect(await signedBy('s', signature, { url })).toBe(true);
  });

  // As many as fit into 1 MB. With a search through all fields for each name it would take minutes.
  test('is checked quickly, also for a forged request with many fields', async () => {
    const body = Array.from({ length: 150_000 }, (_, index) => `${index.toString(36)}=`).join('&');

    expect(await signedBy('s', 'c2lnbmVkIGJ5IG5vYm9keSE=', { body })).toBe(false);
  });

  test('of a body that is not a form covers its hash', async () => {
    const { url, body, signature } = ofTwilio.json;
    const headers = { 'Content-Type': 'application/json' };

    expect(await signedBy('s', signature, { url, body, headers })).toBe(true);
    expect(await signedBy('s', signature, { url, body: '{"a":2}', headers })).toBe(false);
  });
});

test('of SignalWire covers values in the sent order', async () => {
  const form = new URLSearchParams([
    ['b', '2'],
    ['b', '1'],
    ['b', '2'],
    ['a', 'x'],
  ]);
  const account = { carrier: 'signalwire', accountId: 'S', secret: 'key' } as const;
  const headers = sign(account, URL_OF_LANE, form);
  const request = { url: URL_OF_LANE, headers: new Headers(headers), body: form.toString(), now };

  expect(await isSignedBy('signalwire', ['other', 'key'], request)).toBe(true);
  expect(await isSignedBy('signalwire', ['other'], request)).toBe(false);
});

describe('of Telnyx', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const secret = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const account = { carrier: 'telnyx', accountId: 'T', secret } as const;
  const form = new URLSearchParams({ From: '+12065550123' });

  test('is that of its library, and holds for five minutes', async () => {
    const { publicKey: theirKey, body } = ofTelnyx;
    const headers = new Headers({ ...FORM, ...ofTelnyx.headers });
    const signedAt = Number(ofTelnyx.headers['telnyx-timestamp']);
    const isValid = (at: number): Promise<boolean> =>
      isSignedBy('telnyx', [theirKey], { url: URL_OF_LANE, headers, body, now: signedAt + at });

    expect(await isValid(0)).toBe(true);
    expect(await isValid(300)).toBe(true);
    expect(await isValid(301)).toBe(false);
  });

  test('covers the body', async () => {
    const headers = new Headers(sign(account, '', form));
    const isValid = (body: string): Promise<boolean> =>
      isSignedBy('telnyx', [key], { url: '', headers, body, now });

    expect(await isValid(form.toString())).toBe(true);
    expect(await isValid('From=x')).toBe(false);
  });
});
