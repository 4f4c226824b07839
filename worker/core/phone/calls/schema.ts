/** The record of a call, and the inputs of the routes of calls. */
import type { Attribution } from '../../attribution/schema.ts';
import * as v from 'valibot';
import { e164Schema } from '../../../shared/contact/phone-numbers.ts';
import { momentSchema } from '../../engine/times/moments.ts';
import { type CallReport } from './call-report.ts';
import { OUTCOMES, type Outcome } from '../../../shared/contact/outcomes.ts';

/** Remarks on a call, of people and of rules. */
export interface Remarks {
  tags: string[];
  value: { unit: string; value: number } | null;
  leadStatus: 'good' | 'not_a_lead' | null;
  note: string | null;
  /** What rules have set, as far as nobody has changed it. */
  rules?: RuleMark[];
  people?: PeoplesDecisions;
}

/** What a rule sets besides tags: remarks, whose the lead is, and its state. */
export const MEMBERS_OF_RULES = ['value', 'lead_status', 'assign', 'state', 'notify'] as const;
type MemberOfRules = (typeof MEMBERS_OF_RULES)[number];

/** What a rule has set on a call, and where it found its words. */
export interface RuleMark {
  ruleId: string;
  name: string;
  version: number;
  tags: string[];
  sets: MemberOfRules[];
  /** The phrase, as the rule writes it: what the person said is in the transcript alone. Null if it asks for none. */
  words: string | null;
  /** When the passage starts that has it, in seconds of the recording. */
  second: number | null;
}

/** What people have decided: no rule changes it. */
export interface PeoplesDecisions {
  sets: MemberOfRules[];
  /** The last removed first. */
  removedTags: string[];
}

export const NO_REMARKS: Remarks = { tags: [], value: null, leadStatus: null, note: null };

/** A call. Times are milliseconds since the epoch. */
export interface CallRecord {
  callId: string;
  /** `other` for a phone system that reports its own calls. */
  carrier: string;
  carrierCallId: string;
  direction: 'inbound' | 'outbound';
  number: string;
  /** E.164, or a short code; null when it is withheld. */
  caller: string | null;
  locationId: string | null;
  source: string | null;
  startedTime: number;
  outcome: Outcome | null;
  priorCalls: number;
  /** The timeline event; null when the call makes no lead. */
  eventId: string | null;
  modificationTime: number;
  /** When the call times out without a reported end; null once it has ended. */
  deadline: number | null;
  report: CallReport;
  remarks: Remarks;
  /** The visit that it belongs to; null while only the number is known. */
  attribution: Attribution | null;
}

const MAX_CALLS = 200;
const DEFAULT_CALLS = 50;
/** The longest call that is accepted: a day. */
const MAX_SECONDS = 86_400;
export const MAX_TAGS = 50;

const seconds = v.optional(
  v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_SECONDS))),
);
const moment = v.optional(v.nullable(momentSchema));

/**
 * The body of another phone system's report on a call. A further report with the same `carrier_call_id` updates it.
 */
export const reportedCallSchema = v.strictObject({
  carrier_call_id: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(200)),
  number: e164Schema,
  from: v.optional(v.nullable(v.pipe(v.string(), v.maxCodePoints(200)))),
  direction: v.optional(v.picklist(['inbound', 'outbound'])),
  started_at: momentSchema,
  ring_seconds: seconds,
  answered_at: moment,
  talk_seconds: seconds,
  ended_at: moment,
  outcome: v.optional(v.nullable(v.picklist(OUTCOMES, `Use one of ${OUTCOMES.join(', ')}.`))),
  caller_name: v.optional(v.nullable(v.pipe(v.string(), v.maxCodePoints(500)))),
  recording_url: v.optional(v.nullable(v.pipe(v.string(), v.maxCodePoints(2_000)))),
});
export type ReportedCall = v.InferOutput<typeof reportedCallSchema>;

/** The body of `modify`: remarks on a call. Null clears one. */
export const callEditSchema = v.strictObject({
  tags: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(100))),
      v.maxLength(MAX_TAGS),
    ),
  ),
  value: v.optional(
    v.nullable(
      v.strictObject({
        unit: v.pipe(v.string(), v.maxCodePoints(10)),
        value: v.pipe(v.number(), v.finite()),
      }),
    ),
  ),
  lead_status: v.optional(v.nullable(v.picklist(['good', 'not_a_lead']))),
  note: v.optional(v.nullable(v.pipe(v.string(), v.maxCodePoints(65_535)))),
});
export type CallEdit = v.InferOutput<typeof callEditSchema>;

/** Filters by members of the visit of a call. */
const visitFilters = {
  source_first: v.optional(v.string()),
  source_last: v.optional(v.string()),
  campaign_first: v.optional(v.string()),
  campaign_last: v.optional(v.string()),
  landing_page: v.optional(v.string()),
};

const filterEntries = {
  started_after: v.optional(momentSchema),
  started_before: v.optional(momentSchema),
  relative: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1))),
  number: v.optional(e164Schema),
  location_id: v.optional(v.string()),
  source: v.optional(v.string()),
  outcome: v.optional(
    v.picklist([...OUTCOMES, 'in_progress'], `Use one of ${OUTCOMES.join(', ')}, in_progress.`),
  ),
  lead_id: v.optional(v.pipe(v.string(), v.uuid())),
  first_time: v.optional(v.picklist(['true', 'false'], 'Write true or false.')),
  ...visitFilters,
  updated_since: v.optional(momentSchema),
};

/** The query of the list, newest first. */
export const callsQuerySchema = v.object({
  ...filterEntries,
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, `Write a number from 1 to ${MAX_CALLS}.`),
      v.transform(Number),
      v.minValue(1),
      v.maxValue(MAX_CALLS, `Ask for at most ${MAX_CALLS} calls.`),
    ),
    String(DEFAULT_CALLS),
  ),
  /** The `next_cursor` of the page before. */
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,15}-\d{1,15}$/, 'Use the next_cursor of the page before.'),
      v.transform(readCursor),
    ),
  ),
});

/** The query of the CSV file. */
export const callsFilterSchema = v.object(filterEntries);
export type CallsFilter = v.InferOutput<typeof callsFilterSchema>;

/** The position of a call in the list, after which the next page starts. */
export interface CallPosition {
  startedTime: number;
  callNumber: number;
}

function readCursor(cursor: string): CallPosition {
  const [startedTime = 0, callNumber = 0] = cursor.split('-').map(Number);
  return { startedTime, callNumber };
}
