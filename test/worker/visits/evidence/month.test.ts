/** The evidence of a month: what is found about a number, and what an erasure leaves. */
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from './sqlite-storage.ts';
import type { Evidence, ReportedVisit, VisitIds } from '../../../../worker/dni/evidence.ts';
import { visitIds } from '../../../../worker/visits/visit-ids.ts';
import { Month } from '../../../../worker/visits/evidence/month.ts';

const SCHEMAS = ['001-evidence', '002-tap-counts', '003-tap-networks'].map((name) =>
  readFileSync(`worker/visits/evidence/${name}.sql`, 'utf8'),
);
const NOON = Date.UTC(2026, 10, 23, 12);
const MINUTE = 60_000;
const LOCAL = { day: '2026-11-23', hour: 6 };
const DAY = 24 * 60 * MINUTE;
const [NUMBER, OTHER, THIRD] = ['+15125550101', '+15125550102', '+15125550103'] as const;

let database: ReturnType<typeof openDatabase>;
let month: Month;
beforeEach(() => {
  database = openDatabase(...SCHEMAS);
  month = new Month(database);
});

function told(visitId: string, given: Partial<ReportedVisit> = {}): ReportedVisit {
  return {
    visitId,
    isStored: true,
    isCounted: false,
    number: NUMBER,
    locationId: null,
    numbers: [NUMBER],
    touch: {
      source: 'direct',
      channel: 'direct',
      site: null,
      medium: null,
      campaign: null,
      term: null,
      content: null,
      first_source: 'direct',
      first_campaign: null,
      landing_page: '/',
      referrer: null,
      click_ids: {},
    },
    ...given,
  };
}

const keep = (visitId: string, time: number, given: Partial<ReportedVisit> = {}): string | undefined =>
  month.visits.keepVisit(told(visitId, given), time, () => '2026-11-23');
const tap = (
  visitId: string | null,
  time: number,
  number: string = NUMBER,
  { ids = null, network = `of ${visitId}` }: { ids?: VisitIds | null; network?: string } = {},
): boolean => {
  const consent = { ad_user_data: ids ? 'granted' : 'denied', ad_personalization: 'denied' } as const;
  return month.keepTap(
    { number, target: NUMBER, visitId, page: '/', ids, consent },
    { now: time, network, localAt: () => LOCAL },
  );
};
const find = (number: string = NUMBER, at = NOON): Evidence =>
  month.find({ number, visitsFrom: at - 30 * DAY, tapsFrom: at - 2 * MINUTE, until: at });
const idsOf = ({ visits }: Evidence): string[] => visits.map(({ visitId }) => visitId);

test('visits that were shown the number are found, the latest first, with all their numbers', () => {
  keep('old', NOON - 31 * DAY);
  keep('first', NOON - 3 * MINUTE, { numbers: [NUMBER, OTHER] });
  keep('second', NOON - 2 * MINUTE);
  keep('uncounted', NOON - MINUTE, { isCounted: true });
  keep('unstored', NOON - MINUTE, { isStored: false });
  keep('later', NOON + MINUTE);

  expect(idsOf(find())).toEqual(['uncounted', 'second', 'first']);
  expect(find().visitCount).toBe(3);
  expect(idsOf(find(OTHER))).toEqual(['first']);
  expect(idsOf(find(THIRD))).toEqual([]);
  expect(month.visits.countsOf('2026-11-23')).toMatchObject([{ source: 'direct', visits: 5 }]);
});

test('only the latest fifty of many visits are listed, and the others are counted', () => {
  for (let index = 0; index < 120; index++) keep(`visit-${index}`, NOON - (200 - index) * 1_000);

  const found = find();
  expect(idsOf(found).slice(0, 2)).toEqual(['visit-119', 'visit-118']);
  expect([found.visits.length, found.visitCount]).toEqual([50, 120]);
});

test('taps of two minutes are found with their visits, also of visits that were not shown the number', () => {
  keep('a', NOON - 5 * MINUTE, { number: OTHER, numbers: [OTHER] });
  tap('a', NOON - 3 * MINUTE);
  tap('a', NOON - MINUTE);
  tap('b', NOON - 1_000);
  tap(null, NOON, OTHER);

  expect(find().taps.map(({ visitId, time }) => [visitId, NOON - time])).toEqual([
    ['b', 1_000],
    ['a', MINUTE],
  ]);
  expect(idsOf(find())).toEqual(['a']);
});

test('a tap has the earlier ones of its visit, and those of its network in a day', () => {
  tap('a', NOON - 3 * DAY, OTHER);
  tap('b', NOON - 2 * DAY, NUMBER, { network: 'office' });
  tap('b', NOON - 60 * MINUTE, NUMBER, { network: 'office' });
  tap(null, NOON - 50 * MINUTE, NUMBER, { network: 'office' });
  tap('c', NOON - 40 * MINUTE, NUMBER, { network: 'elsewhere' });
  tap('a', NOON - 9_000, NUMBER, { network: 'office' });
  // Twice in ten seconds is once.
  tap('a', NOON - 4_000, NUMBER, { network: 'office' });
  tap(null, NOON - 2_000, NUMBER, { network: 'elsewhere' });

  const [last, again, first] = find().taps;
  expect(first?.earlier).toEqual([null, 'b', 'a']);
  expect(again?.earlier).toEqual([null, 'b', 'a']);
  expect(last?.earlier).toEqual(['c']);
  month.erase(['a']);
  expect(find().taps.map(({ visitId }) => visitId)).toEqual([null]);
});

test('a visit is found under the numbers that it was shown later, and stays counted for the first', () => {
  keep('a', NOON - 3 * MINUTE);
  keep('a', NOON - MINUTE, { number: OTHER, numbers: [OTHER, THIRD] });
  keep('a', NOON - MINUTE, { number: OTHER, numbers: [OTHER] });
  keep('unstored', NOON - 2 * MINUTE, { isStored: false });
  keep('unstored', NOON - MINUTE, { isStored: false, number: OTHER, numbers: [OTHER] });

  expect([NUMBER, OTHER, THIRD].map((number) => idsOf(find(number)))).toEqual([['a'], ['a'], ['a']]);
  expect(month.visits.countsOf('2026-11-23')).toMatchObject([{ number: NUMBER, visits: 2 }]);
});

test('a visit that was shown very many numbers is found under the latest eight', () => {
  const later = Array.from({ length: 9 }, (_, index) => `+1512555020${index}`);
  keep('a', NOON - 3 * MINUTE);
  for (const number of later) keep('a', NOON - MINUTE, { number, numbers: [number] });

  const found = later.filter((number) => idsOf(find(number)).length > 0);
  expect(found).toEqual(later.slice(1));
});

test('taps are counted by the visit, and stay counted when the person is erased', () => {
  keep('a', NOON - 5 * MINUTE, { locationId: 'austin' });
  tap('a', NOON - 3 * MINUTE);
  tap('a', NOON - 2 * MINUTE);
  tap('of last month', NOON - MINUTE, OTHER);
  expect(month.daysAfter({ visit: 1, tap: 0 })).toEqual(['2026-11-23']);
  expect(month.daysAfter(month.last())).toEqual([]);
  month.erase(['a']);

  expect(month.countsOf('2026-11-23').taps).toEqual([
    {
      hour: 6,
      source: 'direct',
      campaign: null,
      landingPage: '/',
      locationId: 'austin',
      number: NUMBER,
      taps: 2,
    },
    { hour: 6, source: null, campaign: null, landingPage: null, locationId: null, number: OTHER, taps: 1 },
  ]);
});

test('times never fall: a clock that steps back writes the last time', () => {
  keep('a', NOON);
  keep('b', NOON - 10 * MINUTE);
  tap('a', NOON);
  tap('b', NOON - 10 * MINUTE);

  expect(find().visits.map(({ begunTime }) => begunTime)).toEqual([NOON, NOON]);
  expect(find().taps.map(({ time }) => time)).toEqual([NOON, NOON]);
});

test('a visit that is seen again is kept once, also after a restart', () => {
  expect(keep('a', NOON - 10 * MINUTE)).toBe('2026-11-23');
  month = new Month(database);
  expect(keep('a', NOON)).toBeUndefined();

  expect(find().visits).toMatchObject([{ begunTime: NOON - 10 * MINUTE, seenTime: NOON }]);
  expect(month.visits.countsOf('2026-11-23')).toMatchObject([{ visits: 1 }]);
});

test('a lease and its renewals are one, found while it is live and for 30 days', () => {
  const lease = { number: NUMBER, visitId: 'a', from: NOON - 60 * MINUTE, until: NOON - 40 * MINUTE };
  month.keepLease(lease);
  month.keepLease({ ...lease, until: NOON - 30 * MINUTE });
  month.keepLease(lease);
  month.keepLease({ number: NUMBER, visitId: null, from: NOON + MINUTE, until: NOON + 20 * MINUTE });

  expect(find().leases).toEqual([{ ...lease, until: NOON - 30 * MINUTE }]);
  expect(find(NUMBER, NOON + 31 * DAY).leases).toEqual([]);
  expect(find(OTHER).leases).toEqual([]);
});

test('an erased person leaves a count and nothing else', () => {
  keep('a', NOON - MINUTE, { numbers: [NUMBER, OTHER] });
  keep('b', NOON - MINUTE);
  tap('a', NOON - MINUTE);
  tap('b', NOON - MINUTE);
  month.keepLease({ number: NUMBER, visitId: 'a', from: NOON - MINUTE, until: NOON });
  month.erase(['a']);

  expect(idsOf(find())).toEqual(['b']);
  expect(find().taps).toMatchObject([{ visitId: 'b' }]);
  expect(find().leases).toMatchObject([{ visitId: null }]);
  const rows = ['visits', 'taps', 'leases'].flatMap((table) => database.all(`SELECT * FROM ${table}`));
  expect(rows).toHaveLength(5);
  expect(JSON.stringify(rows)).not.toMatch(/"(?:of )?a"/);
  expect(new Month(database).visits.countsOf('2026-11-23')).toMatchObject([{ visits: 2 }]);
});

test('the consent of the last report holds, also if it is to ads by interests alone', () => {
  const { touch } = told('a');
  const ids = visitIds('_ga=GA1.1.5.6', 'Phone', NOON);
  const consentAfter = (consent: object, minutes: number): object | undefined => {
    keep('a', NOON + minutes * MINUTE, { touch: { ...touch, ...consent } });
    return find(NUMBER, NOON + 9 * MINUTE).visits[0]?.touch;
  };
  const all = { ad_user_data: 'granted', ad_personalization: 'granted', ids };
  const measured = { ad_user_data: 'granted', ad_personalization: 'denied', ids };
  const none = { ad_user_data: 'denied', ad_personalization: 'denied', ids: null };

  expect(consentAfter(none, 0)).toMatchObject(none);
  expect(consentAfter(all, 1)).toMatchObject(all);
  expect(consentAfter(measured, 2)).toMatchObject(measured);
  expect(consentAfter(none, 3)).toMatchObject(none);
  expect(consentAfter(measured, 4)).toMatchObject(measured);
});

test('the ids of other services that a tap or a later report brings are added to the visit, once', () => {
  const read = (cookies: string, time: number): VisitIds => visitIds(cookies, 'Phone', time);
  const touch = { ...told('a').touch, ad_user_data: 'granted' } as const;
  const ids = (): VisitIds | null | undefined => find(NUMBER, NOON + MINUTE).visits[0]?.touch.ids;
  keep('a', NOON, { touch: { ...touch, ids: read('', NOON) } });
  expect(ids()).toMatchObject({ fbp: null, ga_client_id: null, user_agent: 'Phone', read_time: NOON });

  tap('a', NOON + 10, NUMBER, { ids: read('_fbp=fb.1.1763900000000.77;_ga=GA1.1.5.6', NOON + 10) });
  keep('a', NOON + 20, { touch: { ...touch, ids: read('_ga=GA1.1.5.6', NOON + 20) } });

  expect(ids()).toMatchObject({
    fbp: 'fb.1.1763900000000.77',
    ga_client_id: '5.6',
    user_agent: 'Phone',
    read_time: NOON + 10,
  });
  month.erase(['a']);
  tap('a', NOON + 30, NUMBER, { ids: read('_ga=GA1.1.5.6', NOON + 30) });
  expect(find(NUMBER, NOON + MINUTE).visits).toEqual([]);
  expect(JSON.stringify(database.all('SELECT * FROM visits'))).not.toContain('5.6');
});
