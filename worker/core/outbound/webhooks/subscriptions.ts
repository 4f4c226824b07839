/** Management of webhooks by super admins. */
import { actorId } from '../../engine/context/actors.ts';
import { endTrouble } from '../../engine/context/feature.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { streamEnds } from '../../engine/commit/stream.ts';
import type { Database } from '../../engine/storage/database.ts';
import { reportSettingsChanged } from '../../company/settings/settings-changes.ts';
import { asId, newId } from '../../../shared/http/ids.ts';
import { notFound, Problem, problemOfFaults } from '../../../shared/http/problems.ts';
import { checkIfMatch, versionTag } from '../../engine/http/answers.ts';
import { dropPending } from './deliveries.ts';
import { makeWebhookSecret } from '../../../shared/secrets/webhook-secrets.ts';
import type { NewWebhookInput, Subscriber, WebhookChangeInput, WebhookRecord } from './schema.ts';
import { findReceiver, listWebhooks, saveWebhook } from './webhook-store.ts';

const MAX_WEBHOOKS = 20;
/** Platforms make one for each automation. */
const MAX_REST_HOOKS = 50;

/** Returns how a webhook is named among what does not work. */
export function troubledPart(webhookId: string): string {
  return `webhook:${webhookId}`;
}

/**
 * Finds the webhook with the id from the path.
 * @throws Problem `not_found`
 */
export function requireWebhook(database: Database, idText: string): WebhookRecord {
  const webhook = findReceiver(database, asId(idText) ?? '');
  if (webhook === undefined || webhook.chat !== null) throw notFound();
  return webhook;
}

/**
 * Creates a webhook for the changes from now on.
 * @param subscriber the key that makes it for itself; null for a webhook that somebody set up
 * @throws Problem `too_many_values`
 */
export function createWebhook(
  context: WriteContext,
  input: NewWebhookInput,
  subscriber: Subscriber | null = null,
): WebhookRecord {
  requireRoom(context.database, subscriber !== null);
  const webhook: WebhookRecord = {
    webhookId: newId(context.now),
    url: input.url,
    events: input.events,
    description: input.description,
    leavesOutSpam: input.leave_out_spam,
    isFlat: input.flat || subscriber !== null,
    subscriber,
    chat: null,
    state: 'active',
    secrets: [{ secret: input.secret ?? makeWebhookSecret(), until: null }],
    position: streamEnds(context.database).end,
    lastAttempt: null,
    failingSince: null,
    version: 1,
    createdTime: context.now,
    createdBy: actorId(context.actor),
  };
  saveWebhook(context.database, webhook);
  reportReceiver(context, undefined, webhook);
  return webhook;
}

function requireRoom(database: Database, isRestHook: boolean): void {
  const present = listWebhooks(database).filter(({ subscriber }) => (subscriber !== null) === isRestHook);
  const [limit, kind] = isRestHook
    ? ([MAX_REST_HOOKS, 'REST hooks'] as const)
    : ([MAX_WEBHOOKS, 'webhooks'] as const);
  if (present.length < limit) return;
  const detail = `A company has at most ${limit} ${kind}; remove an unused one.`;
  throw new Problem('too_many_values', detail, { members: { limit } });
}

/**
 * Modifies the members in the input. Setting the state reactivates an ended webhook.
 * @throws Problem 404, 412, 400 for a REST hook whose messages would not be flat
 */
export function modifyWebhook(
  context: WriteContext,
  idText: string,
  input: WebhookChangeInput,
): WebhookRecord {
  const before = requireWebhook(context.database, idText);
  checkIfMatch(context.ifMatch, versionTag(before.version));
  if (before.subscriber !== null && input.flat === false) {
    const detail = 'The messages of a REST hook are flat, like its samples.';
    throw problemOfFaults([{ pointer: '/flat', code: 'invalid_parameter', detail }]);
  }
  const webhook: WebhookRecord = {
    ...before,
    url: input.url ?? before.url,
    events: input.events ?? before.events,
    description: input.description ?? before.description,
    leavesOutSpam: input.leave_out_spam ?? before.leavesOutSpam,
    isFlat: input.flat ?? before.isFlat,
    state: input.state ?? before.state,
    version: before.version + 1,
  };
  saveWebhook(context.database, webhook);
  endTrouble(context, troubledPart(webhook.webhookId));
  reportReceiver(context, before, webhook);
  context.wakeBy(context.now);
  return webhook;
}

/**
 * Removes a webhook with its log.
 * @returns the removed webhook
 * @throws Problem 404, 412
 */
export function removeWebhook(context: WriteContext, idText: string): WebhookRecord {
  const webhook = requireWebhook(context.database, idText);
  removeReceiver(context, webhook);
  return webhook;
}

/**
 * Removes a webhook or a chat channel with its log.
 * @throws Problem 412
 */
export function removeReceiver(context: WriteContext, receiver: WebhookRecord): void {
  checkIfMatch(context.ifMatch, versionTag(receiver.version));
  dropReceiver(context, receiver);
}

/** Removes a webhook or a chat channel with its log, in whatever version. */
export function dropReceiver(context: WriteContext, receiver: WebhookRecord): void {
  context.database.run('DELETE FROM webhook_deliveries WHERE webhook_id = ?', receiver.webhookId);
  context.database.run('DELETE FROM webhooks WHERE webhook_id = ?', receiver.webhookId);
  endTrouble(context, troubledPart(receiver.webhookId));
  reportReceiver(context, receiver, undefined);
}

/**
 * Replaces the secret of a webhook. Messages have signatures by both secrets until `formerUntil`.
 * @throws Problem 404
 */
export function rotateSecret(
  context: WriteContext,
  idText: string,
  { secret, formerUntil }: { secret: string; formerUntil: number },
): WebhookRecord {
  const before = requireWebhook(context.database, idText);
  const [former] = before.secrets;
  const kept = former === undefined || formerUntil <= context.now ? [] : [{ ...former, until: formerUntil }];
  const webhook = { ...before, secrets: [{ secret, until: null }, ...kept], version: before.version + 1 };
  saveWebhook(context.database, webhook);
  context.audit({ action: 'webhook.secret_rotated', subject: `settings:webhooks:${webhook.webhookId}` });
  return webhook;
}

/** Ends a webhook whose receiver unsubscribed, or a chat channel that is gone, and drops its queued messages. */
export function endWebhook(context: WriteContext, webhookId: string): void {
  const before = findReceiver(context.database, webhookId);
  if (before === undefined) return;
  const webhook: WebhookRecord = { ...before, state: 'ended', version: before.version + 1 };
  saveWebhook(context.database, webhook);
  dropPending(context, webhookId);
  reportReceiver(context, before, webhook);
}

/** Reports that a webhook or a chat channel was created, modified or removed. The address of a channel is not told. */
export function reportReceiver(
  context: WriteContext,
  before: WebhookRecord | undefined,
  after: WebhookRecord | undefined,
): void {
  const { webhookId: id = '', chat = null } = after ?? before ?? {};
  reportSettingsChanged(context, {
    ...(chat === null ? ({ settings: 'webhooks' } as const) : ({ settings: 'chat_channels' } as const)),
    id,
    ...(after === undefined ? {} : { version: after.version }),
    before: before && view(before),
    after: after && view(after),
  });
}

function view({ url, events, description, leavesOutSpam, isFlat, chat, state }: WebhookRecord): object {
  if (chat !== null) return { name: description, ...chat, events, state };
  return { url, events, description, leave_out_spam: leavesOutSpam, flat: isFlat, state };
}
