/** The shapes of who works with the leads: users and API keys. */
import { SCOPES } from '../../worker/core/keys/schema.ts';
import { ROLE_IDS } from '../../worker/core/users/schema.ts';
import { arrayOf, exactly, flag, id, type JsonSchema, text, time } from './operation.ts';

const user = {
  user_id: id,
  name: text,
  caller_id_name: text,
  notify_reminders_by_sms: flag,
  is_suspended: flag,
  company_id: id,
  group_id: id,
  role_id: { enum: ROLE_IDS },
  phone: text,
  tracking_number: text,
  auto_assignable: flag,
  email: text,
};
const apiKey = {
  key_id: id,
  hint: { ...text, description: 'The last characters of the key.' },
  name: text,
  scopes: arrayOf({ enum: SCOPES }),
  'user_id?': id,
  created_time: time,
  created_by: text,
  'expires_time?': time,
  'last_used_time?': time,
  'revoked_time?': time,
};

export const peopleComponents: Record<string, JsonSchema> = {
  ApiKey: exactly(apiKey),
  ApiKeyWithSecret: exactly({
    ...apiKey,
    key: { type: 'string', pattern: '^llk_[A-Za-z0-9_-]{64}$' },
  }),
  User: exactly(user),
  CurrentUser: exactly({ ...user, 'last_login?': time, forward_numbers: text }),
};
