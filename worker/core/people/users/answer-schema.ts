/** The forms of users in answers. */
import * as v from 'valibot';
import { brandAnswer } from '../../company/brand/reference.ts';
import { id, named, time } from '../../../shared/reference/answers.ts';
import { ROLE_IDS } from '../../engine/context/actors.ts';

/** A user in the answers about other records. */
export const personAnswer = named('Person', v.strictObject({ id, name: v.string() }));
export type Person = v.InferOutput<typeof personAnswer>;

const userEntries = {
  user_id: id,
  name: v.string(),
  caller_id_name: v.string(),
  notify_reminders_by_sms: v.boolean(),
  is_suspended: v.boolean(),
  company_id: id,
  group_id: id,
  role_id: v.picklist(ROLE_IDS),
  phone: v.string(),
  tracking_number: v.string(),
  auto_assignable: v.boolean(),
  email: v.string(),
};

/** An entry of a company's user list. */
export const userAnswer = named('User', v.strictObject(userEntries));
export type UserBody = v.InferOutput<typeof userAnswer>;

/** The current user, with members that only the user sees. `last_login` is absent before the first sign-in. */
export const currentUserAnswer = named(
  'CurrentUser',
  v.strictObject({
    ...userEntries,
    last_login: v.exactOptional(time),
    forward_numbers: v.string(),
    may_hear_recordings: v.boolean(),
    /** The company's own name and logo, if it has one of them. */
    brand: v.exactOptional(brandAnswer),
  }),
);
export type CurrentUserBody = v.InferOutput<typeof currentUserAnswer>;

/** The user of a change; absent once deleted. */
export const userChangeEntries = { user_id: id, user: v.exactOptional(userAnswer) };

/** The data of changes of users. */
export const userChanges = { 'user.created': userChangeEntries, 'user.changed': userChangeEntries };
