/** The record of a smart view, and the schemas of requests. */
import type { SmartViewBody } from './answer-schema.ts';
import * as v from 'valibot';
import { nameSchema } from '../../../../shared/http/input.ts';
import { pickEntries } from '../../record/schema.ts';
import { parameterSchema } from '../../../engine/context/parameters.ts';
import { cursorSchema } from '../columns/walk.ts';
import { searchEntries, type SearchBeside } from '../search/schema.ts';
import { tzOffsetSchema } from '../../../engine/times/range-parameters.ts';
import { countSchema } from '../../../engine/context/parameters.ts';

const DEFAULT_LEADS = 50;
const MAX_LEADS = 500;
const MAX_AGGREGATIONS = 200;
const DEFAULT_VALUES = 10;
const MAX_VALUES = 100;

/** A saved search. */
export interface SmartView {
  smartViewId: string;
  name: string;
  /** The version, counted from 1. It is the ETag. */
  version: number;
  filters: SmartViewBody['filters'];
  sort: SmartViewBody['sort'];
}

const textSchema = v.optional(v.string());

/** The parameters that limit an answer of a view to a time range. */
const rangeEntries = {
  tz_offset: tzOffsetSchema,
  tz: parameterSchema,
  relative: v.optional(v.pipe(v.string(), v.trim()), 'all_time'),
};

/** The query of a view: `q` limits the leads to those that a search finds; `filters` and `sort` are JSON objects, read by `readFilters` and `readSort`. */
export const viewQuerySchema = v.object({
  ...rangeEntries,
  ...searchEntries,
  ...pickEntries,
  filters: textSchema,
  sort: textSchema,
  start: countSchema(0),
  cursor: cursorSchema,
  count: v.pipe(countSchema(DEFAULT_LEADS), v.maxValue(MAX_LEADS, `Ask for at most ${MAX_LEADS} leads.`)),
});
export type ViewQuery = Omit<v.InferOutput<typeof viewQuerySchema>, 'fields'>;

/** The query of a search within facets. */
export const rangeQuerySchema = v.object({ ...rangeEntries, ...searchEntries });
export type RangeQuery = v.InferOutput<v.ObjectSchema<typeof rangeEntries, undefined>> & SearchBeside;

const aggregationSchema = v.strictObject({
  search: v.optional(v.pipe(v.string(), v.maxCodePoints(200)), ''),
  sort_by: v.optional(v.picklist(['count', 'name'], 'Sort by count or name.'), 'count'),
  sort_order: v.optional(v.picklist(['asc', 'desc'], 'Write asc or desc.')),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_VALUES)), DEFAULT_VALUES),
});
export type AggregationInput = v.InferOutput<typeof aggregationSchema>;

/** The body of a search within facets; the order of `facets` is the order of the answer. */
export const aggregationsSchema = v.strictObject({
  facets: v.pipe(
    v.record(v.string(), aggregationSchema),
    v.check((facets) => Object.keys(facets).length > 0, 'Ask for at least one facet.'),
    v.check(
      (facets) => Object.keys(facets).length <= MAX_AGGREGATIONS,
      `Ask for at most ${MAX_AGGREGATIONS} facets.`,
    ),
  ),
  filters: v.optional(v.nullable(v.unknown())),
});

/** The body that creates a view. */
export const newViewSchema = v.strictObject({
  name: nameSchema,
  filters: v.optional(v.nullable(v.unknown())),
  sort: v.optional(v.nullable(v.unknown())),
});

/** The body that changes a view. Absent members stay as they are. */
export const viewChangeSchema = v.partial(newViewSchema);
