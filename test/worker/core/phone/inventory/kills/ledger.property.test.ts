/**
 * Money spent = numbers active, none twice, none forgotten, whatever happens: orders that are repeated, answers that are lost before
 * and after the purchase, orders that a carrier acts on late, and an object that is killed at any moment. 1,000 runs in the full tests.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ASKING_CARRIERS } from '../../../../../../worker/core/phone/inventory/asking/tasks.ts';
import { listNumbers } from '../../../../../../worker/core/phone/inventory/number-store.ts';
import {
  importNumbers,
  orderNumbers,
  putNumberBack,
} from '../../../../../../worker/core/phone/inventory/ordering.ts';
import { checkingNumbers } from '../../../../../../worker/core/phone/inventory/asking/daily-check.ts';
import { effort } from '../../../../../harness/effort.ts';
import { ACCOUNT, COMPANY_ID, InventoryRun, ORIGIN, PRICE, START } from './inventory-run.ts';

const RUNS = effort(60, 1_000);
/** At most so many steps have faults; afterwards everything works, so that all orders end. */
const TROUBLED_STEPS = 250;
const MOST_STEPS = 700;
const OLD = {
  voice_url: 'https://old.example/voice',
  voice_method: 'GET',
  sms_url: 'https://old.example/sms',
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const number = (index: number): string => `+1512555${String(1000 + index)}`;

/** Runs until nothing is to do but the daily check, and then two days more. */
async function settle(run: InventoryRun): Promise<void> {
  const troubled = run.random() * TROUBLED_STEPS;
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    run.isTroubled = steps < troubled;
    run.carrier.isTroubled = run.isTroubled;
    if (run.wanted.length > 0 && (steps === 5 || steps === 12))
      await run.survive(() => order(run, run.wanted));
    if (!(await run.step(ASKING_CARRIERS)) && !run.isTroubled) break;
  }
  for (let day = 0; day < 2; day += 1) {
    vi.setSystemTime(Date.now() + 24 * 60 * 60_000);
    run.carrier.catchUp();
    await run.step([checkingNumbers]);
    while (await run.step(ASKING_CARRIERS));
  }
}

function order(run: InventoryRun, numbers: readonly string[]): void {
  run.write((context) => {
    orderNumbers(
      context,
      { ...ACCOUNT, monthly_price: 2, numbers: numbers.map((each) => ({ number: each, name: '' })) },
      { priceOf: () => PRICE, origin: ORIGIN },
    );
  });
}

test('what is bought is what was spent: no number twice, none forgotten', { timeout: 600_000 }, async () => {
  let spent = 0;
  let late = 0;
  for (let seed = 1; seed <= RUNS; seed += 1) {
    vi.setSystemTime(START);
    const run = new InventoryRun(seed);
    vi.stubGlobal('fetch', (url: string, init: { method?: string; body?: string } = {}) =>
      run.carrier.answer(url, init),
    );
    const count = 1 + Math.floor(run.random() * 6);
    run.wanted = Array.from({ length: count }, (_, index) => number(index));
    const [foreign, mine] = [number(90), number(91)];
    run.carrier.taken.add(foreign);
    run.carrier.own(mine, OLD);
    run.wanted.push(foreign, mine);
    await run.survive(() => order(run, run.wanted));
    await settle(run);

    const records = listNumbers(run.database);
    const active = records.filter(({ state }) => state === 'active').map((each) => each.number);
    const open = records.filter(({ state }) => ['wanted', 'buying', 'unsure'].includes(state));
    expect([seed, open]).toEqual([seed, []]);
    expect([seed, active.toSorted()]).toEqual([seed, run.carrier.ledger.toSorted()]);
    expect([seed, new Set(run.carrier.ledger).size]).toEqual([seed, run.carrier.ledger.length]);
    // A number of another application is not touched.
    expect([seed, run.carrier.owned.get(mine)]).toEqual([seed, expect.objectContaining(OLD)]);
    expect([seed, records.find((each) => each.number === mine)?.state]).toEqual([seed, 'refused']);
    const lane = `${ORIGIN}/carriers/twilio/${COMPANY_ID}/call`;
    const elsewhere = active.filter(
      (bought) => run.carrier.owned.get(bought)?.['voice_url']?.startsWith(lane) !== true,
    );
    expect([seed, elsewhere]).toEqual([seed, []]);
    spent += run.carrier.ledger.length;
    late += records.filter(({ state }) => state === 'refused').length;
  }
  expect(spent).toBeGreaterThan(RUNS);
  expect(late).toBeGreaterThan(RUNS);
});

test('an order that the carrier acts on hours after it was given up is found the next day', async () => {
  const run = new InventoryRun(1);
  run.isTroubled = run.carrier.isTroubled = false;
  run.carrier.hoursLate = 20;
  vi.stubGlobal('fetch', (url: string, init: { method?: string; body?: string } = {}) =>
    run.carrier.answer(url, init),
  );
  order(run, [number(1)]);
  while (await run.step(ASKING_CARRIERS));
  const [given] = listNumbers(run.database);
  run.carrier.hoursLate = undefined;
  vi.setSystemTime(START + 26 * 60 * 60_000);
  while (await run.step([checkingNumbers, ...ASKING_CARRIERS])) {
    if (listNumbers(run.database)[0]?.task === null) break;
  }
  await run.step(ASKING_CARRIERS);

  expect(given?.state).toBe('refused');
  expect(run.carrier.ledger).toEqual([number(1)]);
  expect(listNumbers(run.database)).toMatchObject([
    { state: 'active', wiring: 'ready', carrierNumberId: expect.stringMatching(/^PN/) as unknown },
  ]);
});

test(
  'an import changes the addresses, and putting them back leaves the number as it was',
  {
    timeout: 600_000,
  },
  async () => {
    let imported = 0;
    for (let seed = 1; seed <= RUNS / 4; seed += 1) {
      vi.setSystemTime(START);
      const run = new InventoryRun(seed);
      vi.stubGlobal('fetch', (url: string, init: { method?: string; body?: string } = {}) =>
        run.carrier.answer(url, init),
      );
      const mine = [number(90), number(91)];
      for (const each of mine) run.carrier.own(each, OLD);
      const before = new Map([...run.carrier.owned].map(([each, entry]) => [each, { ...entry }]));
      const work = (): void => {
        run.write((context) => {
          importNumbers(context, { ...ACCOUNT, numbers: mine }, { price: PRICE, origin: ORIGIN });
        });
      };
      await run.survive(work);
      await settle(run);

      const records = listNumbers(run.database);
      expect([seed, records.map(({ state, wiring }) => `${state} ${wiring}`)]).toEqual([
        seed,
        ['imported ready', 'imported ready'],
      ]);
      expect([seed, run.carrier.ledger]).toEqual([seed, []]);
      for (const { numberId } of records) {
        await run.survive(() => {
          run.write((context) => {
            const isThere = listNumbers(context.database).some((each) => each.numberId === numberId);
            if (isThere) putNumberBack(context, numberId);
          });
        });
      }
      await settle(run);
      expect([seed, listNumbers(run.database)]).toEqual([seed, []]);
      for (const [each, entry] of before) {
        expect([seed, run.carrier.owned.get(each)]).toEqual([seed, expect.objectContaining(entry)]);
      }
      imported += records.length;
    }
    expect(imported).toBeGreaterThan(RUNS / 4);
  },
);
