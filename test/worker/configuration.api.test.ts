import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sign } from '../../demo/carrier/signing.ts';
import {
  configured,
  findInvalidVariables,
  publicOrigin,
  type Variables,
} from '../../worker/shared/configuration.ts';
import { answerOf } from '../harness/builders.ts';
import { basic } from '../harness/client.ts';
import { dniSettings } from '../harness/dni-company.ts';
import { OPERATOR_TOKEN } from '../harness/operator-token.ts';
import { type OwnWorker, startWorker } from '../harness/own-worker.ts';

describe('a variable', () => {
  test.for<[name: keyof Variables, value: string | number]>([
    ['PUBLIC_URL', 'calls.example.com'],
    ['PUBLIC_URL', 'localhost:8787'],
    ['PUBLIC_URL', 'https://'],
    ['CORE_API_URL', 'core'],
    ['CORE_TIMEOUT_MS', 'soon'],
    ['CORE_TIMEOUT_MS', -1],
    ['CORE_TIMEOUT_MS', '99999999999'],
    ['GEO_URL', 'https://geo.example.com/'],
    ['GEO_URL', '{ip}'],
    ['ADDRESS_URL', 'https://geo.example.com/'],
    ['RATES_URL', 'rates.example.com'],
    ['REQUESTS_PER_MINUTE', 'many'],
    ['REQUESTS_PER_MINUTE', '0'],
    ['PRIVATE_ADDRESSES', 'true'],
  ])('%s that is %s counts as unset, with an explanation', ([name, value]) => {
    expect(configured({ [name]: value }, name)).toBeUndefined();
    expect(findInvalidVariables({ [name]: value })).toEqual([
      { variable: name, detail: expect.stringMatching(/^Write /) as string },
    ]);
  });

  test('that is correct, empty or missing has no fault', () => {
    const right: Variables = {
      PUBLIC_URL: 'https://calls.example.com/',
      CORE_API_URL: 'https://core.example.com/v1',
      CORE_TIMEOUT_MS: 10_000,
      GEO_URL: 'http://127.0.0.1:9/{ip}',
      ADDRESS_URL: 'https://geo.example.com/search?q={address}&in={country}',
      RATES_URL: '',
      REQUESTS_PER_MINUTE: '600',
      PRIVATE_ADDRESSES: 'allowed',
    };

    expect([findInvalidVariables(right), findInvalidVariables({})]).toEqual([[], []]);
    expect([publicOrigin(right), publicOrigin({})]).toEqual(['https://calls.example.com', undefined]);
  });

  test.each(['http://localhost:8787', 'http://127.0.0.1:8787', 'http://[::1]:8787'])(
    '%s, as npm start sets it for mail, is no origin for carriers',
    (address) => {
      expect([findInvalidVariables({ PUBLIC_URL: address }), publicOrigin({ PUBLIC_URL: address })]).toEqual([
        [],
        undefined,
      ]);
    },
  );
});

describe('a deployment with invalid variables', () => {
  let worker: OwnWorker;
  beforeAll(async () => {
    worker = await startWorker({
      PUBLIC_URL: 'calls.example.com',
      GEO_URL: 'geo',
      RATES_URL: 'rates',
      REQUESTS_PER_MINUTE: 'many',
      CORE_TIMEOUT_MS: 'soon',
      PRIVATE_ADDRESSES: 'yes',
    });
  });
  afterAll(() => worker.close());

  const ask = (authorization: string, method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(worker.url + path, {
      method,
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  test('answers all requests, and explains in the set-up what to write', async () => {
    const operator = `Bearer ${OPERATOR_TOKEN}`;
    const email = 'sue@acme.test';
    const { company_id: companyId } = await answerOf<{ company_id: string }>(
      await ask(operator, 'POST', '/operator/companies', {
        name: 'Acme',
        default_region: 'US',
        superadmin: { name: 'Sue', email },
      }),
    );
    const token = await answerOf<string>(await ask(operator, 'POST', '/operator/tokens', { email }));
    const owner = basic(email, token);
    const settings = `/dni/api/companies/${companyId}/settings`;
    await answerOf(await ask(owner, 'PUT', settings, dniSettings()));
    const carriers = [{ carrier: 'twilio', account_id: 'AC1', secrets: ['secret'] }];
    await answerOf(await ask(owner, 'PUT', `/companies/${companyId}/calls/settings`, { carriers }));

    const lane = `${worker.url}/carriers/twilio/${companyId}/call`;
    const form = new URLSearchParams({
      AccountSid: 'AC1',
      CallSid: 'CA1',
      From: '+12065550123',
      To: '+18005550100',
    });
    const account = { carrier: 'twilio', accountId: 'AC1', secret: 'secret' } as const;
    const call = await fetch(lane, { method: 'POST', headers: sign(account, lane, form), body: form });
    expect([call.status, await call.text()]).toEqual([200, expect.stringContaining('<Response>')]);

    const visit = await fetch(`${worker.url}/dni/api/companies/${companyId}/closest`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': '203.0.113.9' },
      body: '{}',
    });
    expect(visit.status).toBe(200);

    const setup = await answerOf<{ configuration: { variable: string }[] }>(
      await ask(owner, 'GET', `/dni/api/companies/${companyId}/setup`),
    );
    expect(setup.configuration.map(({ variable }) => variable)).toEqual([
      'PUBLIC_URL',
      'CORE_TIMEOUT_MS',
      'GEO_URL',
      'RATES_URL',
      'REQUESTS_PER_MINUTE',
      'PRIVATE_ADDRESSES',
    ]);
  });
});
