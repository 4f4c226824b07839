/** The lead that a call or a text becomes, and whose it is. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { isE164 } from '../../../shared/contact/phone-numbers.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { assignLead } from '../../leads/editing/assignments.ts';
import type { LeadInput } from '../../leads/record/lead-input.ts';
import { hasLeadWith } from '../../leads/record/lead-store.ts';
import { addLead, upsertLead } from '../../leads/editing/leads.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import type { UserRecord } from '../../people/users/schema.ts';
import { userIdIn } from '../ringing/phone-book.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';
import { findUserOnce } from '../../people/users/users.ts';

/** Longest name of a caller that becomes the name of a lead. */
const MAX_NAME_LENGTH = 200;

/** Somebody who called or wrote. */
export interface Caller {
  /** Null when it is withheld. */
  phone: string | null;
  /** As the network has it. */
  name?: string | undefined;
  /** What the number that they called stands for. */
  source: string | null;
  locationId: string | null;
}

/** The lead of somebody, and whether it was made for what they do now: nobody has seen it yet. */
export interface LeadOfCaller {
  lead: LeadRecord;
  isNew: boolean;
}

const NOTHING: LeadInput = {
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

/** The lead with the caller's number, as `findOrMakeLead` says. */
export function leadOfCaller(context: WriteContext, caller: Caller): LeadRecord | undefined {
  return findOrMakeLead(context, caller)?.lead;
}

/**
 * The lead with the caller's number, made if there is none: then it goes to the next of the location's users.
 * @returns undefined for callers who make no lead: withheld, blocked, the company's own
 */
export function findOrMakeLead(context: WriteContext, caller: Caller): LeadOfCaller | undefined {
  const { phone, locationId } = caller;
  const book = openPhoneBook(context);
  // A short code is nobody's number.
  if (phone === null || !isE164(phone) || book.isBlocked(phone) || book.isOwn(phone)) return undefined;
  const known: LeadInput = { ...NOTHING, phone: { phone } };
  if (hasLeadWith(context.database, phone))
    return { lead: updated(context, known, caller.source), isNew: false };
  const users = usersOfLocation(context, locationId);
  const taker = locationId === null ? undefined : nextTaker(context, users, locationId);
  const lead = addLead(context, {
    ...known,
    name: nameOf(caller),
    sourceTags: caller.source === null ? undefined : [caller.source],
    leadGroup: (taker ?? users[0])?.groupId,
  });
  return { lead: taker === undefined ? lead : assignLead(context, lead.leadId, taker.email), isNew: true };
}

/** A lead that is full of source tags takes no further one; the call still belongs to it. */
function updated(context: WriteContext, input: LeadInput, source: string | null): LeadRecord {
  if (source === null) return upsertLead(context, input).lead;
  try {
    return upsertLead(context, { ...input, sourceTags: [source] }).lead;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'too_many_values') throw error;
    return upsertLead(context, input).lead;
  }
}

/** The name that the network gives; undefined where it has no letters or is a word for an unknown caller. */
function nameOf({ name }: Caller): string | undefined {
  const clean = name?.trim().slice(0, MAX_NAME_LENGTH) ?? '';
  const isNone = !/\p{L}/u.test(clean) || /^(?:wireless|unknown|unavailable|anonymous)\b/i.test(clean);
  return isNone ? undefined : clean;
}

/** Whoever of the location takes new leads, each in turn. */
function nextTaker(
  context: WriteContext,
  users: readonly UserRecord[],
  locationId: string,
): UserRecord | undefined {
  const takers = users.filter(({ autoAssignable }) => autoAssignable);
  const next = nextOf(context, takers, locationId);
  if (next === undefined) return undefined;
  context.database.run(
    `INSERT INTO assignment_turns (location_id, user_id) VALUES (?1, ?2)
     ON CONFLICT (location_id) DO UPDATE SET user_id = ?2`,
    locationId,
    next.userId,
  );
  return next;
}

/** Whoever comes after the one who got the last. */
function nextOf(
  context: WriteContext,
  takers: readonly UserRecord[],
  locationId: string,
): UserRecord | undefined {
  if (takers.length === 0) return undefined;
  const last = context.database.maybe<{ user_id: string }>(
    'SELECT user_id FROM assignment_turns WHERE location_id = ?',
    locationId,
  )?.user_id;
  const index = takers.findIndex(({ userId }) => userId === last);
  return takers[(index + 1) % takers.length];
}

function usersOfLocation(context: WriteContext, locationId: string | null): UserRecord[] {
  const location = dniSettingsOf(context)
    .read()
    ?.settings.locations.find(({ location_id: id }) => id === locationId);
  return (location?.users ?? []).flatMap((entry) => {
    const user = findUserOnce(context, userIdIn(entry) ?? '');
    return user === undefined || user.isSuspended ? [] : [user];
  });
}
