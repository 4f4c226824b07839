/** Reference of the lookup: the number to show to a visitor. */
import * as v from 'valibot';
import { anyMembers, anyValue, count, named, phone } from '../../shared/reference/answers.ts';
import { formSchema, pageViewSchema, tapSchema, visitSchema } from './schema.ts';
import { type Operation, operationsOf } from '../../shared/reference/operation.ts';

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
  /** Names of the parameters that the company's sources ask for, in lower case. The script keeps them with the visit. */
  parameters: v.exactOptional(v.array(text)),
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

const DNI = '/dni/api/companies/{company}';
const nocacheSchema = v.object({ nocache: v.optional(v.picklist(['1', '0', 'true', 'false'])) });

const numbers = operationsOf('Tracking numbers', 'none');

export const LOOKUP_OPERATIONS: readonly Operation[] = [
  numbers({
    name: 'findClosestLocation',
    method: 'POST',
    path: `${DNI}/closest`,
    summary: 'The tracking number and the closest location for a visitor, by their IP',
    query: nocacheSchema,
    body: visitSchema,
    answer: closestAnswer,
    headers: ['Leadline-Cache', 'Server-Timing'],
    golden: 'lookup/closest',
    problems: ['domain_not_allowed', 'rate_limited', 'service_unavailable'],
  }),
  numbers({
    name: 'findClosestLocationByPostalCode',
    method: 'POST',
    path: `${DNI}/closest/zip/{zip}`,
    summary: 'The tracking number and the closest location for a postal code',
    query: nocacheSchema,
    body: visitSchema,
    answer: closestAnswer,
    headers: ['Leadline-Cache', 'Server-Timing'],
    golden: 'lookup/closest-zip',
    problems: [
      'domain_not_allowed',
      'invalid_postal_code',
      'unknown_postal_code',
      'rate_limited',
      'service_unavailable',
    ],
  }),
  numbers({
    name: 'planSwaps',
    method: 'POST',
    path: '/dni/swap/{company}',
    summary: 'The numbers that the widget swaps on a page',
    body: pageViewSchema,
    bodyType: 'text/plain',
    answer: swapPlanAnswer,
    headers: ['Leadline-Cache', 'Server-Timing'],
    golden: 'lookup/swap',
    problems: ['domain_not_allowed', 'invalid_postal_code', 'rate_limited', 'service_unavailable'],
  }),
  numbers({
    name: 'recordTap',
    method: 'POST',
    path: '/dni/tap/{company}',
    summary: 'A visitor has activated a swapped link',
    description:
      'The widget sends this when a visitor activates a `tel:` or `sms:` link whose number it has swapped. A tap is evidence for a call to the number within two minutes. The answer is 204, also for what is not kept: taps from sites that are not in `domains`, of numbers that are not the company’s, and those beyond 300 a minute of a network.',
    body: tapSchema,
    bodyType: 'text/plain',
    answer: null,
    keyless: true,
    takesAnything: true,
    golden: 'lookup/tap',
  }),
  numbers({
    name: 'recordForm',
    method: 'POST',
    path: '/dni/form/{company}',
    summary: 'A visitor has sent a form',
    description:
      'The widget sends this for a form of the site if `forms` is on in the DNI settings. The form becomes a lead, with an event `form` on its timeline; one without an e-mail address and a phone number is only counted. Repeated within ten minutes, it changes the former one. The answer is 204, also for what is not kept: forms from sites that are not in `domains`, and those beyond 60 an hour of a network.',
    body: formSchema,
    bodyType: 'text/plain',
    answer: null,
    keyless: true,
    takesAnything: true,
    golden: 'lookup/form',
  }),
];
