/** Orders, step by step: what a carrier answers late, never or twice, and what becomes of it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkingNumbers } from '../../../../../../worker/core/phone/inventory/asking/daily-check.ts';
import { ASKING_CARRIERS } from '../../../../../../worker/core/phone/inventory/asking/tasks.ts';
import { ENDED_KEPT_MS } from '../../../../../../worker/core/phone/inventory/number-store.ts';
import { inventoryFeature } from '../../../../../../worker/core/phone/inventory/feature.ts';
import { FakeTelnyx } from '../../../../../harness/carrier/markets/fake-telnyx.ts';
import { problemIn } from '../../../../../harness/problem-in.ts';
import { CARRIERS, InventoryRun, START } from './inventory-run.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NUMBER = '+15125551000';
const TASKS = [...ASKING_CARRIERS, checkingNumbers];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A company at a carrier that sells a number. */
function atCarrier(carrier: (typeof CARRIERS)[number]): InventoryRun {
  const run = new InventoryRun(carrier, 1);
  run.carrier.onSale.push(NUMBER);
  return run;
}

function atTelnyx(): { run: InventoryRun; telnyx: FakeTelnyx } {
  const run = atCarrier('telnyx');
  if (!(run.carrier instanceof FakeTelnyx)) throw new Error('This is another carrier.');
  return { run, telnyx: run.carrier };
}

test('an order at Telnyx is pending until it is delivered; then the number sends its calls and messages here', async () => {
  const { run, telnyx } = atTelnyx();
  telnyx.deliver = () => ({ delayMs: 10 * MINUTE_MS, isDelivered: true, isListed: true });
  run.order([NUMBER]);
  await run.runUntil(TASKS, START + MINUTE_MS);
  const pending = run.record(NUMBER);
  await run.runUntil(TASKS, START + HOUR_MS);

  expect(pending).toMatchObject({
    state: 'pending',
    detail: 'The carrier has the order, and has not delivered the number yet.',
    price: { amount: 1, currency: 'USD' },
  });
  expect(run.record(NUMBER)).toMatchObject({ state: 'active', wiring: 'ready', detail: null, task: null });
  expect(telnyx.callsOf(NUMBER)).toBe(run.lane);
  expect(telnyx.numbers.profiles.entries).toMatchObject([{ webhook_url: run.lane.replace(/call$/, 'text') }]);
  expect([telnyx.ledger, telnyx.faults]).toEqual([[NUMBER], []]);
});

test('an order at Telnyx that fails is refused, and nothing is forgotten or paid', async () => {
  const { run, telnyx } = atTelnyx();
  telnyx.deliver = () => ({ delayMs: HOUR_MS, isDelivered: false, isListed: true });
  run.order([NUMBER]);
  await run.runUntil(TASKS, START + 3 * HOUR_MS);

  expect(run.record(NUMBER)).toMatchObject({
    state: 'refused',
    detail: 'The carrier could not deliver the number.',
  });
  expect(telnyx.ledger).toEqual([]);
});

test('an order at Telnyx that wants documents says so, and is read for as long as it takes', async () => {
  const { run, telnyx } = atTelnyx();
  telnyx.deliver = () => ({ delayMs: 12 * DAY_MS, isDelivered: true, isListed: false });
  run.order([NUMBER]);
  await run.runUntil(ASKING_CARRIERS, START + MINUTE_MS);
  for (const { order } of telnyx.orders) order.requirements_met = false;
  await run.runUntil(ASKING_CARRIERS, START + 11 * DAY_MS);
  const waiting = run.record(NUMBER);
  await run.runUntil(ASKING_CARRIERS, START + 13 * DAY_MS);

  expect(waiting).toMatchObject({ state: 'pending', detail: expect.stringContaining('wants documents') });
  expect(run.record(NUMBER)).toMatchObject({ state: 'active', wiring: 'ready' });
});

test.for(CARRIERS)(
  'at %s, an answer that is lost after the purchase is read back: one purchase',
  async (carrier) => {
    const run = atCarrier(carrier);
    run.network.sent = (request) => {
      if (run.carrier.isPurchase(request)) run.network.next = 'silent after acting';
    };
    run.order([NUMBER]);
    await run.step(ASKING_CARRIERS);
    const lost = run.record(NUMBER);
    run.order([NUMBER]);
    await run.runUntil(ASKING_CARRIERS, START + HOUR_MS);

    expect(lost).toMatchObject({ state: 'unsure' });
    expect(run.record(NUMBER)).toMatchObject({ state: 'active', wiring: 'ready' });
    expect(run.carrier.ledger).toEqual([NUMBER]);
  },
);

test.for(CARRIERS)(
  'at %s, an order that is acted on after it was given up is found the next day',
  async (carrier) => {
    const run = atCarrier(carrier);
    run.network.sent = (request) => {
      if (!run.carrier.isPurchase(request)) return;
      run.network.next = 'silent';
      run.network.delay(request, 20 * HOUR_MS);
    };
    run.order([NUMBER]);
    await run.runUntil(ASKING_CARRIERS, START + 19 * HOUR_MS);
    const given = run.record(NUMBER);
    // Telnyx sells what was searched lately: somebody has searched it.
    vi.setSystemTime(START + 19.9 * HOUR_MS);
    if (run.carrier instanceof FakeTelnyx) await search(run);
    vi.setSystemTime(START + 20 * HOUR_MS);
    run.network.catchUp();
    await run.runUntil(TASKS, START + 44 * HOUR_MS);

    expect(given).toMatchObject({ state: 'refused', task: null });
    expect(run.carrier.ledger).toEqual([NUMBER]);
    expect(run.record(NUMBER)).toMatchObject({
      state: 'active',
      wiring: 'ready',
      carrierNumberId: expect.any(String),
    });
  },
);

/** Somebody searches the carrier's numbers. */
async function search({ network }: InventoryRun): Promise<void> {
  const url = 'https://carrier.example/v2/available_phone_numbers?filter[country_code]=US';
  await network.fetch(url, { headers: { Authorization: 'Bearer x' } });
}

test('a number that costs more than was accepted is not ordered', async () => {
  const { run, telnyx } = atTelnyx();
  telnyx.costs.set(NUMBER, '2.50000');
  run.order([NUMBER]);
  await run.runUntil(TASKS, START + HOUR_MS);

  expect(run.record(NUMBER)).toMatchObject({
    state: 'refused',
    detail: 'It costs 2.5 USD a month, more than the 1.15 that were accepted.',
  });
  expect(telnyx.orders).toEqual([]);
});

test.for(CARRIERS)('at %s, a number that others have bought meanwhile is refused', async (carrier) => {
  const run = atCarrier(carrier);
  run.order([NUMBER]);
  run.carrier.taken.add(NUMBER);
  await run.runUntil(TASKS, START + HOUR_MS);

  expect(run.record(NUMBER)).toMatchObject({
    state: 'refused',
    detail: expect.stringContaining('not available'),
    askedTime: null,
  });
});

test('what numbers of Telnyx point to is made once, whatever answer is lost', async () => {
  const { run, telnyx } = atTelnyx();
  const numbers = Array.from({ length: 3 }, (_, index) => `+151255510${10 + index}`);
  telnyx.onSale.push(...numbers);
  const made = new Set<string>();
  run.network.sent = ({ url, method }) => {
    const list = /texml_applications$|messaging_profiles$/.exec(new URL(url).pathname)?.[0] ?? '';
    if (method !== 'POST' || list === '' || made.has(list)) return;
    made.add(list);
    run.network.next = 'silent after acting';
  };
  run.order(numbers);
  await run.runUntil(TASKS, START + HOUR_MS);

  expect([...made]).toEqual(['texml_applications', 'messaging_profiles']);
  expect(telnyx.numbers.applications.entries).toMatchObject([
    {
      friendly_name: expect.stringContaining('Leadline leadline.example') as unknown,
      voice_url: run.lane,
      outbound: { outbound_voice_profile_id: '1293384261075731499' },
    },
  ]);
  expect(telnyx.numbers.profiles.entries).toHaveLength(1);
  expect(run.records().map(({ state, wiring }) => `${state} ${wiring}`)).toEqual(
    numbers.map(() => 'active ready'),
  );
});

test('without an outbound voice profile nothing is bought at Telnyx, and the reason says what to do', async () => {
  const { run, telnyx } = atTelnyx();
  telnyx.numbers.voiceProfiles.length = 0;
  run.order([NUMBER]);
  await run.runUntil(TASKS, START + HOUR_MS);

  expect(run.record(NUMBER)).toMatchObject({
    state: 'refused',
    detail: expect.stringContaining('Outbound Voice Profiles'),
  });
  expect(telnyx.orders).toEqual([]);
});

test('an application whose addresses others have changed is found by the daily check, and mended', async () => {
  const { run, telnyx } = atTelnyx();
  run.order([NUMBER]);
  await run.runUntil(TASKS, START + HOUR_MS);
  Object.assign(telnyx.numbers.applications.entries[0] ?? {}, { voice_url: 'https://elsewhere.example' });
  await run.runUntil(TASKS, START + 2 * DAY_MS);
  const wrong = run.record(NUMBER);
  const troubles = (): unknown[] => run.database.all('SELECT part, is_open FROM troubles');
  const told = troubles();
  run.mend(NUMBER);
  await run.runUntil(TASKS, START + 4 * DAY_MS);

  expect(wrong?.wiring).toBe('wrong');
  expect(told).toEqual([{ part: 'numbers:telnyx:A1', is_open: 1 }]);
  expect(troubles().filter((each) => JSON.stringify(each).includes('"is_open":1'))).toEqual([]);
  expect(run.record(NUMBER)?.wiring).toBe('ready');
  expect(telnyx.callsOf(NUMBER)).toBe(run.lane);
  expect(telnyx.numbers.applications.entries).toHaveLength(1);
});

test('a number of Telnyx without messages rings here, and says that its messages do not come', async () => {
  const { run, telnyx } = atTelnyx();
  telnyx.own(NUMBER);
  telnyx.numbers.mute.add(NUMBER);
  run.import([NUMBER]);
  await run.runUntil(TASKS, START + MINUTE_MS);

  expect(run.record(NUMBER)).toMatchObject({
    state: 'imported',
    wiring: 'ready',
    detail: expect.stringContaining('Its calls come here, its messages do not'),
  });
});

test.for([
  ['twilio', 'wrong'],
  ['signalwire', 'wrong'],
  // Telnyx confirms the order, so the number is ours to change.
  ['telnyx', 'ready'],
] as const)(
  'at %s, a number that was bought and sends its calls elsewhere when it is found is %s',
  async ([carrier, wiring]) => {
    const run = atCarrier(carrier);
    run.network.sent = (request) => {
      if (run.carrier.isPurchase(request)) run.network.next = 'silent after acting';
    };
    run.order([NUMBER]);
    await run.step(ASKING_CARRIERS);
    run.network.catchUp();
    run.carrier.repoint(NUMBER);
    await run.runUntil(ASKING_CARRIERS, START + HOUR_MS);

    expect(run.record(NUMBER)).toMatchObject({ state: 'active', wiring });
    expect(run.carrier.callsOf(NUMBER) === run.lane).toBe(wiring === 'ready');
  },
);

test.for(CARRIERS)('at %s, a change without an answer that acts later is put back, too', async (carrier) => {
  const run = atCarrier(carrier);
  const imported = '+15125552000';
  run.carrier.own(imported);
  const before = run.carrier.settingsOf(imported);
  run.import([imported]);
  run.network.sent = (request) => {
    if (run.carrier.deedOf(request)?.kind !== 'change') return;
    run.network.sent = () => undefined;
    run.network.next = 'silent';
    run.network.delay(request, 40_000);
  };
  await run.step(ASKING_CARRIERS);
  run.putBack([imported]);
  await run.runUntil(ASKING_CARRIERS, START + HOUR_MS);

  expect(run.records()).toEqual([]);
  expect(run.carrier.settingsOf(imported)).toBe(before);
});

test.for(CARRIERS)('at %s, a carrier that is busy is asked again', async (carrier) => {
  const run = atCarrier(carrier);
  run.carrier.own('+15125552000');
  const seen = new Set<string>();
  run.network.sent = ({ method, url }) => {
    const key = `${method} ${new URL(url).pathname}`;
    if (!seen.has(key)) run.network.next = '429';
    seen.add(key);
  };
  run.order([NUMBER]);
  run.import(['+15125552000']);
  await run.runUntil(TASKS, START + 12 * HOUR_MS);

  expect(run.records().map(({ state, wiring }) => `${state} ${wiring}`)).toEqual([
    'active ready',
    'imported ready',
  ]);
});

test('at most 100 numbers are ordered in a day, refused ones that are ordered again included', async () => {
  const run = atCarrier('twilio');
  const numbers = (first: number, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `+1512555${first + index}`);
  run.setCap(10_000);
  for (const number of [...numbers(3000, 100), ...numbers(4000, 60)]) run.carrier.taken.add(number);
  run.order(numbers(3000, 100));
  expect(problemIn(() => run.order(['+15125554000']))).toMatchObject({ code: 'rate_limited' });
  // Imports are no orders.
  run.carrier.own('+15125552000');
  run.import(['+15125552000']);
  await run.runUntil(ASKING_CARRIERS, START + DAY_MS + MINUTE_MS);
  run.order(numbers(4000, 60));
  expect(problemIn(() => run.order(numbers(3000, 41)))).toMatchObject({ code: 'rate_limited' });
  run.order(numbers(3000, 40));
  expect(problemIn(() => run.order(['+15125554900']))).toMatchObject({ code: 'rate_limited' });
});

test('a number that the carrier keeps is not given back, and says why', async () => {
  const { run, telnyx } = atTelnyx();
  run.order([NUMBER]);
  await run.runUntil(TASKS, START + HOUR_MS);
  run.release(NUMBER);
  telnyx.locked.add(NUMBER);
  await run.runUntil(ASKING_CARRIERS, START + 31 * DAY_MS);

  expect(run.record(NUMBER)).toMatchObject({
    state: 'active',
    releaseTime: null,
    detail: 'The carrier keeps it: The carrier answered 422: The number is locked.',
  });
});

test.for(CARRIERS)(
  'at %s, a number is kept after a lost answer only if it is still there',
  async (carrier) => {
    const run = atCarrier(carrier);
    run.order([NUMBER]);
    await run.runUntil(TASKS, START + HOUR_MS);
    run.release(NUMBER);
    vi.setSystemTime(START + 31 * DAY_MS);
    run.network.sent = ({ method }) => {
      if (method === 'DELETE') run.network.next = 'silent after acting';
    };
    await run.step(ASKING_CARRIERS);
    run.keep(NUMBER);
    await run.runUntil(ASKING_CARRIERS, START + 31 * DAY_MS + HOUR_MS);

    expect(run.carrier.has(NUMBER)).toBe(false);
    expect(run.record(NUMBER)).toMatchObject({ wiring: 'gone' });
  },
);

test('a number that is gone is given back at once, and forgotten after 90 days', async () => {
  const run = atCarrier('twilio');
  run.order([NUMBER]);
  await run.runUntil(TASKS, START + HOUR_MS);
  run.carrier.drop(NUMBER);
  await run.runUntil(TASKS, START + 2 * DAY_MS);
  expect(run.record(NUMBER)?.wiring).toBe('gone');
  run.release(NUMBER);
  await run.step(ASKING_CARRIERS);
  expect(run.record(NUMBER)?.state).toBe('released');
  const [ended] = inventoryFeature.retention ?? [];
  const remove = (until: number): number | undefined => run.write((context) => ended?.remove(context, until));
  const endTime = ended?.oldestTime(run.database) ?? 0;

  expect(endTime).toBeGreaterThanOrEqual(Date.now());
  expect(remove(endTime)).toBe(0);
  expect(remove(endTime + 1)).toBe(1);
  expect([run.records(), ENDED_KEPT_MS]).toEqual([[], 90 * DAY_MS]);
});

test('a number that was thought to be gone and is there is not given back at once', async () => {
  const { run, telnyx } = atTelnyx();
  run.order([NUMBER]);
  await run.runUntil(TASKS, START + HOUR_MS);
  const entry = telnyx.numbers.find(NUMBER)?.entry ?? {};
  Object.assign(entry, { status: 'deleted' });
  await run.runUntil(TASKS, START + 2 * DAY_MS);
  run.release(NUMBER);
  Object.assign(entry, { status: 'active' });
  await run.runUntil(TASKS, START + 31 * DAY_MS);
  const waiting = run.record(NUMBER);
  await run.runUntil(TASKS, START + 33 * DAY_MS);

  expect([waiting?.state, run.record(NUMBER)?.state]).toEqual(['quarantined', 'released']);
  expect(telnyx.released).toEqual([NUMBER]);
});

test('what a user wants while a request is on its way is not overwritten by its answer', async () => {
  const { run, telnyx } = atTelnyx();
  telnyx.own(NUMBER);
  const before = telnyx.settingsOf(NUMBER);
  run.import([NUMBER]);
  run.network.sent = (request) => {
    if (telnyx.deedOf(request)?.kind !== 'change') return;
    run.network.sent = () => undefined;
    // In the millisecond of the last change.
    vi.setSystemTime(run.record(NUMBER)?.modificationTime ?? 0);
    run.putBack([NUMBER]);
  };
  await run.runUntil(ASKING_CARRIERS, START + HOUR_MS);

  expect(run.records()).toEqual([]);
  expect(telnyx.settingsOf(NUMBER)).toBe(before);
});
