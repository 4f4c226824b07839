/** The schemas of users, keys and settings. */
import type * as v from 'valibot';
import { fieldsSchema } from '../../../worker/core/company/settings/field-schema.ts';
import {
  currenciesSchema,
  groupsSchema,
  optionsSchema,
  statesSchema,
  templatesSchema,
} from '../../../worker/core/company/settings/schema.ts';
import { exactly, id, type JsonSchema } from '../../../worker/shared/reference/operation.ts';
import { outputOf } from '../schemas.ts';

export const COMPANY_COMPONENTS: Record<string, JsonSchema> = {
  Token: { type: 'string', pattern: '^llt_[A-Za-z0-9_-]{64}$' },
  MadeCompany: exactly({ company_id: id, 'user_id?': id }),
  LeadField: itemOf(fieldsSchema),
  State: itemOf(statesSchema),
  Group: itemOf(groupsSchema),
  Template: itemOf(templatesSchema),
  Currencies: outputOf(currenciesSchema),
  CompanyOptions: outputOf(optionsSchema),
};

/** Returns the schema of an entry in a list of settings, with defaults filled in. */
function itemOf(list: v.GenericSchema): JsonSchema {
  return outputOf(list)['items'] as JsonSchema;
}
