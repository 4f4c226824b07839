/** The table of webhooks. */
import { CHANGE_TYPES, type ChangeType } from '../../engine/context/stream-schema.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, FLAG, json, nullableJson, Table } from '../../engine/storage/table.ts';
import type { LastAttempt, WebhookRecord } from './schema.ts';

const WEBHOOKS = new Table<WebhookRecord>('webhooks', {
  webhookId: AS_IS,
  url: AS_IS,
  events: json(),
  description: AS_IS,
  state: AS_IS,
  secrets: json(),
  position: AS_IS,
  version: AS_IS,
  createdTime: AS_IS,
  createdBy: AS_IS,
  lastAttempt: nullableJson(),
  failingSince: AS_IS,
  leavesOutSpam: FLAG,
  isFlat: FLAG,
  subscriber: nullableJson(),
  chat: nullableJson(),
});
const OLDEST_FIRST = WEBHOOKS.select('ORDER BY created_time, webhook_id');
const BY_ID = WEBHOOKS.select('WHERE webhook_id = ?');
const SAVE = WEBHOOKS.upsert(
  ['webhookId'],
  ['position', 'createdTime', 'createdBy', 'lastAttempt', 'failingSince'],
);

/** Lists all receivers, webhooks and chat channels, oldest first. */
export function listReceivers(database: Database): WebhookRecord[] {
  return WEBHOOKS.all(database, OLDEST_FIRST);
}

/** Lists the webhooks, oldest first. */
export function listWebhooks(database: Database): WebhookRecord[] {
  return listReceivers(database).filter(({ chat }) => chat === null);
}

/** Finds the webhook or chat channel with this id; undefined if there is none. */
export function findReceiver(database: Database, webhookId: string): WebhookRecord | undefined {
  return WEBHOOKS.maybe(database, BY_ID, webhookId);
}

/** Returns the types of changes that a webhook subscribes to. */
export function typesOf({ events }: Pick<WebhookRecord, 'events'>): ChangeType[] {
  return CHANGE_TYPES.filter((type) =>
    events.some((pattern) => pattern === '*' || pattern === type || pattern === `${type.split('.')[0]}.*`),
  );
}

/** Returns the secrets that are valid at this time. */
export function validSecrets({ secrets }: Pick<WebhookRecord, 'secrets'>, now: number): string[] {
  return secrets.filter(({ until }) => until === null || until > now).map(({ secret }) => secret);
}

/** Moves a webhook to a position in the stream: forwards, or back for a replay. */
export function setPosition(database: Database, webhookId: string, position: number): void {
  database.run('UPDATE webhooks SET position = ? WHERE webhook_id = ?', position, webhookId);
}

/** Records the last attempt for a webhook. The webhook in the options has no row, only its log. */
export function storeAttempt(database: Database, webhookId: string, attempt: LastAttempt): void {
  database.run(
    `UPDATE webhooks SET last_attempt = ?, failing_since = iif(?, NULL, coalesce(failing_since, ?)) WHERE webhook_id = ?`,
    JSON.stringify(attempt),
    attempt.status === 'delivered' ? 1 : 0,
    attempt.time,
    webhookId,
  );
}

/** Saves a new or modified webhook. Keeps its position and its last attempt. */
export function saveWebhook(database: Database, webhook: WebhookRecord): void {
  database.run(SAVE, ...WEBHOOKS.values(webhook));
}
