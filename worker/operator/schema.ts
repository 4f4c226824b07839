import * as v from 'valibot';
import { getCountries } from 'libphonenumber-js';

const regions = new Set<string>(getCountries());

/** The body of `POST /operator/companies`. */
export const newCompanySchema = v.strictObject({
  company_id: v.optional(
    v.pipe(v.string(), v.toLowerCase(), v.uuid('Write a UUID, or leave it out to get one.')),
  ),
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
  default_region: v.pipe(
    v.string(),
    v.trim(),
    v.toUpperCase(),
    v.check((code) => regions.has(code), 'Write an ISO 3166-1 country code, for instance US.'),
  ),
});
