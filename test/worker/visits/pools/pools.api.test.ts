import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshIp } from '../../../harness/client.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../harness/faulty-leadline.ts';
import type { Fault } from '../../../faults/faults.ts';
import { AUSTIN, type SwapPlan } from '../../edge/lookup/ask.ts';
import { visitorHeaders } from '../../../harness/client.ts';
import { compile } from '../../../../widget/forms.ts';

const MINUTE_MS = 60_000;
const OVERFLOW = '+18005550190';
const POOL = {
  pool: 'ads',
  source: 'paid_search',
  phone_numbers: ['+18005550191', '+18005550192'],
  overflow: OVERFLOW,
};
const AD = { url: 'https://example.com/?gclid=abc' };

let leadline: FaultyLeadline;
let ahead = 0;

beforeAll(async () => {
  leadline = await startFaultyLeadline();
});

afterAll(() => leadline.close());

// An hour later, so that nothing is left alone any more because it failed in the test before.
beforeEach(() => later(60));

async function later(minutes: number, ...faults: Fault[]): Promise<void> {
  ahead += minutes * MINUTE_MS;
  await leadline.set({ ahead, faults });
}

/** Makes a company whose pool answers: an object that is asked for the first time may take longer than the lookup waits. */
async function makeCompany(pool: object = POOL, settings: object = {}): Promise<string> {
  const companyId = await leadline.makeCompany({ settings: { numbers: [pool], ...settings } });
  await expect.poll(async () => (await previewOf(companyId)).pool?.free).not.toBeNull();
  return companyId;
}

async function numberFor(companyId: string, ip: string, body: object = AD): Promise<string> {
  const response = await leadline.ask(companyId, { ip, cf: AUSTIN, body });
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toContain('no-store');
  return ((await response.json()) as { phone_number: string }).phone_number;
}

async function planFor(companyId: string, ip: string, query = '', visitId?: string): Promise<SwapPlan> {
  const touch = ['gclid=abc', ''];
  const visit = visitId === undefined ? {} : { visit: [touch, touch, touch, visitId, null, ''] };
  return planOf(companyId, { ip, query, body: { ...AD, ...visit } });
}

async function planOf(
  companyId: string,
  { ip, query, body }: { ip: string; query: string; body: object },
): Promise<SwapPlan> {
  const response = await leadline.send(`/dni/swap/${companyId}${query}`, {
    method: 'POST',
    headers: { ...visitorHeaders({ ip, cf: AUSTIN }), 'Content-Type': 'text/plain' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as SwapPlan;
}

async function numberOrOverflow(companyId: string): Promise<string> {
  const response = await leadline.ask(companyId, { ip: freshIp(), cf: AUSTIN, body: AD });
  return ((await response.json()) as { phone_number: string }).phone_number;
}

interface ExplainedNumber {
  phone_number: string;
  pool: { name: string; numbers: number; free: number | null } | null;
}

async function previewOf(companyId: string): Promise<ExplainedNumber> {
  const query = new URLSearchParams({ url: AD.url });
  const response = await leadline.sendAsOperator('GET', `/dni/preview/${companyId}?${query}`);
  return ((await response.json()) as { number: ExplainedNumber }).number;
}

describe('a pool of numbers', () => {
  test('leases nothing while visits are turned off', async () => {
    const companyId = await makeCompany(POOL, { visits: false });

    expect(await numberOrOverflow(companyId)).toBe(OVERFLOW);
    expect((await planFor(companyId, freshIp(), '', `${Date.now()}-0.7431204518`)).phone_number).toBe(
      OVERFLOW,
    );
    expect((await previewOf(companyId)).pool?.free).toBe(POOL.phone_numbers.length);
  });

  test('gives each visitor a number of their own, the same as long as they hold it, and overflow to the rest', async () => {
    const companyId = await makeCompany();
    const [one, two, three] = [freshIp(), freshIp(), freshIp()];

    const first = await numberFor(companyId, one);
    const second = await numberFor(companyId, two);

    expect([first, second].toSorted()).toEqual(POOL.phone_numbers);
    expect(await numberFor(companyId, three)).toBe(OVERFLOW);
    expect(await numberFor(companyId, one)).toBe(first);
  });

  test('lets a number go when its hold is over, and holds it for who comes back before', async () => {
    const companyId = await makeCompany({ ...POOL, hold_minutes: 20 });
    const [one, two, three] = [freshIp(), freshIp(), freshIp()];
    const first = await numberFor(companyId, one);
    const second = await numberFor(companyId, two);

    await later(15);
    expect(await numberFor(companyId, one)).toBe(first);
    await later(10);

    expect(await numberFor(companyId, three)).toBe(second);
    expect(await numberFor(companyId, one)).toBe(first);
    expect(await numberFor(companyId, two)).toBe(OVERFLOW);
  });

  test('is for the visits of its conditions alone', async () => {
    const companyId = await makeCompany();

    expect(await numberFor(companyId, freshIp(), { url: 'https://example.com/' })).toBe('+18005550100');
  });

  test("gives a page the lease's own end, and one number for all its targets", async () => {
    const targets = [{ number: '+18005550100' }, { number: '+18005550107' }];
    const companyId = await makeCompany(POOL, { targets });
    const ip = freshIp();

    const plan = await planFor(companyId, ip);
    const again = await planFor(companyId, ip);

    expect(POOL.phone_numbers).toContain(plan.phone_number);
    expect(plan.swaps.map(({ to }) => to)).toEqual([plan.phone_number, plan.phone_number]);
    // Two minutes before the end of the lease, so that the page asks again in time.
    expect(plan.max_age).toBeGreaterThan(17 * 60);
    expect(plan.max_age).toBeLessThanOrEqual(18 * 60);
    expect(plan.overflow).toMatchObject({ phone_number: OVERFLOW, max_age: 1800 });
    expect(plan.overflow?.swaps.map(({ to }) => to)).toEqual([OVERFLOW, OVERFLOW]);
    expect(plan.overflow).not.toHaveProperty('overflow');
    expect(again.phone_number).toBe(plan.phone_number);
    expect(await numberFor(companyId, ip)).toBe(plan.phone_number);
  });

  test('gives the visits of one network a number each, a quarter of the pool at most, and no id shares one', async () => {
    const numbers = Array.from({ length: 12 }, (_, index) => `+180055501${60 + index}`);
    const companyId = await makeCompany({ ...POOL, phone_numbers: numbers });
    const ip = freshIp();
    const visits = ['a', 'b', 'c', 'd'].map((name) => `visit-of-${name}`.padEnd(20, '0'));

    const shown = await Promise.all(visits.map((id) => planFor(companyId, ip, '', id)));
    const again = await Promise.all(visits.map((id) => planFor(companyId, ip, '', id)));

    const leased = shown.map((plan) => plan.phone_number).filter((number) => number !== OVERFLOW);
    expect(leased).toHaveLength(3);
    expect(new Set(leased).size).toBe(3);
    expect(again.map((plan) => plan.phone_number)).toEqual(shown.map((plan) => plan.phone_number));
    expect(numbers).toContain((await planFor(companyId, freshIp(), '', 'visit-elsewhere-0000')).phone_number);
  });

  test('is not emptied by the networks of one /48', async () => {
    const numbers = Array.from({ length: 4 }, (_, index) => `+180055501${60 + index}`);
    const companyId = await makeCompany({ ...POOL, phone_numbers: numbers });

    const shown: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      shown.push(await numberFor(companyId, `2001:db8:77:${index}::1`));
    }

    expect(shown.filter((number) => number !== OVERFLOW)).toHaveLength(2);
    expect(numbers).toContain(await numberFor(companyId, '2001:db8:78::1'));
  });

  test('leases nothing to crawlers, with nocache, and to a preview, which says what is free', async () => {
    const companyId = await makeCompany({ ...POOL, phone_numbers: ['+18005550191'] });
    const crawler = await leadline.ask(companyId, { userAgent: 'bingbot/2.0', cf: AUSTIN, body: AD });

    expect(await crawler.json()).toMatchObject({ phone_number: '+18005550100' });
    expect((await planFor(companyId, freshIp(), '?nocache=1')).phone_number).toBe(OVERFLOW);
    expect(await previewOf(companyId)).toMatchObject({
      phone_number: OVERFLOW,
      pool: { name: 'ads', numbers: 1, free: 1 },
    });
    expect(await numberFor(companyId, freshIp())).toBe('+18005550191');
    expect(await previewOf(companyId)).toMatchObject({ pool: { name: 'ads', numbers: 1, free: 0 } });
  });

  test.for([['pool'], ['pool-hang']] as const)(
    'that is away (%s) shows its overflow number',
    async ([fault]) => {
      const companyId = await makeCompany();
      await later(0, fault);

      expect(await numberFor(companyId, freshIp())).toBe(OVERFLOW);
      expect(await previewOf(companyId)).toMatchObject({ pool: { numbers: 2, free: null } });
    },
  );

  test('gives a number that left it to nobody, and a new one to its holder', async () => {
    const companyId = await makeCompany({ ...POOL, phone_numbers: ['+18005550191'] });
    const ip = freshIp();
    expect(await numberFor(companyId, ip)).toBe('+18005550191');

    const numbers = [{ ...POOL, phone_numbers: ['+18005550195'] }];
    const saved = await leadline.sendAsOperator('PATCH', `/dni/api/companies/${companyId}/settings`, {
      numbers,
    });

    expect(saved.status).toBe(200);
    expect(await numberFor(companyId, ip)).toBe('+18005550195');
  });

  test('of an erased company is emptied, and leases nothing to edges that have its settings', async () => {
    const companyId = await makeCompany({ ...POOL, phone_numbers: ['+18005550191'] });
    const path = `/test/pool/${companyId}/ads`;
    const lease = async (holder: string): Promise<unknown> => {
      const body = JSON.stringify({
        holder,
        network: holder,
        block: holder,
        numbers: ['+18005550191'],
        holdMinutes: 20,
      });
      return (await leadline.send(path, { method: 'POST', body })).json();
    };
    expect(await numberFor(companyId, freshIp())).toBe('+18005550191');
    expect(await lease('another')).toBe(null);

    const erased = await leadline.sendAsOperator('POST', `/operator/companies/${companyId}/erase`, {
      name: 'Acme',
    });

    expect(erased.status).toBe(200);
    expect(await lease('another')).toBe(null);
    // A company that is made anew with this id begins with an empty pool.
    await later(120);
    await leadline.send(path, { method: 'PUT' });
    expect(await lease('another')).toMatchObject({ number: '+18005550191' });
  });
});

describe('leased numbers that copies of a page may have', () => {
  const COPIES = '?forms=2';

  /** What a plan makes of a text. */
  const written = (plan: Pick<SwapPlan, 'swaps' | 'forms'>, text: string): string | undefined =>
    compile(plan)._replace(text, () => true);

  test('become their targets again by the same plan, without the lease, and by later plans of the browser', async () => {
    const companyId = await makeCompany({ ...POOL, hold_minutes: 20 });
    const [one, two] = [freshIp(), freshIp()];
    const plan = await planFor(companyId, one, COPIES);
    const [{ from: target, to: leased } = { from: '', to: '' }] = plan.swaps;
    expect(plan.former).toEqual([{ from: leased, to: target }]);

    await later(60);
    const { former = [] } = plan;
    const others = [
      { from: '+18005550177', to: target },
      { from: POOL.phone_numbers[0], to: '+18005550178' },
    ];
    const direct = await planOf(companyId, { ip: one, query: COPIES, body: { former } });
    const next = await planOf(companyId, {
      ip: two,
      query: COPIES,
      body: { ...AD, former: [...others, ...former] },
    });

    expect(written(plan, `Call ${leased}`)).toBe(`Call ${target}`);
    expect(written(plan.overflow as SwapPlan, `Call ${leased}`)).toBe(`Call ${target}`);
    expect(written(direct, `Call ${leased}`)).toBe(`Call ${target}`);
    expect(direct.former).toEqual(former);
    const own = { from: next.swaps[0]?.to, to: target };
    expect(next.former).toEqual(own.from === leased ? former : [own, ...former]);
  });

  test('are at most five, never printed ones, and only those that the browser names', async () => {
    const numbers = ['0', '1', '2', '3', '4', '5', '6'].map((digit) => `+1800555018${digit}`);
    const [printed = ''] = numbers;
    const to = '+18005550100';
    const companyId = await makeCompany(
      { ...POOL, phone_numbers: numbers },
      { targets: [{ number: to }, { number: printed }] },
    );
    const direct = async (from: readonly string[]): Promise<SwapPlan['former']> => {
      const body = { former: from.map((number) => ({ from: number, to })) };
      return (await planOf(companyId, { ip: freshIp(), query: COPIES, body })).former;
    };

    expect((await direct(numbers))?.map(({ from }) => from)).toEqual(numbers.slice(1, 6));
    expect(await direct([])).toBeUndefined();
    expect(await direct(numbers.slice(5))).toHaveLength(2);
  });

  test('are not in plans for scripts that do not know them', async () => {
    const companyId = await makeCompany();
    const plan = await planFor(companyId, freshIp(), '?forms=1');
    const leased = plan.swaps[0]?.to;

    expect(POOL.phone_numbers).toContain(leased);
    expect(plan).not.toHaveProperty('former');
    expect(written(plan, `Call ${leased}`)).toBe(`Call ${leased}`);
  });
});
