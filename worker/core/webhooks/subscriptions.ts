/** What super admins do with webhooks. */
import { actorId } from '../actors.ts';
import type { WriteCall } from '../call.ts';
import { streamEnds } from '../changes/changes.ts';
import type { Database } from '../database.ts';
import { tellSettingsChanged } from '../settings/settings-changes.ts';
import { asId, newId } from '../../ids.ts';
import { notFound, Problem } from '../../problems.ts';
import { checkIfMatch, versionTag } from '../versions.ts';
import { dropPending } from './deliveries.ts';
import { makeWebhookSecret } from './secrets.ts';
import type { NewWebhookInput, WebhookChangeInput, WebhookRecord } from './schema.ts';
import { findWebhook, listWebhooks, saveWebhook } from './webhook-store.ts';

const MAX_WEBHOOKS = 20;

/** The webhook with this id as it stands in a path. @throws Problem `not_found` */
export function requireWebhook(database: Database, idText: string): WebhookRecord {
  const webhook = findWebhook(database, asId(idText) ?? '');
  if (webhook === undefined) throw notFound();
  return webhook;
}

/** Makes a webhook that is told of what happens from now on. @throws Problem `too_many_values` */
export function createWebhook(call: WriteCall, input: NewWebhookInput): WebhookRecord {
  if (listWebhooks(call.database).length >= MAX_WEBHOOKS) {
    const detail = `A company has at most ${MAX_WEBHOOKS} webhooks; remove one that nobody needs.`;
    throw new Problem('too_many_values', detail, { members: { limit: MAX_WEBHOOKS } });
  }
  const webhook: WebhookRecord = {
    webhookId: newId(call.now),
    url: input.url,
    events: input.events,
    description: input.description,
    state: 'active',
    secrets: [{ secret: input.secret ?? makeWebhookSecret(), until: null }],
    position: streamEnds(call.database).end,
    lastAttempt: null,
    failingSince: null,
    version: 1,
    createdTime: call.now,
    createdBy: actorId(call.actor),
  };
  saveWebhook(call.database, webhook);
  tell(call, undefined, webhook);
  return webhook;
}

/** Changes what the input names; one that ended begins again when its state is set. @throws Problem 404, 412 */
export function modifyWebhook(call: WriteCall, idText: string, input: WebhookChangeInput): WebhookRecord {
  const before = requireWebhook(call.database, idText);
  checkIfMatch(call.ifMatch, versionTag(before.version));
  const webhook: WebhookRecord = {
    ...before,
    url: input.url ?? before.url,
    events: input.events ?? before.events,
    description: input.description ?? before.description,
    state: input.state ?? before.state,
    version: before.version + 1,
  };
  saveWebhook(call.database, webhook);
  tell(call, before, webhook);
  call.wakeBy(call.now);
  return webhook;
}

/** Removes a webhook and the log of its deliveries. @returns what it was @throws Problem 404, 412 */
export function removeWebhook(call: WriteCall, idText: string): WebhookRecord {
  const webhook = requireWebhook(call.database, idText);
  checkIfMatch(call.ifMatch, versionTag(webhook.version));
  call.database.run('DELETE FROM webhook_deliveries WHERE webhook_id = ?', webhook.webhookId);
  call.database.run('DELETE FROM webhooks WHERE webhook_id = ?', webhook.webhookId);
  tell(call, webhook, undefined);
  return webhook;
}

/** Gives a webhook a new secret; for a while messages are signed with the former one too. @throws Problem 404 */
export function rotateSecret(
  call: WriteCall,
  idText: string,
  { secret, formerUntil }: { secret: string; formerUntil: number },
): WebhookRecord {
  const before = requireWebhook(call.database, idText);
  const [former] = before.secrets;
  const kept = former === undefined || formerUntil <= call.now ? [] : [{ ...former, until: formerUntil }];
  const webhook = { ...before, secrets: [{ secret, until: null }, ...kept], version: before.version + 1 };
  saveWebhook(call.database, webhook);
  call.audit({ action: 'webhook.secret_rotated', subject: `settings:webhooks:${webhook.webhookId}` });
  return webhook;
}

/** Ends a webhook whose receiver wants no more; what still waits for it is not sent. */
export function endWebhook(call: WriteCall, webhookId: string): void {
  const before = findWebhook(call.database, webhookId);
  if (before === undefined) return;
  const webhook: WebhookRecord = { ...before, state: 'ended', version: before.version + 1 };
  saveWebhook(call.database, webhook);
  dropPending(call, webhookId);
  tell(call, before, webhook);
}

function tell(call: WriteCall, before: WebhookRecord | undefined, after: WebhookRecord | undefined): void {
  const view = ({ url, events, description, state }: WebhookRecord): object => ({
    url,
    events,
    description,
    state,
  });
  tellSettingsChanged(call, {
    settings: 'webhooks',
    id: (after ?? before)?.webhookId ?? '',
    ...(after === undefined ? {} : { version: after.version }),
    before: before && view(before),
    after: after && view(after),
  });
}
