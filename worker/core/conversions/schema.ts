/** Records of conversions that go out, and the inputs of their routes. */
import * as v from 'valibot';
import { nameSchema } from '../../shared/http/input.ts';
import { OUTCOMES, type Outcome } from '../../shared/contact/outcomes.ts';
import { numberCursorSchema } from '../engine/context/parameters.ts';
import { momentSchema } from '../engine/times/moments.ts';
import type { VisitSnapshot } from '../attribution/schema.ts';
import type { Amount, PlatformSettings } from './platforms/conversion.ts';
import { type Platform, PLATFORMS } from './platforms/facts.ts';

/** What a rule reports. */
export const EVENT_KINDS = ['call', 'text', 'form', 'lead_won'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/**
 * Below this confidence in the visit nothing goes out, unless the rule says otherwise. It is the first row of the tables of
 * reliability (docs/benchmarks.md, "Attribution") in which at least four of five visits are right: that from 0.8.
 */
export const DEFAULT_CONFIDENCE = 0.8;

/** The states of a conversion. */
export const CONVERSION_STATUSES = ['waiting', 'sent', 'accepted', 'refused', 'skipped'] as const;
export type ConversionStatus = (typeof CONVERSION_STATUSES)[number];

/** Why a conversion does not go out, or was not accepted. */
export const REASONS = [
  'unwanted',
  'other_outcome',
  'too_few_seconds',
  'not_first_time',
  'not_a_lead',
  'other_lead_status',
  'no_visit',
  'low_confidence',
  'no_consent',
  'no_click_id',
  'no_value',
  'too_old',
  'platform_off',
  'rule_off',
  'not_won',
  'merged',
  'gone',
  'refused',
] as const;
export type Reason = (typeof REASONS)[number];

const MAX_SECONDS = 86_400;
const MAX_NAMES = 200;
const names = v.pipe(
  v.array(v.pipe(v.string(), v.minLength(1), v.maxCodePoints(200))),
  v.maxLength(MAX_NAMES),
);
const probability = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** Conditions that won leads do not have, and those that forms do not have. */
const OF_CALLS = ['talk_seconds', 'outcomes', 'first_time'] as const;
const NOT_OF_FORMS = ['talk_seconds', 'outcomes', 'locations', 'lead_status'] as const;

const whenSchema = v.pipe(
  v.strictObject({
    what: v.picklist(EVENT_KINDS, `Use one of ${EVENT_KINDS.join(', ')}.`),
    talk_seconds: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_SECONDS))),
    outcomes: v.exactOptional(
      v.pipe(
        v.array(v.picklist(OUTCOMES, `Use some of ${OUTCOMES.join(', ')}.`)),
        v.minLength(1),
        v.maxLength(OUTCOMES.length),
      ),
    ),
    first_time: v.exactOptional(v.boolean()),
    sources: v.exactOptional(names),
    locations: v.exactOptional(names),
    lead_status: v.exactOptional(v.picklist(['good', 'not_a_lead'], 'Write good or not_a_lead.')),
    min_confidence: v.optional(probability, DEFAULT_CONFIDENCE),
  }),
  v.check(
    (when) => when.what !== 'lead_won' || OF_CALLS.every((name) => when[name] === undefined),
    `Won leads have no ${OF_CALLS.join(', ')}.`,
  ),
  v.check(
    (when) => when.what !== 'form' || NOT_OF_FORMS.every((name) => when[name] === undefined),
    `Forms have no ${NOT_OF_FORMS.join(', ')}.`,
  ),
);

let known: ReadonlySet<string> | undefined;

/** Tells whether a text is the code of a currency. */
function isCurrency(code: string): boolean {
  known ??= new Set(Intl.supportedValuesOf('currency'));
  return known.has(code);
}

/** The amount of a rule. Platforms take no negative ones. */
const amountSchema = v.strictObject({
  unit: v.pipe(
    v.string(),
    v.check(isCurrency, 'Write the three letters of a currency (ISO 4217), for instance EUR.'),
  ),
  value: v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1_000_000_000)),
});

const platformsSchema = v.pipe(
  v.array(v.picklist(PLATFORMS, `Use some of ${PLATFORMS.join(', ')}.`)),
  v.minLength(1, 'Choose at least one platform.'),
  v.maxLength(PLATFORMS.length),
  v.transform((platforms) => [...new Set(platforms)]),
);

const ruleEntries = {
  name: nameSchema,
  when: whenSchema,
  /** `lead`: the value that people gave the call, or the lead by the option `won.value_field`; messages and forms have none. */
  value: v.union([amountSchema, v.literal('lead')], 'Write {unit, value}, or "lead".'),
  platforms: platformsSchema,
};
const stateSchema = v.picklist(['active', 'paused'], 'Write active or paused.');

/** The body that creates a rule. */
export const newRuleSchema = v.strictObject({ ...ruleEntries, state: v.optional(stateSchema, 'active') });
export type RuleInput = v.InferOutput<typeof newRuleSchema>;

/** The body that changes a rule. With `restate`, what it has reported before is priced by the new rule. */
export const ruleChangeSchema = v.strictObject({
  name: v.exactOptional(ruleEntries.name),
  when: v.exactOptional(ruleEntries.when),
  value: v.exactOptional(ruleEntries.value),
  platforms: v.exactOptional(ruleEntries.platforms),
  state: v.exactOptional(stateSchema),
  restate: v.optional(v.boolean(), false),
});
export type RuleChange = v.InferOutput<typeof ruleChangeSchema>;

/** The body of the preview of a rule that is not saved. */
export const draftSchema = v.strictObject({
  when: ruleEntries.when,
  value: ruleEntries.value,
  platforms: platformsSchema,
});
export type Draft = v.InferOutput<typeof draftSchema>;

/** The query of the preview: one rule, by default all active ones. */
export const previewQuerySchema = v.object({ rule: v.optional(v.string(), '') });

/** A rule. Times are milliseconds since the epoch. */
export interface RuleRecord extends Draft {
  ruleId: string;
  name: string;
  state: 'active' | 'paused';
  version: number;
  createdTime: number;
  createdBy: string;
  /** The last change. Records from before it get no further conversions by the rule. */
  changedTime: number;
  /** The conversion after which those of before are to be restated; null if there is nothing to do. */
  restateAfter: number | null;
}

/** A conversion in the outbox. It has neither click ids nor contact data: they are read from the record when it is sent. */
export interface ConversionRecord {
  conversionNumber: number;
  /** What the platform gets: the same for the same record and rule. */
  conversionId: string;
  what: EventKind;
  recordId: string;
  platform: Platform;
  ruleId: string;
  ruleVersion: number;
  status: ConversionStatus;
  reason: Reason | null;
  /** The platform's own words. */
  detail: string | null;
  /** When it happened. */
  eventTime: number;
  createdTime: number;
  changedTime: number;
  /** The value to send; null before it is known. */
  unit: string | null;
  value: number | null;
  sentUnit: string | null;
  sentValue: number | null;
  sentTime: number | null;
  /** The value that the platform had when a later one was sent, until it takes that; null without one. */
  formerUnit: string | null;
  formerValue: number | null;
  requestId: string | null;
  /** When it is to be sent; null if there is nothing to send, and for files. */
  dueTime: number | null;
  /** Most conversions of the request that it goes with; fewer after one of them spoiled a request. */
  together: number;
}

/** The last request to a platform. */
export interface PlatformAttempt {
  time: number;
  isOk: boolean;
  detail: string | null;
}

/** The settings and the state of a platform. Times are milliseconds since the epoch. */
export interface PlatformRecord {
  platform: Platform;
  version: number;
  isEnabled: boolean;
  settings: PlatformSettings;
  /** Sealed, base64. */
  secret: string | null;
  secretTime: number | null;
  failures: number;
  /** Before this time nothing is sent. */
  restUntil: number;
  lastAttempt: PlatformAttempt | null;
  lastAcceptedTime: number | null;
}

/** The body that saves the settings of a platform. An absent secret stays, null removes it. */
export const platformSettingsSchema = v.strictObject({
  enabled: v.boolean(),
  settings: v.record(v.string(), v.union([v.string(), v.boolean()], 'Write a text, or true or false.')),
  secret: v.exactOptional(v.nullable(v.pipe(v.string(), v.minLength(1), v.maxCodePoints(10_000)))),
});
export type PlatformInput = v.InferOutput<typeof platformSettingsSchema>;

const MAX_LIST = 100;
/** The query of the log, newest first. */
export const outboxQuerySchema = v.object({
  platform: v.optional(v.picklist(PLATFORMS)),
  status: v.optional(v.picklist(CONVERSION_STATUSES)),
  reason: v.optional(v.picklist(REASONS)),
  rule: v.optional(v.pipe(v.string(), v.uuid())),
  record: v.optional(v.pipe(v.string(), v.uuid())),
  from: v.optional(momentSchema),
  to: v.optional(momentSchema),
  cursor: numberCursorSchema,
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, `Write a number from 1 to ${MAX_LIST}.`),
      v.transform(Number),
      v.minValue(1),
      v.maxValue(MAX_LIST),
    ),
    '20',
  ),
});
export type OutboxQuery = v.InferOutput<typeof outboxQuerySchema>;

/** The query of a file. */
export const fileQuerySchema = v.object({
  format: v.optional(v.picklist(['legacy', 'data-manager'], 'Write legacy or data-manager.'), 'legacy'),
});

/** A call, a message, a form or a lead that may be a conversion, with what rules and platforms ask of it. */
export interface ConversionEvent {
  what: EventKind;
  recordId: string;
  /** Milliseconds since the epoch. */
  time: number;
  source: string | null;
  locationId: string | null;
  /** Whether the lead is won now; null for a call, message or form. */
  isWon: boolean | null;
  /** A blocked or failed call, a keyword such as STOP, or a form that looks like spam. */
  isUnwanted: boolean;
  outcome: Outcome | null;
  talkSeconds: number | null;
  /** Null if nobody knows, since the number is withheld. */
  isFirst: boolean | null;
  leadStatus: 'good' | 'not_a_lead' | null;
  /** The value that people gave it. */
  amount: Amount | null;
  visit: VisitSnapshot | null;
  /** The probability that the visit belongs to it, 0 to 1. */
  confidence: number;
  /** E.164; null if it is withheld. */
  phone: string | null;
  emails: readonly string[];
  leadId: string | null;
}

/** The position of a conversion event in the list of its kind, after which the next page starts. */
export interface EventPosition {
  time: number;
  number: number;
}
