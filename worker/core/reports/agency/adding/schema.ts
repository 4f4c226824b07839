/** The request to add a company for a client. */
import * as v from 'valibot';
import { emailSchema } from '../../../../shared/contact/email.ts';
import { regionSchema } from '../../../../shared/contact/phone-numbers.ts';
import { companyIdSchema, nameSchema } from '../../../../shared/http/input.ts';
import { currencySchema, zoneSchema } from '../../../company/settings/schema.ts';

/** The body of `POST /me/companies/<uuid>/clients`. */
export const clientSchema = v.strictObject({
  company_id: companyIdSchema,
  name: nameSchema,
  default_region: regionSchema,
  time_zone: v.optional(v.nullable(zoneSchema), null),
  currency: v.exactOptional(v.omit(currencySchema, ['show', 'company_default'])),
  template: v.optional(v.nullable(companyIdSchema), null),
  invite: v.optional(
    v.nullable(v.strictObject({ email: emailSchema, role_id: v.picklist(['superadmin', 'viewer']) })),
    null,
  ),
});
export type ClientInput = v.InferOutput<typeof clientSchema>;
