/** Finds the people whom a note or a comment mentions as `@Name`, and notifies them. */
import type { Assigner } from '../../people/notifications/answer-schema.ts';
import { createdBy, userOf } from '../../engine/context/actors.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { listUsers } from '../../people/users/users.ts';
import { notifyOfLead } from '../record/lead-notifications.ts';
import type { LeadRecord } from '../record/schema.ts';

/** Most people whom one text mentions. Further names are plain text. */
const MOST_MENTIONED = 20;
/** Most `@` in a text that are looked at, since each is compared with every name. */
const MOST_SIGNS = 100;

/** A person whom a text may mention. */
interface Named {
  userId: string;
  name: string;
}

/**
 * Notifies the people whom a text mentions, except its author and those who may not see the lead.
 * @param text.before the text before it was edited: who was mentioned there knows already
 */
export function notifyMentioned(
  context: WriteContext,
  lead: LeadRecord,
  { eventId, after, before = '' }: { eventId: string; after: string; before?: string },
): void {
  if (!after.includes('@')) return;
  const users = listUsers(context.database).filter(({ isSuspended }) => !isSuspended);
  const known = new Set(mentionedIn(before, users));
  const author = userOf(context.actor);
  const by: Assigner =
    author === undefined ? { name: createdBy(context.actor) } : { id: author.userId, name: author.name };
  notifyOfLead(context, lead, {
    userIds: mentionedIn(after, users).filter((id) => !known.has(id) && id !== author?.userId),
    type: 'lead.mentioned',
    data: { event_id: eventId, mentioned_by: by },
  });
}

/**
 * Returns the ids of the people whom a text mentions, in its order. Of several names that fit, the longest counts; people of the
 * same name are all mentioned. Case does not matter. Pure.
 */
export function mentionedIn(text: string, people: readonly Named[]): string[] {
  const found = new Set<string>();
  const names = people.map(({ userId, name }) => ({ userId, name: name.toLowerCase() }));
  for (const [, rest = ''] of [...text.matchAll(/(?<![\p{L}\p{N}._-])@(?=(.{1,500}))/gsu)].slice(
    0,
    MOST_SIGNS,
  )) {
    const lower = rest.toLowerCase();
    const fitting = names.filter(({ name }) => name !== '' && startsWithName(lower, name));
    const longest = Math.max(0, ...fitting.map(({ name }) => name.length));
    for (const { userId, name } of fitting) if (name.length === longest) found.add(userId);
  }
  return [...found].slice(0, MOST_MENTIONED);
}

/** Tells whether a text starts with a name as a whole word. */
function startsWithName(text: string, name: string): boolean {
  return text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length));
}
