/** Files of costs that are read every morning: the record, and the bodies of requests. */
import * as v from 'valibot';
import { daySchema } from '../../../engine/times/moments.ts';
import { costFileSchema } from '../schema.ts';
import { COST_FIELD_NAMES } from '../sheets/columns.ts';

/** Most columns that a mapping names. */
const MOST_COLUMNS = 200;
const MAX_URL_LENGTH = 2_000;
/** The hour at which a file is read if nobody has chosen another one. */
const USUAL_HOUR = 6;

const { source, unit, decimal, days } = costFileSchema.entries;
const columnName = v.pipe(v.string(), v.trim(), v.maxCodePoints(200));

/** How a file is read. What is absent was never said, and the file shows it. */
const optionEntries = {
  mapping: v.optional(
    v.pipe(
      v.record(columnName, v.nullable(v.picklist(COST_FIELD_NAMES, 'Map it to a field, or to null.'))),
      v.check(
        (mapping) => Object.keys(mapping).length <= MOST_COLUMNS,
        `Map at most ${MOST_COLUMNS} columns.`,
      ),
    ),
  ),
  source,
  unit: v.nullish(unit.wrapped),
  decimal: v.nullish(decimal.wrapped),
  days: v.nullish(days.wrapped),
  /** Divides the amount of a row for several days among them. */
  spread: v.optional(v.boolean()),
  /** The first day that is taken. */
  from: v.nullish(daySchema()),
};

const nameSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Write a name, for instance that of the sheet.'),
  v.maxCodePoints(100),
);
const urlSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Paste the address of the file.'),
  v.maxCodePoints(MAX_URL_LENGTH),
);
const hourSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23));

/** Takes sources that the company does not have, in this reading. */
const newSources = v.optional(v.boolean(), false);

/** The body of `POST .../costs/feeds`. */
export const newFeedSchema = v.strictObject({
  name: nameSchema,
  url: urlSchema,
  ...optionEntries,
  new_sources: newSources,
  hour: v.optional(hourSchema, USUAL_HOUR),
});
export type NewFeedInput = v.InferOutput<typeof newFeedSchema>;

const changeEntries = { ...optionEntries, source: v.optional(source.wrapped) };

/** The body of `POST .../costs/feeds/<feed>/modify`, with only the members that change. */
export const feedChangeSchema = v.strictObject({
  name: v.optional(nameSchema),
  url: v.optional(urlSchema),
  ...changeEntries,
  new_sources: newSources,
  hour: v.optional(hourSchema),
  state: v.optional(v.picklist(['active', 'paused'], 'Write active or paused.')),
});
export type FeedChangeInput = v.InferOutput<typeof feedChangeSchema>;

/** The body of `POST .../costs/feeds/check`: a new file, or one that is read already with what would change. */
export const feedCheckSchema = v.strictObject({
  feed_id: v.optional(v.pipe(v.string(), v.toLowerCase(), v.uuid('Write a UUID, or leave it out.'))),
  url: v.optional(urlSchema),
  ...changeEntries,
  new_sources: newSources,
});
export type FeedCheckInput = v.InferOutput<typeof feedCheckSchema>;

/** The members of the input that say how a file is read. */
export type OptionsInput = Pick<FeedCheckInput, keyof typeof optionEntries>;

/** How a file is read. */
export interface FeedOptions {
  /** The field of each column that was used when the file was set up; null for those that are left out. */
  mapping: Readonly<Record<string, string | null>>;
  source: string;
  /** The currency of rows without one. */
  unit: string | null;
  decimal: 'point' | 'comma' | null;
  days: 'day_first' | 'month_first' | null;
  spread: boolean;
  from: string | null;
}

/** What came of a reading. */
export interface FeedRun {
  /** Milliseconds since the epoch. */
  time: number;
  rows: number;
  changed: number;
  removed: number;
  from: string | null;
  to: string | null;
  importId: string | null;
  error: string | null;
}

/** What a reading needs to know of a file. */
export interface FeedFile {
  url: string;
  options: FeedOptions;
  /** The company's currency when the file was set up, in which rows without a currency are. */
  ownUnit: string;
  /**
   * The day up to which it was read: its newest day, or that of the reading in the company's zone if that is earlier. Null if all days
   * are to be read.
   */
  readDay: string | null;
}

export interface FeedRecord extends FeedFile {
  feedId: string;
  name: string;
  hour: number;
  /** When it is read next, in milliseconds since the epoch; null while it is paused. */
  runTime: number | null;
  /** The failed readings since the last due time. */
  failures: number;
  /** The last day of which it had costs. */
  newestDay: string | null;
  /** Newest first. */
  runs: readonly FeedRun[];
  /** Changes by people; readings do not count. */
  version: number;
  createdTime: number;
  createdBy: string;
}
