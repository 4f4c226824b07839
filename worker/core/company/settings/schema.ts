/** Schemas of the company's settings in requests. */
import * as v from 'valibot';
import { coded, issuePath, nameSchema } from '../../../shared/http/input.ts';
import { regionSchema } from '../../../shared/contact/phone-numbers.ts';
import { makeWebhookSecret, secretSchema } from '../../../shared/secrets/webhook-secrets.ts';
import { zoneClock } from '../../engine/times/local-clock.ts';
import { MOST_EVIDENCE_DAYS } from '../../../dni/evidence.ts';
import { DEFAULT_OPTIONS } from './defaults.ts';

const MAX_STATES = 200;
const MAX_GROUPS = 500;
const MAX_CURRENCIES = 200;
const MAX_TEMPLATES = 100;
/** The longest text that goes out. */
const MAX_TEMPLATE_LENGTH = 1_600;

/** A name that data refers to. It is in lower case, so that it has only one spelling. */
export const identifierSchema = v.pipe(
  v.string(),
  v.maxCodePoints(100),
  v.regex(/^[a-z][a-z0-9_]*$/, 'Use a-z, 0-9 and _ only, and start with a letter.'),
  // Every object inherits a member with this name, so a client would read that one where there is no value.
  v.check((name) => !(name in {}), 'Use another name: every object has a member with this name.'),
);

/** The body of `PUT .../lead_settings/states`. */
export const statesSchema = v.pipe(
  v.array(
    v.strictObject({
      name: identifierSchema,
      label: nameSchema,
      color: v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/, 'Write a colour as #rrggbb.')),
    }),
  ),
  v.minLength(1, 'A company needs at least one state, for new leads.'),
  v.maxLength(MAX_STATES),
  uniqueBy('name'),
);

/** The body of `PUT .../lead_settings/templates`. */
export const templatesSchema = v.pipe(
  v.array(
    v.strictObject({
      name: nameSchema,
      text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(MAX_TEMPLATE_LENGTH)),
    }),
  ),
  v.maxLength(MAX_TEMPLATES),
  uniqueBy('name'),
);

/** The body of `PUT .../lead_settings/groups`; a group without an id is new. */
export const groupsSchema = v.pipe(
  v.array(
    v.strictObject({
      id: v.optional(v.pipe(v.string(), v.toLowerCase(), v.uuid('Leave out the id to create a group.')), () =>
        crypto.randomUUID(),
      ),
      label: nameSchema,
      deletable: v.optional(v.boolean(), true),
      smart_view_id: v.exactOptional(v.pipe(v.string(), v.toLowerCase(), v.uuid())),
    }),
  ),
  v.minLength(1, 'A company needs at least one group, for new users.'),
  v.maxLength(MAX_GROUPS),
  uniqueBy('id'),
);

const RATE_MESSAGE = 'Write the number of units for one USD, greater than 0.';

export const currencySchema = v.strictObject({
  name: nameSchema,
  unit: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'Write the three letters of a currency, for instance EUR.')),
  symbol: v.pipe(v.string(), v.maxCodePoints(20)),
  rate: v.pipe(v.number(RATE_MESSAGE), v.finite(RATE_MESSAGE), v.gtValue(0, RATE_MESSAGE)),
  show: v.optional(v.boolean(), true),
  company_default: v.optional(v.boolean(), false),
});

/** The body of `PUT .../lead_settings/currencies`. */
export const currenciesSchema = v.strictObject({
  currencies: v.pipe(
    v.array(currencySchema),
    v.maxLength(MAX_CURRENCIES),
    uniqueBy('unit'),
    v.check(
      (list) => list.some(({ unit, rate }) => unit === 'USD' && rate === 1),
      'USD with the rate 1 is required.',
    ),
    v.check(
      (list) => list.filter((currency) => currency.company_default).length === 1,
      'Exactly one currency must be the company_default.',
    ),
  ),
});

const webhookSchema = v.strictObject({
  url: v.pipe(
    v.string(),
    v.maxCodePoints(2000),
    v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'Write an http or https URL.'),
  ),
  secret: v.optional(secretSchema, makeWebhookSecret),
});

/** Returns the schema of a number of days from `least` to `most`. */
function daysSchema(least: number, most: number): v.GenericSchema<number> {
  const message = `Write a whole number of days from ${least} to ${most}.`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
}

const MAX_ORIGINS = 50;
/** A site in the form of browsers' `Origin`, for instance `https://app.example.com`. */
const originSchema = v.pipe(
  v.string(),
  v.check(
    (text) => /^https?:\/\//.test(text) && URL.parse(text)?.origin === text,
    'Write a site without a path, for instance https://app.example.com.',
  ),
);

const retentionSchema = v.strictObject({
  removed_leads_days: v.exactOptional(daysSchema(1, 90)),
  idle_leads_days: v.exactOptional(v.nullable(daysSchema(30, 3650))),
  calls_without_lead_days: v.exactOptional(v.nullable(daysSchema(1, 3650))),
  notifications_days: v.exactOptional(daysSchema(1, 365)),
  audit_days: v.exactOptional(daysSchema(30, 3650)),
  evidence_days: v.exactOptional(daysSchema(30, MOST_EVIDENCE_DAYS)),
});

/** Returns the schema of a number of messages from 1 to `most`. */
function textsSchema(most: number): v.GenericSchema<number> {
  const message = `Write a whole number from 1 to ${most}.`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(1, message), v.maxValue(most, message));
}

/** Longest time to answer somebody, and until managers hear of a reminder that is not done. */
const LONGEST_WAIT_MINUTES = 7 * 24 * 60;
const WAIT_MESSAGE = `Write a whole number of minutes from 1 to ${LONGEST_WAIT_MINUTES}.`;
const waitSchema = v.pipe(
  v.number(WAIT_MESSAGE),
  v.integer(WAIT_MESSAGE),
  v.minValue(1, WAIT_MESSAGE),
  v.maxValue(LONGEST_WAIT_MINUTES, WAIT_MESSAGE),
);

/** ISO 639-1. */
export const languageSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z]{2}$/, 'Write the two letters of a language, such as en.'),
);

const MOST_MINUTES = 1_000_000;
const MINUTES_MESSAGE = `Write a whole number of minutes from 0 to ${MOST_MINUTES.toLocaleString('en-US')}.`;
const minutesSchema = v.pipe(
  v.number(MINUTES_MESSAGE),
  v.integer(MINUTES_MESSAGE),
  v.minValue(0, MINUTES_MESSAGE),
  v.maxValue(MOST_MINUTES, MINUTES_MESSAGE),
);

const MAX_COUNTRIES = 250;

const outgoingSchema = v.strictObject({
  countries: v.exactOptional(
    v.nullable(
      v.pipe(
        v.array(regionSchema),
        v.minLength(1, 'Name at least one country, or write null for the company’s own country.'),
        v.maxLength(MAX_COUNTRIES),
        v.transform((countries) => [...new Set(countries)]),
      ),
    ),
  ),
  texts_per_lead: v.exactOptional(textsSchema(1_000)),
  texts_per_user: v.exactOptional(textsSchema(10_000)),
  texts_per_company: v.exactOptional(textsSchema(100_000)),
  calls_abroad_per_company: v.exactOptional(textsSchema(100_000)),
});

export const zoneSchema = v.pipe(
  v.string(),
  v.maxCodePoints(100),
  v.check((zone) => zoneClock(zone) !== undefined, 'Write an IANA time zone, for instance America/Chicago.'),
);

/** States and fields may be defined later, and be removed without asking for the options. */
const wonSchema = v.strictObject({
  states: v.optional(
    v.pipe(
      v.array(identifierSchema),
      v.maxLength(MAX_STATES),
      v.transform((states) => [...new Set(states)]),
    ),
    DEFAULT_OPTIONS.won.states,
  ),
  value_field: v.optional(v.nullable(identifierSchema), DEFAULT_OPTIONS.won.value_field),
});

/**
 * The body of `PUT .../settings`. Absent options get their defaults, except those that protect people: two factors, who sees whose
 * leads, how long data is kept, to whom and how often is written and called. These stay as they are (`replaceOptions`).
 */
export const optionsSchema = v.strictObject({
  name: nameSchema,
  default_region: regionSchema,
  source_update: v.optional(
    v.picklist(['append', 'overwrite', 'keep_first', 'prepend', 'ignore']),
    DEFAULT_OPTIONS.source_update,
  ),
  create_duplicates: v.optional(v.picklist(['allow', 'reject']), DEFAULT_OPTIONS.create_duplicates),
  upsert_conflict: v.optional(
    v.picklist(['email_first', 'phone_first', 'reject']),
    DEFAULT_OPTIONS.upsert_conflict,
  ),
  group_visibility: v.exactOptional(v.picklist(['unassigned', 'all'])),
  week_start: v.optional(v.picklist(['monday', 'sunday', 'saturday']), DEFAULT_OPTIONS.week_start),
  time_zone: v.optional(v.nullable(zoneSchema), DEFAULT_OPTIONS.time_zone),
  answer_within_minutes: v.optional(waitSchema, DEFAULT_OPTIONS.answer_within_minutes),
  reminder_overdue_minutes: v.optional(waitSchema, DEFAULT_OPTIONS.reminder_overdue_minutes),
  won: v.optional(wonSchema, DEFAULT_OPTIONS.won),
  two_factors_required: v.exactOptional(v.boolean()),
  viewers_hear_recordings: v.optional(v.boolean(), DEFAULT_OPTIONS.viewers_hear_recordings),
  transcripts: v.optional(v.picklist(['off', 'voicemails', 'all']), DEFAULT_OPTIONS.transcripts),
  transcript_language: v.optional(v.nullable(languageSchema), DEFAULT_OPTIONS.transcript_language),
  transcript_minutes: v.optional(minutesSchema, DEFAULT_OPTIONS.transcript_minutes),
  notification_webhook: v.optional(v.nullable(webhookSchema), null),
  cors_origins: v.optional(v.pipe(v.array(originSchema), v.maxLength(MAX_ORIGINS)), []),
  retention: v.exactOptional(retentionSchema),
  outgoing: v.exactOptional(outgoingSchema),
});
export type OptionsInput = v.InferOutput<typeof optionsSchema>;

/** Reports `duplicate_id` for every item with the same `member` as an earlier item. */
export function uniqueBy<Item>(member: keyof Item & string): v.RawCheckAction<Item[]> {
  return v.rawCheck<Item[]>(({ dataset, addIssue }) => {
    if (!Array.isArray(dataset.value)) return;
    const seen = new Set<unknown>();
    dataset.value.forEach((item: Partial<Item> | null, index) => {
      const value = item?.[member];
      if (value !== undefined && seen.has(value)) {
        addIssue({
          message: coded('duplicate_id', `This ${member} is used twice.`),
          path: issuePath(dataset.value, [index, member]),
        });
      }
      seen.add(value);
    });
  });
}
