/**
 * What chat channels are told, queued in the transaction of its cause. The queue, its attempts and its log are those of webhooks:
 * a message is a delivery, and its notices are what it tells of. A storm becomes one message.
 */
import { idOfBranch } from '../../company/dni/saved-settings.ts';
import type { LeadSubject } from '../../engine/context/personal-data.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, json, Table } from '../../engine/storage/table.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { webhooksOf } from '../../outbound/webhooks/company-webhooks.ts';
import { TOO_MANY } from '../../outbound/webhooks/deliveries.ts';
import { TEST_EVENT } from '../../outbound/webhooks/schema.ts';
import type { NotificationType } from '../notifications/answer-schema.ts';
import { kindOf } from '../notifications/kinds.ts';
import { MOST_NAMED, postponeMails } from '../notifications/messages.ts';
import { cutWords, setWords } from '../notifications/notifications.ts';
import { type ChannelRecord, isChannel } from './channels.ts';

/** A channel gets at most so many messages in ten minutes. What happens besides comes in one message afterwards. */
const MOST_IN_WINDOW = 10;
const WINDOW_MS = 10 * 60_000;
/** Most messages that wait for a channel. While so many do, what happens joins the newest. */
const MOST_WAITING = 5;
/** The newest messages that are counted: more than can be sent in the window or wait. */
const COUNTED = MOST_IN_WINDOW + MOST_WAITING;
/** Older notices were sent long ago. */
const RECENT_MS = 24 * 60 * 60_000;

/** Something that happened, as people are notified of it. */
export interface ToldEvent {
  type: NotificationType;
  /** Its content, as that of the notification. */
  data: Record<string, unknown>;
  /** The group of its lead; absent if it has none. */
  group?: string | undefined;
  /** Returns its branch, null for the default one and undefined for none; absent if it has none. Called if a channel asks. */
  branch?: () => string | null | undefined;
}

export interface NoticeRecord {
  noticeNumber: number;
  deliveryId: string;
  type: NotificationType;
  data: Record<string, unknown>;
  /** Milliseconds since the epoch. */
  createdTime: number;
  /** How many more things its message has that are not named. */
  more: number;
}

const ROWS = new Table<NoticeRecord>('chat_notices', {
  noticeNumber: AS_IS,
  deliveryId: AS_IS,
  type: AS_IS,
  data: json(),
  createdTime: AS_IS,
  more: AS_IS,
});
const OF_DELIVERIES = `SELECT ${ROWS.columns} FROM json_each(?) AS wanted
  JOIN chat_notices ON delivery_id = wanted.value ORDER BY notice_number`;
const ABOUT_LEADS = ROWS.select(
  `WHERE data ->> 'lead_id' IN (SELECT value FROM json_each(?)) ORDER BY notice_number DESC`,
);

/** Tells each channel that hears of it what happened. */
export function tellChannels(context: WriteContext, told: ToldEvent): void {
  const kind = kindOf(told.type, told.data);
  for (const channel of webhooksOf(context).active().filter(isChannel)) {
    if (!channel.events.includes(kind) || !hears(context, channel, told)) continue;
    const deliveryId = joined(context, channel) ?? enqueue(context, channel, told.type);
    addNotice(context, deliveryId, told);
  }
}

/** Tells whether a channel may be told of something: it is of its groups and of its branches, as far as it names any. */
function hears(context: RequestContext, { webhookId, chat }: ChannelRecord, told: ToldEvent): boolean {
  // The channel that fails is the one that cannot be told of it.
  if (told.data['channel_id'] === webhookId) return false;
  const { groups, locations } = chat;
  if (!isAmong(groups, told.group)) return false;
  if (locations.length === 0) return true;
  const locationId = told.branch?.();
  return locationId !== undefined && isAmong(locations, idOfBranch(context, locationId));
}

function isAmong(list: readonly string[], value: string | undefined): boolean {
  return list.length === 0 || (value !== undefined && list.includes(value));
}

/** Returns the waiting message that takes one more notice, if the channel has had many messages, or many wait for it. */
function joined(context: WriteContext, { webhookId }: ChannelRecord): string | undefined {
  const { waiting, recent } = load(context, webhookId);
  if (waiting < MOST_WAITING && recent < MOST_IN_WINDOW) return undefined;
  return context.database.maybe<{ delivery_id: string }>(
    `SELECT delivery_id FROM webhook_deliveries
     WHERE webhook_id = ? AND next_attempt_time IS NOT NULL AND type <> ?
       AND delivery_id NOT IN (SELECT value FROM json_each(?))
     ORDER BY delivery_number DESC LIMIT 1`,
    webhookId,
    TEST_EVENT,
    JSON.stringify(webhooksOf(context).sending()),
  )?.delivery_id;
}

/** Counts the messages that wait for a channel, and those of the last ten minutes with the time of the first. */
function load(
  { database, now }: WriteContext,
  webhookId: string,
): { waiting: number; recent: number; first: number | null } {
  return database.one(
    `SELECT count(*) FILTER (WHERE next_attempt_time IS NOT NULL) AS waiting,
       count(*) FILTER (WHERE created_time > ?2) AS recent,
       min(created_time) FILTER (WHERE created_time > ?2) AS first
     FROM (SELECT next_attempt_time, created_time FROM webhook_deliveries
       WHERE webhook_id = ?1 AND type <> ?3 ORDER BY delivery_number DESC LIMIT ?4)`,
    webhookId,
    now - WINDOW_MS,
    TEST_EVENT,
    COUNTED,
  );
}

/** Queues a message: at once, when the channel may have one more, or when the platform takes messages again. */
function enqueue(
  context: WriteContext,
  { webhookId, lastAttempt }: ChannelRecord,
  type: NotificationType,
): string {
  const { database, now } = context;
  const { recent, first } = load(context, webhookId);
  const isPaused = lastAttempt?.answerStatus === TOO_MANY;
  const { next } = database.one<{ next: number | null }>(
    'SELECT min(next_attempt_time) AS next FROM webhook_deliveries WHERE webhook_id = ?',
    webhookId,
  );
  const deliveryId = crypto.randomUUID();
  const due = Math.max(
    now,
    recent < MOST_IN_WINDOW ? 0 : (first ?? now) + WINDOW_MS,
    isPaused ? (next ?? now) : 0,
  );
  database.run(
    `INSERT INTO webhook_deliveries (delivery_id, webhook_id, type, created_time, status, next_attempt_time)
     VALUES (?, ?, ?, ?, 'pending', ?)`,
    deliveryId,
    webhookId,
    type,
    now,
    due,
  );
  context.wakeBy(due);
  return deliveryId;
}

/** Adds what happened to a message, which names ten things and counts the others. */
function addNotice({ database, now }: WriteContext, deliveryId: string, { type, data }: ToldEvent): void {
  const { count } = database.one<{ count: number }>(
    'SELECT count(*) AS count FROM chat_notices WHERE delivery_id = ?',
    deliveryId,
  );
  if (count < MOST_NAMED) {
    database.run(
      'INSERT INTO chat_notices (delivery_id, type, data, created_time) VALUES (?, ?, ?, ?)',
      deliveryId,
      type,
      JSON.stringify(data),
      now,
    );
    return;
  }
  database.run(
    `UPDATE chat_notices SET more = more + 1
     WHERE notice_number = (SELECT min(notice_number) FROM chat_notices WHERE delivery_id = ?)`,
    deliveryId,
  );
}

/** Returns the notices of messages, oldest first, by the id of the message. */
export function noticesOf(database: Database, deliveryIds: readonly string[]): Map<string, NoticeRecord[]> {
  const found = ROWS.all(database, OF_DELIVERIES, JSON.stringify(deliveryIds));
  return Map.groupBy(found, ({ deliveryId }) => deliveryId);
}

/** Tells whether a channel may still be told of a notice: its lead exists, and is in one of the channel's groups. */
export function mayStillHear(
  { database }: RequestContext,
  { chat: { groups } }: ChannelRecord,
  { data }: NoticeRecord,
): boolean {
  const { lead_id: leadId } = data;
  if (typeof leadId !== 'string') return true;
  const lead = database.maybe<{ lead_group: string | null }>(
    `SELECT lead_group FROM leads
     WHERE lead_id = ?1 OR lead_number = (SELECT survivor_number FROM merges WHERE secondary_id = ?1)`,
    leadId,
  );
  return lead !== undefined && isAmong(groups, lead.lead_group ?? undefined);
}

/**
 * Sets what a caller said in what is told of the missed call: in notifications, and in messages to channels that wait for it.
 * Nobody without a lead has words: no erasure would find them.
 * @param words cut off after 300 characters; undefined for none
 */
export function setVoicemailWords(
  context: WriteContext,
  call: { callId: string; leadId: string | null },
  words: string | undefined,
): void {
  setWords(context, call, words);
  if (call.leadId === null) return;
  context.database.run(
    `UPDATE chat_notices SET data = CASE WHEN ?1 IS NULL THEN json_remove(data, '$.words')
       ELSE json_set(data, '$.words', ?1) END
     WHERE type = 'call.missed' AND data ->> 'call_id' = ?2 AND data ->> 'lead_id' = ?3`,
    cutWords(words) ?? null,
    call.callId,
    call.leadId,
  );
}

/**
 * Postpones the mails and the messages to channels about a missed call, whose voicemail is still to be understood.
 * @param milliseconds how much later; negative if they need not wait so long
 */
export function postponeVoicemail(context: WriteContext, callId: string, milliseconds: number): void {
  postponeMails(context, callId, milliseconds);
  const { database, now } = context;
  database.run(
    `UPDATE webhook_deliveries SET next_attempt_time = max(?1, next_attempt_time + ?2)
     WHERE attempts = 0 AND next_attempt_time IS NOT NULL AND delivery_id IN (
       SELECT delivery_id FROM chat_notices
       WHERE type = 'call.missed' AND data ->> 'call_id' = ?3 AND created_time > ?4)`,
    now,
    milliseconds,
    callId,
    now - RECENT_MS,
  );
}

/** Deletes what channels are told about leads, sent or not. What they were told before stays on their platforms. */
export function deleteNoticesAbout(database: Database, leadIds: readonly string[]): void {
  database.run(
    `DELETE FROM chat_notices WHERE data ->> 'lead_id' IN (SELECT value FROM json_each(?))`,
    JSON.stringify(leadIds),
  );
}

/** Returns what channels were told about a lead, for the copy of a person's data, newest first. */
export function copiesOfNotices({ database }: RequestContext, { leadIds }: LeadSubject): object[][] {
  const notices = ROWS.all(database, ABOUT_LEADS, JSON.stringify(leadIds));
  return [
    notices.map(({ type, data, createdTime }) => ({ type, data, created_time: writeMoment(createdTime) })),
  ];
}
