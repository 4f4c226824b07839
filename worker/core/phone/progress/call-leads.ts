/** Finds or makes the lead of a caller, and assigns it. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { assignLead } from '../../leads/editing/assignments.ts';
import type { LeadInput } from '../../leads/record/lead-input.ts';
import { hasLeadWith } from '../../leads/record/lead-store.ts';
import { addLead, saveModified, upsertLead } from '../../leads/editing/lead-writes.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import type { UserRecord } from '../../people/users/schema.ts';
import type { OpenPhoneBook } from '../ringing/phone-book.ts';
import { peopleOfBranch } from '../../company/dni/saved-settings.ts';
import { thoseThere } from '../../people/users/away-users.ts';
import { findUserOnce } from '../../people/users/users.ts';

/** The most characters of a caller's name that become the name of a lead. */
const MAX_NAME_LENGTH = 200;

/** Somebody who called or wrote. */
export interface Caller {
  /** Null when it is withheld. */
  phone: string | null;
  /** The caller's name from the network. */
  name?: string | undefined;
  /** The company's number: E.164. */
  number: string;
  /** Whether a menu answers, so that a new lead waits for the branch that they choose. */
  isInMenu?: boolean;
}

/** A caller's lead, and whether it is new. */
export interface LeadOfCaller {
  lead: LeadRecord;
  isNew: boolean;
}

/** The input for a lead that says nothing. */
export const EMPTY_INPUT: LeadInput = {
  name: undefined,
  email: undefined,
  emails: undefined,
  phone: undefined,
  phones: undefined,
  sourceTags: undefined,
  tags: undefined,
  state: undefined,
  leadGroup: undefined,
  fields: new Map(),
};

/**
 * Finds the lead with the caller's number. A new one is made if there is none, and assigned to the location's users
 * in turn.
 * @returns undefined for callers without a lead: withheld, blocked, the company's own
 */
export function leadOfCaller(
  context: WriteContext,
  book: OpenPhoneBook,
  { phone, name, number, isInMenu = false }: Caller,
): LeadOfCaller | undefined {
  // A short code belongs to no person.
  if (phone === null || !phone.startsWith('+') || book.isBlocked(phone) || book.isOwn(phone))
    return undefined;
  const known: LeadInput = { ...EMPTY_INPUT, phone: { phone } };
  const source = book.numbers.get(number)?.source ?? null;
  if (hasLeadWith(context.database, phone)) return { lead: updated(context, known, source), isNew: false };
  const sourceTags = source === null ? undefined : [source];
  const input = { ...known, name: nameOf(name), sourceTags };
  const branch = book.locationOf(number)?.locationId ?? null;
  return { lead: addAtBranch(context, input, branch, !isInMenu), isNew: true };
}

/**
 * Adds the lead of a call, text or form, in the group of the branch's users, and assigns it to one of them in turn.
 * @param locationId of the branch; null for none
 * @param isAssigned false leaves it to whoever takes it
 */
export function addAtBranch(
  context: WriteContext,
  input: LeadInput,
  locationId: string | null,
  isAssigned = true,
): LeadRecord {
  const users = usersOfLocation(context, locationId);
  const assignee = locationId === null || !isAssigned ? undefined : nextAssignee(context, users, locationId);
  const lead = addLead(context, { ...input, leadGroup: (assignee ?? users[0])?.groupId });
  return assignee === undefined ? lead : assignLead(context, lead.leadId, assignee.email);
}

/** Moves a lead that waited for its branch to the group of the branch's users, and assigns it to one of them in turn. */
export function assignAtBranch(context: WriteContext, lead: LeadRecord, locationId: string): LeadRecord {
  const users = usersOfLocation(context, locationId);
  const assignee = nextAssignee(context, users, locationId);
  const leadGroup = (assignee ?? users[0])?.groupId ?? lead.leadGroup;
  const moved = saveModified(context, lead, { ...lead, leadGroup });
  return assignee === undefined ? moved : assignLead(context, lead.leadId, assignee.email);
}

/** Updates the lead. The source is left out if the lead has the most source tags already. */
function updated(context: WriteContext, input: LeadInput, source: string | null): LeadRecord {
  if (source === null) return upsertLead(context, input).lead;
  try {
    return upsertLead(context, { ...input, sourceTags: [source] }).lead;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'too_many_values') throw error;
    return upsertLead(context, input).lead;
  }
}

/** Returns the caller's name; undefined if it has no letters, or is a word for an unknown caller. */
function nameOf(name: string | undefined): string | undefined {
  const clean = name?.trim().slice(0, MAX_NAME_LENGTH) ?? '';
  const isNone = !/\p{L}/u.test(clean) || /^(?:wireless|unknown|unavailable|anonymous)\b/i.test(clean);
  return isNone ? undefined : clean;
}

/** Chooses the next of the location's users who take new leads, in turn. Those who are away keep their place. */
function nextAssignee(
  context: WriteContext,
  users: readonly UserRecord[],
  locationId: string,
): UserRecord | undefined {
  const candidates = users.filter(({ autoAssignable, roleId }) => autoAssignable && roleId !== 'viewer');
  const next = candidateAfterLast(context, candidates, locationId);
  if (next === undefined) return undefined;
  context.database.run(
    `INSERT INTO assignment_turns (location_id, user_id) VALUES (?1, ?2)
     ON CONFLICT (location_id) DO UPDATE SET user_id = ?2`,
    locationId,
    next.userId,
  );
  return next;
}

/** Returns the user after the one who got the last lead, without those who are away, unless all are. */
function candidateAfterLast(
  context: WriteContext,
  candidates: readonly UserRecord[],
  locationId: string,
): UserRecord | undefined {
  const last = context.database.maybe<{ user_id: string }>(
    'SELECT user_id FROM assignment_turns WHERE location_id = ?',
    locationId,
  )?.user_id;
  const next = candidates.findIndex(({ userId }) => userId === last) + 1;
  const inTurn = [...candidates.slice(next), ...candidates.slice(0, next)];
  const [first] = thoseThere(
    context,
    inTurn.map(({ userId }) => userId),
  );
  return inTurn.find(({ userId }) => userId === first) ?? inTurn[0];
}

function usersOfLocation(context: WriteContext, locationId: string | null): UserRecord[] {
  if (locationId === null) return [];
  return peopleOfBranch(context, locationId).flatMap((userId) => {
    const user = findUserOnce(context, userId);
    return user === undefined || user.isSuspended ? [] : [user];
  });
}
