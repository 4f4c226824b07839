/** Records and bodies of the company's users. */
import * as v from 'valibot';
import { passwordSchema } from '../../../accounts/schema.ts';
import { coded, nameSchema } from '../../../shared/http/input.ts';
import { type ActingUser, ROLE_IDS } from '../../engine/context/actors.ts';
import { countSchema } from '../../engine/context/parameters.ts';
import { emailSchema } from '../../../shared/contact/email.ts';

export interface UserRecord extends ActingUser {
  callerIdName: string;
  /** E.164, or empty. */
  phone: string;
  /** E.164, or empty. */
  trackingNumber: string;
  forwardNumbers: string;
  autoAssignable: boolean;
  notifyRemindersBySms: boolean;
  isSuspended: boolean;
  /** Milliseconds since the epoch. */
  createdTime: number;
  /** Milliseconds since the epoch; null before the first sign-in. */
  lastLogin: number | null;
}

/** Tells whether leads may be assigned to a user. */
export function isAssignable(user: UserRecord | undefined): user is UserRecord {
  return user !== undefined && !user.isSuspended && user.roleId !== 'viewer';
}

const textSchema = v.pipe(v.string(), v.trim(), v.maxCodePoints(500));
/** In any usual notation; without a country code it is of the company's country. */
const phoneSchema = v.pipe(
  v.string(),
  v.trim(),
  v.maxCodePoints(100),
  v.check(
    (text) => text === '' || /\d\D*\d\D*\d/.test(text),
    coded('invalid_phone', 'Write the number as you would dial it, or with + and the country code.'),
  ),
);

const optionalMembers = {
  group_id: v.optional(v.string()),
  phone: v.optional(phoneSchema),
  tracking_number: v.optional(phoneSchema),
  caller_id_name: v.optional(textSchema),
  forward_numbers: v.optional(textSchema),
  auto_assignable: v.optional(v.boolean()),
  notify_reminders_by_sms: v.optional(v.boolean()),
  password: v.optional(passwordSchema),
};

/** The body of `POST .../users`. */
export const newUserSchema = v.strictObject({
  name: nameSchema,
  email: emailSchema,
  role_id: v.picklist(ROLE_IDS),
  ...optionalMembers,
  /** Whether the person sees the invitation when signed in to another company. */
  invite: v.optional(v.boolean(), false),
});

/** The body of `POST .../users/<uuid>/modify`, with only the members that change. */
export const userChangeSchema = v.strictObject({
  name: v.optional(nameSchema),
  email: v.optional(emailSchema),
  role_id: v.optional(v.picklist(ROLE_IDS)),
  is_suspended: v.optional(v.boolean()),
  ...optionalMembers,
});

/** The body of `POST /me/modify`, with only the members that change. */
export const ownChangeSchema = v.strictObject({
  phone: optionalMembers.phone,
  notify_reminders_by_sms: optionalMembers.notify_reminders_by_sms,
});

/** Most users of a company, including suspended ones. Facets and sorts read them all. */
export const MAX_USERS = 10_000;

/** The query of the list: a page, or by default all users. */
export const userPageSchema = v.object({ start: countSchema(0), size: countSchema(MAX_USERS) });

export type NewUserInput = v.InferOutput<typeof newUserSchema>;
export type UserChangeInput = v.InferOutput<typeof userChangeSchema>;
export type OwnChangeInput = v.InferOutput<typeof ownChangeSchema>;
