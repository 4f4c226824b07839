/** Notifies users of what happened to a lead. */
import { nameOfBranch, peopleOfBranch } from '../../company/dni/saved-settings.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import type { ActingUser } from '../../engine/context/actors.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { tellChannels } from '../../people/chat/notices.ts';
import { cutWords, notify } from '../../people/notifications/notifications.ts';
import type { NewNotification } from '../../people/notifications/schema.ts';
import { thoseThere } from '../../people/users/away-users.ts';
import type { UserRecord } from '../../people/users/schema.ts';
import { findUserOnce, listUsers } from '../../people/users/users.ts';
import { isInScope, limitsOf } from './access.ts';
import { lastBranchOf, serves } from './serving.ts';
import type { LeadRecord } from './schema.ts';

/** The most people of a kind who hear of a contact. */
const MOST_TOLD = 20;
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

/** What somebody outside has done: a lead's, or a caller's who withholds the number and is no lead. */
export interface Contact {
  lead: LeadRecord | undefined;
  /** The branch of the number that was called or written to, or stood on the page: null for the default one, undefined for none. */
  locationId: string | null | undefined;
  /** The users whose phones rang besides those of the branch: a rule of the phone rings them. */
  rung?: readonly string[] | undefined;
  /** Where the person came from, as far as it is known. */
  source?: string | null | undefined;
  campaign?: string | null | undefined;
  /** What they wrote. */
  words?: string | undefined;
}

/** Notifies users and chat channels of a contact. Of users by default those who hear of it (`hearersOf`). */
export function notifyOfContact(
  context: WriteContext,
  contact: Contact,
  {
    type,
    data,
    userIds = hearersOf(context, contact),
  }: Pick<NewNotification, 'type' | 'data'> & { userIds?: readonly string[] },
): void {
  const view = {
    ...(contact.lead === undefined ? {} : leadView(contact.lead)),
    ...factsOf(context, contact),
  };
  for (const userId of new Set(userIds)) notify(context, { type, userId, data: { ...view, ...data } });
  const { lead, locationId } = contact;
  tellChannels(context, {
    type,
    data: { ...view, ...data },
    group: lead?.leadGroup,
    branch: () => locationId,
  });
}

/** Returns what people need to know of a contact, without what is unknown. */
function factsOf(context: WriteContext, { locationId, source, campaign, words }: Contact): object {
  const branch = locationId === undefined ? undefined : nameOfBranch(context, locationId);
  const facts = { source, campaign, branch, words: cutWords(words) };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => Boolean(value)));
}

/** Tells whether a user is notified of a lead. */
export function hearsOf(context: RequestContext, user: UserRecord, lead: LeadRecord): boolean {
  return isTold(user) && maySee(context, user, lead);
}

/** Tells whether a user may see a lead. */
export function maySee(context: RequestContext, user: ActingUser, lead: LeadRecord): boolean {
  const scope = limitsOf(settingsOf(context), user);
  return scope === undefined || isInScope(scope, lead) || serves(context, user.userId, lead);
}

/**
 * Returns who hears of a contact, so that somebody always does: the lead's owner, else the people of the branch and those whose
 * phones rang, else the agents and managers of the lead's group, else all managers, else the super admins. Viewers, suspended users and those who may not see the
 * lead do not count. While all of them are away, the next of these who are there hear of it too.
 */
export function hearersOf(context: WriteContext, { lead, locationId, rung = [] }: Contact): string[] {
  const users = listUsers(context.database).filter(isTold);
  const branch = new Set([...(locationId === undefined ? [] : peopleOfBranch(context, locationId)), ...rung]);
  const mayHear = (user: UserRecord): boolean => lead === undefined || maySee(context, user, lead);
  return firstWith(context, [
    () => users.filter(({ userId }) => userId === lead?.assigneeId),
    // They may see the leads of their branch, and those for whom their phones rang.
    () => users.filter(({ userId }) => branch.has(userId)),
    () => users.filter((user) => isOfGroup(lead, user) && user.roleId !== 'superadmin' && mayHear(user)),
    () => users.filter(({ roleId }) => roleId === 'manager'),
    () => users.filter(({ roleId }) => roleId === 'superadmin'),
  ]);
}

/** Returns who is responsible for a lead: as `hearersOf`, for a lead that nobody has called about just now. */
export function responsibleFor(context: WriteContext, lead: LeadRecord): string[] {
  return hearersOf(context, { lead, locationId: lastBranchOf(context, lead) });
}

/** Returns who hears of a lead that nobody takes care of: the managers of its group, else all managers, else the super admins. */
export function managersOf(context: WriteContext, lead: LeadRecord): string[] {
  const users = listUsers(context.database).filter(isTold);
  const managers = users.filter(({ roleId }) => roleId === 'manager');
  return firstWith(context, [
    () => managers.filter((user) => isOfGroup(lead, user)),
    () => managers,
    () => users.filter(({ roleId }) => roleId === 'superadmin'),
  ]);
}

/**
 * Returns the first of some lists that has anybody: those of it who are there. If all of it are away, all of it, and those who are
 * there of the next list that has any.
 */
function firstWith(context: WriteContext, lists: readonly (() => UserRecord[])[]): string[] {
  let away: string[] = [];
  for (const list of lists) {
    const all = list().map(({ userId }) => userId);
    const present = thoseThere(context, all).slice(0, MOST_TOLD);
    if (present.length > 0) return [...new Set([...away, ...present])];
    if (away.length === 0) away = all.slice(0, MOST_TOLD);
  }
  return away;
}

function isOfGroup(lead: LeadRecord | undefined, { groupId }: UserRecord): boolean {
  return lead?.leadGroup === groupId;
}

function isTold({ isSuspended, roleId }: UserRecord): boolean {
  return !isSuspended && roleId !== 'viewer';
}

/** Returns the lead's members in the content of a notification. */
export function leadView({ leadId, name }: LeadRecord): { lead_id: string; lead_name?: string } {
  return { lead_id: leadId, ...(name === undefined ? {} : { lead_name: name.slice(0, MAX_NAME) }) };
}
