/** Input of the operator's requests. */
import * as v from 'valibot';
import { companyIdSchema, nameSchema } from '../../shared/http/input.ts';
import { e164Schema, regionSchema } from '../../shared/contact/phone-numbers.ts';
import { emailSchema } from '../../shared/contact/email.ts';
import { passwordSchema } from '../../accounts/schema.ts';
import { faultOfTimeZone } from '../../dni/time-zones.ts';

const MAX_TOKEN_SECONDS = 14 * 24 * 3600;

/** The zone of a company's reports; null for that of its default location. */
export const companyZoneSchema = v.nullable(
  v.pipe(
    v.string(),
    v.maxCodePoints(100),
    v.check(
      (zone) => faultOfTimeZone(zone) === undefined,
      'Write an IANA time zone, for instance America/Chicago.',
    ),
  ),
);

/** The body of `POST /operator/companies`. */
export const newCompanySchema = v.strictObject({
  company_id: v.optional(companyIdSchema),
  name: nameSchema,
  default_region: regionSchema,
  time_zone: v.optional(companyZoneSchema, null),
  superadmin: v.optional(
    v.strictObject({ name: nameSchema, email: emailSchema, password: v.optional(passwordSchema) }),
  ),
});

/** The body of `POST /operator/tokens`. */
export const operatorTokenSchema = v.strictObject({
  email: emailSchema,
  /** The company that the token is for; absent: the first that has the user. */
  company_id: v.optional(companyIdSchema),
  valid_seconds: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_TOKEN_SECONDS)),
    MAX_TOKEN_SECONDS,
  ),
});

/** The body of `POST /operator/addresses/release`. */
export const addressSchema = v.strictObject({ email: emailSchema });

/** The body of `POST /operator/numbers/move`. */
export const moveNumberSchema = v.strictObject({ number: e164Schema, company_id: companyIdSchema });

const MAX_ALLOWANCE = 1_000;

/** The body of `POST /operator/companies/<uuid>/allowance`. */
export const allowanceSchema = v.strictObject({
  companies: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_ALLOWANCE)),
});

/** The body of `POST /operator/companies/<uuid>/erase`. */
export const eraseCompanySchema = v.strictObject({
  name: v.string(),
  bought_numbers: v.optional(v.picklist(['release', 'keep'])),
});

export type ErasureInput = v.InferOutput<typeof eraseCompanySchema>;
export type NewCompanyInput = v.InferOutput<typeof newCompanySchema>;
export type OperatorTokenInput = v.InferOutput<typeof operatorTokenSchema>;
