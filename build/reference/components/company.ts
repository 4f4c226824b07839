/** The shapes of users, keys, settings and refusals. */
import type * as v from 'valibot';
import { newModuleSchema } from '../../../worker/core/modules/schema.ts';
import { fieldsSchema } from '../../../worker/core/company/settings/field-schema.ts';
import {
  currenciesSchema,
  groupsSchema,
  optionsSchema,
  statesSchema,
} from '../../../worker/core/company/settings/schema.ts';
import { ROLE_IDS, SCOPES } from '../../../worker/core/engine/context/actors.ts';
import { EVENT_TYPES } from '../../../worker/core/leads/timeline/schema.ts';
import { listProblemCodes } from '../../../worker/shared/http/problems.ts';
import {
  arrayOf,
  choice,
  count,
  exactly,
  flag,
  id,
  type JsonSchema,
  ref,
  text,
  time,
} from '../../../worker/shared/reference/operation.ts';
import { outputOf } from '../schemas.ts';

const user = {
  user_id: id,
  name: text,
  caller_id_name: text,
  notify_reminders_by_sms: flag,
  is_suspended: flag,
  company_id: id,
  group_id: id,
  role_id: choice(ROLE_IDS),
  phone: text,
  tracking_number: text,
  auto_assignable: flag,
  email: text,
};

/** What problems of some codes say beside what all say. */
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

const apiKey = {
  key_id: id,
  hint: text,
  name: text,
  scopes: arrayOf(choice(SCOPES)),
  'user_id?': id,
  created_time: time,
  created_by: text,
  'expires_time?': time,
  'last_used_time?': time,
  'revoked_time?': time,
};

const { display_name, ...moduleMembers } = outputOf(newModuleSchema)['properties'] as Record<
  string,
  JsonSchema
>;

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
  ApiKey: exactly(apiKey),
  ApiKeyWithSecret: exactly({ ...apiKey, 'key?': { type: 'string', pattern: '^llk_[A-Za-z0-9_-]{64}$' } }),
  User: exactly(user),
  CurrentUser: exactly({ ...user, 'last_login?': time, forward_numbers: text }),
  LeadField: itemOf(fieldsSchema),
  State: itemOf(statesSchema),
  Group: itemOf(groupsSchema),
  Currencies: outputOf(currenciesSchema),
  CompanyOptions: outputOf(optionsSchema),
  ModuleMeta: exactly({
    display_name: display_name ?? text,
    adm_id: id,
    type: choice(['built-in', 'custom']),
    ...moduleMembers,
  }),
};

/** What an entry of a list of settings has, every default filled in. */
function itemOf(list: v.GenericSchema): JsonSchema {
  return outputOf(list)['items'] as JsonSchema;
}
