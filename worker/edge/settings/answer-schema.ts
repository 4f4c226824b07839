/** What the preview of a decision, the dry run of settings and AMP pages are answered. */
import * as v from 'valibot';
import { LEAK_KINDS } from '../../dni/pure/pool-leaks.ts';
import { dniNumberAnswer, rehearsalEntries } from '../../core/company/dni/reference.ts';
import { sourceRuleSchema } from '../../dni/schema.ts';
import { count, named, phone, time } from '../../shared/reference/answers.ts';
import { closestAnswer, swapAnswer, swapPlanAnswer } from '../lookup/reference.ts';
import { LOCATION_REASONS } from '../lookup/choice/decision.ts';
import { testVisitSchema } from './test-visits.ts';

const text = v.string();
const reason = v.picklist(LOCATION_REASONS);

/** The configuration of `<amp-call-tracking>`. */
export const ampConfigAnswer = named(
  'AmpConfig',
  v.strictObject({ phoneNumber: text, formattedPhoneNumber: text }),
);
export type AmpConfig = v.InferOutput<typeof ampConfigAnswer>;

/** The coordinates of addresses, in their order. */
export const placesAnswer = named(
  'Places',
  v.strictObject({
    is_available: v.pipe(v.boolean(), v.description('Whether the deployment has a resolver.')),
    places: v.pipe(
      v.array(v.nullable(v.strictObject({ latitude: text, longitude: text }))),
      v.description('The place of each address; null if it is not known.'),
    ),
  }),
);
export type PlacesBody = v.InferOutput<typeof placesAnswer>;

const visitorPlace = named(
  'VisitorPlace',
  v.strictObject({
    postal_code: v.optional(text),
    region: v.optional(text),
    country: v.optional(text),
    city: v.optional(text),
    latitude: v.optional(v.number()),
    longitude: v.optional(v.number()),
    found_by: text,
  }),
);

/** What the visit said of where it came from. */
const visitEvidence = named(
  'VisitEvidence',
  v.strictObject({
    utm_source: text,
    utm_medium: text,
    utm_campaign: text,
    utm_term: text,
    utm_content: text,
    click_id: text,
    referrer: text,
    landing_page: text,
  }),
);

/** The decision that is kept for an IP, which the visitor gets instead. */
const keptDecision = named(
  'KeptDecision',
  v.strictObject({
    phone_number: phone,
    location_id: v.nullable(text),
    source: text,
    swaps: v.array(swapAnswer),
    decided: time,
    expires: time,
    reason,
    place: v.nullable(visitorPlace),
  }),
);
export type KeptDecisionBody = v.InferOutput<typeof keptDecision>;

const explainedSource = v.strictObject({
  name: text,
  channel: text,
  source: text,
  rule: v.nullable(sourceRuleSchema),
  evidence: visitEvidence,
});

const explainedLocation = v.strictObject({
  location_id: v.nullable(text),
  reason,
  prefer_open: v.boolean(),
  max_distance_km: v.nullable(v.number()),
  candidates: v.array(
    v.strictObject({
      location_id: text,
      name: text,
      country: text,
      distance_km: v.nullable(v.number()),
      service_area: v.nullable(v.picklist(['postal_code', 'region'])),
      open: v.nullable(v.boolean()),
    }),
  ),
});

const explainedNumber = v.strictObject({
  phone_number: phone,
  target: phone,
  chosen: v.nullable(count),
  candidates: v.array(dniNumberAnswer),
  prefer: v.picklist(['source', 'location']),
  pool: v.nullable(v.strictObject({ name: text, numbers: count, free: v.nullable(count) })),
});

const decisionPreview = named(
  'DecisionPreview',
  v.strictObject({
    settings_version: count,
    visitor: v.strictObject({ is_bot: v.boolean(), kept_answer: v.nullable(keptDecision) }),
    place: v.nullable(visitorPlace),
    source: explainedSource,
    location: explainedLocation,
    number: explainedNumber,
    answer: closestAnswer,
    page: swapPlanAnswer,
  }),
);
export type DecisionPreviewBody = v.InferOutput<typeof decisionPreview>;

/** Null for a company without settings, if the query asks for that. */
export const decisionPreviewAnswer = v.nullable(decisionPreview);

/** What a test visit sees. */
const triedChoice = named(
  'TriedChoice',
  v.strictObject({
    phone_number: phone,
    source: text,
    location_id: v.nullable(text),
    reason,
    swaps: v.array(swapAnswer),
  }),
);
export type TriedChoice = v.InferOutput<typeof triedChoice>;

const comparedVisit = v.strictObject({
  visit: named('TestVisit', testVisitSchema),
  /** Null when there were no settings. */
  before: v.nullable(triedChoice),
  after: triedChoice,
  is_changed: v.boolean(),
});
export type ComparedVisit = v.InferOutput<typeof comparedVisit>;

/** What a save would change, and what test visits would see. */
export const dniRehearsalAnswer = named(
  'DniRehearsal',
  v.strictObject({ ...rehearsalEntries, visits: v.exactOptional(v.array(comparedVisit)) }),
);

/** A share of visitors, 0 to 1. */
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

const explainedPool = v.strictObject({
  name: text,
  /** The number that visitors see while all numbers of the pool are leased. */
  overflow: phone,
  numbers: count,
  hold_minutes: count,
  /** Null while the pool does not answer. */
  free: v.nullable(count),
  /** Of the last 14 days. Null while the pool does not answer. */
  load: v.nullable(
    v.strictObject({
      leases: count,
      overflows: count,
      /** Null with fewer than 50 visitors. */
      busiest_hour: v.nullable(v.strictObject({ time, erlangs: v.number(), predicted_overflow: share })),
      /** Null if unknown, or if no pool has enough numbers. */
      advised_numbers: v.nullable(count),
    }),
  ),
  /** Null if unknown. */
  late_calls: v.nullable(v.strictObject({ after_hold: share, taken: share })),
  hours: v.array(v.strictObject({ time, issued: count, called: count, overflowed: count })),
  /** Null while the company or its evidence does not answer. */
  leaks: v.nullable(
    v.array(
      v.strictObject({
        kind: v.picklist(LEAK_KINDS),
        number: phone,
        count,
        last_at: time,
        page: v.nullable(text),
      }),
    ),
  ),
});
export type ExplainedPoolBody = v.InferOutput<typeof explainedPool>;

/** The pools of the settings, in their order. */
export const poolsAnswer = v.strictObject({ pools: v.array(explainedPool) });
export type PoolsBody = v.InferOutput<typeof poolsAnswer>;
