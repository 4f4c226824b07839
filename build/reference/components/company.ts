/** The schemas of users, keys, settings and refusals. */
import type * as v from 'valibot';
import { fieldsSchema } from '../../../worker/core/company/settings/field-schema.ts';
import {
  currenciesSchema,
  groupsSchema,
  optionsSchema,
  statesSchema,
} from '../../../worker/core/company/settings/schema.ts';
import { SCOPES } from '../../../worker/core/engine/context/actors.ts';
import { EVENT_TYPES } from '../../../worker/core/leads/timeline/schema.ts';
import { listProblemCodes } from '../../../worker/shared/http/problems.ts';
import {
  arrayOf,
  choice,
  count,
  exactly,
  id,
  type JsonSchema,
  ref,
  text,
} from '../../../worker/shared/reference/operation.ts';
import { outputOf } from '../schemas.ts';

/** The members that only problems with some codes have. */
const problemMembers = {
  'limit?': count,
  'count?': count,
  'field?': text,
  'line?': { type: 'integer', minimum: 1 },
  'column?': { type: 'integer', minimum: 1 },
  'etag?': text,
  'oldest?': text,
  'start?': text,
  'required_scope?': choice(SCOPES),
  'scopes?': arrayOf(choice(SCOPES)),
  'company_id?': id,
  'user_id?': id,
  'record_id?': id,
  'lead_ids?': arrayOf(id),
  'merged_into?': id,
  'living_lead_id?': id,
  'current_assignee?': exactly({ id, name: text, email: text }),
  'possible_duplicates?': arrayOf(ref('PossibleDuplicate')),
  'event_type?': choice(EVENT_TYPES),
  'groups?': arrayOf(id),
  'countries?': arrayOf(text),
};

export const COMPANY_COMPONENTS: Record<string, JsonSchema> = {
  Problem: exactly({
    type: { type: 'string', format: 'uri', pattern: '^urn:leadline:problem:' },
    title: text,
    status: { type: 'integer', minimum: 400, maximum: 599 },
    code: choice(listProblemCodes().map(({ code }) => code)),
    detail: text,
    instance: text,
    request_id: text,
    errors: arrayOf(ref('Fault')),
    ...problemMembers,
  }),
  Fault: exactly({
    'pointer?': text,
    'parameter?': text,
    'row?': count,
    'column?': text,
    code: text,
    detail: text,
    'allowed?': arrayOf(text),
  }),
  Token: { type: 'string', pattern: '^llt_[A-Za-z0-9_-]{64}$' },
  MadeCompany: exactly({ company_id: id, 'user_id?': id }),
  LeadField: itemOf(fieldsSchema),
  State: itemOf(statesSchema),
  Group: itemOf(groupsSchema),
  Currencies: outputOf(currenciesSchema),
  CompanyOptions: outputOf(optionsSchema),
};

/** Returns the schema of an entry in a list of settings, with defaults filled in. */
function itemOf(list: v.GenericSchema): JsonSchema {
  return outputOf(list)['items'] as JsonSchema;
}
