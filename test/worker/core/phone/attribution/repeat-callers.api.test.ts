/** People who call again, and visits that two people call from: who is sure to be whom. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FaultyLeadline, startFaultyLeadline } from '../../../../harness/faulty-leadline.ts';
import { freshCaller } from '../calls/call-company.ts';
import { HOUR_MS, MAIN, MINUTE_MS, OVERFLOW, VisitedSite } from './visited-site.ts';

const SURE = 0.9;
/** No conversion goes out by such a visit. */
const UNSURE = 0.6;
const [NUMBER, SECOND] = ['+18005550191', '+18005550192'] as const;
const DAY_MS = 24 * HOUR_MS;

let leadline: FaultyLeadline;

beforeAll(async () => {
  leadline = await startFaultyLeadline();
});
afterAll(() => leadline.close());

describe('somebody who called before', () => {
  test.for(['call', 'text'] as const)(
    'is not taken for the visitor who holds the number now, if the former visit is not known: %s',
    async (kind) => {
      const site = await VisitedSite.open(leadline, [NUMBER]);
      const caller = freshCaller();
      await site.call(caller, NUMBER, 2 * DAY_MS);
      const holder = await site.view('Roofer');
      await site.later(MINUTE_MS);

      const again = await site[kind](caller, NUMBER);
      const first = await site[kind](freshCaller(), NUMBER);

      expect(holder.number).toBe(NUMBER);
      expect(again.visit === null ? 0 : again.attribution.confidence).toBeLessThan(UNSURE);
      expect(first).toMatchObject({ visit: { visit_id: holder.id }, attribution: { method: 'live_lease' } });
      expect(first.attribution.confidence).toBeGreaterThan(SURE);
    },
  );

  test('keeps the visit of that call to this number after a call to another one', async () => {
    const site = await VisitedSite.open(leadline, [NUMBER]);
    const caller = freshCaller();
    const own = await site.view('Plumber');
    await site.tap(NUMBER, { visit: own.id });
    const tapped = await site.call(caller, NUMBER);
    await site.later(HOUR_MS);
    const main = await site.call(caller, MAIN);
    await site.later(HOUR_MS);
    const holder = await site.view('Roofer');

    const again = await site.call(caller, NUMBER);

    expect(tapped).toMatchObject({ visit: { visit_id: own.id }, attribution: { method: 'tap' } });
    expect(main).toMatchObject({ visit: null });
    expect(holder.number).toBe(NUMBER);
    expect(again).toMatchObject({ visit: { visit_id: own.id }, attribution: { method: 'same_person' } });
  });

  test('does not become surer of their visit by calling again and again', async () => {
    const site = await VisitedSite.open(leadline, [NUMBER]);
    const caller = freshCaller();
    const own = await site.view('Plumber');
    await site.later(20 * MINUTE_MS);
    await site.call(caller, NUMBER);
    const confidences: number[] = [];
    for (let calls = 0; calls < 3; calls += 1) {
      await site.later(HOUR_MS);
      const again = await site.call(caller, NUMBER);
      expect(again).toMatchObject({ visit: { visit_id: own.id }, attribution: { method: 'same_person' } });
      confidences.push(again.attribution.confidence);
    }

    const [second = 0, ...later] = confidences;
    for (const confidence of later) expect(confidence).toBeLessThanOrEqual(second);
  });

  test('is still the visitor who was shown a number that they have never called', async () => {
    const site = await VisitedSite.open(leadline, [NUMBER]);
    const caller = freshCaller();
    await site.call(caller, MAIN, DAY_MS);
    const holder = await site.view('Roofer');

    const found = await site.call(caller, NUMBER);

    expect(found).toMatchObject({ visit: { visit_id: holder.id }, attribution: { method: 'live_lease' } });
  });
});

describe('a visit that somebody called from', () => {
  test.for([['with a tap'], ['without a tap']] as const)(
    'is not sure to be the visit of another caller: %s',
    async ([how]) => {
      const site = await VisitedSite.open(leadline, [NUMBER]);
      const { id, number } = await site.view('Plumber');
      if (how === 'with a tap') await site.tap(number, { visit: id });
      const first = await site.call(freshCaller(), number);
      await site.later(2 * MINUTE_MS);
      if (how === 'with a tap') await site.tap(number, { visit: id });

      const second = await site.call(freshCaller(), number);

      expect(first).toMatchObject({ visit: { visit_id: id } });
      expect(first.attribution.confidence).toBeGreaterThan(SURE);
      expect(second.attribution).not.toMatchObject({ method: 'number' });
      expect(second.attribution.confidence).toBeLessThan(SURE);
    },
  );

  test('is not sure to be that of another caller either who calls another number of it', async () => {
    const site = await VisitedSite.open(leadline, [NUMBER]);
    const { id } = await site.view('Plumber');
    await site.call(freshCaller(), NUMBER);
    await site.later(HOUR_MS);
    await site.view('Roofer');
    await site.view('Plumber', { id });

    const second = await site.call(freshCaller(), OVERFLOW);

    expect(second.attribution.confidence * (second.visit === null ? 0 : 1)).toBeLessThan(SURE);
  });
});

test('a visit that loses its lease is found under the number that it sees next', async () => {
  const site = await VisitedSite.open(leadline, [NUMBER]);
  const own = await site.view('Plumber');
  await site.later(HOUR_MS);
  const holder = await site.view('Roofer');
  const back = await site.view('Plumber', { id: own.id });
  await site.later(MINUTE_MS);

  const found = await site.call(freshCaller(), OVERFLOW);
  const ofHolder = await site.call(freshCaller(), NUMBER);

  expect([own.number, holder.number, back.number]).toEqual([NUMBER, NUMBER, OVERFLOW]);
  expect(found).toMatchObject({ visit: { visit_id: own.id }, attribution: { method: 'visits' } });
  // The visit that is seen now was shown the other number an hour ago.
  expect(ofHolder).toMatchObject({ visit: { visit_id: holder.id }, attribution: { method: 'live_lease' } });
  expect(ofHolder.attribution.confidence).toBeGreaterThan(SURE);
});

test('a tap without a visit tells that the source is sure, and names no visit', async () => {
  const site = await VisitedSite.open(leadline, [NUMBER, SECOND]);
  await site.tap(NUMBER);

  const found = await site.call(freshCaller(), NUMBER);

  expect(found).toMatchObject({
    source: 'paid_search',
    visit: null,
    attribution: {
      method: 'number',
      confidence: 1,
      candidates: [{ confidence: 1, source: 'paid_search', visit: null }],
    },
  });
  expect(await site.sentencesOf(found)).toEqual([
    'No visit is known. The number stands for the source paid_search.',
  ]);
});
