/** The rows of the webhooks. */
import { CHANGE_TYPES, type ChangeType } from '../../engine/context/stream-schema.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import type { LastAttempt, SigningSecret, WebhookRecord, WebhookState } from './schema.ts';

interface WebhookRow extends Row {
  webhook_id: string;
  url: string;
  events: string;
  description: string;
  state: string;
  secrets: string;
  position: number;
  version: number;
  created_time: number;
  created_by: string;
  last_attempt: string | null;
  failing_since: number | null;
}

/** All webhooks, the oldest first. */
export function listWebhooks(database: Database): WebhookRecord[] {
  return database.all<WebhookRow>('SELECT * FROM webhooks ORDER BY created_time, webhook_id').map(toRecord);
}

/** The webhook with this id; undefined when there is none. */
export function findWebhook(database: Database, webhookId: string): WebhookRecord | undefined {
  const row = database.maybe<WebhookRow>('SELECT * FROM webhooks WHERE webhook_id = ?', webhookId);
  return row && toRecord(row);
}

/** The types of changes that a webhook is told of. */
export function typesOf({ events }: Pick<WebhookRecord, 'events'>): ChangeType[] {
  return CHANGE_TYPES.filter((type) =>
    events.some((pattern) => pattern === '*' || pattern === type || pattern === `${type.split('.')[0]}.*`),
  );
}

/** The secrets that count at this time. */
export function validSecrets({ secrets }: Pick<WebhookRecord, 'secrets'>, now: number): string[] {
  return secrets.filter(({ until }) => until === null || until > now).map(({ secret }) => secret);
}

/** Moves on (or, for a replay, back) to a position in the stream. */
export function setPosition(database: Database, webhookId: string, position: number): void {
  database.run('UPDATE webhooks SET position = ? WHERE webhook_id = ?', position, webhookId);
}

/** Notes the last attempt to send to a webhook; that in the options, which has no row, has it in its log alone. */
export function noteAttempt(database: Database, webhookId: string, attempt: LastAttempt): void {
  database.run(
    `UPDATE webhooks SET last_attempt = ?, failing_since = iif(?, NULL, coalesce(failing_since, ?)) WHERE webhook_id = ?`,
    JSON.stringify(attempt),
    attempt.status === 'delivered' ? 1 : 0,
    attempt.time,
    webhookId,
  );
}

/** Saves a new webhook or a changed one; its position and how sending to it goes stay as they are. */
export function saveWebhook(database: Database, webhook: WebhookRecord): void {
  database.run(
    `INSERT INTO webhooks (webhook_id, url, events, description, state, secrets, position, version, created_time, created_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (webhook_id) DO UPDATE SET url = excluded.url, events = excluded.events,
       description = excluded.description, state = excluded.state, secrets = excluded.secrets, version = excluded.version`,
    webhook.webhookId,
    webhook.url,
    JSON.stringify(webhook.events),
    webhook.description,
    webhook.state,
    JSON.stringify(webhook.secrets),
    webhook.position,
    webhook.version,
    webhook.createdTime,
    webhook.createdBy,
  );
}

function toRecord(row: WebhookRow): WebhookRecord {
  return {
    webhookId: row.webhook_id,
    url: row.url,
    events: JSON.parse(row.events) as string[],
    description: row.description,
    state: row.state as WebhookState,
    secrets: JSON.parse(row.secrets) as SigningSecret[],
    position: row.position,
    version: row.version,
    createdTime: row.created_time,
    createdBy: row.created_by,
    lastAttempt: row.last_attempt === null ? null : (JSON.parse(row.last_attempt) as LastAttempt),
    failingSince: row.failing_since,
  };
}
