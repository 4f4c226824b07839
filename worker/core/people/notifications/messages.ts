/** Messages to users about notifications, what waits to be sent, and what became of it. */
import type { AgedRows } from '../../engine/context/aged-rows.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, FLAG, Table } from '../../engine/storage/table.ts';
import { waitAfter } from '../../engine/context/back-off.ts';
import { devicesOf } from '../push/devices.ts';
import type { UserRecord } from '../users/schema.ts';
import { choicesOf, clockOf, wants } from './choices.ts';
import { afterQuiet, dueTime } from './due-times.ts';
import { type Kind, type MESSAGE_STATUSES, SENT_CHANNELS, type SentChannel } from './channels.ts';
import { BY_SMS } from './kinds.ts';
import { isMailStopped } from './mail-stops.ts';
import type { NotificationRecord } from './schema.ts';

const HOUR_MS = 60 * 60_000;
/** Most messages to a user by a channel in an hour. Further notifications wait, and come in one message. */
const MOST_IN_AN_HOUR: Readonly<Record<SentChannel, number>> = { push: 60, mail: 30, sms: 10 };
/** Attempts, and the waits between them: about a day in all. */
const MOST_ATTEMPTS = 8;
const WAITS = { first: 5_000, longest: 8 * HOUR_MS, factor: 6 };
/** Most notifications that a message names. It counts the others. */
export const MOST_NAMED = 10;

export interface MessageRecord {
  messageNumber: number;
  /** Stays the same when the message is sent again. */
  messageId: string;
  userId: string;
  channel: SentChannel;
  /** The kind of all its notifications; `digest` for any. */
  topic: Kind | 'digest';
  status: (typeof MESSAGE_STATUSES)[number];
  /** Whether further notifications join it. An attempt closes it. */
  isOpen: boolean;
  /** Milliseconds since the epoch. */
  createdTime: number;
  attempts: number;
  nextAttemptTime: number | null;
  deliveredTime: number | null;
  lastError: string | null;
}

/** The messages, by the time of writing. */
export const MESSAGES: AgedRows = {
  table: 'notification_messages',
  key: 'message_number',
  time: 'created_time',
  where: 'next_attempt_time IS NULL',
};

const ROWS = new Table<MessageRecord>('notification_messages', {
  messageNumber: AS_IS,
  messageId: AS_IS,
  userId: AS_IS,
  channel: AS_IS,
  topic: AS_IS,
  status: AS_IS,
  isOpen: FLAG,
  createdTime: AS_IS,
  attempts: AS_IS,
  nextAttemptTime: AS_IS,
  deliveredTime: AS_IS,
  lastError: AS_IS,
});
const OPEN = ROWS.select('WHERE user_id = ? AND channel = ? AND topic = ? AND is_open = 1');
const DUE = ROWS.select(
  `WHERE channel = ? AND next_attempt_time <= ? ORDER BY next_attempt_time, message_number LIMIT 1`,
);
const OF_NOTIFICATIONS = `SELECT ${ROWS.columns}, notification_id FROM json_each(?) AS wanted
  CROSS JOIN notification_channels ON notification_id = wanted.value
  JOIN notification_messages USING (message_number)`;

/** Older notifications were sent long ago. */
const RECENT_MS = 24 * 60 * 60_000;

/** Puts a notification into the messages to its user, by the channels that they have chosen. */
export function enqueueMessages(
  context: WriteContext,
  user: UserRecord,
  { notificationId, kind }: { notificationId: string; kind: Kind },
): void {
  const choices = choicesOf(context, user.userId);
  for (const channel of SENT_CHANNELS) {
    const isWanted =
      channel === 'sms' ? user.notifyRemindersBySms && BY_SMS.includes(kind) : wants(choices, kind, channel);
    if (!isWanted || !reaches(context, user, channel)) continue;
    const topic = choices.digestAt === null || channel !== 'mail' ? kind : 'digest';
    const message = openMessage(context, { userId: user.userId, channel, topic });
    const times = { channel, firstTime: message.createdTime, now: context.now };
    const due = dueTime(times, choices, clockOf(context, choices));
    context.database.run(
      'UPDATE notification_messages SET next_attempt_time = ? WHERE message_number = ?',
      due,
      message.messageNumber,
    );
    context.database.run(
      'INSERT INTO notification_channels (notification_id, channel, message_number) VALUES (?, ?, ?)',
      notificationId,
      channel,
      message.messageNumber,
    );
    context.wakeBy(due);
  }
}

/**
 * Postpones the mails about a missed call, whose voicemail is still to be understood.
 * @param milliseconds how much later; negative if they need not wait so long
 */
export function postponeMails({ database, now }: WriteContext, callId: string, milliseconds: number): void {
  database.run(
    `UPDATE notification_messages SET next_attempt_time = max(?, next_attempt_time + ?)
     WHERE channel = 'mail' AND topic <> 'digest' AND is_open = 1 AND next_attempt_time IS NOT NULL
       AND message_number IN (SELECT message_number FROM notification_channels WHERE notification_id IN (
         SELECT notification_id FROM notifications
         WHERE created_time > ? AND type = 'call.missed' AND data ->> 'call_id' = ?))`,
    now,
    milliseconds,
    now - RECENT_MS,
    callId,
  );
}

/** Tells whether messages of a channel reach a user at all. */
function reaches({ database }: WriteContext, user: UserRecord, channel: SentChannel): boolean {
  switch (channel) {
    case 'mail':
      return !isMailStopped(database, user);
    case 'sms':
      return user.phone !== '';
    default:
      return devicesOf(database, user.userId).length > 0;
  }
}

/** Returns the message that further notifications join, or makes one. */
function openMessage(
  { database, now }: WriteContext,
  { userId, channel, topic }: Pick<MessageRecord, 'userId' | 'channel' | 'topic'>,
): Pick<MessageRecord, 'messageNumber' | 'createdTime'> {
  const open = ROWS.maybe(database, OPEN, userId, channel, topic);
  if (open !== undefined) return open;
  return database.one<{ messageNumber: number; createdTime: number }>(
    `INSERT INTO notification_messages (message_id, user_id, channel, topic, status, is_open, created_time)
     VALUES (?, ?, ?, ?, 'pending', 1, ?) RETURNING message_number AS messageNumber, created_time AS createdTime`,
    crypto.randomUUID(),
    userId,
    channel,
    topic,
    now,
  );
}

/** Returns when the next message of a channel is due, in milliseconds since the epoch. */
export function nextMessageTime(database: Database, channel: SentChannel): number | undefined {
  const row = database.one<{ time: number | null }>(
    'SELECT min(next_attempt_time) AS time FROM notification_messages WHERE channel = ?',
    channel,
  );
  return row.time ?? undefined;
}

/** Finds the message of a channel that has been due longest. */
export function findDueMessage(
  database: Database,
  channel: SentChannel,
  now: number,
): MessageRecord | undefined {
  return ROWS.maybe(database, DUE, channel, now);
}

/**
 * Closes a message before its attempt, so that it stays what it is when it is sent again.
 * @returns whether to send it; in quiet hours, and if the user had too many in the last hour, it waits. While it is open further
 *   notifications join it
 */
export function closeMessage(context: WriteContext, message: MessageRecord): boolean {
  const { database, now } = context;
  const { messageNumber, userId, channel, isOpen } = message;
  if (waitsForMorning(context, message)) return false;
  if (!isOpen) return true;
  const { count, first } = database.one<{ count: number; first: number | null }>(
    `SELECT count(*) AS count, min(delivered_time) AS first FROM (
       SELECT delivered_time FROM notification_messages
       WHERE user_id = ? AND channel = ? AND delivered_time > ? ORDER BY delivered_time DESC LIMIT ?)`,
    userId,
    channel,
    now - HOUR_MS,
    MOST_IN_AN_HOUR[channel],
  );
  const isFull = count >= MOST_IN_AN_HOUR[channel];
  database.run(
    isFull
      ? 'UPDATE notification_messages SET next_attempt_time = ? WHERE message_number = ?'
      : 'UPDATE notification_messages SET is_open = 0, next_attempt_time = ? WHERE message_number = ?',
    isFull ? (first ?? now) + HOUR_MS : now,
    messageNumber,
  );
  return !isFull;
}

/**
 * Writes down that a message is about to be sent which must not be sent twice. If nothing is recorded until the cut-off, nobody
 * knows whether it was sent.
 */
export function claimMessage(
  context: WriteContext,
  { messageNumber }: MessageRecord,
  { detail, cutOffMs }: { detail: string; cutOffMs: number },
): void {
  context.database.run(
    'UPDATE notification_messages SET last_error = ?, next_attempt_time = ? WHERE message_number = ?',
    detail,
    context.now + cutOffMs,
    messageNumber,
  );
  context.wakeBy(context.now + cutOffMs);
}

/** Postpones an attempt in quiet hours, for instance a repeated one, to their end. A digest has its own time. */
function waitsForMorning(
  context: WriteContext,
  { messageNumber, userId, topic }: Pick<MessageRecord, 'messageNumber' | 'userId' | 'topic'>,
): boolean {
  const { database, now } = context;
  const choices = choicesOf(context, userId);
  const due = topic === 'digest' ? now : afterQuiet(now, choices.quietHours, clockOf(context, choices));
  if (due <= now) return false;
  database.run(
    'UPDATE notification_messages SET next_attempt_time = ? WHERE message_number = ?',
    due,
    messageNumber,
  );
  return true;
}

/** Returns the notifications of a message, oldest first, at most 10, and their number. */
export function notificationsOfMessage(
  database: Database,
  messageNumber: number,
): { ids: string[]; count: number } {
  const { count } = database.one<{ count: number }>(
    'SELECT count(*) AS count FROM notification_channels WHERE message_number = ?',
    messageNumber,
  );
  const ids = database.all<{ notification_id: string }>(
    `SELECT notification_id FROM notification_channels JOIN notifications USING (notification_id)
     WHERE message_number = ? ORDER BY created_time, notifications.rowid LIMIT ?`,
    messageNumber,
    MOST_NAMED,
  );
  return { ids: ids.map((row) => row.notification_id), count };
}

/** The result of an attempt: `failed` is repeated unless it is final, not before the wait that was asked for. */
export type MessageResult =
  | { outcome: 'delivered' | 'not_sent'; detail?: string }
  | { outcome: 'failed'; detail: string; isFinal?: boolean; askedWaitMs?: number };

/** Records the result of an attempt. */
export function recordResult(
  context: WriteContext,
  { messageNumber, attempts }: MessageRecord,
  result: MessageResult,
): void {
  const { database, now } = context;
  const isRepeated = result.outcome === 'failed' && result.isFinal !== true && attempts + 1 < MOST_ATTEMPTS;
  const next = isRepeated ? now + Math.max(waitAfter(attempts, WAITS), result.askedWaitMs ?? 0) : null;
  database.run(
    `UPDATE notification_messages SET status = ?, is_open = 0, attempts = attempts + ?, next_attempt_time = ?,
       delivered_time = ?, last_error = ? WHERE message_number = ?`,
    isRepeated ? 'pending' : result.outcome,
    result.outcome === 'not_sent' ? 0 : 1,
    next,
    result.outcome === 'delivered' ? now : null,
    result.detail ?? null,
    messageNumber,
  );
  if (next !== null) context.wakeBy(next);
}

/** Finds the messages of notifications, by the id of the notification. */
export function findMessages(
  database: Database,
  notifications: readonly Pick<NotificationRecord, 'notificationId'>[],
): Map<string, MessageRecord[]> {
  const ids = notifications.map(({ notificationId }) => notificationId);
  const rows = database.all<{ notification_id: string }>(OF_NOTIFICATIONS, JSON.stringify(ids));
  const found = rows.map((row) => ({ notificationId: row.notification_id, message: ROWS.read(row) }));
  const byId = Map.groupBy(found, ({ notificationId }) => notificationId);
  return new Map([...byId].map(([id, own]) => [id, own.map(({ message }) => message)]));
}
