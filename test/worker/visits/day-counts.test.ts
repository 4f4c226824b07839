/** The bound of a day's counts: rare campaigns become one, and no visit is lost. */
import { expect, test } from 'vitest';
import type { VisitCount } from '../../../worker/dni/evidence.ts';
import { MOST_COMBINATIONS } from '../../../worker/visits/evidence/combination-counts.ts';
import { countTaps, DayClock, DayCounts } from '../../../worker/visits/evidence/day-counts.ts';

const days = new DayClock();
const sum = (counts: readonly VisitCount[]): number =>
  counts.reduce((total, { visits }) => total + visits, 0);

test('beyond the bound the rarest campaigns of each source and number are counted as `other`', () => {
  const counts = new DayCounts();
  for (let index = 0; index < 3_000; index++) {
    const campaign = `c${index}`;
    const source = index % 2 === 0 ? 'paid_search' : 'email';
    counts.add({ source, campaign, locationId: null, number: '+15125550101' }, index + 1);
  }
  const list = counts.list();

  expect(list.length).toBe(MOST_COMBINATIONS);
  expect(sum(list)).toBe((3_000 * 3_001) / 2);
  const rest = list.filter(({ campaign }) => campaign === 'other');
  expect(rest.map(({ source }) => source).toSorted()).toEqual(['email', 'paid_search']);
  // 1,998 campaigns and two others: the 1,002 rarest are merged.
  expect(sum(rest)).toBe((1_002 * 1_003) / 2);
  expect(list.some(({ campaign }) => campaign === 'c2999')).toBe(true);
});

test('a hostile sender of ever new campaigns loses no visit, and leaves the real campaign', () => {
  const counts = new DayCounts();
  const real = { source: 'email', campaign: 'spring', locationId: 'austin', number: '+15125550102' };
  for (let index = 0; index < 30_000; index++) {
    counts.add({ source: 'direct', campaign: `x${index}`, locationId: null, number: '+15125550101' });
    if (index % 100 === 0) counts.add(real);
  }
  const list = counts.list();

  expect(list.length).toBeLessThanOrEqual(MOST_COMBINATIONS);
  expect(sum(list)).toBe(30_300);
  expect(list).toContainEqual({ ...real, visits: 300 });
});

test('without campaigns the rarest combinations of a source lose location and number', () => {
  const counts = new DayCounts();
  for (let index = 0; index < 2_500; index++) {
    counts.add(
      { source: 'direct', campaign: null, locationId: `l${index}`, number: '+15125550101' },
      1 + (index % 7),
    );
  }
  const list = counts.list();

  expect(list.length).toBe(MOST_COMBINATIONS);
  expect(sum(list)).toBe(
    Array.from({ length: 2_500 }, (_, index) => 1 + (index % 7)).reduce((a, b) => a + b),
  );
  expect(list.filter(({ number }) => number === null)).toHaveLength(1);
});

test('a combination without location and number that others are merged into loses nothing', () => {
  const counts = new DayCounts();
  counts.add({ source: 'direct', campaign: 'other', locationId: null, number: null }, 40);
  for (let index = 0; index < 3_000; index++) {
    counts.add({ source: 'direct', campaign: null, locationId: `l${index}`, number: '+15125550101' }, 50);
  }

  expect(counts.list().length).toBe(MOST_COMBINATIONS);
  expect(sum(counts.list())).toBe(3_000 * 50 + 40);
});

test('of too many taps the rarest landing pages become `other`, and no tap is lost', () => {
  const taps = Array.from({ length: 3_000 }, (_, index) => ({
    of: {
      hour: index % 24,
      source: 'email',
      campaign: 'spring',
      landingPage: `/page/${index}`,
      locationId: null,
      number: '+15125550101',
    },
    count: 1 + (index % 7),
  }));
  const list = countTaps(taps);

  expect(list.length).toBeLessThanOrEqual(MOST_COMBINATIONS);
  expect(list.length).toBeGreaterThan(MOST_COMBINATIONS - 24);
  expect(list.reduce((total, each) => total + each.taps, 0)).toBe(
    taps.reduce((total, { count }) => total + count, 0),
  );
  expect(list.every(({ campaign }) => campaign === 'spring')).toBe(true);
  expect(list.filter(({ landingPage }) => landingPage === 'other')).toHaveLength(24);
});

test.for([
  ['2026-11-01T05:59:59Z', 'America/Denver', '2026-10-31'],
  ['2026-11-01T06:00:00Z', 'America/Denver', '2026-11-01'],
  // Winter time has begun.
  ['2026-11-02T06:59:59Z', 'America/Denver', '2026-11-01'],
  ['2026-11-02T07:00:00Z', 'America/Denver', '2026-11-02'],
  ['2026-11-01T14:00:00Z', 'Asia/Tokyo', '2026-11-01'],
  ['2026-11-01T15:00:00Z', 'Asia/Tokyo', '2026-11-02'],
  ['2026-11-01T15:00:00Z', 'UTC', '2026-11-01'],
] as const)('%s in %s is on %s', ([time, zone, day]) => {
  expect(days.dayAt(Date.parse(time), zone)).toBe(day);
});
