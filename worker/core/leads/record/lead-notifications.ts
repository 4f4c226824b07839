/** Notifies users of what happened to a lead. */
import { settingsOf } from '../../company/settings/settings.ts';
import type { ActingUser } from '../../engine/context/actors.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { notify } from '../../people/notifications/notifications.ts';
import type { NewNotification } from '../../people/notifications/schema.ts';
import { thoseThere } from '../../people/users/away-users.ts';
import type { UserRecord } from '../../people/users/schema.ts';
import { findUserOnce, listUsers } from '../../people/users/users.ts';
import { isInScope, limitsOf } from './access.ts';
import type { LeadRecord } from './schema.ts';

/** The most managers of a group who are notified of a lead without an owner. */
const MOST_MANAGERS = 20;
/** Longest name of a lead in a notification. */
const MAX_NAME = 100;

/**
 * Notifies users of a lead, except those who may not see it, and viewers, who look on.
 * @param data the content besides the lead's id and name
 */
export function notifyOfLead(
  context: WriteContext,
  lead: LeadRecord,
  { userIds, type, data }: Pick<NewNotification, 'type' | 'data'> & { userIds: readonly string[] },
): void {
  for (const userId of new Set(userIds)) {
    const user = findUserOnce(context, userId);
    if (user !== undefined && hearsOf(context, user, lead)) {
      notify(context, { type, userId, data: { ...leadView(lead), ...data } });
    }
  }
}

/** Notifies those who are responsible for a lead (`responsibleFor`). */
export function notifyResponsible(
  context: WriteContext,
  lead: LeadRecord,
  notification: Pick<NewNotification, 'type' | 'data'>,
): void {
  notifyOfLead(context, lead, { ...notification, userIds: responsibleFor(context, lead) });
}

/** Tells whether a user is notified of a lead. */
export function hearsOf(context: RequestContext, user: UserRecord, lead: LeadRecord): boolean {
  return !user.isSuspended && user.roleId !== 'viewer' && maySee(context, user, lead);
}

/** Tells whether a user may see a lead. */
export function maySee(context: RequestContext, user: ActingUser, lead: LeadRecord): boolean {
  const scope = limitsOf(settingsOf(context), user);
  return scope === undefined || isInScope(scope, lead);
}

/**
 * Returns who is responsible for a lead: its owner (a viewer no more), else the managers of its group. While the owner is away, the managers who are
 * there are responsible beside them.
 */
export function responsibleFor(context: WriteContext, lead: LeadRecord): string[] {
  const owner = lead.assigneeId === undefined ? undefined : findUserOnce(context, lead.assigneeId);
  if (owner === undefined || owner.isSuspended || owner.roleId === 'viewer') return managersOf(context, lead);
  const isThere = thoseThere(context, [owner.userId]).length > 0;
  return isThere
    ? [owner.userId]
    : [owner.userId, ...thoseThere(context, allManagersOf(context, lead)).slice(0, MOST_MANAGERS)];
}

/** Returns the managers of a lead's group who are there, if all are away all of them; at most 20. */
export function managersOf(context: WriteContext, lead: LeadRecord): string[] {
  const managers = allManagersOf(context, lead);
  const present = thoseThere(context, managers);
  return (present.length > 0 ? present : managers).slice(0, MOST_MANAGERS);
}

function allManagersOf({ database }: WriteContext, { leadGroup }: LeadRecord): string[] {
  return listUsers(database)
    .filter((user) => user.roleId === 'manager' && user.groupId === leadGroup && !user.isSuspended)
    .map(({ userId }) => userId);
}

/** Returns the lead's members in the content of a notification. */
export function leadView({ leadId, name }: LeadRecord): { lead_id: string; lead_name?: string } {
  return { lead_id: leadId, ...(name === undefined ? {} : { lead_name: name.slice(0, MAX_NAME) }) };
}
