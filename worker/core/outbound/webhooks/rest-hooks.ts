/**
 * REST hooks: webhooks that a platform such as Zapier makes for itself, one for each automation, and that end with the API key with
 * which it asked.
 */
import { newestChanges } from '../../engine/commit/stream.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { changeBodies } from '../../engine/log/stream-bodies.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { makeWebhookSecret } from '../../../shared/secrets/webhook-secrets.ts';
import { webhooksOf } from './company-webhooks.ts';
import { spamAmong } from './deliveries.ts';
import { exampleOf } from './flat/examples.ts';
import { flatChange, type FlatChange } from './flat/flat-change.ts';
import {
  DEFAULT_FORMER_SECRET_SECONDS,
  type NewWebhookInput,
  type Subscriber,
  type WebhookRecord,
} from './schema.ts';
import { createWebhook, dropReceiver, rotateSecret } from './subscriptions.ts';
import { findReceiver, listWebhooks, typesOf } from './webhook-store.ts';

const MAX_SAMPLES = 3;
/** Among so many of the newest changes, samples are those whose lead is still there. */
const READ = 10;

/**
 * Subscribes a platform, by the key with which it asks. Platforms repeat what they got no answer to, so the same address and events
 * give the REST hook that is there, with a new secret: the former one may not have arrived.
 * @throws Problem `permission_denied` without a key, `too_many_values`
 */
export function subscribe(context: WriteContext, input: NewWebhookInput): WebhookRecord {
  const { actor, now } = context;
  if (actor.kind !== 'key') {
    throw new Problem('permission_denied', 'A REST hook ends with the API key that made it: use a key.');
  }
  const { keyId, name, expiresTime: until } = actor.key;
  const wanted = sortedText(input.events);
  const same = listWebhooks(context.database).find(
    ({ subscriber, url, events }) =>
      subscriber?.keyId === keyId && url === input.url && sortedText(events) === wanted,
  );
  if (same !== undefined) {
    const secret = input.secret ?? makeWebhookSecret();
    const formerUntil = now + DEFAULT_FORMER_SECRET_SECONDS * 1000;
    return rotateSecret(context, same.webhookId, { secret, formerUntil });
  }
  if (until !== null) context.wakeBy(until);
  return createWebhook(context, input, { keyId, name, until });
}

function sortedText(events: readonly string[]): string {
  return events.toSorted().join();
}

/** Removes the REST hooks that the keys with these ids made, because the keys have ended. */
export function endHooksOf(context: WriteContext, keyIds: readonly string[]): void {
  endHooks(context, ({ keyId }) => keyIds.includes(keyId));
}

/** Removes the REST hooks whose keys have expired. */
export function endExpiredHooks(context: WriteContext): void {
  endHooks(context, ({ until }) => until !== null && until <= context.now);
}

function endHooks(context: WriteContext, isEnded: (subscriber: Subscriber) => boolean): void {
  for (const webhook of listWebhooks(context.database)) {
    if (webhook.subscriber === null || !isEnded(webhook.subscriber)) continue;
    remove(context, webhook, 'Its API key has ended.');
  }
}

/** Removes a REST hook with its log, and says why in the audit log, the only place where somebody can see it now. */
function remove(context: WriteContext, webhook: WebhookRecord, reason: string): void {
  const { webhookId, url } = webhook;
  dropReceiver(context, webhook);
  webhooksOf(context).forget();
  context.audit({
    action: 'webhook.unsubscribed',
    subject: `settings:webhooks:${webhookId}`,
    detail: { url, detail: reason },
  });
}

/**
 * Removes a REST hook whose receiver answered 410: its platform makes another one when it wants messages again.
 * @returns whether there was one; false for any other receiver
 */
export function unsubscribe(context: WriteContext, webhookId: string): boolean {
  const webhook = findReceiver(context.database, webhookId);
  if (webhook === undefined || webhook.subscriber === null) return false;
  remove(context, webhook, 'The receiver answered 410.');
  return true;
}

/** Lists the newest changes as messages have them, without spam; an example of the first type if there are none. */
export function listSamples(context: RequestContext, events: WebhookRecord['events']): FlatChange[] {
  const types = typesOf({ events });
  const changes = newestChanges(context.database, { types, limit: READ });
  const spam = spamAmong(context.database, changes);
  const bodies = changeBodies(
    context,
    changes.filter((change) => !spam.has(change)),
  );
  const whole = bodies.filter(({ data }) => data.lead_id === undefined || 'lead' in data);
  const samples = (whole.length > 0 ? whole : bodies).slice(0, MAX_SAMPLES).map(flatChange);
  return samples.length > 0 ? samples : types.slice(0, 1).map((type) => exampleOf(type, context.companyId));
}
