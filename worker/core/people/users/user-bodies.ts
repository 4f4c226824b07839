/** Builds the forms of users in answers. */
import type { CurrentUserBody, UserBody } from './answer-schema.ts';
import type { UserRecord } from './schema.ts';

export function toUserBody(user: UserRecord, companyId: string): UserBody {
  return {
    user_id: user.userId,
    name: user.name,
    caller_id_name: user.callerIdName,
    notify_reminders_by_sms: user.notifyRemindersBySms,
    is_suspended: user.isSuspended,
    company_id: companyId,
    group_id: user.groupId,
    role_id: user.roleId,
    phone: user.phone,
    tracking_number: user.trackingNumber,
    auto_assignable: user.autoAssignable,
    email: user.email,
  };
}

/** A user as viewers see them: without addresses and phones. */
export function toHiddenUserBody(user: UserRecord, companyId: string): UserBody {
  return { ...toUserBody(user, companyId), email: '', phone: '', tracking_number: '', caller_id_name: '' };
}

/** The members of a user that only they see, but for what the company allows them. */
export function toCurrentUserBody(
  user: UserRecord,
  companyId: string,
): Omit<CurrentUserBody, 'may_hear_recordings'> {
  return {
    ...toUserBody(user, companyId),
    ...(user.lastLogin === null ? {} : { last_login: new Date(user.lastLogin).toISOString() }),
    forward_numbers: user.forwardNumbers,
  };
}
