/** The load of pools and the advised size, as `GET .../pools` answers them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCompanyWithUsers } from '../../../harness/builders.ts';
import { freshIp, sendAs } from '../../../harness/client.ts';
import { dniSettings } from '../../../harness/dni-company.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../harness/faulty-leadline.ts';
import { goldenFiles } from '../../../harness/golden.ts';

const HOUR_MS = 3_600_000;
const VISITORS = 60;
const NUMBERS = Array.from({ length: 40 }, (_, index) => `+180055501${String(index).padStart(2, '0')}`);
const POOL = { pool: 'ads', phone_numbers: NUMBERS, overflow: '+18005550190' };

interface Pools {
  pools: {
    free: number | null;
    load: {
      leases: number;
      overflows: number;
      busiest_hour: { erlangs: number; predicted_overflow: number } | null;
      advised_numbers: number | null;
    } | null;
  }[];
}

let leadline: FaultyLeadline;

beforeAll(async () => {
  leadline = await startFaultyLeadline();
});

afterAll(() => leadline.close());

async function poolsOf(companyId: string): Promise<Pools> {
  const response = await leadline.sendAsOperator('GET', `/dni/api/companies/${companyId}/pools`);
  return (await response.json()) as Pools;
}

test('the pools are listed with their load in the busiest hour, and the size that it needs', async () => {
  // The first minute of an hour, so that all visits are within it.
  await leadline.set({ ahead: HOUR_MS - (Date.now() % HOUR_MS) });
  const companyId = await leadline.makeCompany({ settings: { numbers: [POOL] } });
  await expect.poll(async () => (await poolsOf(companyId)).pools[0]?.free).toBe(NUMBERS.length);
  const visitors = Array.from({ length: VISITORS }, () => freshIp());
  for (const ip of visitors) await leadline.ask(companyId, { ip });
  // A visitor without a number who opens more pages is still one.
  for (let pages = 0; pages < 3; pages += 1) await leadline.ask(companyId, { ip: visitors.at(-1) ?? '' });

  const path = `/dni/api/companies/${companyId}/pools`;
  const answer = await goldenFiles('lookup')<Pools>('pools', await leadline.sendAsOperator('GET', path));

  // Forty visitors hold a number for a third of an hour each; with the twenty that found none it would be sixty.
  expect(answer.pools[0]?.load).toMatchObject({
    leases: 40,
    overflows: 20,
    busiest_hour: { erlangs: 20 },
    advised_numbers: 30,
  });
  // With fewer numbers, or a longer hold, a save warns.
  const settings = `/dni/api/companies/${companyId}/settings`;
  const warned = async (pool: object): Promise<unknown> => {
    const response = await leadline.sendAsOperator('PATCH', `${settings}?dry_run=1`, {
      numbers: [{ ...POOL, ...pool }],
    });
    const { warnings } = (await response.json()) as { warnings: { code: string }[] };
    return warnings.filter(({ code }) => code === 'small_pool');
  };
  expect(await warned({})).toEqual([]);
  expect(await warned({ phone_numbers: NUMBERS.slice(0, 10) })).toEqual([
    {
      pointer: '/numbers/0/phone_numbers',
      code: 'small_pool',
      detail:
        'In the busiest hour of the last 14 days, visitors of the pool "ads" needed 20.0 numbers at a time. ' +
        'With 10 numbers, 54 % of them would see the overflow number. With 30 numbers it would be at most 1 %.',
    },
  ]);
  expect(await warned({ hold_minutes: 60 })).toMatchObject([{ code: 'small_pool' }]);
});

test('an unused pool has no load, and a pool that is away is listed without one', async () => {
  const companyId = await leadline.makeCompany({ settings: { numbers: [POOL] } });
  const unknown = { leases: 0, overflows: 0, busiest_hour: null, advised_numbers: null };
  await expect.poll(() => poolsOf(companyId)).toMatchObject({ pools: [{ free: 40, load: unknown }] });

  await leadline.set({ faults: ['pool'] });

  expect(await poolsOf(companyId)).toMatchObject({ pools: [{ free: null, load: null }] });
  await leadline.set();
});

test('a manager may see the pools, an agent may not', async () => {
  const { superadmin, manager, agent, companyId } = await makeCompanyWithUsers();
  const settings = `/dni/api/companies/${companyId}/settings`;
  expect((await sendAs(superadmin, 'PUT', settings, dniSettings({ numbers: [POOL] }))).status).toBe(200);
  const ask = (user: typeof manager): Promise<Response> =>
    sendAs(user, 'GET', `/dni/api/companies/${companyId}/pools`);

  expect([(await ask(manager)).status, (await ask(agent)).status]).toEqual([200, 403]);
});
