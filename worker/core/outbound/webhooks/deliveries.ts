/** Deliveries of messages to receivers: the queue, and the log of the last 30 days. */
import type { AgedRows } from '../../engine/context/aged-rows.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { ChangeRecord } from '../../engine/context/stream-schema.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, Table } from '../../engine/storage/table.ts';
import { SPAM_TAG } from '../../../shared/contact/outcomes.ts';
import { asId } from '../../../shared/http/ids.ts';
import { notFound, Problem } from '../../../shared/http/problems.ts';
import {
  type Attempt,
  type DeliveriesQuery,
  type DeliveryRecord,
  NOTIFICATION_WEBHOOK,
  TEST_EVENT,
} from './schema.ts';
import { storeAttempt } from './webhook-store.ts';

/** How long deliveries stay in the log. */
export const DELIVERIES_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** The status of a platform that gets too many messages. */
export const TOO_MANY = 429;

/** Attempts at a message of a chat channel after which it is not sent sooner when another arrives: its platform refuses that one. */
const MOST_HASTENED = 20;

/** Most tests of a company's webhooks within the window. */
const MAX_TESTS = 30;
const TESTS_WINDOW_MS = 10 * 60_000;

/** The deliveries of changes, by the time of writing. Deliveries of notifications are deleted with the notifications. */
export const DELIVERIES: AgedRows = {
  table: 'webhook_deliveries',
  key: 'delivery_number',
  time: 'created_time',
  where: "webhook_id <> 'notifications'",
};

const ROWS = new Table<DeliveryRecord>('webhook_deliveries', {
  deliveryNumber: AS_IS,
  deliveryId: AS_IS,
  webhookId: AS_IS,
  type: AS_IS,
  sequence: AS_IS,
  createdTime: AS_IS,
  status: AS_IS,
  attempts: AS_IS,
  nextAttemptTime: AS_IS,
  deliveredTime: AS_IS,
  answerStatus: AS_IS,
  answerMilliseconds: AS_IS,
  lastError: AS_IS,
});
const NEXT = `SELECT ${ROWS.columns} FROM json_each(?1) AS wanted
  CROSS JOIN webhook_deliveries ON delivery_number = (
    SELECT own.delivery_number FROM webhook_deliveries AS own
    WHERE own.webhook_id = wanted.value AND own.next_attempt_time IS NOT NULL
      AND own.delivery_id NOT IN (SELECT value FROM json_each(?2))
    ORDER BY own.next_attempt_time, own.delivery_number LIMIT 1)
  ORDER BY max(next_attempt_time, ?3), wanted.key LIMIT 1`;
const PAGE = ROWS.select(
  `WHERE webhook_id = ?1 AND delivery_number < ?2 AND (?3 IS NULL OR status = ?3)
   ORDER BY delivery_number DESC LIMIT ?4`,
);
const BY_IDS = `SELECT ${ROWS.columns} FROM json_each(?) AS wanted
  JOIN webhook_deliveries ON delivery_id = wanted.value`;

/** Returns the changes of leads that look like spam: they have the tag, or a form of theirs was marked. */
export function spamAmong(database: Database, changes: readonly ChangeRecord[]): ReadonlySet<ChangeRecord> {
  const leadIds = new Set(changes.flatMap(({ leadId }) => leadId ?? []));
  const tagged = database.all<{ lead_id: string }>(
    `SELECT leads.lead_id FROM json_each(?) AS wanted JOIN leads ON lead_id = wanted.value
     WHERE EXISTS (SELECT 1 FROM json_each(document, '$.tags') AS tag WHERE tag.value = ?)`,
    JSON.stringify([...leadIds]),
    SPAM_TAG,
  );
  const spam = new Set(tagged.map(({ lead_id: leadId }) => leadId));
  const isMarked = ({ data: { spam: marked } }: ChangeRecord): boolean =>
    Array.isArray(marked) && marked.length > 0;
  return new Set(
    changes.filter((change) => isMarked(change) || (change.leadId !== undefined && spam.has(change.leadId))),
  );
}

/** Queues changes for a webhook. */
export function enqueueChanges(
  { database, now }: WriteContext,
  webhookId: string,
  changes: readonly ChangeRecord[],
): void {
  const rows = changes.map(({ sequence, type }) => ({ id: crypto.randomUUID(), sequence, type }));
  database.run(
    `INSERT INTO webhook_deliveries (delivery_id, webhook_id, type, sequence, created_time, status, next_attempt_time)
     SELECT value ->> 'id', ?1, value ->> 'type', value ->> 'sequence', ?2, 'pending', ?2
     FROM json_each(?3) ORDER BY key`,
    webhookId,
    now,
    JSON.stringify(rows),
  );
}

/** Queues a notification for the webhook in the options. */
export function enqueueNotificationDelivery(
  context: WriteContext,
  { notificationId, type }: { notificationId: string; type: string },
): void {
  const { database, now } = context;
  context.wakeBy(now);
  database.run(
    `INSERT INTO webhook_deliveries (delivery_id, webhook_id, type, created_time, status, next_attempt_time)
     VALUES (?1, ?2, ?3, ?4, 'pending', ?4)`,
    notificationId,
    NOTIFICATION_WEBHOOK,
    type,
    now,
  );
}

/**
 * Adds the delivery of a test, which the caller sends.
 * @throws Problem `rate_limited` after too many tests of the company
 */
export function addTestDelivery({ database, now }: WriteContext, webhookId: string): DeliveryRecord {
  limitTests(database, now);
  const deliveryId = crypto.randomUUID();
  database.run(
    `INSERT INTO webhook_deliveries (delivery_id, webhook_id, type, created_time, status) VALUES (?, ?, ?, ?, 'pending')`,
    deliveryId,
    webhookId,
    TEST_EVENT,
    now,
  );
  return requireDelivery(database, webhookId, deliveryId);
}

/** Limits tests. They are sent at once and logged, so a loop would flood the receiver and fill the log. */
function limitTests(database: Database, now: number): void {
  const { count, first } = database.one<{ count: number; first: number | null }>(
    `SELECT count(*) AS count, min(created_time) AS first FROM webhook_deliveries
     WHERE created_time > ? AND type = ? AND webhook_id <> 'notifications'`,
    now - TESTS_WINDOW_MS,
    TEST_EVENT,
  );
  if (count < MAX_TESTS) return;
  const seconds = Math.max(1, Math.ceil(((first ?? now) + TESTS_WINDOW_MS - now) / 1000));
  throw new Problem('rate_limited', `At most ${MAX_TESTS} tests in 10 minutes; wait before the next one.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}

/**
 * Queues a message again, to be sent at once.
 * @throws Problem 404, 409 `in_use` before its first attempt
 */
export function replayDelivery(context: WriteContext, webhookId: string, idText: string): DeliveryRecord {
  const delivery = requireDelivery(context.database, webhookId, asId(idText) ?? '');
  if (delivery.status === 'pending' && delivery.attempts === 0) {
    throw new Problem('in_use', 'The message is still waiting for its first attempt.');
  }
  context.database.run(
    "UPDATE webhook_deliveries SET status = 'pending', attempts = 0, next_attempt_time = ? WHERE delivery_id = ?",
    context.now,
    delivery.deliveryId,
  );
  context.wakeBy(context.now);
  return requireDelivery(context.database, webhookId, delivery.deliveryId);
}

/** Counts the queued messages of a webhook, up to `limit`. */
export function countPending(database: Database, webhookId: string, limit: number): number {
  return database.one<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT 1 FROM webhook_deliveries WHERE webhook_id = ? AND next_attempt_time IS NOT NULL LIMIT ?)`,
    webhookId,
    limit,
  ).count;
}

/**
 * Finds the next message that is not in flight: the one that is due for the first possible webhook of `webhookIds` or, if none is
 * due, the one that will be due first.
 * @returns the message; undefined if there is nothing to send
 */
export function nextDelivery(
  database: Database,
  webhookIds: readonly string[],
  { sending, now }: { sending: readonly string[]; now: number },
): DeliveryRecord | undefined {
  return ROWS.maybe(database, NEXT, JSON.stringify(webhookIds), JSON.stringify(sending), now);
}

/**
 * Records the result of an attempt, for the message and for its webhook.
 * @returns the delivery with the result
 */
export function recordAttempt(
  { database, now }: WriteContext,
  delivery: DeliveryRecord,
  { status, error, nextAttemptTime, answerStatus, answerMilliseconds }: Attempt,
): DeliveryRecord {
  const { deliveryId, webhookId } = delivery;
  const isSent = status !== 'not_sent';
  const deliveredTime = status === 'delivered' ? now : null;
  database.run(
    `UPDATE webhook_deliveries SET status = ?, attempts = attempts + ?, next_attempt_time = ?, last_error = ?,
       delivered_time = ?, answer_status = ?, answer_milliseconds = ?
     WHERE delivery_id = ?`,
    status,
    isSent ? 1 : 0,
    nextAttemptTime,
    error,
    deliveredTime,
    answerStatus,
    answerMilliseconds,
    deliveryId,
  );
  const result = { status, answerStatus, answerMilliseconds };
  if (isSent) storeAttempt(database, webhookId, { time: now, deliveryId, error, ...result });
  const attempts = delivery.attempts + (isSent ? 1 : 0);
  return { ...delivery, ...result, attempts, nextAttemptTime, deliveredTime, lastError: error };
}

/**
 * Lets the queued messages of a chat channel wait as long as its platform asks, which counts all of them together, or sends at
 * once what has failed before, because the channel works again.
 */
export function rescheduleChat(
  { database, now }: WriteContext,
  webhookId: string,
  { status, answerStatus, nextAttemptTime }: Attempt,
): void {
  if (status === 'delivered') {
    database.run(
      `UPDATE webhook_deliveries SET next_attempt_time = ?
       WHERE webhook_id = ? AND next_attempt_time IS NOT NULL AND attempts BETWEEN 1 AND ?`,
      now,
      webhookId,
      MOST_HASTENED,
    );
  }
  if (answerStatus !== TOO_MANY || nextAttemptTime === null) return;
  database.run(
    `UPDATE webhook_deliveries SET next_attempt_time = max(next_attempt_time, ?)
     WHERE webhook_id = ? AND next_attempt_time IS NOT NULL`,
    nextAttemptTime,
    webhookId,
  );
}

/** Drops the queued messages of a webhook. */
export function dropPending({ database }: WriteContext, webhookId: string): void {
  database.run(
    `UPDATE webhook_deliveries SET status = 'not_sent', next_attempt_time = NULL
     WHERE webhook_id = ? AND next_attempt_time IS NOT NULL`,
    webhookId,
  );
}

/** Lists a page of a webhook's log, newest first, with the position of the next page. */
export function listDeliveries(
  database: Database,
  webhookId: string,
  { status, cursor, limit }: DeliveriesQuery,
): { deliveries: DeliveryRecord[]; next: number | undefined } {
  const found = ROWS.all(
    database,
    PAGE,
    webhookId,
    cursor ?? Number.MAX_SAFE_INTEGER,
    status ?? null,
    limit + 1,
  );
  const deliveries = found.slice(0, limit);
  return { deliveries, next: found.length > limit ? deliveries.at(-1)?.deliveryNumber : undefined };
}

/** Finds the deliveries with these ids; returns them by id. */
export function findDeliveries(
  database: Database,
  deliveryIds: readonly string[],
): Map<string, DeliveryRecord> {
  const found = ROWS.all(database, BY_IDS, JSON.stringify(deliveryIds));
  return new Map(found.map((delivery) => [delivery.deliveryId, delivery]));
}

/**
 * Finds a delivery.
 * @throws Problem 404
 */
function requireDelivery(database: Database, webhookId: string, deliveryId: string): DeliveryRecord {
  const delivery = findDeliveries(database, [deliveryId]).get(deliveryId);
  if (delivery?.webhookId !== webhookId) throw notFound();
  return delivery;
}
