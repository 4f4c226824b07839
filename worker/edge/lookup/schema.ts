/** Input of lookups, AMP requests and previews. */
import * as v from 'valibot';
import { networkOf } from '../../shared/limits/networks.ts';

const MAX_TEXT_BYTES = 8 * 1024;

const environmentText = v.optional(v.pipe(v.string(), v.check(fits, 'At most 8 KiB.')));

/** The body of a lookup. All members are optional; others are refused. */
export const visitSchema = v.strictObject({
  /** The site's host name. */
  domain: environmentText,
  /** `document.referrer`, or that of the visit's first page. */
  referrer: environmentText,
  /** The address of the page. */
  url: environmentText,
  /** Attribution cookies. Unused; accepted because clients send it. */
  cookies: environmentText,
  /** Campaign parameters and click ids, as a query string. */
  keys: environmentText,
});

export type Visit = v.InferOutput<typeof visitSchema>;

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

/** The query of `GET /dni/preview/<uuid>`: the visitor to simulate. */
export const previewSchema = v.object({
  zip: text,
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

/** Checks the length; counts bytes only if the characters, at most three bytes each, do not decide it. */
function fits(text: string): boolean {
  return text.length * 3 <= MAX_TEXT_BYTES || Buffer.byteLength(text) <= MAX_TEXT_BYTES;
}
