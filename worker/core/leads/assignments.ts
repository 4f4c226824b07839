/** Whose lead it is: assigning and unassigning. */
import { createdBy, userOf } from '../actors.ts';
import type { Call, WriteCall } from '../call.ts';
import { enqueueNotification } from '../notifications/notifications.ts';
import { Problem, problemOfFaults } from '../../problems.ts';
import type { UserRecord } from '../users/schema.ts';
import { findUserByEmail } from '../users/users.ts';
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
  const before = writableLead(call, leadId);
  if (before.assigneeId === user.userId) return before;
  if (user.isSuspended) {
    throw new Problem('assignee_suspended', 'A suspended user gets no leads; choose another one.', {
      members: { user_id: user.userId },
    });
  }
  const notificationId = enqueueNotification(call, {
    type: 'lead.assigned',
    userId: user.userId,
    data: {
      lead_id: before.leadId,
      ...(before.name === undefined ? {} : { lead_name: before.name }),
      assigned_to: personView(call, user.userId),
      assigned_by: actorView(call),
    },
  });
  const data = { ...fromPerson(call, before.assigneeId), to: personView(call, user.userId) };
  const after = { ...before, assigneeId: user.userId };
  const { lead, event } = commitChange(call, before, after, { type: 'lead_assigned', data });
  call.emit({
    type: 'lead.assigned',
    leadId: lead.leadId,
    eventId: event.eventId,
    data: { user_id: user.userId, notification_id: notificationId, assigned_by: actorView(call) },
  });
  return lead;
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
    const assignee = call.person(before.assigneeId);
    throw new Problem('stale_assignment', 'The lead is assigned to somebody else by now.', {
      members: {
        current_assignee: { ...personView(call, before.assigneeId), email: assignee?.email ?? '' },
      },
    });
  }
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

function fromPerson(call: Call, userId: string | undefined): { from?: { id: string; name: string } } {
  return userId === undefined ? {} : { from: personView(call, userId) };
}

/** Who assigns: a user, or the part of the product that does. */
function actorView(call: Call): { id?: string; name: string } {
  const user = userOf(call.actor);
  return user === undefined ? { name: createdBy(call.actor) } : personView(call, user.userId);
}

function personView(call: Call, userId: string): { id: string; name: string } {
  return { id: userId, name: call.person(userId)?.name ?? '' };
}
