/** Whose lead it is: assigning and unassigning. */
import { createdBy, userOf } from '../actors.ts';
import type { Call, WriteCall } from '../call.ts';
import { enqueueNotification } from '../notifications/notifications.ts';
import { Problem, problemOfFaults } from '../../problems.ts';
import type { UserRecord } from '../users/schema.ts';
import { findUserByEmail, findUserOnce } from '../users/users.ts';
import { readableLead, writableLead } from './access.ts';
import { commitChange } from './commits.ts';
import type { LeadRecord } from './schema.ts';

/**
 * Assigns a lead and notifies its new owner; assigning it to whom it belongs does nothing.
 * @param leadId as it stands in the path
 * @throws Problem `unknown_user`, `assignee_suspended`; those of `writableLead`
 */
export function assignLead(call: WriteCall, leadId: string, toUserEmail: string): LeadRecord {
  readableLead(call, leadId);
  const user = requireUser(call, toUserEmail);
  return giveLead(call, writableLead(call, leadId), user);
}

/**
 * Gives a lead that was read in this transaction to a user; to whom it belongs, nothing happens.
 * @param options.isToldTogether whether the user is told of it with other leads, by the caller, and not of each
 * @throws Problem `assignee_suspended`
 */
export function giveLead(
  call: WriteCall,
  before: LeadRecord,
  user: UserRecord,
  options: { isToldTogether?: boolean } = {},
): LeadRecord {
  if (before.assigneeId === user.userId) return before;
  refuseSuspended(user);
  const notificationId = options.isToldTogether === true ? undefined : notifyOwner(call, before, user);
  const data = { ...fromPerson(call, before.assigneeId), to: personView(call, user.userId) };
  const after = { ...before, assigneeId: user.userId };
  const { lead, event } = commitChange(call, before, after, { type: 'lead_assigned', data });
  call.emit({
    type: 'lead.assigned',
    leadId: lead.leadId,
    eventId: event.eventId,
    data: {
      user_id: user.userId,
      ...(notificationId === undefined ? {} : { notification_id: notificationId }),
      assigned_by: actorView(call),
    },
  });
  return lead;
}

/**
 * The user who is to get leads.
 * @throws Problem `unknown_user`, `assignee_suspended`
 */
export function requireAssignable(call: Call, email: string): UserRecord {
  const user = requireUser(call, email);
  refuseSuspended(user);
  return user;
}

/** Tells a user of leads that they were given together. */
export function notifyOfMany(call: WriteCall, userId: string, data: Record<string, unknown>): void {
  enqueueNotification(call, {
    type: 'leads.assigned',
    userId,
    data: { ...data, assigned_to: personView(call, userId), assigned_by: actorView(call) },
  });
}

/**
 * Takes a lead from the user whom the caller believes it to belong to.
 * @throws Problem `not_assigned`; `stale_assignment` with `current_assignee` when it is somebody else's; those of
 *   `writableLead`
 */
export function unassignLead(call: WriteCall, leadId: string, fromUserEmail: string): LeadRecord {
  const before = writableLead(call, leadId);
  if (before.assigneeId === undefined) {
    throw new Problem('not_assigned', 'The lead is assigned to nobody.');
  }
  if (findUserByEmail(call.database, fromUserEmail)?.userId !== before.assigneeId) {
    const assignee = findUserOnce(call, before.assigneeId);
    throw new Problem('stale_assignment', 'The lead is assigned to somebody else by now.', {
      members: {
        current_assignee: { ...personView(call, before.assigneeId), email: assignee?.email ?? '' },
      },
    });
  }
  return takeLead(call, before);
}

/** Takes a lead that was read in this transaction from its owner. */
export function takeLead(call: WriteCall, before: LeadRecord): LeadRecord {
  const data = fromPerson(call, before.assigneeId);
  const after = { ...before, assigneeId: undefined };
  return commitChange(call, before, after, { type: 'lead_unassigned', data }).lead;
}

function requireUser(call: Call, email: string): UserRecord {
  const user = findUserByEmail(call.database, email);
  if (user !== undefined) return user;
  const detail = 'The company has no user with this e-mail address.';
  throw problemOfFaults([{ pointer: '/to_user_email', code: 'unknown_user', detail }]);
}

function refuseSuspended({ isSuspended, userId }: UserRecord): void {
  if (!isSuspended) return;
  throw new Problem('assignee_suspended', 'A suspended user gets no leads; choose another one.', {
    members: { user_id: userId },
  });
}

function notifyOwner(call: WriteCall, lead: LeadRecord, user: UserRecord): string {
  return enqueueNotification(call, {
    type: 'lead.assigned',
    userId: user.userId,
    data: {
      lead_id: lead.leadId,
      ...(lead.name === undefined ? {} : { lead_name: lead.name }),
      assigned_to: personView(call, user.userId),
      assigned_by: actorView(call),
    },
  });
}

function fromPerson(call: Call, userId: string | undefined): { from?: { id: string; name: string } } {
  return userId === undefined ? {} : { from: personView(call, userId) };
}

/** Who assigns: a user, or the part of the product that does. */
function actorView(call: Call): { id?: string; name: string } {
  const user = userOf(call.actor);
  return user === undefined ? { name: createdBy(call.actor) } : personView(call, user.userId);
}

function personView(call: Call, userId: string): { id: string; name: string } {
  return { id: userId, name: findUserOnce(call, userId)?.name ?? '' };
}
