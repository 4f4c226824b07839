/** What the visitor's question is answered: to clients, and to the widget. */
import * as v from 'valibot';
import { anyMembers, anyValue, count, named, phone } from '../../shared/reference/answers.ts';

const text = v.string();

/** Why some members of a location have no type. */
const COMPANYS_OWN = 'The company chooses the contents; answers contain them unchanged.';

const openingHours = named(
  'OpeningHours',
  v.strictObject({
    duration: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(24)),
    from_time: text,
    to_time: text,
    day_of_week: text,
  }),
);

const closestLocation = named(
  'ClosestLocation',
  v.strictObject({
    name: text,
    city: text,
    state: text,
    country: text,
    address: text,
    postal_code: text,
    timezone: text,
    latitude: text,
    longitude: text,
    hours: v.array(openingHours),
    numbers: v.array(anyValue(COMPANYS_OWN)),
    users: v.array(anyValue(COMPANYS_OWN)),
    extra_params: anyMembers(COMPANYS_OWN),
  }),
);
export type ClosestLocation = v.InferOutput<typeof closestLocation>;

const closestEntries = { phone_number: phone, closest_location: v.nullable(closestLocation) };

/** The answer of the lookup: exactly these two members. */
export const closestAnswer = named('Closest', v.strictObject(closestEntries));
export type ClosestBody = v.InferOutput<typeof closestAnswer>;

export const swapAnswer = named('Swap', v.strictObject({ from: phone, to: phone, sms: v.boolean() }));

const planEntries = {
  ...closestEntries,
  source: text,
  swaps: v.array(swapAnswer),
  forms: v.exactOptional(
    anyMembers('Only the widget of the same version reads it; other versions may have other members.'),
  ),
  /** Leased numbers that copies of the page may have, and their targets. */
  former: v.exactOptional(v.array(named('FormerNumber', v.strictObject({ from: phone, to: phone })))),
  /** Whether visits and taps are kept. */
  visits: v.boolean(),
  /** Whether contact forms of the page become leads. */
  leads: v.boolean(),
  /** Seconds for which a page may use the plan. */
  max_age: count,
};

/** All that a page needs. */
export const swapPlanAnswer = named(
  'SwapPlan',
  v.strictObject({
    ...planEntries,
    /** The plan without the leased numbers, for a page on which the lease has ended. */
    overflow: v.exactOptional(named('OverflowPlan', v.strictObject(planEntries))),
  }),
);
export type SwapPlanBody = v.InferOutput<typeof swapPlanAnswer>;
