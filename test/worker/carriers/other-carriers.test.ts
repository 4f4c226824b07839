/** SignalWire and Telnyx, in their own words. */
import { generateKeyPairSync, sign as signWithKey } from 'node:crypto';
import { beforeAll, expect, inject, test } from 'vitest';
import { answerOf } from '../../harness/builders.ts';
import { sendAs } from '../../harness/client.ts';
import type { SimulatedAccount } from '../../../demo/carrier/signing.ts';
import { placeSimulatedCall } from '../../harness/carrier/simulated-carrier.ts';
import { AUSTIN, AUSTIN_BRANCH, type CallCompany, makeCallCompany } from '../core/calls/call-company.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const TELNYX = {
  carrier: 'telnyx',
  accountId: 'T1',
  secret: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
} as const;
const SIGNALWIRE = { carrier: 'signalwire', accountId: 'S1', secret: 'signing key' } as const;

let company: CallCompany;
beforeAll(async () => {
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  company = await makeCallCompany({
    carriers: [
      { carrier: 'signalwire', account_id: 'S1', secrets: ['signing key'] },
      { carrier: 'telnyx', account_id: 'T1', secrets: [key] },
    ],
    defaults: { screening: true },
  });
});

test.for([[SIGNALWIRE], [TELNYX]] as const)(
  'a call of $0.carrier is answered and recorded',
  async ([account]) => {
    const base = `${inject('workerUrl')}/carriers/${account.carrier}/${company.companyId}`;
    const from = account.carrier === 'telnyx' ? '+12065550131' : '+12065550132';
    const people = { [AUSTIN_BRANCH]: { does: 'answers', after: 3, talks: 42 } } as const;
    const placed = await placeSimulatedCall(
      account satisfies SimulatedAccount,
      { from, to: AUSTIN, caller: { message: 0 }, people },
      { base },
    );

    expect(placed.exchanges.every(({ status }) => status === 200)).toBe(true);
    const { calls } = await answerOf<{ calls: Record<string, unknown>[] }>(
      await sendAs(company.superadmin, 'GET', `${company.path}/calls`),
    );
    expect(calls.find((call) => call['from'] === from)).toMatchObject({
      carrier: account.carrier,
      outcome: 'answered',
      talk_seconds: 42,
      answered_by: { number: AUSTIN_BRANCH },
    });
  },
);

test('a text of Telnyx is JSON', async () => {
  const payload = {
    id: 'tx-1',
    from: { phone_number: '+12065550133' },
    to: [{ phone_number: AUSTIN }],
    text: 'Hello',
    media: [{ url: 'https://media.example.com/1', content_type: 'image/png' }],
  };
  const body = JSON.stringify({ data: { event_type: 'message.received', payload } });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const response = await fetch(`${inject('workerUrl')}/carriers/telnyx/${company.companyId}/text`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'telnyx-timestamp': timestamp,
      'telnyx-signature-ed25519': signWithKey(
        undefined,
        Buffer.from(`${timestamp}|${body}`),
        privateKey,
      ).toString('base64'),
    },
    body,
  });

  expect(response.status).toBe(200);
  const { texts } = await answerOf<{ texts: unknown[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/texts`),
  );
  expect(texts).toMatchObject([
    {
      carrier: 'telnyx',
      phone: '+12065550133',
      message: 'Hello',
      media: [{ index: 0, content_type: 'image/png' }],
    },
  ]);
});
