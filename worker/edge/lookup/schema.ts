/** Input of lookups, AMP requests and previews. */
import * as v from 'valibot';
import { e164Schema } from '../../shared/contact/phone-numbers.ts';
import { MAX_FIELDS, MAX_LABEL, MAX_VALUE } from '../../dni/reports/form-report.ts';
import { degreesEntries } from '../../dni/schema.ts';
import { networkOf } from '../../shared/limits/networks.ts';

const MAX_TEXT_BYTES = 8 * 1024;
const MAX_ID_LENGTH = 64;
const MAX_CITY = 100;

const fittingText = v.pipe(v.string(), v.check(fits, 'At most 8 KiB.'));
const environmentText = v.optional(fittingText);
/** Campaign parameters and click ids as a query string, and the referrer. */
const touchSchema = v.strictTuple([fittingText, fittingText]);
/** The id that the widget makes: a time and a random number. */
const visitIdSchema = v.pipe(
  v.string(),
  v.regex(/^[\w.-]{16,64}$/, 'Use 16 to 64 letters, digits, and . _ - only.'),
);

/** Cookies as `document.cookie` has them, for instance `["_fbp=fb.1.1763900000000.123"]`, or one text of several; null: none; false or absent: not to be used. */
const cookiesSchema = v.optional(
  v.pipe(
    v.nullable(v.union([v.string(), v.array(v.string()), v.literal(false)])),
    v.transform((cookies) => textOfCookies(cookies)),
  ),
);

/**
 * The consent of the visitor as the script has it (`Consent` in `widget/interface.ts`). A page may give the script anything: what
 * is unknown allows no use for ads, and the page gets its number all the same.
 */
const consentSchema = v.optional(
  v.fallback(
    v.union([v.boolean(), v.picklist(['measurement', 'analytics']), v.picklist([0, 1, 2])]),
    'analytics',
  ),
);

/** The body of a lookup. All members are optional; others are refused. */
export const visitSchema = v.strictObject({
  /** The site's host name. */
  domain: environmentText,
  /** `document.referrer`, or that of the visit's first page. */
  referrer: environmentText,
  /** The address of the page. */
  url: environmentText,
  /** Attribution cookies. Lookups do not use them; accepted because clients send them. */
  cookies: environmentText,
  /** Campaign parameters and click ids, as a query string. */
  keys: environmentText,
});

/** The body of the widget's lane. */
export const pageViewSchema = v.strictObject({
  ...visitSchema.entries,
  /** The cookies of Meta and Google Analytics; absent unless the browser may store the visit, and ads may use it. */
  cookies: cookiesSchema,
  consent: consentSchema,
  /** `former` of the last plan. Others are left out. */
  former: v.optional(
    v.fallback(v.pipe(v.array(v.object({ from: v.string(), to: v.string() })), v.maxLength(20)), []),
  ),
  /**
   * The touch that chooses the number, the touch of the visit, the visitor's first one; the visit's id, null if the browser may
   * store none; the id that the edge has, `-` if it has counted the visit without an id; `document.referrer`.
   */
  visit: v.optional(
    v.strictTuple([
      touchSchema,
      touchSchema,
      touchSchema,
      v.nullable(visitIdSchema),
      v.nullable(v.pipe(v.string(), v.maxCodePoints(MAX_ID_LENGTH))),
      fittingText,
    ]),
  ),
  /** Whether the visit began on this page, so that the parameters of its address are those of the visit. */
  began: v.optional(v.boolean()),
});

/** Sent by a browser when a visitor activates a swapped link. */
export const tapSchema = v.object({
  /** The number that was dialled. */
  number: e164Schema,
  /** The number in the page's source. */
  target: e164Schema,
  /** The id of the visit. */
  visit: v.optional(visitIdSchema),
  /** The address of the page; the widget sends it as `url`, as with lookups. */
  page: v.optional(v.string()),
  url: v.optional(v.string()),
  /** As in the widget's lane. */
  cookies: cookiesSchema,
  consent: consentSchema,
});

/** A text that is cut. */
const cutText = (length: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.slice(0, length)),
    ),
    '',
  );

/** Sent by a browser when a visitor has sent a form. */
export const formSchema = v.object({
  /** The id of the submission, made in the browser. A corrected form has the same one. */
  id: visitIdSchema,
  /** The id of the visit. */
  visit: v.nullish(visitIdSchema),
  /** The touch of the visit. */
  touch: v.optional(touchSchema, ['', '']),
  url: environmentText,
  cookies: cookiesSchema,
  consent: consentSchema,
  /** The form's id or name. */
  form: cutText(MAX_LABEL),
  /** The number that the page shows, E.164. */
  number: environmentText,
  /** Whether the page let the form go, or showed that it had arrived. */
  sent: v.optional(v.boolean(), false),
  /** Whether a field that visitors do not see was filled. */
  trap: v.optional(v.boolean(), false),
  /** Milliseconds from the beginning of the page to the submission. */
  time: v.optional(v.pipe(v.number(), v.minValue(0)), 0),
  /** Label, value, type, last word of `autocomplete`, name. */
  fields: v.pipe(
    v.array(v.tuple([cutText(MAX_LABEL), cutText(MAX_VALUE), cutText(40), cutText(40), cutText(MAX_LABEL)])),
    v.maxLength(MAX_FIELDS),
  ),
});

/** Campaign parameters and click ids, and the referrer. */
export type Touch = v.InferOutput<typeof touchSchema>;
/** The widget's report of a visit. */
export type VisitReport = NonNullable<v.InferOutput<typeof pageViewSchema>['visit']>;
export type FormerNumbers = readonly { from: string; to: string }[];
/** A visit, of either lane. */
export type Visit = v.InferOutput<typeof visitSchema> & {
  visit?: VisitReport | undefined;
  former?: FormerNumbers | undefined;
  began?: boolean | undefined;
  consent?: SentForm['consent'];
};
export type Tap = v.InferOutput<typeof tapSchema>;
export type SentForm = v.InferOutput<typeof formSchema>;

const text = v.optional(v.pipe(v.string(), v.maxCodePoints(8_192)));

/** The query of `GET /dni/amp/<uuid>`, from AMP's variables. */
export const ampSchema = v.object({
  /** The address of the page: `SOURCE_URL`. */
  url: environmentText,
  /** `DOCUMENT_REFERRER`. */
  referrer: environmentText,
  /** A postal code to use instead of the visitor's place. */
  zip: environmentText,
});

/** The place that a preview or a test visit names instead of the visitor's own (`NamedPlace`). */
export const namedPlaceEntries = {
  zip: text,
  latitude: v.optional(degreesEntries.latitude),
  longitude: v.optional(degreesEntries.longitude),
  city: v.optional(v.pipe(v.string(), v.maxCodePoints(MAX_CITY))),
  country: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z]{2}$/, 'Write a country as two letters, for instance DK.')),
  ),
};

/** The query of `GET /dni/preview/<uuid>`: the visitor to simulate. */
export const previewSchema = v.object({
  ...namedPlaceEntries,
  url: text,
  referrer: text,
  keys: text,
  domain: text,
  user_agent: text,
  ip: v.optional(
    v.pipe(
      v.string(),
      v.check((ip) => networkOf(ip) !== undefined, 'Write an IPv4 or IPv6 address.'),
    ),
  ),
  /** Time for the opening hours; now by default. */
  time: v.optional(v.pipe(v.string(), v.isoTimestamp('Write a time as 2026-11-21T09:00:00Z.'))),
  /** A company without settings answers `null` instead of the refusal. */
  or_null: v.optional(
    v.pipe(
      v.picklist(['true', '1', 'false', '0', ''], 'Write true or false.'),
      v.transform((word) => word === 'true' || word === '1'),
    ),
    'false',
  ),
});

/** Returns whether a touch is that of the session, if this began on the page; undefined: the script does not say it. */
export function beganHere(touch: Touch, session: Touch, began: boolean | undefined): boolean | undefined {
  return began && touch.every((text, index) => text === session[index]);
}

function textOfCookies(cookies: string | readonly string[] | false | null): string | undefined {
  if (cookies === false) return undefined;
  return typeof cookies === 'string' ? cookies : (cookies ?? []).join(';');
}

/** Checks the length; counts bytes only if the characters, at most three bytes each, do not decide it. */
function fits(text: string): boolean {
  return text.length * 3 <= MAX_TEXT_BYTES || Buffer.byteLength(text) <= MAX_TEXT_BYTES;
}
