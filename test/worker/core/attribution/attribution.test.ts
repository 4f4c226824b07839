/** The choice among taps and visits, with the evidence given. */
import { describe, expect, test } from 'vitest';
import { attribute, snapshotOf } from '../../../../worker/core/attribution/attribution.ts';
import { MODEL } from '../../../../worker/core/attribution/model.ts';
import type { CallEvidence } from '../../../../worker/core/attribution/schema.ts';
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

  test('the later a tap, the surer; two taps of one visitor are one candidate', () => {
    const visits = [visit('a', HOUR)];
    const soon = attribute(evidence({ visits, taps: [tap('a', 9_000)] }));
    const late = attribute(evidence({ visits, taps: [tap('a', 110_000)] }));
    const twice = attribute(evidence({ visits, taps: [tap('a', 9_000), tap('a', 11_000)] }));

    expect([soon.confidence, late.confidence].map((value) => value.toFixed(2))).toEqual(['0.94', '0.81']);
    expect(twice).toEqual(soon);
  });

  test('of a visit that is not known, or without one, is a candidate that tells nothing', () => {
    const { visit: told, confidence, candidates } = attribute(evidence({ taps: [tap('gone', 9_000)] }));

    expect(told).toBeNull();
    expect(confidence).toBeGreaterThan(0.9);
    expect(candidates).toMatchObject([{ source: 'paid_search', locationId: 'austin', visit: null }]);
  });

  test('a thousand taps of a hostile sender make the answer unsure, not wrong', () => {
    const hostile = Array.from({ length: 50 }, () => tap(null, 1_000));
    const visits = [visit('a', HOUR)];

    const found = attribute(evidence({ visits, taps: [...hostile, tap('a', 9_000)] }));

    expect(found).toMatchObject({ method: 'tap', visit: null, candidateCount: 51 });
    expect(found.confidence).toBeLessThan(0.1);
    expect(found.candidates).toHaveLength(5);
  });
});

describe('visits', () => {
  test('the one just seen is likely; the older, the less', () => {
    const [soon, later, last] = [MINUTE, 10 * MINUTE, 30 * MINUTE].map((ago) =>
      attribute(evidence({ visits: [visit('a', ago)] })),
    );

    expect([soon?.confidence.toFixed(2), later?.confidence.toFixed(2)]).toEqual(['0.66', '0.56']);
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
    expect(few.confidence).toBeCloseTo(0.86, 1);
    expect(many).toMatchObject({ method: 'number', visit: null });
  });

  test('the visit of the same person comes before those of others', () => {
    const visits = [visit('other', MINUTE)];
    const former = { visit: snapshotOf(visit('own', 26 * HOUR)), confidence: 0.95 };

    expect(attribute(evidence({ visits, former }))).toMatchObject({
      method: 'same_person',
      visit: { visit_id: 'own' },
    });
    expect(attribute(evidence({ visits, former: { ...former, confidence: 0.4 } }))).toMatchObject({
      method: 'visits',
      visit: { visit_id: 'other' },
    });
  });
});

describe('leases', () => {
  const visits = [visit('a', MINUTE, { campaign: 'same' }), visit('b', HOUR, { campaign: 'same' })];

  test('the only one who holds the number is likely; who held it last, less and less', () => {
    const live = attribute(evidence({ visits, leases: [lease('a', 5 * MINUTE, -15 * MINUTE)] }));
    const ended = attribute(evidence({ visits, leases: [lease('a', HOUR, 10 * MINUTE)] }));
    const long = attribute(evidence({ visits, leases: [lease('a', 50 * HOUR, 49 * HOUR)] }));

    expect(live).toMatchObject({ method: 'live_lease', visit: { visit_id: 'a' } });
    expect(ended).toMatchObject({ method: 'last_lease', visit: { visit_id: 'a' } });
    expect(long).toMatchObject({ method: 'last_lease', visit: null });
    expect(live.confidence).toBeGreaterThan(ended.confidence);
    expect(ended.confidence).toBeGreaterThan(long.confidence);
  });

  test('a lease that was given again counts less, and only common members are given when unsure', () => {
    const leases = [lease('a', 22 * MINUTE, 2 * MINUTE), lease('b', 43 * MINUTE, 23 * MINUTE)];
    const { method, candidates, visit: found } = attribute(evidence({ visits, leases }));

    expect(method).toBe('leases');
    expect(candidates.map(({ visit: candidate }) => candidate?.visit_id)).toEqual(['a', 'b']);
    expect(candidates[0]?.confidence).toBeGreaterThan((candidates[1]?.confidence ?? 1) * 4);
    expect(found).toMatchObject({ visit_id: 'a', campaign: 'same' });
    const unsure = attribute(evidence({ visits, leases }), { ...MODEL, leasedAgain: 1, unknownLease: 0.01 });
    const even = attribute(
      evidence({ visits, leases: [lease('a', 3 * HOUR, 2 * HOUR), lease('b', 5 * HOUR, 3 * HOUR)] }),
      { ...MODEL, leasedAgain: 1, lease: { ...MODEL.lease, rest: 1 } },
    );
    expect(unsure.visit).toMatchObject({ visit_id: 'a' });
    expect(even.visit).toMatchObject({ visit_id: null, campaign: 'same' });
  });

  test('a newer visit that holds the number speaks against the visit of the former call', () => {
    const former = { visit: snapshotOf(visit('own', 26 * HOUR)), confidence: 0.95 };
    const live = [lease('a', 5 * MINUTE, -15 * MINUTE)];

    expect(attribute(evidence({ visits, leases: live, former })).method).toBe('live_lease');
    expect(
      attribute(evidence({ visits, leases: [lease('own', 5 * MINUTE, -15 * MINUTE)], former })).method,
    ).toBe('same_person');
    expect(attribute(evidence({ visits, leases: [lease('a', 2 * HOUR, HOUR)], former })).method).toBe(
      'same_person',
    );
  });

  test('of holders without an id, or after the call, tell of no visit', () => {
    expect(attribute(evidence({ visits, leases: [lease(null, 5 * MINUTE, -15 * MINUTE)] }))).toMatchObject({
      method: 'live_lease',
      visit: null,
    });
    expect(attribute(evidence({ leases: [lease('a', -MINUTE, -20 * MINUTE)] })).method).toBe('number');
    expect(attribute(evidence({ leases: [lease('a', 40 * 24 * HOUR, 31 * 24 * HOUR)] })).method).toBe(
      'number',
    );
  });

  test('carry the version of the weights', () => {
    const leases = [lease('a', 5 * MINUTE, -15 * MINUTE)];

    expect(attribute(evidence({ visits, leases }), { ...MODEL, version: 'x' }).modelVersion).toBe('x');
  });
});

describe('an explanation', () => {
  test.for([
    [
      { taps: [tap('a', 9_000), tap('b', 60_000)], visits: [visit('a', HOUR), visit('b', HOUR)] },
      [
        'A visitor tapped the number 9 seconds before the call.',
        '1 other visitor tapped the number in the same two minutes.',
        'The visit began with the source paid_search, the campaign a, the page /.',
        'Confidence: 79 %.',
      ],
    ],
    [
      { visits: [visit('a', 3 * MINUTE), visit('b', 3 * MINUTE)] },
      [
        'A visitor who was shown the number was on the site 3 minutes before the call.',
        '1 other visitor had been shown the number in the 30 days before.',
        'All visits in question have in common: the source paid_search, the page /.',
        'Confidence: 78 %.',
      ],
    ],
    [
      { visits: [visit('a', HOUR)], leases: [lease('a', 5 * MINUTE, -15 * MINUTE)] },
      [
        'The visitor who holds the number now is likely to have called.',
        'The visit began with the source paid_search, the campaign a, the page /.',
        'Confidence: 88 %.',
      ],
    ],
    [
      {
        visits: [visit('a', HOUR)],
        leases: [lease('a', HOUR, 3 * MINUTE), lease('b', 2 * HOUR, HOUR + MINUTE)],
      },
      [
        'A visitor had the number until 3 minutes before the call.',
        '1 other visitor had the number in the 30 days before.',
        'The visit began with the source paid_search, the campaign a, the page /.',
        'Confidence: 82 %.',
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
