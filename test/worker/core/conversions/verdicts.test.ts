/** Whether a platform still takes a conversion. */
import { expect, test } from 'vitest';
import { decided } from '../../../../worker/core/attribution/decisions.ts';
import type { VisitSnapshot } from '../../../../worker/core/attribution/schema.ts';
import { decide, isTooOld } from '../../../../worker/core/conversions/deciding/verdicts.ts';
import type { ConversionEvent } from '../../../../worker/core/conversions/schema.ts';

const NOW = Date.UTC(2026, 10, 2);
const DAY_MS = 86_400_000;
const daysAgo = (days: number): number => NOW - days * DAY_MS;

function visitOf(clickedTime: number | null): VisitSnapshot {
  return {
    visit_id: null,
    begun_time: clickedTime,
    source: 'paid_search',
    channel: 'paid_search',
    first_source: null,
    first_campaign: null,
    site: null,
    medium: null,
    term: null,
    content: null,
    campaign: null,
    landing_page: null,
    referrer: null,
    click_ids: { gclid: 'Cj0KCQiA_abcdefghijklmnop' },
    ids: null,
    ad_user_data: 'granted',
  };
}

test.for([
  [90, 1, false],
  [91, 1, true],
  [91, 90, true],
] as const)(
  'Google counts from the click: of %d days ago, with a call of %d days ago, too old: %s',
  ([click, call, isOld]) => {
    expect(isTooOld('google_ads', { time: daysAgo(call), visit: visitOf(daysAgo(click)) }, NOW)).toBe(isOld);
  },
);

test.for([
  [30, 7, false],
  [30, 8, true],
] as const)(
  'Meta counts from the call: a click of %d days ago, with a call of %d days ago, too old: %s',
  ([click, call, isOld]) => {
    expect(isTooOld('meta', { time: daysAgo(call), visit: visitOf(daysAgo(click)) }, NOW)).toBe(isOld);
  },
);

test('if the time of the click is unknown, that of the call counts', () => {
  const isOld = (days: number): boolean =>
    isTooOld('google_ads', { time: daysAgo(days), visit: visitOf(null) }, NOW);

  expect([isOld(90), isOld(91)]).toEqual([false, true]);
});

const OCCASION: ConversionEvent = {
  what: 'call',
  recordId: 'call',
  time: daysAgo(1),
  source: 'paid_search',
  locationId: null,
  isWon: null,
  isUnwanted: false,
  outcome: 'answered',
  talkSeconds: 60,
  isFirst: true,
  leadStatus: null,
  amount: null,
  visit: null,
  confidence: 1,
  phone: null,
  emails: [],
  leadId: null,
};

test.for<[what: string, consents: ('granted' | 'denied')[], reason: string]>([
  ['who all consented is uncertain, not without consent', ['granted', 'granted'], 'low_confidence'],
  ['one of whom did not consent is without consent', ['granted', 'denied'], 'no_consent'],
  ['none of whom consented is without consent', ['denied', 'denied'], 'no_consent'],
])('a call by one of several visitors %s', ([, consents, reason]) => {
  const candidates = consents.map((consent, index) => ({
    confidence: 0.4,
    source: 'paid_search',
    locationId: null,
    visit: { ...visitOf(NOW), visit_id: `visit-${index}`, ad_user_data: consent },
    tappedTime: null,
    seenTime: null,
  }));

  const verdict = decide(
    { when: { what: 'call', min_confidence: 0.7 } },
    { ...OCCASION, ...decided(candidates) },
    { platform: 'google_ads', settings: {} },
    { id: 'c1', amount: { unit: 'USD', value: 1 }, now: NOW },
  );

  expect(verdict.reason).toBe(reason);
});

test('a conversion that is too old is skipped for that reason', () => {
  const reasonAt = (click: number): string | null =>
    decide(
      { when: { what: 'call', min_confidence: 0 } },
      { ...OCCASION, visit: visitOf(daysAgo(click)) },
      { platform: 'google_ads', settings: {} },
      { id: 'c1', amount: { unit: 'USD', value: 1 }, now: NOW },
    ).reason;

  expect([reasonAt(90), reasonAt(91)]).toEqual([null, 'too_old']);
});

test.for<[caller: string, isFirst: boolean | null, taken: (boolean | undefined)[]]>([
  ['who calls for the first time', true, [undefined, true]],
  ['who called before', false, [undefined, false]],
  ['of whom nobody knows, since the number is withheld', null, [undefined]],
])(
  'a caller %s is reported by the rules that ask for that, and by those that do not ask',
  ([, isFirst, taken]) => {
    const event = { ...OCCASION, isFirst, visit: visitOf(daysAgo(1)) };
    const verdicts = [undefined, true, false].map((first) => {
      const asked = first === undefined ? {} : { first_time: first };
      const when = { what: 'call', min_confidence: 0, ...asked } as const;
      const value = { id: 'c1', amount: { unit: 'USD', value: 1 }, now: NOW };
      return { first, ...decide({ when }, event, { platform: 'google_ads', settings: {} }, value) };
    });

    const reported = verdicts.filter(({ conversion }) => conversion !== null);
    expect(reported.map(({ first }) => first)).toEqual(taken);
    expect(reported.map(({ conversion }) => conversion?.isFirst)).toEqual(taken.map(() => isFirst));
    const refused = verdicts.filter(({ conversion }) => conversion === null);
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(['not_first_time']));
  },
);
