/** The log of conversions by pages, and the test of a platform that fetches a file. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnWorker, startWorker } from '../../../harness/own-worker.ts';
import { AdCompany } from './platform-company.ts';

interface Log {
  conversions: { conversion_id: string }[];
  next_cursor?: number;
}

let worker: OwnWorker;
let company: AdCompany;
beforeAll(async () => {
  worker = await startWorker({});
  company = await AdCompany.make(worker);
});
afterAll(() => worker.close());

const tested = (): Promise<{ is_ok: boolean; detail: string }> =>
  company.ask('/conversions/platforms/google_ads/test', {});

test('a file is tested by its last fetch with a key, and at most thirty times in ten minutes', async () => {
  expect(await tested()).toMatchObject({ is_ok: false, detail: 'Save the settings first.' });
  await company.put('/conversions/platforms/google_ads', {
    enabled: true,
    settings: { conversion_name: 'Phone call' },
  });
  expect(await tested()).toMatchObject({
    is_ok: false,
    detail: 'Google Ads (file): the file was not fetched yet with a key.',
  });
  const { key } = await company.ask<{ key: string }>('/api_keys', {
    name: 'Google',
    scopes: ['conversions'],
    owner: 'company',
  });
  const { url, path } = company.session;
  const headers = { Authorization: `Basic ${Buffer.from(`google:${key}`).toString('base64')}` };
  const file = await fetch(`${url}${path}/conversions/google_ads.csv`, { headers });
  expect(file.status).toBe(200);
  await file.text();
  expect(await tested()).toMatchObject({
    is_ok: true,
    detail: expect.stringMatching(/^Google Ads \(file\): the file was last fetched at \d{4}-/) as unknown,
  });
  for (let count = 3; count < 30; count += 1) await tested();
  await expect(tested()).rejects.toThrow(/429/);
});

test('the log ends with a full page, and has another one only if there is more', async () => {
  await company.ask('/conversions/rules', {
    name: 'Real calls',
    when: { what: 'call', talk_seconds: 60 },
    value: { unit: 'EUR', value: 50 },
    platforms: ['google_ads'],
  });
  for (const gclid of ['Cj0KCQiA_abcdefghijklmnop', 'Cj0KCQiA_ponmlkjihgfedcba']) {
    await company.settled(await company.callAfterVisit({ click_ids: { gclid } }), 'waiting');
  }
  const whole = await company.ask<Log>('/conversions/outbox?limit=2');
  const first = await company.ask<Log>('/conversions/outbox?limit=1');
  const second = await company.ask<Log>(`/conversions/outbox?limit=1&cursor=${first.next_cursor}`);

  expect(whole.conversions).toHaveLength(2);
  expect(whole).not.toHaveProperty('next_cursor');
  expect([...first.conversions, ...second.conversions]).toEqual(whole.conversions);
  expect(second).not.toHaveProperty('next_cursor');
});
