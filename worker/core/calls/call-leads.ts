/** The lead that a call or a text becomes, and whose it is. */
import type { WriteCall } from '../call.ts';
import { isE164 } from '../../phone-numbers.ts';
import { Problem } from '../../problems.ts';
import { assignLead } from '../leads/assignments.ts';
import type { LeadInput } from '../leads/lead-input.ts';
import { hasLeadWith } from '../leads/lead-store.ts';
import { addLead, newLead } from '../leads/leads.ts';
import type { LeadRecord } from '../leads/schema.ts';
import { upsertLead } from '../leads/upserts.ts';
import type { UserRecord } from '../users/schema.ts';
import { userIdIn } from './phone-book.ts';
import { phoneBookOf } from './company-phone-book.ts';
import { dniSettingsOf } from '../dni/saved-settings.ts';
import { findUserOnce } from '../users/users.ts';

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
export function leadOfCaller(call: WriteCall, caller: Caller): LeadRecord | undefined {
  return findOrMakeLead(call, caller)?.lead;
}

/**
 * The lead with the caller's number, made if there is none: then it goes to the next of the location's users.
 * @returns undefined for callers who make no lead: withheld, blocked, the company's own
 */
export function findOrMakeLead(call: WriteCall, caller: Caller): LeadOfCaller | undefined {
  const { phone, locationId } = caller;
  const book = phoneBookOf(call).read();
  // A short code is nobody's number.
  if (phone === null || !isE164(phone) || book.isBlocked(phone) || book.isOwn(phone)) return undefined;
  const known: LeadInput = { ...NOTHING, phone: { phone } };
  if (hasLeadWith(call.database, phone)) return { lead: updated(call, known, caller.source), isNew: false };
  const users = usersOfLocation(call, locationId);
  const taker = locationId === null ? undefined : nextTaker(call, users, locationId);
  const made = newLead(call, {
    ...known,
    name: nameOf(caller),
    sourceTags: caller.source === null ? undefined : [caller.source],
    leadGroup: (taker ?? users[0])?.groupId,
  });
  const lead = addLead(call, made);
  return { lead: taker === undefined ? lead : assignLead(call, lead.leadId, taker.email), isNew: true };
}

/** A lead that is full of source tags takes no further one; the call still belongs to it. */
function updated(call: WriteCall, input: LeadInput, source: string | null): LeadRecord {
  if (source === null) return upsertLead(call, input).lead;
  try {
    return upsertLead(call, { ...input, sourceTags: [source] }).lead;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'too_many_values') throw error;
    return upsertLead(call, input).lead;
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
  call: WriteCall,
  users: readonly UserRecord[],
  locationId: string,
): UserRecord | undefined {
  const takers = users.filter(({ autoAssignable }) => autoAssignable);
  const next = nextOf(call, takers, locationId);
  if (next === undefined) return undefined;
  call.database.run(
    `INSERT INTO assignment_turns (location_id, user_id) VALUES (?1, ?2)
     ON CONFLICT (location_id) DO UPDATE SET user_id = ?2`,
    locationId,
    next.userId,
  );
  return next;
}

/** Whoever comes after the one who got the last. */
function nextOf(call: WriteCall, takers: readonly UserRecord[], locationId: string): UserRecord | undefined {
  if (takers.length === 0) return undefined;
  const last = call.database.maybe<{ user_id: string }>(
    'SELECT user_id FROM assignment_turns WHERE location_id = ?',
    locationId,
  )?.user_id;
  const index = takers.findIndex(({ userId }) => userId === last);
  return takers[(index + 1) % takers.length];
}

function usersOfLocation(call: WriteCall, locationId: string | null): UserRecord[] {
  const location = dniSettingsOf(call)
    .read()
    ?.settings.locations.find(({ location_id: id }) => id === locationId);
  return (location?.users ?? []).flatMap((entry) => {
    const user = findUserOnce(call, userIdIn(entry) ?? '');
    return user === undefined || user.isSuspended ? [] : [user];
  });
}
