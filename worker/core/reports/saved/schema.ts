/** Saved reports: the record, and the bodies of requests. */
import * as v from 'valibot';
import { WEEK_DAYS } from '../../engine/times/relative-ranges.ts';
import { emailKey, emailSchema } from '../../../shared/contact/email.ts';
import { nameSchema } from '../../../shared/http/input.ts';
import { dayNumber, writeDay } from '../counting/days.ts';
import { FILTER_NAMES, type ReportQuery, reportQuerySchema } from '../counting/schema.ts';

/** The parameters of a report that are saved. */
export const SAVED_PARAMETERS = [
  'metrics',
  'by',
  'from',
  'to',
  'relative',
  'compare',
  'model',
  'include',
  ...FILTER_NAMES,
  'sort',
  'limit',
] as const;

/** A report's query as it is saved: the parameters of `reports/query`. */
export type SavedQuery = Partial<Record<(typeof SAVED_PARAMETERS)[number], string>>;

/** Most users whom a schedule tells, and most addresses outside the company. */
const MOST_USERS = 50;
const MOST_EMAILS = 10;

const scheduleEntries = {
  /** The hour of the day in the company's zone. */
  hour: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23)),
  /** The users who are told, besides the webhooks. */
  user_ids: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.toLowerCase(), v.uuid('Write UUIDs.'))),
      v.maxLength(MOST_USERS, `Name at most ${MOST_USERS} users.`),
      v.transform((ids) => [...new Set(ids)]),
    ),
    [],
  ),
  /** Addresses outside the company, which are asked first. */
  emails: v.optional(
    v.pipe(
      v.array(v.pipe(emailSchema, v.transform(emailKey))),
      v.maxLength(MOST_EMAILS, `Name at most ${MOST_EMAILS} addresses.`),
      v.transform((emails) => [...new Set(emails)]),
    ),
    [],
  ),
};

/** When a report is made and sent. In a month without the day it is the last one. */
const scheduleSchema = v.variant('every', [
  v.strictObject({ every: v.literal('day'), ...scheduleEntries }),
  v.strictObject({
    every: v.literal('week'),
    weekday: v.picklist(WEEK_DAYS, `Use one of ${WEEK_DAYS.join(', ')}.`),
    ...scheduleEntries,
  }),
  v.strictObject({
    every: v.literal('month'),
    day: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(31)),
    ...scheduleEntries,
  }),
]);
export type Schedule = v.InferOutput<typeof scheduleSchema>;

export interface SavedReportRecord {
  reportId: string;
  name: string;
  query: SavedQuery;
  /** Whether all managers and super admins have it, or its owner alone. */
  isShared: boolean;
  /** The user who saved it; null if a key of the company did. */
  ownerId: string | null;
  /** The version, counted from 1. It is the ETag. */
  version: number;
  /** Milliseconds since the epoch, like all times here. */
  createdTime: number;
  modifiedTime: number;
  schedule: Schedule | null;
  /** When the next report is due; null without a schedule. */
  dueTime: number | null;
  /** The due time, or a later one after a failure. */
  runTime: number | null;
  /** Failures in a row of the due report. */
  failures: number;
  /** The last local day whose report is done, as a number since 1970-01-01. */
  lastDay: number | null;
  lastTime: number | null;
  /** Why the last report was not made; null if it was. */
  lastError: string | null;
  /** SHA-256 of the secret in the address of its page; null without one. */
  pageHash: string | null;
  sharedUntil: number | null;
}

/** The body that saves a report. Its query is checked like that of `reports/query`. */
export const newReportSchema = v.strictObject({
  name: nameSchema,
  query: v.omit(reportQuerySchema, ['format']),
  is_shared: v.optional(v.boolean(), false),
  schedule: v.optional(v.nullable(scheduleSchema), null),
});
export type NewReportInput = v.InferOutput<typeof newReportSchema>;

/** The body that changes a saved report. Absent members stay as they are. */
export const reportChangeSchema = v.strictObject({
  name: v.optional(newReportSchema.entries.name),
  query: v.optional(newReportSchema.entries.query),
  is_shared: v.optional(v.boolean()),
  /** Null ends the schedule. */
  schedule: v.optional(v.nullable(scheduleSchema)),
});
export type ReportChangeInput = v.InferOutput<typeof reportChangeSchema>;

/** Longest time for which the page of a report is shared. */
const MOST_DAYS = 366;

/** The body that shares the page of a report for some days, or ends it. */
export const shareSchema = v.strictObject({
  days: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_DAYS))),
});

/** Reads a saved query. */
export function readSavedQuery(query: SavedQuery): ReportQuery {
  return v.parse(reportQuerySchema, withRealDays(query));
}

/**
 * Returns a saved query with days that exist. Reports of former versions may have others, such as 2026-02-30, which counted as
 * 2026-03-02.
 */
export function withRealDays(query: SavedQuery): SavedQuery {
  const days = (['from', 'to'] as const).flatMap((name) => {
    const day = query[name];
    return day === undefined ? [] : [[name, writeDay(dayNumber(day))]];
  });
  return { ...query, ...Object.fromEntries(days) };
}

/** Writes a checked query as its parameters, without those that are the default. */
export function writeSavedQuery(query: Omit<ReportQuery, 'format'>): SavedQuery {
  const defaults = v.parse(reportQuerySchema, { metrics: query.metrics.join(',') });
  return Object.fromEntries(
    SAVED_PARAMETERS.flatMap((name) => {
      const [text, byDefault] = [textOf(query[name]), textOf(defaults[name])];
      return text === undefined || (name !== 'metrics' && text === byDefault) ? [] : [[name, text]];
    }),
  );
}

function textOf(value: string | number | readonly string[] | undefined): string | undefined {
  return value === undefined ? undefined : typeof value === 'object' ? value.join(',') : String(value);
}
