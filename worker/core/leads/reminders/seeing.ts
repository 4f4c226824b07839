/** What each user has seen of the open reminders, for this user alone. */
import { userOf } from '../../engine/context/actors.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { EventRecord } from '../timeline/schema.ts';
import { contactIdOf, findVisible } from './open-reminders.ts';
import { SEEN_KEPT_MS } from './reminder-marks.ts';

/** Marks open reminders as seen by the caller. Those that are done or out of the caller's sight are left out. @returns how many were new */
export function seeReminders(context: WriteContext, eventIds: readonly string[]): number {
  const userId = userOf(context.actor)?.userId;
  if (userId === undefined) return 0;
  const open = findVisible(context, eventIds);
  const isSeen = seenBy(context, open);
  const fresh = open.filter((reminder) => !isSeen(reminder));
  for (const reminder of fresh) {
    context.database.run(
      `INSERT INTO seen_reminders (event_id, user_id, contact_event_id, seen_time) VALUES (?, ?, ?, ?)
       ON CONFLICT (event_id, user_id) DO UPDATE
         SET contact_event_id = excluded.contact_event_id, seen_time = excluded.seen_time`,
      reminder.eventId,
      userId,
      contactIdOf(reminder) ?? '',
      context.now,
    );
  }
  if (fresh.length > 0) context.wakeBy(context.now + SEEN_KEPT_MS);
  return fresh.length;
}

/** Tells which of these reminders the caller has seen as they are: a newer contact of the person is new. */
export function seenBy(
  context: RequestContext,
  reminders: readonly EventRecord[],
): (reminder: EventRecord) => boolean {
  const rows = context.database.all<{ event_id: string; contact_event_id: string }>(
    `SELECT event_id, contact_event_id FROM json_each(?) AS wanted
     CROSS JOIN seen_reminders ON event_id = wanted.value AND user_id = ?`,
    JSON.stringify(reminders.map(({ eventId }) => eventId)),
    userOf(context.actor)?.userId ?? '',
  );
  const seen = new Map(rows.map((row) => [row.event_id, row.contact_event_id]));
  return (reminder) => seen.get(reminder.eventId) === (contactIdOf(reminder) ?? '');
}
