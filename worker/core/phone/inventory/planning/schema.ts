/** The body of `POST .../numbers/plan`. */
import * as v from 'valibot';
import { e164Schema } from '../../../../shared/contact/phone-numbers.ts';
import { nameSchema } from '../../../../shared/http/input.ts';
import { accountSchema } from '../../accounts/schema.ts';

/** The most places of a plan. Each asks the carrier up to six times, and a request may send 50 (Workers, free plan). */
export const MOST_PLACES = 8;
/** The most numbers that a plan leaves out: those of an order, and those chosen before. */
const MOST_EXCEPT = 500;

const text = v.pipe(v.string(), v.trim(), v.maxCodePoints(100));

function degrees(limit: number): v.GenericSchema<unknown, number> {
  return v.pipe(
    v.union([v.string(), v.number()]),
    v.transform(Number),
    v.minValue(-limit),
    v.maxValue(limit),
  );
}

/** A place that wants a number, such as a location of a draft. */
const placeSchema = v.strictObject({
  location_id: nameSchema,
  country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'Write a country as US.')),
  /** Decimal degrees. */
  latitude: degrees(90),
  longitude: degrees(180),
  city: v.optional(text, ''),
  /** Its state or province: `TX`. */
  state: v.optional(text, ''),
});
export type PlannedPlace = v.InferOutput<typeof placeSchema>;

export const planSchema = v.strictObject({
  ...accountSchema.entries,
  places: v.pipe(v.array(placeSchema), v.minLength(1), v.maxLength(MOST_PLACES)),
  /** Numbers that are not proposed. */
  except: v.optional(v.pipe(v.array(e164Schema), v.maxLength(MOST_EXCEPT)), []),
});
export type Plan = v.InferOutput<typeof planSchema>;
