/** What a company's record takes. */
import { getCountries } from 'libphonenumber-js';
import * as v from 'valibot';

const regions = new Set<string>(getCountries());

/** A name for people to read. */
export const nameSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));

/** ISO 3166-1 alpha-2, in any case. */
export const regionSchema = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.check((code) => regions.has(code), 'Write an ISO 3166-1 country code, for instance US.'),
);
