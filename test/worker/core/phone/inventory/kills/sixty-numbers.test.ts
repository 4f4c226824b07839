/** An account with 60 numbers is imported in one go, and put back: all at once, one by one, with one that fails, and with a kill. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { numbersAtCarrier } from '../../../../../../worker/core/phone/accounts/numbers-at-carriers.ts';
import { checkingNumbers } from '../../../../../../worker/core/phone/inventory/asking/daily-check.ts';
import { ASKING_CARRIERS } from '../../../../../../worker/core/phone/inventory/asking/tasks.ts';
import { problemIn } from '../../../../../harness/problem-in.ts';
import { CARRIERS, InventoryRun, START } from './inventory-run.ts';

const SIXTY = Array.from({ length: 60 }, (_, index) => `+1512555${2000 + index}`);
const [FIRST = '', SECOND = ''] = SIXTY;
const MIDDLE = SIXTY[30] ?? '';
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A company whose account has 60 numbers of others, in pages of 25. */
function withSixty(carrier: (typeof CARRIERS)[number]): { run: InventoryRun; before: Map<string, string> } {
  const run = new InventoryRun(carrier, 1);
  run.carrier.mostOnPage = 25;
  for (const number of SIXTY) run.carrier.own(number);
  return { run, before: new Map(SIXTY.map((number) => [number, run.carrier.settingsOf(number)])) };
}

test.for(CARRIERS)('at %s, all 60 numbers are listed, page by page', async (carrier) => {
  const { run } = withSixty(carrier);
  const api = { user: 'U1', secret: 's', base: 'https://carrier.example' };
  const found = await numbersAtCarrier({ ...run.account, secrets: [], api }, { mayBePrivate: false });

  expect(found).toMatchObject({ isComplete: true });
  expect('numbers' in found ? [...found.numbers.keys()].toSorted() : []).toEqual(SIXTY);
});

test.for(CARRIERS)('at %s, 60 numbers send their calls here, and get back what they had', async (carrier) => {
  const { run, before } = withSixty(carrier);
  run.import(SIXTY);
  await run.runUntil(ASKING_CARRIERS, START + HOUR_MS);
  const wired = SIXTY.filter((number) => run.carrier.callsOf(number) === run.lane);
  run.putBack(SIXTY);
  await run.runUntil(ASKING_CARRIERS, START + 2 * HOUR_MS);

  expect(wired).toEqual(SIXTY);
  expect(run.records()).toEqual([]);
  expect(new Map(SIXTY.map((number) => [number, run.carrier.settingsOf(number)]))).toEqual(before);
});

test.for(CARRIERS)(
  'at %s, one of 60 that the carrier refuses stops no other, and says why',
  async (carrier) => {
    const { run, before } = withSixty(carrier);
    run.carrier.locked.add(MIDDLE);
    run.import(SIXTY);
    await run.runUntil([...ASKING_CARRIERS, checkingNumbers], START + 2 * DAY_MS);
    const failed = run.records().filter(({ wiring }) => wiring !== 'ready');
    const detail = run.record(MIDDLE)?.detail;
    // One by one, the refused one first: it has what it had.
    run.putBack([MIDDLE]);
    run.putBack([FIRST]);
    await run.runUntil(ASKING_CARRIERS, START + 3 * DAY_MS);

    expect(failed.map(({ number, wiring }) => [number, wiring])).toEqual([[MIDDLE, 'wrong']]);
    expect(detail).toMatch(/^The carrier answered 4\d\d: The number (?:is locked|cannot be changed)\.$/);
    expect(run.records().map(({ number }) => number)).toEqual(
      SIXTY.filter((number) => number !== MIDDLE && number !== FIRST),
    );
    for (const number of [MIDDLE, FIRST]) expect(run.carrier.settingsOf(number)).toBe(before.get(number));
  },
);

test.for(CARRIERS)(
  'at %s, an object that is killed in the middle imports the rest, once each',
  async (carrier) => {
    const { run, before } = withSixty(carrier);
    run.import(SIXTY);
    let changes = 0;
    run.network.sent = (request) => {
      if (run.carrier.deedOf(request)?.kind !== 'change') return;
      changes += 1;
      // After the carrier has acted, and before the object learns of it.
      if (changes === 31) run.network.next = 'killed after acting';
    };
    await run.runUntil(ASKING_CARRIERS, START + HOUR_MS);
    const wired = run.records().filter(({ wiring }) => wiring === 'ready');
    run.network.sent = () => undefined;
    run.putBack(SIXTY);
    await run.step(ASKING_CARRIERS);
    run.restart();
    await run.runUntil(ASKING_CARRIERS, START + 2 * HOUR_MS);

    expect(wired).toHaveLength(60);
    expect(run.records()).toEqual([]);
    expect(new Map(SIXTY.map((number) => [number, run.carrier.settingsOf(number)]))).toEqual(before);
  },
);

test.for(CARRIERS)(
  'at %s, an import that is put back while it is under way ends, and changes nothing for good',
  async (carrier) => {
    const { run, before } = withSixty(carrier);
    run.import(SIXTY);
    for (let step = 0; step < 20; step += 1) await run.step(ASKING_CARRIERS);
    const wired = SIXTY.filter((number) => run.carrier.callsOf(number) === run.lane);
    run.putBack(SIXTY);
    run.putBack(SIXTY);
    await run.runUntil(ASKING_CARRIERS, START + HOUR_MS);

    expect(wired).toHaveLength(20);
    expect(run.records()).toEqual([]);
    expect(new Map(SIXTY.map((number) => [number, run.carrier.settingsOf(number)]))).toEqual(before);
  },
);

test('numbers are put back together or not at all', async () => {
  const { run } = withSixty('twilio');
  run.carrier.onSale.push('+15125551000');
  run.import([FIRST, SECOND]);
  run.order(['+15125551000']);
  await run.runUntil(ASKING_CARRIERS, START + HOUR_MS);

  expect(problemIn(() => run.putBack([FIRST, '+15125551000', SECOND]))).toMatchObject({
    code: 'in_use',
    message: '+15125551000: It was bought here, so it had no other addresses.',
  });
  expect(problemIn(() => run.putBack([FIRST, '+15125559999']))).toMatchObject({ code: 'not_found' });
  expect(run.records().map(({ task }) => task)).toEqual([null, null, null]);
});

test('a number that is being put back is not imported until that is done', async () => {
  const { run } = withSixty('twilio');
  run.import([FIRST]);
  await run.runUntil(ASKING_CARRIERS, START + HOUR_MS);
  run.putBack([FIRST]);

  expect(problemIn(() => run.import([FIRST]))).toMatchObject({ code: 'in_use' });
  await run.runUntil(ASKING_CARRIERS, START + 2 * HOUR_MS);
  run.import([FIRST]);
  await run.runUntil(ASKING_CARRIERS, START + 3 * HOUR_MS);
  expect(run.record(FIRST)).toMatchObject({ state: 'imported', wiring: 'ready' });
});

test('a number that the pages of a list leave out is looked for by itself, and not taken for gone', async () => {
  const { run } = withSixty('telnyx');
  run.import([FIRST, SECOND]);
  await run.runUntil(ASKING_CARRIERS, START + HOUR_MS);
  run.carrier.drop(SECOND);
  // The first number moves to a page that was read already.
  run.network.sent = ({ url }) => {
    const isSecondPage = url.includes('/phone_numbers?page') && url.endsWith('page[number]=2');
    run.carrier.mostOnPage = isSecondPage ? 1 : 25;
  };
  await run.runUntil([checkingNumbers], START + DAY_MS + HOUR_MS);

  expect(run.record(FIRST)?.wiring).toBe('ready');
  expect(run.record(SECOND)?.wiring).toBe('gone');
});
