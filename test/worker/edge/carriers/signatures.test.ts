/** Signatures, against the carriers' own libraries and the example of Twilio's documents. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import * as fc from 'fast-check';
import Telnyx from 'telnyx';
import webhooks from 'twilio/lib/webhooks/webhooks.js';
import { describe, expect, test } from 'vitest';
import { isSignedBy } from '../../../../worker/edge/carriers/signatures.ts';
import { sign } from '../../../../demo/carrier/signing.ts';

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

  test('is that of its library for any request', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.dictionary(text, fc.array(text, { minLength: 1, maxLength: 3 })),
        async (secret, fields) => {
          fc.pre(secret !== '');
          const body = new URLSearchParams(
            Object.entries(fields).flatMap(([name, values]) => values.map((value) => [name, value])),
          ).toString();
          const read = new URLSearchParams(body);
          const params = Object.fromEntries(
            [...new Set(read.keys())].map((name) => [name, read.getAll(name)]),
          );
          const signature = webhooks.getExpectedTwilioSignature(secret, URL_OF_LANE, params);

          expect(await signedBy(secret, signature, { body })).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  test.for([
    ['https://calls.example.com/a', 'https://calls.example.com:443/a'],
    ['https://calls.example.com:8443/a', 'https://calls.example.com/a'],
    ['http://localhost:8787/a?b=c', 'http://localhost/a?b=c'],
    ['https://calls.example.com/a#rc=2&rp=all', 'https://calls.example.com/a'],
  ] as const)('of %s may be over %s', async ([url, signed]) => {
    expect(await signedBy('s', webhooks.getExpectedTwilioSignature('s', signed, {}), { url })).toBe(true);
  });

  // As many as fit into 1 MB. With a search through all fields for each name it would take minutes.
  test('is checked quickly, also for a forged request with many fields', async () => {
    const body = Array.from({ length: 150_000 }, (_, index) => `${index.toString(36)}=`).join('&');

    expect(await signedBy('s', 'c2lnbmVkIGJ5IG5vYm9keSE=', { body })).toBe(false);
  });

  test('of a body that is not a form covers its hash', async () => {
    const body = '{"a":1}';
    const url = `${URL_OF_LANE}?bodySHA256=${createHash('sha256').update(body).digest('hex')}`;
    const signature = webhooks.getExpectedTwilioSignature('s', url, {});
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

  test('is accepted by its library, and for five minutes', async () => {
    const headers = sign(account, '', form);
    const request = { url: URL_OF_LANE, headers: new Headers(headers), body: form.toString() };
    const signedAt = Number(headers['telnyx-timestamp']);
    const client = new Telnyx({ apiKey: 'k', publicKey: key });

    // The library parses the body of a valid request, and a form is not JSON.
    await expect(client.webhooks.unwrap(form.toString(), { headers })).rejects.toThrow(SyntaxError);
    expect(await isSignedBy('telnyx', [key], { ...request, now: signedAt })).toBe(true);
    expect(await isSignedBy('telnyx', [key], { ...request, now: signedAt + 300 })).toBe(true);
    expect(await isSignedBy('telnyx', [key], { ...request, now: signedAt + 301 })).toBe(false);
  });

  test('covers the body', async () => {
    const headers = new Headers(sign(account, '', form));

    expect(await isSignedBy('telnyx', [key], { url: '', headers, body: 'From=x', now })).toBe(false);
  });
});
