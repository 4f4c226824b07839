import * as v from 'valibot';
import { getCountries } from 'libphonenumber-js';
import { emailSchema } from '../core/email.ts';
import { passwordSchema } from '../accounts/schema.ts';

const MAX_TOKEN_SECONDS = 14 * 24 * 3600;

const regions = new Set<string>(getCountries());

/** ISO 3166-1 alpha-2, in any case. */
export const regionSchema = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.check((code) => regions.has(code), 'Write an ISO 3166-1 country code, for instance US.'),
);

export const nameSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));

/** The body of `POST /operator/companies`. */
export const newCompanySchema = v.strictObject({
  company_id: v.optional(
    v.pipe(v.string(), v.toLowerCase(), v.uuid('Write a UUID, or leave it out to get one.')),
  ),
  name: nameSchema,
  default_region: regionSchema,
  superadmin: v.optional(
    v.strictObject({ name: nameSchema, email: emailSchema, password: v.optional(passwordSchema) }),
  ),
});

/** The body of `POST /operator/tokens`. */
export const operatorTokenSchema = v.strictObject({
  email: emailSchema,
  valid_seconds: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_TOKEN_SECONDS)),
    MAX_TOKEN_SECONDS,
  ),
});

export type NewCompanyInput = v.InferOutput<typeof newCompanySchema>;
export type OperatorTokenInput = v.InferOutput<typeof operatorTokenSchema>;
