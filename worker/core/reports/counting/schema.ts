/** The queries of reports. */
import * as v from 'valibot';
import { OUTCOMES } from '../../../shared/contact/outcomes.ts';
import { daySchema } from '../../engine/times/moments.ts';
import { WEEK_DAYS } from '../../engine/times/relative-ranges.ts';
import { DIMENSIONS, LEFT_OUT, METRIC_NAMES, MODELS, PARTS } from './definitions.ts';

const MOST_METRICS = 25;
const MOST_ROWS = 5_000;
const DEFAULT_ROWS = 1_000;
/** Longest value of a filter. No text of a visit is longer. */
const MAX_TEXT = 500;

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));

const day = daySchema();
/** A filter by one value; empty for records without one. */
const text = v.optional(v.pipe(v.string(), v.maxCodePoints(MAX_TEXT)));

/** Filters, named like the groupings. Each takes one value. */
const filterEntries = {
  source: text,
  medium: text,
  campaign: text,
  term: text,
  landing_page: text,
  location: text,
  number: text,
  outcome: v.optional(v.picklist([...OUTCOMES, ''], `Use one of ${OUTCOMES.join(', ')}.`)),
  answered_by: text,
  menu_key: text,
  state: text,
  confidence: v.optional(v.picklist(['high', 'medium', 'low'], 'Write high, medium or low.')),
  hour: v.optional(v.picklist(HOURS, 'Write an hour from 0 to 23.')),
  weekday: v.optional(v.picklist(WEEK_DAYS, `Use one of ${WEEK_DAYS.join(', ')}.`)),
  first_time: v.optional(v.picklist(['true', 'false'], 'Write true or false.')),
};

/** What a report and the lists behind its cells have in common: days, model, filters. */
const scopeEntries = {
  /** First and last day in the company's zone. */
  from: v.optional(day),
  to: v.optional(day),
  /** A named range; 30 days if no range is given. */
  relative: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1))),
  model: v.optional(v.picklist(MODELS, `Use one of ${MODELS.join(', ')}.`), 'last'),
  include: v.optional(listOf(LEFT_OUT, LEFT_OUT.length), ''),
  ...filterEntries,
};

export const reportQuerySchema = v.strictObject({
  metrics: v.pipe(listOf(METRIC_NAMES, MOST_METRICS), v.minLength(1, 'Name at least one metric.')),
  by: v.optional(listOf(DIMENSIONS, 2), ''),
  compare: v.optional(v.picklist(['previous', 'year', 'none'], 'Write previous, year or none.'), 'previous'),
  ...scopeEntries,
  limit: limitSchema(DEFAULT_ROWS, MOST_ROWS),
  /** A metric or a grouping; a minus sign reverses the order. */
  sort: v.optional(
    v.pipe(v.string(), v.regex(/^-?[a-z_0-9]+$/, 'Write a metric or a grouping, -calls for instance.')),
  ),
  format: v.optional(v.picklist(['json', 'csv'], 'Write json or csv.')),
});
export type ReportQuery = v.InferOutput<typeof reportQuerySchema>;

/** The query of the visits of a day. */
export const visitCountsQuerySchema = v.strictObject({
  /** A day in the company's zone. */
  day,
});

/** The query of the records behind a cell. */
export const recordsQuerySchema = v.strictObject({
  ...scopeEntries,
  only: v.optional(v.picklist(PARTS, `Use one of ${PARTS.join(', ')}.`)),
  limit: limitSchema(50, 200),
  cursor: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,15}-\d{1,15}$/, 'Use the next_cursor of the page before.')),
  ),
});
export type RecordsQuery = v.InferOutput<typeof recordsQuerySchema>;

/** The days, the model and the filters of a query. */
export type ReportScope = Pick<RecordsQuery, keyof typeof scopeEntries>;
export type FilterName = keyof typeof filterEntries;
export const FILTER_NAMES = Object.keys(filterEntries) as FilterName[];

/** A list of words separated by commas, without repetitions. */
function listOf<const Word extends string>(
  words: readonly Word[],
  most: number,
): v.GenericSchema<string, Word[]> {
  return v.pipe(
    v.string(),
    v.transform((given) => [
      ...new Set(
        given
          .split(',')
          .map((word) => word.trim())
          .filter(Boolean),
      ),
    ]),
    v.array(v.picklist(words, `Use ${words.join(', ')}.`)),
    v.maxLength(most, `Name at most ${most}.`),
  );
}

function limitSchema(byDefault: number, most: number): v.GenericSchema<string | undefined, number> {
  const message = `Write a number from 1 to ${most}.`;
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/, message),
      v.transform(Number),
      v.minValue(1, message),
      v.maxValue(most, message),
    ),
    String(byDefault),
  );
}
