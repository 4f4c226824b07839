/** Assigns leads to users and unassigns them. */
import type { Assigner } from '../../people/notifications/answer-schema.ts';
import type { Person } from '../../people/users/answer-schema.ts';
import { createdBy, userOf } from '../../engine/context/actors.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { tellChannels } from '../../people/chat/notices.ts';
import { notify } from '../../people/notifications/notifications.ts';
import { Problem, problemOfFaults } from '../../../shared/http/problems.ts';
import type { UserRecord } from '../../people/users/schema.ts';
import { findUserByEmail, findUserOnce } from '../../people/users/users.ts';
import { readableLead, writableLead } from '../record/access.ts';
import { leadView } from '../record/lead-notifications.ts';
import { lastBranchOf } from '../record/serving.ts';
import { commitChange } from '../timeline/events.ts';
import type { LeadRecord } from '../record/schema.ts';

/**
 * Assigns a lead and notifies its new owner. Does nothing if the lead is already theirs.
 * @param leadId the id from the path
 * @throws Problem `unknown_user`, `assignee_suspended`, `assignee_reads_only`; those of `writableLead`
 */
export function assignLead(context: WriteContext, leadId: string, toUserEmail: string): LeadRecord {
  readableLead(context, leadId);
  const user = requireUser(context, toUserEmail);
  return assignReadLead(context, writableLead(context, leadId), user);
}

/**
 * Assigns a lead that was read in this transaction. Does nothing if it is already the user's.
 * @param options.isNotifiedTogether whether the caller notifies the user of several leads at once, so that this function does not
 * @throws Problem `assignee_suspended`, `assignee_reads_only`
 */
export function assignReadLead(
  context: WriteContext,
  before: LeadRecord,
  user: UserRecord,
  options: { isNotifiedTogether?: boolean } = {},
): LeadRecord {
  if (before.assigneeId === user.userId) return before;
  refuseOthers(user);
  const notificationId = options.isNotifiedTogether === true ? undefined : notifyOwner(context, before, user);
  const data = { ...fromPerson(context, before.assigneeId), to: personView(context, user.userId) };
  const after = { ...before, assigneeId: user.userId };
  const { lead, event } = commitChange(context, before, after, { type: 'lead_assigned', data });
  context.emit({
    type: 'lead.assigned',
    leadId: lead.leadId,
    eventId: event.eventId,
    data: {
      user_id: user.userId,
      ...(notificationId === undefined ? {} : { notification_id: notificationId }),
      assigned_by: actorView(context),
    },
  });
  return lead;
}

/**
 * Finds the user to assign leads to.
 * @throws Problem `unknown_user`, `assignee_suspended`, `assignee_reads_only`
 */
export function requireAssignable(context: RequestContext, email: string): UserRecord {
  const user = requireUser(context, email);
  refuseOthers(user);
  return user;
}

/** Notifies a user, and chat channels of the whole company, of several leads that were assigned at once. */
export function notifyOfMany(context: WriteContext, userId: string, data: Record<string, unknown>): void {
  const type = 'leads.assigned';
  const told = { ...data, assigned_to: personView(context, userId), assigned_by: actorView(context) };
  notify(context, { type, userId, data: told });
  tellChannels(context, { type, data: told });
}

/**
 * Unassigns a lead from the user whom the caller believes to be its owner.
 * @throws Problem `not_assigned`; `stale_assignment` with `current_assignee` when another user owns it; those of `writableLead`
 */
export function unassignLead(context: WriteContext, leadId: string, fromUserEmail: string): LeadRecord {
  const before = writableLead(context, leadId);
  if (before.assigneeId === undefined) {
    throw new Problem('not_assigned', 'The lead is not assigned.');
  }
  if (findUserByEmail(context.database, fromUserEmail)?.userId !== before.assigneeId) {
    const assignee = findUserOnce(context, before.assigneeId);
    throw new Problem('stale_assignment', 'The lead is now assigned to another user.', {
      members: {
        current_assignee: { ...personView(context, before.assigneeId), email: assignee?.email ?? '' },
      },
    });
  }
  return unassignReadLead(context, before);
}

/** Unassigns a lead that was read in this transaction. */
export function unassignReadLead(context: WriteContext, before: LeadRecord): LeadRecord {
  const data = fromPerson(context, before.assigneeId);
  const after = { ...before, assigneeId: undefined };
  return commitChange(context, before, after, { type: 'lead_unassigned', data }).lead;
}

function requireUser(context: RequestContext, email: string): UserRecord {
  const user = findUserByEmail(context.database, email);
  if (user !== undefined) return user;
  const detail = 'The company has no user with this e-mail address.';
  throw problemOfFaults([{ pointer: '/to_user_email', code: 'unknown_user', detail }]);
}

function refuseOthers({ isSuspended, roleId, userId }: UserRecord): void {
  const members = { user_id: userId };
  if (isSuspended) {
    throw new Problem('assignee_suspended', 'The user is suspended; choose another one.', { members });
  }
  if (roleId === 'viewer') {
    throw new Problem('assignee_reads_only', 'The user reads only; choose another one.', { members });
  }
}

function notifyOwner(context: WriteContext, lead: LeadRecord, user: UserRecord): string | undefined {
  const type = 'lead.assigned';
  const data = {
    ...leadView(lead),
    assigned_to: personView(context, user.userId),
    assigned_by: actorView(context),
  };
  tellChannels(context, { type, data, group: lead.leadGroup, branch: () => lastBranchOf(context, lead) });
  return notify(context, { type, userId: user.userId, data });
}

function fromPerson(context: RequestContext, userId: string | undefined): { from?: Person } {
  return userId === undefined ? {} : { from: personView(context, userId) };
}

/** Describes the actor of an assignment: a user, or the part of the product that assigns. */
function actorView(context: RequestContext): Assigner {
  const user = userOf(context.actor);
  return user === undefined ? { name: createdBy(context.actor) } : personView(context, user.userId);
}

function personView(context: RequestContext, userId: string): Person {
  return { id: userId, name: findUserOnce(context, userId)?.name ?? '' };
}
