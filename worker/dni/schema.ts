/** The DNI settings of a company: one JSON document, checked here as a whole (see docs/api.md, "DNI settings"). */
import * as v from 'valibot';
import { nameSchema } from '../shared/http/input.ts';
import { e164Schema } from '../shared/contact/phone-numbers.ts';
import { HOURS_EXAMPLE, hoursSchema, specialHoursSchema } from './hours.ts';
import { MAX_TARGETS } from './pure/number-entries.ts';
import { faultOfTimeZone } from './time-zones.ts';

const MAX_CACHE_DAYS = 365;
/** Every new visit is compared with each rule. */
const MAX_SOURCES = 500;
const MAX_DOMAINS = 500;
/** One entry a day, and some for holidays. */
const MAX_HOURS = 50;
/** Limits of each free-form member of a location: characters as JSON, and levels of nesting. */
const MAX_DETAIL_CHARACTERS = 4_000;
const detailText = v.pipe(v.string(), v.maxCodePoints(MAX_DETAIL_CHARACTERS));
const MAX_DETAIL_DEPTH = 8;
/** A pool's object keeps the leases of all its numbers in memory. */
const MAX_POOL_NUMBERS = 500;
/** With a shorter hold, pages would request a new plan too often. */
const MIN_HOLD_MINUTES = 5;
const MAX_HOLD_MINUTES = 24 * 60;
const DEFAULT_HOLD_MINUTES = 20;
/** Half the circumference of the earth: no place is further away. */
const MAX_DISTANCE_KM = 20_038;

const textSchema = v.optional(v.pipe(v.string(), v.maxCodePoints(500)), '');
const idSchema = v.pipe(
  v.string(),
  v.regex(/^[\w.:-]{1,100}$/, 'Use 1 to 100 letters, digits, and . _ : - only.'),
);
const patternSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(200));

const domainSchema = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  // `example.com.` with the dot of the DNS root is the same host.
  v.transform((host) => host.replace(/\.$/, '')),
  v.regex(
    /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/,
    'Write a host name only, without scheme, port or path, for instance example.com.',
  ),
);

const serviceAreaSchema = v.strictObject({
  postal_codes: v.optional(
    v.array(
      v.pipe(
        v.string(),
        v.transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase()),
        v.regex(/^[A-Z0-9]{1,10}$/, 'Write the start of a postal code, for instance 787 or M5V.'),
      ),
    ),
    [],
  ),
  regions: v.optional(
    v.array(
      v.pipe(
        v.string(),
        v.trim(),
        v.toUpperCase(),
        v.regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, 'Write an ISO 3166-2 code, for instance US-TX.'),
      ),
    ),
    [],
  ),
});

/** The coordinates of a place in decimal degrees, as texts. */
export const degreesEntries = { latitude: degreesTextSchema(90), longitude: degreesTextSchema(180) };

/** A company location: the fields of a closest-location result, an id, and optionally a service area. */
export const locationSchema = v.strictObject({
  location_id: idSchema,
  name: nameSchema,
  city: textSchema,
  state: textSchema,
  country: textSchema,
  address: textSchema,
  postal_code: textSchema,
  timezone: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (name) => name === '' || faultOfTimeZone(name) === undefined,
        ({ input }) => faultOfTimeZone(input) ?? '',
      ),
    ),
    '',
  ),
  latitude: degreesSchema(90),
  longitude: degreesSchema(180),
  hours: v.optional(listOf(hoursSchema, MAX_HOURS, HOURS_EXAMPLE), []),
  special_hours: v.exactOptional(specialHoursSchema),
  numbers: v.optional(detail(v.array(v.unknown())), []),
  users: v.optional(detail(v.array(v.unknown())), []),
  extra_params: v.optional(detail(v.record(v.string(), v.unknown())), {}),
  service_area: v.optional(serviceAreaSchema),
});

const targetSchema = v.strictObject({ number: e164Schema, location_id: v.optional(idSchema) });

/** A parameter of the first page's address and its value, in which `*` matches any text. */
const parameterSchema = v.pipe(
  patternSchema,
  v.regex(/^[\w.~-]{1,40}=./, 'Write the name of a parameter and its value, for instance src=flyer.'),
);

const conditionsSchema = v.pipe(
  v.strictObject({
    channel: v.optional(patternSchema),
    source: v.optional(patternSchema),
    utm_source: v.optional(patternSchema),
    utm_medium: v.optional(patternSchema),
    utm_campaign: v.optional(patternSchema),
    utm_term: v.optional(patternSchema),
    utm_content: v.optional(patternSchema),
    referrer: v.optional(patternSchema),
    landing_page: v.optional(patternSchema),
    click_id: v.optional(patternSchema),
    parameter: v.optional(parameterSchema),
  }),
  v.check(
    (when) => Object.keys(when).length > 0,
    'Set at least one condition; a rule without one would match every visit.',
  ),
);

/** A custom source. */
export const sourceRuleSchema = v.strictObject({ name: nameSchema, when: conditionsSchema });

/** The conditions of a number, and whether it takes messages (SMS). */
const useOfNumber = {
  source: v.optional(nameSchema),
  location_id: v.optional(idSchema),
  target: v.optional(e164Schema),
  sms: v.optional(v.boolean(), false),
};

/** One tracking number for all visits to which its conditions apply. */
const plainNumberSchema = v.strictObject({
  phone_number: e164Schema,
  /** Absent: this tells the two kinds of entries apart. */
  pool: v.exactOptional(v.never()),
  ...useOfNumber,
});

/**
 * A pool of tracking numbers. Each visit to which its conditions apply leases one of them, so that a call to it belongs to that
 * visit.
 */
const poolSchema = v.strictObject({
  /** Its name, under which the leases are kept. */
  pool: v.pipe(idSchema, v.regex(/\D/, 'Digits alone would be a phone number; use a letter too.')),
  phone_numbers: v.pipe(
    listOf(e164Schema, MAX_POOL_NUMBERS),
    v.minLength(1, 'Give the pool at least one number.'),
  ),
  /** The time for which a visit keeps its number after its last request. */
  hold_minutes: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(MIN_HOLD_MINUTES), v.maxValue(MAX_HOLD_MINUTES)),
    DEFAULT_HOLD_MINUTES,
  ),
  /** Shown while all numbers are leased. */
  overflow: e164Schema,
  ...useOfNumber,
});

/** An entry of `numbers`. */
export const dniNumberSchema = v.variant('pool', [plainNumberSchema, poolSchema]);

/**
 * The settings as the company sends them; the output has all defaults filled in. `checkDniSettings` also checks the
 * references between their parts.
 */
export const dniSettingsSchema = v.pipe(
  v.strictObject({
    default_number: e164Schema,
    default_location_id: v.optional(idSchema),
    domains: v.optional(listOf(domainSchema, MAX_DOMAINS), []),
    targets: v.optional(listOf(targetSchema, MAX_TARGETS), []),
    /** On the pages, and not the company's to track, such as a fax: they stay as they are. */
    other_numbers: v.exactOptional(listOf(e164Schema, MAX_TARGETS)),
    sources: v.optional(listOf(sourceRuleSchema, MAX_SOURCES), []),
    locations: v.optional(v.array(locationSchema), []),
    /** Of all locations, in the company's time zone where they have none. A location's own days come before them. */
    special_hours: v.exactOptional(specialHoursSchema),
    numbers: v.optional(v.array(dniNumberSchema), []),
    prefer: v.optional(v.picklist(['source', 'location']), 'source'),
    prefer_open: v.optional(v.boolean(), false),
    max_distance_km: v.optional(
      v.nullable(v.pipe(v.number(), v.minValue(1), v.maxValue(MAX_DISTANCE_KM))),
      null,
    ),
    visits: v.optional(v.boolean(), true),
    /** Whether contact forms of the site become leads. */
    forms: v.optional(v.boolean(), false),
    /** The consent of visitors whom no consent tool asked; `ads` when absent. */
    unasked_consent: v.exactOptional(v.picklist(['analytics', 'ads', 'personalized_ads'])),
    cache_days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_CACHE_DAYS)), 30),
    // Answers have these, and clients may send an answer back.
    warnings: v.optional(v.unknown()),
  }),
  v.transform((sent) => {
    const { warnings: _warnings, ...settings } = sent;
    const { targets, default_number: number } = settings;
    return { ...settings, targets: targets.length > 0 ? targets : [{ number }] };
  }),
);

export type DniSettings = v.InferOutput<typeof dniSettingsSchema>;
export type DniLocation = DniSettings['locations'][number];
export type DniNumber = DniSettings['numbers'][number];
export type DniPool = Extract<DniNumber, { pool: string }>;
export type DniTarget = DniSettings['targets'][number];
export type SourceRule = DniSettings['sources'][number];

/** The settings and their version: 1, 2, 3, ... */
export interface VersionedDniSettings {
  version: number;
  settings: DniSettings;
  /** The company's zone, in which the special days of locations without one begin; absent where it was published before there was one. */
  zone?: string | undefined;
}

/** @param message the error text for a value that is not a list */
function listOf<Item extends v.GenericSchema>(item: Item, limit: number, message?: string) {
  return v.pipe(v.array(item, message), v.maxLength(limit, `At most ${limit} entries.`));
}

/** Limits a free-form member of a location: every answer that names the location has it. */
function detail<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    schema,
    v.check(
      // Depth first: JSON.stringify throws on very deep values.
      (value) => isWithin(value, MAX_DETAIL_DEPTH) && v.is(detailText, JSON.stringify(value)),
      `At most ${MAX_DETAIL_CHARACTERS} characters as JSON, and ${MAX_DETAIL_DEPTH} levels deep.`,
    ),
  );
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isWithin(member, depth - 1));
}

function degreesSchema(limit: number) {
  return v.pipe(v.union([v.string(), v.number()]), v.transform(String), degreesTextSchema(limit));
}

function degreesTextSchema(limit: number) {
  return v.pipe(
    v.string(),
    v.regex(/^[+-]?\d{1,3}(?:\.\d+)?$/, 'Write decimal degrees, for instance "30.2672".'),
    v.check(
      (text) => !(Math.abs(Number(text)) > limit),
      `Degrees lie between -${limit} and ${limit}${limit === 90 ? '; are latitude and longitude swapped?' : '.'}`,
    ),
  );
}
