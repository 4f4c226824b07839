/** Signatures of requests, by the libraries of Twilio and Telnyx. */
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import * as fc from 'fast-check';
import Telnyx from 'telnyx';
import webhooks from 'twilio/lib/webhooks/webhooks.js';
import { expect, test, vi } from 'vitest';
import { isSignedBy } from '../../worker/edge/carriers/signatures.ts';
import { asRecorded, recordingOf } from './recording.ts';

const URL_OF_LANE = 'https://calls.example.com/carriers/twilio/11111111-1111-4111-8111-111111111111/call';
/** The same requests in each run. */
const SAMPLE = { seed: 20_261_101, numRuns: 30 };
const NOW = Date.UTC(2026, 10, 1);
/** The key of a simulated account, in the order of RFC 8410: a prefix, then 32 bytes. */
const KEY = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${'5a'.repeat(32)}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
});

interface Signed {
  secret: string;
  url: string;
  body: string;
  signature: string;
}

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const request = fc
  .record({
    secret: text.filter((secret) => secret !== ''),
    fields: fc.dictionary(text, fc.array(text, { minLength: 1, maxLength: 3 })),
  })
  .map(({ secret, fields }) => ({
    secret,
    body: new URLSearchParams(
      Object.entries(fields).flatMap(([name, values]) => values.map((value) => [name, value])),
    ).toString(),
  }));

/** Has Twilio's library sign a form. */
function signForm(secret: string, body: string): Signed {
  const read = new URLSearchParams(body);
  const params = Object.fromEntries([...new Set(read.keys())].map((name) => [name, read.getAll(name)]));
  const signature = webhooks.getExpectedTwilioSignature(secret, URL_OF_LANE, params);
  return { secret, url: URL_OF_LANE, body, signature };
}

const signAddress = (url: string): string => webhooks.getExpectedTwilioSignature('s', url, {});

test('Twilio’s library signs forms and addresses as recorded', async () => {
  const json = '{"a":1}';
  const hash = createHash('sha256').update(json).digest('hex');
  const addresses = [
    ['https://calls.example.com/a', 'https://calls.example.com:443/a'],
    ['https://calls.example.com:8443/a', 'https://calls.example.com/a'],
    ['http://localhost:8787/a?b=c', 'http://localhost/a?b=c'],
    ['https://calls.example.com/a#rc=2&rp=all', 'https://calls.example.com/a'],
  ] as const;

  await expect(
    asRecorded({
      forms: fc.sample(request, SAMPLE).map(({ secret, body }) => signForm(secret, body)),
      addresses: addresses.map(([url, signed]) => ({ url, signed, signature: signAddress(signed) })),
      json: {
        url: `${URL_OF_LANE}?bodySHA256=${hash}`,
        body: json,
        signature: signAddress(`${URL_OF_LANE}?bodySHA256=${hash}`),
      },
    }),
  ).toMatchFileSnapshot(recordingOf('twilio-signatures'));
});

test('Twilio’s library signs any form as the product expects it', async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ secret, body }) => {
      const { url, signature } = signForm(secret, body);
      const headers = new Headers({
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-Twilio-Signature': signature,
      });

      expect(await isSignedBy('twilio', [secret], { url, headers, body, now: NOW / 1000 })).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('Telnyx’s library accepts the recorded signature', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  const timestamp = String(NOW / 1000);
  const body = 'From=%2B12065550123';
  const signature = sign(undefined, Buffer.from(`${timestamp}|${body}`), KEY).toString('base64');
  const publicKey = createPublicKey(KEY).export({ format: 'der', type: 'spki' }).subarray(-32);
  const headers = { 'telnyx-timestamp': timestamp, 'telnyx-signature-ed25519': signature };
  const client = new Telnyx({ apiKey: 'k', publicKey: publicKey.toString('base64') });

  // The library parses the body of a valid request, and a form is not JSON.
  await expect(client.webhooks.unwrap(body, { headers })).rejects.toThrow(SyntaxError);
  await expect(client.webhooks.unwrap(`${body}0`, { headers })).rejects.not.toThrow(SyntaxError);
  await expect(asRecorded({ publicKey: publicKey.toString('base64'), body, headers })).toMatchFileSnapshot(
    recordingOf('telnyx-signature'),
  );
  vi.useRealTimers();
});
