/** Applies a bulk operation to one lead, and undoes it. */
import type { Room } from '../../engine/storage/database.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import { type Fault, Problem, problemOfFaults } from '../../../shared/http/problems.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { assignReadLead, requireAssignable, unassignReadLead } from '../editing/assignments.ts';
import { withinBounds } from '../record/edits.ts';
import { faultOfState, uniqueTags } from '../record/lead-input.ts';
import { findLead } from '../record/lead-store.ts';
import { moveLead, saveModified } from '../editing/lead-writes.ts';
import type { LeadRecord } from '../record/schema.ts';
import { restoreLead, removeReadLead } from '../removals/removals.ts';
import { findRemoved } from '../removals/removed-leads.ts';
import type { UserRecord } from '../../people/users/schema.ts';
import { findUserByEmail, findUserOnce } from '../../people/users/users.ts';
import type { BulkAction, BulkInput } from './schema.ts';
import { settingsOf } from '../../company/settings/settings.ts';

/** Hexadecimal digits of the fingerprint of a list of tags. */
const FINGERPRINT_LENGTH = 16;

/** The former value of a lead's member, from which the change is undone. */
export type Mark =
  /** The former owner; null if the lead was unassigned. */
  | { assignee: string | null }
  | { state: string }
  /** The removed tags with their places, how many tags were appended, and the fingerprint of the resulting list. */
  | { gone: [place: number, tag: string][]; came: number; now: string }
  /** When the lead was removed, in milliseconds since the epoch. */
  | { removed: number };

/** Returns the part of the database that an action may use. Leads can be removed even when the database is full. */
export function roomFor(action: BulkAction['action']): Room {
  return action === 'remove' ? 'reserve' : 'common';
}

/** The lead was edited after the bulk operation had changed it. */
export class EditedSince extends Error {}

/**
 * Reads the action of a request and looks up its users.
 * @throws Problem `unknown_user`, `unknown_state`, `assignee_suspended`; `missing_parameter` when the body names no tag
 */
export function readAction(context: RequestContext, input: BulkInput): BulkAction {
  switch (input.action) {
    case 'assign': {
      const user = requireAssignable(context, input.to_user_email);
      return { action: 'assign', userId: user.userId };
    }
    case 'unassign': {
      const { from_user_email: email } = input;
      if (email === undefined) return { action: 'unassign' };
      const user = findUserByEmail(context.database, email);
      if (user !== undefined) return { action: 'unassign', userId: user.userId };
      const detail = 'The company has no user with this e-mail address.';
      throw problemOfFaults([{ pointer: '/from_user_email', code: 'unknown_user', detail }]);
    }
    case 'change_state': {
      const fault = faultOfState(settingsOf(context), input.state);
      if (fault !== undefined) throw problemOfFaults([fault]);
      return { action: 'change_state', state: input.state };
    }
    case 'tags':
      return readTags(input);
    default:
      return { action: 'remove' };
  }
}

/**
 * Changes a lead that was read in this transaction.
 * @returns the data for undoing the change; undefined when the lead needed no change
 * @throws Problem those of the same change in a request of its own
 */
export function applyAction(context: WriteContext, action: BulkAction, lead: LeadRecord): Mark | undefined {
  switch (action.action) {
    case 'assign': {
      const mark = { assignee: lead.assigneeId ?? null };
      const given = assignReadLead(context, lead, requirePerson(context, action.userId), {
        isNotifiedTogether: true,
      });
      return given === lead ? undefined : mark;
    }
    case 'unassign': {
      if (lead.assigneeId === undefined) return undefined;
      if (action.userId !== undefined && action.userId !== lead.assigneeId) {
        throw new Problem('stale_assignment', 'The lead is assigned to another user.');
      }
      unassignReadLead(context, lead);
      return { assignee: lead.assigneeId };
    }
    case 'change_state':
      return moveLead(context, lead, action.state) === lead ? undefined : { state: lead.state };
    case 'tags':
      return changeTags(context, action, lead);
    default: {
      // The audit log has an entry for the bulk operation, not for each of its leads.
      const { removedTime } = removeReadLead({ ...context, audit: () => undefined }, lead);
      return { removed: removedTime };
    }
  }
}

/**
 * Restores the former value of the member that was changed.
 * @throws EditedSince when that member was changed again; Problem when the lead, its state or its owner no longer exists
 */
export function undoAction(context: WriteContext, action: BulkAction, leadId: string, mark: Mark): void {
  if ('removed' in mark) return restoreRemoved(context, leadId, mark.removed);
  const lead = findLead(context.database, leadId);
  if (lead === undefined) throw new Problem('not_found', 'The lead is gone.');
  if ('assignee' in mark) return restoreOwner(context, action, lead, mark.assignee);
  if ('state' in mark) {
    if (action.action !== 'change_state' || lead.state !== action.state) throw new EditedSince();
    const fault = faultOfState(settingsOf(context), mark.state);
    if (fault !== undefined) throw problemOfFaults([fault]);
    moveLead(context, lead, mark.state);
    return undefined;
  }
  if (fingerprint(lead.tags) !== mark.now) throw new EditedSince();
  const tags = lead.tags.slice(0, lead.tags.length - mark.came);
  for (const [place, tag] of mark.gone) tags.splice(place, 0, tag);
  saveModified(context, lead, { ...lead, tags });
  return undefined;
}

function restoreRemoved(context: WriteContext, leadId: string, removedTime: number): void {
  const removed = findRemoved(context.database, leadId);
  if (removed === undefined) {
    // Somebody has restored or erased the lead.
    if (findLead(context.database, leadId) !== undefined) throw new EditedSince();
    throw new Problem('not_found', 'The lead is gone.');
  }
  if (removed.removedTime !== removedTime) throw new EditedSince();
  restoreLead({ ...context, audit: () => undefined }, leadId);
}

function restoreOwner(
  context: WriteContext,
  action: BulkAction,
  lead: LeadRecord,
  former: string | null,
): void {
  const since = action.action === 'assign' ? action.userId : undefined;
  if (lead.assigneeId !== since) throw new EditedSince();
  if (former === null) {
    unassignReadLead(context, lead);
    return;
  }
  assignReadLead(context, lead, requirePerson(context, former), { isNotifiedTogether: true });
}

function requirePerson(context: RequestContext, userId: string): UserRecord {
  const user = findUserOnce(context, userId);
  if (user === undefined) throw new Problem('unknown_user', 'The user no longer exists.');
  return user;
}

function changeTags(
  context: WriteContext,
  { add, remove }: Extract<BulkAction, { action: 'tags' }>,
  lead: LeadRecord,
): Mark | undefined {
  const unwanted = new Set(remove.map((tag) => tag.toLowerCase()));
  const present = lead.tags;
  const gone = present.flatMap((tag, place): [number, string][] =>
    unwanted.has(tag.toLowerCase()) ? [[place, tag]] : [],
  );
  const stayed = present.filter((tag) => !unwanted.has(tag.toLowerCase()));
  const tags = uniqueTags([...stayed, ...add]);
  const came = tags.length - stayed.length;
  if (gone.length === 0 && came === 0) return undefined;
  saveModified(context, lead, withinBounds({ ...lead, tags }));
  return { gone, came, now: fingerprint(tags) };
}

function readTags({ add, remove }: Extract<BulkInput, { action: 'tags' }>): BulkAction {
  const [added, removed] = [uniqueTags(add), uniqueTags(remove)];
  const faults: Fault[] = [];
  if (added.length + removed.length === 0) {
    const detail = 'Name tags to add or to remove.';
    faults.push({ pointer: '/add', code: 'missing_parameter', detail });
  }
  const both = added.filter((tag) => removed.some((other) => other.toLowerCase() === tag.toLowerCase()));
  for (const tag of both) {
    const detail = `"${tag}" is both in add and in remove.`;
    faults.push({ pointer: '/remove', code: 'invalid_parameter', detail });
  }
  const [first, ...rest] = faults;
  if (first !== undefined) throw problemOfFaults([first, ...rest]);
  return { action: 'tags', add: added, remove: removed };
}

function fingerprint(tags: readonly string[]): string {
  return sha256Hex(JSON.stringify(tags)).slice(0, FINGERPRINT_LENGTH);
}
