import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { basic } from '../../../../harness/client.ts';
import { OPERATOR_TOKEN } from '../../../../harness/operator-token.ts';
import { type OwnWorker, startServer, startWorker } from '../../../../harness/own-worker.ts';

interface Currency {
  unit: string;
  rate: number;
}

const COMPANY_ID = '22222222-2222-4222-8222-222222222222';

let worker: OwnWorker;
let source: Awaited<ReturnType<typeof startServer>>;
let answer: { status: number; body: string };

beforeAll(async () => {
  source = await startServer((request, response) => {
    const isElsewhere = request.url === '/elsewhere';
    const headers = { 'Content-Type': 'application/json', Location: `${source.url}/elsewhere` };
    response.writeHead(isElsewhere ? 200 : answer.status, headers);
    response.end(isElsewhere ? '{"rates":{"EUR":0.3}}' : answer.body);
  });
  worker = await startWorker({ RATES_URL: `${source.url}/rates` });
});

afterAll(async () => {
  await worker.close();
  await source.close();
});

test('the cron updates the currencies with the rates of RATES_URL, and after a failure the last rates stay', async () => {
  const authorization = await makeSuperAdmin();
  const url = await putCurrencies(authorization);
  const read = async (): Promise<Record<string, number>> => {
    const { currencies } = await answerOf<{ currencies: Currency[] }>(
      await fetch(url, { headers: { Authorization: authorization } }),
    );
    return Object.fromEntries(currencies.map(({ unit, rate }) => [unit, rate]));
  };
  expect(await read()).toEqual({ USD: 1, EUR: 0.5, XTS: 3 });

  await runCron(200, '{"rates":{"EUR":0.92,"USD":7}}');
  expect(await read()).toEqual({ USD: 1, EUR: 0.92, XTS: 3 });

  for (const [status, body] of [
    [500, '{"rates":{"EUR":0.1}}'],
    [200, '{"rates":{"EUR":-1}}'],
    [200, 'no JSON'],
    [302, ''],
    [200, `{"rates":{"EUR":0.2}}${' '.repeat(256 * 1024)}`],
  ] as const) {
    await runCron(status, body);
    expect(await read()).toEqual({ USD: 1, EUR: 0.92, XTS: 3 });
  }
});

async function runCron(status: number, body: string): Promise<void> {
  answer = { status, body };
  await worker.runCron();
}

async function makeSuperAdmin(): Promise<string> {
  const post = (path: string, body: object): Promise<Response> =>
    fetch(worker.url + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const email = 'sue@acme.test';
  await answerOf(
    await post('/operator/companies', {
      company_id: COMPANY_ID,
      name: 'Acme',
      default_region: 'US',
      superadmin: { name: 'Sue', email },
    }),
  );
  return basic(email, await answerOf<string>(await post('/operator/tokens', { email })));
}

async function putCurrencies(authorization: string): Promise<string> {
  const url = `${worker.url}/companies/${COMPANY_ID}/lead_settings/currencies`;
  const currency = (unit: string, rate: number): object => ({
    name: unit,
    unit,
    symbol: unit,
    rate,
    company_default: unit === 'USD',
  });
  await answerOf(
    await fetch(url, {
      method: 'PUT',
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ currencies: [currency('USD', 1), currency('EUR', 0.5), currency('XTS', 3)] }),
    }),
  );
  return url;
}
