/** The choice among taps and visits, with the evidence given. */
import { describe, expect, test } from 'vitest';
import { attribute, rankCandidates, snapshotOf } from '../../../../worker/core/attribution/attribution.ts';
import { MODEL } from '../../../../worker/core/attribution/fitted-model.ts';
import type { CallEvidence, FormerCall } from '../../../../worker/core/attribution/schema.ts';
import { explain } from '../../../../worker/core/attribution/sentences.ts';
import type { KeptLease, KeptTap, KeptVisit, VisitTouch } from '../../../../worker/dni/evidence.ts';

const CALLED = Date.UTC(2026, 10, 23, 12);
const NUMBER = '+15125550102';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function visit(visitId: string, ago: number, touch: Partial<VisitTouch> = {}): KeptVisit {
  return {
    visitId,
    begunTime: CALLED - ago - MINUTE,
    seenTime: CALLED - ago,
    touch: {
      source: 'paid_search',
      channel: 'paid_search',
      site: 'Google',
      medium: 'cpc',
      campaign: visitId,
      term: null,
      content: null,
      first_source: 'paid_search',
      first_campaign: null,
      landing_page: '/',
      referrer: null,
      click_ids: {},
      ...touch,
    },
  };
}

function tap(visitId: string | null, ago: number): KeptTap {
  return { time: CALLED - ago, number: NUMBER, target: '+18005550100', visitId, page: '/' };
}

/** A lease that began and ended so long before the call. */
function lease(visitId: string | null, begunAgo: number, endedAgo: number): KeptLease {
  return { number: NUMBER, visitId, from: CALLED - begunAgo, until: CALLED - endedAgo };
}

/** A former call to the same number, ten minutes after its visit was seen. */
function former(own: KeptVisit, confidence: number): FormerCall {
  return {
    visit: snapshotOf(own),
    confidence,
    calledTime: own.seenTime + 10 * MINUTE,
    isSameNumber: true,
  };
}

function evidence(given: Partial<CallEvidence>): CallEvidence {
  return {
    startedTime: CALLED,
    source: 'paid_search',
    locationId: 'austin',
    visits: [],
    visitCount: given.visits?.length ?? 0,
    taps: [],
    leases: [],
    former: null,
    takenVisitIds: [],
    ...given,
  };
}

describe('taps', () => {
  test.for([
    [9_000, 'tap'],
    [2 * MINUTE, 'tap'],
    [2 * MINUTE + 1, 'number'],
    // The carrier's clock is behind the edge's.
    [-5_000, 'tap'],
    [-5_001, 'number'],
  ] as const)('a tap %d ms before the call: by %s', ([ago, method]) => {
    expect(attribute(evidence({ taps: [tap(null, ago)] })).method).toBe(method);
  });

  test('a tap seconds ago is surer than one a minute ago; two taps of one visitor are one candidate', () => {
    const visits = [visit('a', 8 * MINUTE), visit('b', HOUR)];
    const soon = attribute(evidence({ visits, taps: [tap('a', 9_000)] }));
    const late = attribute(evidence({ visits, taps: [tap('a', 110_000)] }));
    const twice = attribute(evidence({ visits, taps: [tap('a', 9_000), tap('a', 11_000)] }));

    expect(soon.confidence).toBeGreaterThan(0.99);
    expect(late.confidence).toBeLessThan(soon.confidence);
    expect(twice).toEqual(soon);
  });

  test('of a visit that is not known, or without one, is a candidate that tells nothing', () => {
    const { visit: told, confidence, candidates } = attribute(evidence({ taps: [tap('gone', 9_000)] }));

    expect(told).toBeNull();
    expect(confidence).toBeGreaterThan(0.9);
    expect(candidates).toMatchObject([{ source: 'paid_search', locationId: 'austin', visit: null }]);
  });

  test('a thousand taps of a hostile sender make the answer unsure, not wrong', () => {
    const hostile = Array.from({ length: 50 }, () => tap(null, 5_000));
    const visits = [visit('a', HOUR)];

    const found = attribute(evidence({ visits, taps: [...hostile, tap('a', 9_000)] }));

    expect(found).toMatchObject({ method: 'tap', visit: null, candidateCount: 51 });
    expect(found.confidence).toBeLessThan(0.1);
    expect(found.candidates).toHaveLength(5);
  });
});

describe('visits', () => {
  test('the one just seen is likely; the older, the less', () => {
    const [soon, later, last] = [MINUTE, 10 * MINUTE, 4 * HOUR].map((ago) =>
      attribute(evidence({ visits: [visit('a', ago)] })),
    );

    expect(soon?.confidence).toBeGreaterThan(0.95);
    expect(later?.confidence).toBeGreaterThan(0.8);
    expect(later?.confidence).toBeLessThan(soon?.confidence ?? 0);
    expect(last).toMatchObject({ method: 'number', visit: null });
  });

  test('a member that differs is not told, also when many more visitors are not listed', () => {
    const visits = ['a', 'b', 'c'].map((id) => visit(id, MINUTE));
    const few = attribute(evidence({ visits }));
    const many = attribute(evidence({ visits, visitCount: 500 }));

    expect(few).toMatchObject({
      method: 'visits',
      visit: { visit_id: null, campaign: null, site: 'Google' },
    });
    expect(few.confidence).toBeGreaterThan(0.9);
    expect(many).toMatchObject({ method: 'number', visit: null });
  });

  test('that the call does not belong to are kept without ids, since they are of other people', () => {
    const ids = { click_ids: { gclid: 'abc' } };
    const own = visit('own', MINUTE, ids);
    const others = [visit('other', 4 * HOUR, ids), visit('third', 5 * HOUR, ids)];
    const idsOf = (visits: KeptVisit[]): unknown[] =>
      attribute(evidence({ visits })).candidates.map(({ visit: of }) => [
        of?.campaign,
        of?.visit_id,
        of?.begun_time,
        of?.click_ids,
      ]);

    expect(idsOf([own, ...others])).toEqual([
      ['own', 'own', own.begunTime, { gclid: 'abc' }],
      ['other', null, null, {}],
      ['third', null, null, {}],
    ]);
    // None is likely enough to be chosen.
    expect(idsOf([own, visit('like', MINUTE, ids)])).toEqual([
      ['own', null, null, {}],
      ['like', null, null, {}],
    ]);
  });

  test('the visit of the same person comes before those of others, unless the call before is unsure', () => {
    const visits = [visit('other', 10 * MINUTE)];
    const own = visit('own', 26 * HOUR);

    expect(attribute(evidence({ visits, former: former(own, 0.95) }))).toMatchObject({
      method: 'same_person',
      visit: { visit_id: 'own' },
    });
    expect(attribute(evidence({ visits, former: former(own, 0.3) })).visit).toBeNull();
  });

  test('a former call to another number counts only if its visit was shown this one', () => {
    const own = visit('own', 3 * HOUR);
    const elsewhere = { ...former(own, 0.95), isSameNumber: false };
    const other = visit('other', MINUTE);

    expect(attribute(evidence({ visits: [other], former: elsewhere })).visit?.visit_id).toBe('other');
    expect(attribute(evidence({ visits: [other, own], former: elsewhere })).visit?.visit_id).toBe('own');
  });

  test('visits beyond the listed ones make the listed ones less likely', () => {
    const visits = [visit('a', 5 * MINUTE), visit('b', HOUR)];
    const [listed, unlisted] = [2, 3].map((visitCount) => rankCandidates(evidence({ visits, visitCount })));

    expect(unlisted?.[0]?.confidence).toBeLessThan(listed?.[0]?.confidence ?? 0);
  });

  test('a visit that begins after the call, or ended 30 days before, is no candidate', () => {
    const visits = [visit('after', -2 * MINUTE), visit('before', 31 * 24 * HOUR)];

    expect(attribute(evidence({ visits })).method).toBe('number');
  });

  test('the confidences of all candidates are at most 1 together', () => {
    const visits = [visit('a', MINUTE), visit('b', 2 * MINUTE), visit('c', HOUR)];
    const taps = [tap('b', 4_000), tap(null, 8_000), tap('gone', 20_000)];
    const ranked = rankCandidates(evidence({ visits, taps, former: former(visit('d', HOUR), 0.9) }));

    expect(ranked).toHaveLength(6);
    expect(ranked.reduce((sum, { confidence }) => sum + confidence, 0)).toBeLessThanOrEqual(1);
  });
});

describe('leases', () => {
  const visits = [visit('a', 5 * MINUTE), visit('b', 50 * MINUTE)];

  test.for([
    [[lease('a', 5 * MINUTE, -15 * MINUTE), lease('b', HOUR, 40 * MINUTE)], 'live_lease'],
    [[lease('a', 5 * MINUTE, MINUTE), lease('b', HOUR, 40 * MINUTE)], 'last_lease'],
    [[lease('b', 70 * MINUTE, 50 * MINUTE), lease('a', 95 * MINUTE, 75 * MINUTE)], 'leases'],
    [[], 'visits'],
  ] as const)('%#: tell how the likeliest visit had the number', ([leases, method]) => {
    expect(attribute(evidence({ visits, leases }))).toMatchObject({ method, visit: { visit_id: 'a' } });
  });

  test('of holders without an id make the others less likely', () => {
    const [alone, beside, before] = [
      [],
      [lease(null, MINUTE, -19 * MINUTE)],
      [lease(null, 8 * HOUR, 7 * HOUR)],
    ].map((leases) => rankCandidates(evidence({ visits, leases }))[0]?.confidence ?? 0);

    expect(beside).toBeLessThan(before ?? 0);
    expect(before).toBeLessThan(alone ?? 0);
  });

  test('are renewed by visits that are still on the site, however long ago these began', () => {
    const [own] = [visit('a', 3 * HOUR)];
    const leases = [lease('a', 3 * HOUR, -15 * MINUTE), lease('b', 5 * HOUR, 5 * HOUR - 20 * MINUTE)];

    expect(attribute(evidence({ visits: [own], leases }))).toMatchObject({
      method: 'live_lease',
      visit: { visit_id: 'a' },
    });
    expect(attribute(evidence({ visits: [visit('a', 5 * HOUR)] })).method).toBe('number');
  });
});

test('an attribution has the version of the figures', () => {
  const visits = [visit('a', MINUTE)];

  expect(attribute(evidence({ visits }), { ...MODEL, version: 'x' }).modelVersion).toBe('x');
});

describe('an explanation', () => {
  test.for([
    [
      { taps: [tap('a', 9_000), tap('b', 60_000)], visits: [visit('a', HOUR), visit('b', HOUR)] },
      [
        'A visitor tapped the number 9 seconds before the call.',
        '1 other visitor tapped the number in the same two minutes.',
        'The visit began with the source paid_search, the campaign a, the page /.',
        'Confidence: 99 %.',
      ],
    ],
    [
      { visits: [visit('a', 3 * MINUTE), visit('b', 3 * MINUTE)] },
      [
        'A visitor who was shown the number was on the site 3 minutes before the call.',
        '1 other visitor had been shown the number in the 30 days before.',
        'All visits in question have in common: the source paid_search, the page /.',
        'Confidence: 97 %.',
      ],
    ],
    [
      { visits: [visit('a', HOUR)], leases: [lease('a', 5 * MINUTE, -15 * MINUTE)] },
      [
        'The visitor who holds the number now is likely to have called.',
        'The visit began with the source paid_search, the campaign a, the page /.',
        'Confidence: 98 %.',
      ],
    ],
    [
      {
        visits: [visit('a', HOUR)],
        leases: [lease('a', 13 * MINUTE, 3 * MINUTE), lease('b', 2 * HOUR, HOUR + MINUTE)],
      },
      [
        'A visitor had the number until 3 minutes before the call.',
        '1 other visitor had the number in the 30 days before.',
        'The visit began with the source paid_search, the campaign a, the page /.',
        'Confidence: 94 %.',
      ],
    ],
    [{}, ['No visit is known. The number stands for the source paid_search and the location austin.']],
    [
      { source: null, locationId: null },
      ['The number stands for several sources and locations, and no visit is known.'],
    ],
  ] as const)('says what speaks for a visit, and how much', ([given, sentences]) => {
    expect(explain(attribute(evidence(given)), CALLED)).toEqual(sentences);
  });
});
