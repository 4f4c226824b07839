/** The choice among taps and visits, with the evidence given. */
import { describe, expect, test } from 'vitest';
import { attribute, snapshotOf } from '../../../../worker/core/attribution/attribution.ts';
import { MODEL } from '../../../../worker/core/attribution/fitted-model.ts';
import { formerOf, rankCandidates } from '../../../../worker/core/attribution/ranking.ts';
import type { CallEvidence, FormerCall, WeighedTap } from '../../../../worker/core/attribution/schema.ts';
import { explain } from '../../../../worker/core/attribution/sentences.ts';
import type { KeptLease, KeptVisit, VisitTouch } from '../../../../worker/dni/evidence.ts';

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

/** @param silent earlier taps of its visit or network that led to no call */
function tap(visitId: string | null, ago: number, silent = 0): WeighedTap {
  return { time: CALLED - ago, number: NUMBER, target: '+18005550100', visitId, page: '/', silent };
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
    isAgain: false,
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
    formers: [],
    takenVisits: new Map(),
    promptCalls: { calls: 0, prompt: 0 },
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
    const visits = [visit('a', 4 * HOUR)];

    expect(attribute(evidence({ visits, taps: [tap('a', ago)] })).method).toBe(method);
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

  test.for([['gone'], [null]])(
    'of a visit that is not known (%s) leave the call with its number',
    ([visitId]) => {
      const found = attribute(evidence({ taps: [tap(visitId ?? null, 9_000)], visits: [visit('a', HOUR)] }));

      expect(found).toMatchObject({ method: 'number', confidence: 1, visit: null });
      expect(found.candidates).toMatchObject([{ source: 'paid_search', locationId: 'austin', visit: null }]);
    },
  );

  test('are less believed, the more of their visit or network led to no call, and so is their visit', () => {
    const visits = [visit('a', MINUTE)];
    const confidences = [0, 1, 2, 6, 20].map(
      (silent) => rankCandidates(evidence({ visits, taps: [tap('a', 9_000, silent)] }))[0]?.confidence ?? 0,
    );

    expect(confidences).toEqual(confidences.toSorted((a, b) => b - a));
    expect(confidences[0]).toBeGreaterThan(0.99);
    expect(confidences[1]).toBeLessThan(0.9);
    expect(confidences[3]).toBeCloseTo(0.5, 1);
    expect(confidences[4]).toBeLessThan(0.25);
  });

  test('that are doubtful leave another tap, and the visit of a former call, the likeliest', () => {
    const visits = [visit('forged', MINUTE), visit('a', 8 * MINUTE), visit('own', 3 * HOUR)];
    const forged = tap('forged', 2_000, 20);
    const formers = [former(visit('own', 3 * HOUR), 1)];
    const [tapped] = rankCandidates(evidence({ visits, taps: [forged, tap('a', 9_000)] }));
    const [again] = rankCandidates(evidence({ visits, taps: [forged], formers }));

    expect(tapped).toMatchObject({ visit: { visitId: 'a' }, tap: { visitId: 'a' } });
    expect(tapped?.confidence).toBeGreaterThan(0.5);
    expect(again).toMatchObject({ visit: { visitId: 'own' }, isFormer: true });
  });

  test('without a visit are one candidate, and many of them at once are hardly one', () => {
    const stray = Array.from({ length: 50 }, () => tap(null, 5_000));
    const visits = [visit('a', HOUR)];

    const found = attribute(evidence({ visits, taps: [...stray, tap('a', 9_000)] }));

    expect(found).toMatchObject({ method: 'tap', visit: { visit_id: 'a' }, candidateCount: 2 });
    expect(found.confidence).toBeGreaterThan(0.8);
  });

  test('of a visit that somebody else called from are not sure', () => {
    const visits = [visit('a', MINUTE)];
    const taps = [tap('a', 9_000)];
    const [first = 0, second = 1] = [new Map<string, number>(), new Map([['a', 0.99]])].map(
      (takenVisits) => rankCandidates(evidence({ visits, taps, takenVisits }))[0]?.confidence,
    );

    expect(first).toBeGreaterThan(0.99);
    expect(second).toBeLessThan(0.9);
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
    expect(few.confidence).toBeGreaterThan(0.5);
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

    expect(attribute(evidence({ visits, formers: [former(own, 0.95)] }))).toMatchObject({
      method: 'same_person',
      visit: { visit_id: 'own' },
    });
    expect(attribute(evidence({ visits, formers: [former(own, 0.3)] })).visit).toBeNull();
  });

  test('a former call to another number counts only if its visit was shown this one', () => {
    const own = visit('own', 3 * HOUR);
    const elsewhere = { ...former(own, 0.95), isSameNumber: false };
    const other = visit('other', MINUTE);

    expect(attribute(evidence({ visits: [other], formers: [elsewhere] })).visit?.visit_id).toBe('other');
    expect(attribute(evidence({ visits: [other, own], formers: [elsewhere] })).visit?.visit_id).toBe('own');
  });

  test('after a former call whose visit is not known there is no other visit that is likely', () => {
    const visits = [visit('other', MINUTE)];
    const unknown = {
      visit: null,
      confidence: 0,
      isAgain: false,
      calledTime: CALLED - 48 * HOUR,
      isSameNumber: true,
    };
    const elsewhere = { ...unknown, isSameNumber: false };

    expect(attribute(evidence({ visits })).visit?.visit_id).toBe('other');
    expect(attribute(evidence({ visits, formers: [unknown] })).method).toBe('number');
    expect(attribute(evidence({ visits, formers: [elsewhere] })).visit?.visit_id).toBe('other');
  });

  test('a former call to this number counts also after a call to another one', () => {
    const visits = [visit('other', MINUTE)];
    const own = visit('own', 26 * HOUR);
    const main = {
      visit: null,
      confidence: 0,
      isAgain: false,
      calledTime: CALLED - HOUR,
      isSameNumber: false,
    };

    expect(attribute(evidence({ visits, formers: [main, former(own, 0.95)] }))).toMatchObject({
      method: 'same_person',
      visit: { visit_id: 'own' },
    });
  });

  test('a former call is as sure as the evidence for its visit was at its best, however often the person called again', () => {
    const own = visit('own', 3 * HOUR);
    const again = (confidence: number): FormerCall => ({ ...former(own, confidence), isAgain: true });
    const confidenceAfter = (...formers: FormerCall[]): number | undefined =>
      formerOf({ formers, visits: [] })?.confidence;

    expect(confidenceAfter(former(own, 0.8), former(own, 0.9))).toBe(0.9);
    expect(confidenceAfter(again(0.97), again(0.95), former(own, 0.8))).toBe(0.8);
    expect(confidenceAfter(again(0.97), former(visit('other', HOUR), 0.6))).toBe(0.97);
  });

  test('one that somebody else called from is less likely, by how sure that is', () => {
    const visits = [visit('a', MINUTE), visit('b', 10 * MINUTE)];
    const likeliest = (confidence: number): string | undefined =>
      rankCandidates(evidence({ visits, takenVisits: new Map([['a', confidence]]) }))[0]?.visit?.visitId;

    expect([0, 0.5, 0.99].map(likeliest)).toEqual(['a', 'a', 'b']);
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

  test('no candidate is surer than the likeliest, whose share the calibration lowers', () => {
    const visits = [visit('a', MINUTE), visit('b', MINUTE + 1_000)];
    const calibration = [
      [0, 0],
      [1, 0.1],
    ] as const;
    const model = { ...MODEL, calibration: { first: calibration, again: calibration, other: calibration } };
    const [first, second] = rankCandidates(evidence({ visits }), model).map(({ confidence }) => confidence);

    expect(first).toBeLessThan(0.1);
    expect(second).toBe(first);
  });

  test('the confidences of all candidates are at most 1 together', () => {
    const visits = [visit('a', MINUTE), visit('b', 2 * MINUTE), visit('c', HOUR)];
    const taps = [tap('b', 4_000), tap(null, 8_000), tap('gone', 20_000)];
    const ranked = rankCandidates(evidence({ visits, taps, formers: [former(visit('d', HOUR), 0.9)] }));

    // The two taps whose visit is not known are one candidate.
    expect(ranked).toHaveLength(5);
    expect(ranked.reduce((sum, { confidence }) => sum + confidence, 0)).toBeLessThanOrEqual(1);
  });
});

describe('leases', () => {
  const visits = [visit('a', 5 * MINUTE), visit('b', 50 * MINUTE)];

  test.for([
    [[lease('a', 5 * MINUTE, -15 * MINUTE), lease('b', HOUR, 40 * MINUTE)], 'live_lease'],
    [[lease('a', 5 * MINUTE, MINUTE), lease('b', HOUR, 40 * MINUTE)], 'last_lease'],
    [[lease('b', 70 * MINUTE, 50 * MINUTE), lease('a', 95 * MINUTE, 4 * MINUTE)], 'leases'],
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

  test('that ended tell when a visit was shown the number that now sees another one', () => {
    const visits = [visit('back', MINUTE), visit('holder', 10 * MINUTE)];
    const leases = [lease('holder', 10 * MINUTE, -10 * MINUTE), lease('back', 3 * HOUR, 2 * HOUR)];

    expect(attribute(evidence({ visits, leases }))).toMatchObject({
      method: 'live_lease',
      visit: { visit_id: 'holder' },
    });
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
        'Confidence.',
      ],
    ],
    [
      { visits: [visit('a', 3 * MINUTE), visit('b', 3 * MINUTE)] },
      [
        'A visitor who was shown the number was on the site 3 minutes before the call.',
        '1 other visitor had been shown the number in the 30 days before.',
        'All visits in question have in common: the source paid_search, the page /.',
        'Confidence.',
      ],
    ],
    [
      { visits: [visit('a', HOUR)], leases: [lease('a', 5 * MINUTE, -15 * MINUTE)] },
      [
        'The visitor who holds the number now is likely to have called.',
        'The visit began with the source paid_search, the campaign a, the page /.',
        'Confidence.',
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
        'Confidence.',
      ],
    ],
    [{}, ['No visit is known. The number stands for the source paid_search and the location austin.']],
    [
      { source: null, locationId: null },
      ['The number stands for several sources and locations, and no visit is known.'],
    ],
  ] as const)('says what speaks for a visit, and how much', ([given, sentences]) => {
    const told = explain(attribute(evidence(given)), CALLED);

    expect(told.map((sentence) => sentence.replace(/(?<=^Confidence): \d\d %\.$/, '.'))).toEqual(sentences);
  });
});
