/** Users as the lead API shows them. */
import type { UserRecord } from './schema.ts';

/** An entry of a company's user list. */
export interface UserBody {
  user_id: string;
  name: string;
  caller_id_name: string;
  notify_reminders_by_sms: boolean;
  is_suspended: boolean;
  company_id: string;
  group_id: string;
  role_id: string;
  phone: string;
  tracking_number: string;
  auto_assignable: boolean;
  email: string;
}

/** The current user: more is told to oneself than to others. `last_login` is absent before the first sign-in. */
export interface CurrentUserBody extends UserBody {
  /** ISO 8601 with milliseconds. */
  last_login?: string;
  forward_numbers: string;
}

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

export function toCurrentUserBody(user: UserRecord, companyId: string): CurrentUserBody {
  return {
    ...toUserBody(user, companyId),
    ...(user.lastLogin === null ? {} : { last_login: new Date(user.lastLogin).toISOString() }),
    forward_numbers: user.forwardNumbers,
  };
}
