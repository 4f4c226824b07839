/** What a bulk operation does to one lead, and how that is taken back. */
import type { Room } from '../../engine/storage/database.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import { type Fault, Problem, problemOfFaults } from '../../../shared/http/problems.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { giveLead, requireAssignable, takeLead } from '../editing/assignments.ts';
import { withinBounds } from '../record/edits.ts';
import { faultOfState, uniqueTags } from '../record/lead-input.ts';
import { findLead } from '../record/lead-store.ts';
import { moveLead, saveModified } from '../editing/leads.ts';
import type { LeadRecord } from '../record/schema.ts';
import { restoreLead, takeAway } from '../removals/removals.ts';
import { findRemoved } from '../removals/removed-leads.ts';
import type { UserRecord } from '../../people/users/schema.ts';
import { findUserByEmail, findUserOnce } from '../../people/users/users.ts';
import type { BulkAction, BulkInput } from './schema.ts';
import { settingsOf } from '../../company/settings/settings.ts';

/** Hexadecimal digits of the fingerprint of a list of tags. */
const FINGERPRINT_LENGTH = 16;

/** What taking a change back needs to know of the lead as it was. */
export type Mark =
  /** Its owner; null: nobody. */
  | { assignee: string | null }
  | { state: string }
  /** The tags that went, each with its place, how many came at the end, and what the list looks like since. */
  | { gone: [place: number, tag: string][]; came: number; now: string }
  /** When the lead was removed, in milliseconds since the epoch. */
  | { removed: number };

/** The part of the database that an action may use: removing leads goes on in a full one. */
export function roomFor(action: BulkAction['action']): Room {
  return action === 'remove' ? 'reserve' : 'common';
}

/** The lead was edited after the bulk operation had changed it. */
export class EditedSince extends Error {}

/**
 * The action that a request means, its users looked up.
 * @throws Problem `unknown_user`, `unknown_state`, `assignee_suspended`; `missing_parameter` without any tag
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
 * @returns what taking it back needs; undefined when the lead was so already
 * @throws Problem the refusals of the same change by a call of its own
 */
export function applyAction(context: WriteContext, action: BulkAction, lead: LeadRecord): Mark | undefined {
  switch (action.action) {
    case 'assign': {
      const mark = { assignee: lead.assigneeId ?? null };
      const given = giveLead(context, lead, requirePerson(context, action.userId), { isToldTogether: true });
      return given === lead ? undefined : mark;
    }
    case 'unassign': {
      if (lead.assigneeId === undefined) return undefined;
      if (action.userId !== undefined && action.userId !== lead.assigneeId) {
        throw new Problem('stale_assignment', 'The lead is assigned to somebody else.');
      }
      takeLead(context, lead);
      return { assignee: lead.assigneeId };
    }
    case 'change_state':
      return moveLead(context, lead, action.state) === lead ? undefined : { state: lead.state };
    case 'tags':
      return changeTags(context, action, lead);
    default: {
      // The audit log tells of the bulk operation, not of each of its leads.
      const { removedTime } = takeAway({ ...context, audit: () => undefined }, lead);
      return { removed: removedTime };
    }
  }
}

/**
 * Makes a lead what it was in the member that was changed.
 * @throws EditedSince when that member was changed again; Problem when the lead, its state or its owner is gone
 */
export function takeBack(context: WriteContext, action: BulkAction, leadId: string, mark: Mark): void {
  if ('removed' in mark) return bringBack(context, leadId, mark.removed);
  const lead = findLead(context.database, leadId);
  if (lead === undefined) throw new Problem('not_found', 'The lead is gone.');
  if ('assignee' in mark) return assignBack(context, action, lead, mark.assignee);
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

function bringBack(context: WriteContext, leadId: string, removedTime: number): void {
  const removed = findRemoved(context.database, leadId);
  if (removed === undefined) {
    // Restored by somebody, or erased.
    if (findLead(context.database, leadId) !== undefined) throw new EditedSince();
    throw new Problem('not_found', 'The lead is gone.');
  }
  if (removed.removedTime !== removedTime) throw new EditedSince();
  restoreLead({ ...context, audit: () => undefined }, leadId);
}

function assignBack(
  context: WriteContext,
  action: BulkAction,
  lead: LeadRecord,
  former: string | null,
): void {
  const since = action.action === 'assign' ? action.userId : undefined;
  if (lead.assigneeId !== since) throw new EditedSince();
  if (former === null) {
    takeLead(context, lead);
    return;
  }
  giveLead(context, lead, requirePerson(context, former), { isToldTogether: true });
}

function requirePerson(context: RequestContext, userId: string): UserRecord {
  const user = findUserOnce(context, userId);
  if (user === undefined) throw new Problem('unknown_user', 'The user is gone.');
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
    const detail = 'Name tags to add, or to remove.';
    faults.push({ pointer: '/add', code: 'missing_parameter', detail });
  }
  const both = added.filter((tag) => removed.some((other) => other.toLowerCase() === tag.toLowerCase()));
  for (const tag of both) {
    const detail = `"${tag}" is to be added and to be removed.`;
    faults.push({ pointer: '/remove', code: 'invalid_parameter', detail });
  }
  const [first, ...rest] = faults;
  if (first !== undefined) throw problemOfFaults([first, ...rest]);
  return { action: 'tags', add: added, remove: removed };
}

function fingerprint(tags: readonly string[]): string {
  return sha256Hex(JSON.stringify(tags)).slice(0, FINGERPRINT_LENGTH);
}
