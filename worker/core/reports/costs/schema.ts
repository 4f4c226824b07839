/** The requests about costs. */
import * as v from 'valibot';
import { daySchema } from '../../engine/times/moments.ts';
import { numberCursorSchema, switchSchema } from '../../engine/context/parameters.ts';
import { importQuerySchema } from '../../leads/csv/imports/schema.ts';

/** Most costs of a request, and most rows of a file. */
export const MAX_COSTS_AT_ONCE = 5_000;
const MAX_NAME_LENGTH = 200;
/** Largest amount, in either direction: refunds are negative. */
export const MAX_AMOUNT = 1e12;

const day = daySchema('Write a day as 2026-11-23; 03/11/2026 may be March or November.');
const name = v.pipe(v.string(), v.trim(), v.maxCodePoints(MAX_NAME_LENGTH));
const unit = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[A-Z]{3}$/, 'Write the three letters of a currency, for instance EUR.'),
);

/** One cost in a request. */
export const costSchema = v.strictObject({
  day,
  source: v.pipe(name, v.minLength(1, 'Name the source.')),
  campaign: v.optional(v.nullable(name), null),
  amount: v.pipe(
    v.number('Write an amount, for instance 12.50.'),
    v.finite(),
    v.minValue(-MAX_AMOUNT),
    v.maxValue(MAX_AMOUNT),
  ),
  /** By default the company's currency. */
  unit: v.optional(v.nullable(unit), null),
});
export type GivenCost = v.InferOutput<typeof costSchema>;

/** The body of `PUT .../costs`. */
export const costsSchema = v.strictObject({
  costs: v.pipe(
    v.array(costSchema),
    v.minLength(1, 'Give at least one cost.'),
    v.maxLength(MAX_COSTS_AT_ONCE, `Give at most ${MAX_COSTS_AT_ONCE} costs.`),
  ),
});

/** The query of a file of costs. */
export const costFileSchema = v.object({
  mapping: importQuerySchema.entries.mapping,
  /** The source and the currency of rows without one. */
  source: v.optional(name, ''),
  unit: v.optional(unit),
  /** What stands before the decimals, if the amounts do not say it. */
  decimal: v.optional(v.picklist(['point', 'comma'], 'Write point or comma.')),
  /** Which number of 3/11/2026 comes first, if the days do not say it. */
  days: v.optional(v.picklist(['day_first', 'month_first'], 'Write day_first or month_first.')),
  /** Divides the amount of a row for several days among them. */
  spread: switchSchema(false),
  /** Takes sources that the company does not have. */
  new_sources: switchSchema(false),
  dry_run: switchSchema(false),
});
type CostFileQuery = v.InferOutput<typeof costFileSchema>;

/** How a file is read. */
export type FileChoices = Omit<CostFileQuery, 'dry_run'> & {
  /** The first day whose costs are taken; absent for all. */
  from?: string;
  /** Most rows of the file; as many as costs by default. */
  mostRows?: number;
};

const filterEntries = {
  from: v.optional(day),
  to: v.optional(day),
  source: v.optional(name),
  /** Empty for costs of whole sources. */
  campaign: v.optional(name),
};

/** The query of the list, latest day first. */
export const costListSchema = v.strictObject({
  ...filterEntries,
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(500)),
    '100',
  ),
  cursor: numberCursorSchema,
});
export type CostList = v.InferOutput<typeof costListSchema>;

/** The body of a removal: days, and a source and campaign if they are given. */
export const costRemovalSchema = v.strictObject({ ...filterEntries, from: day, to: day });
export type CostFilter = Pick<CostList, keyof typeof filterEntries>;
