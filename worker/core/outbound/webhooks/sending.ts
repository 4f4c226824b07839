/** The background work of webhooks: queues a message for each change, and sends messages. */
import type { BackgroundTask } from '../../engine/context/background.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { changeBodies } from '../../engine/log/stream-bodies.ts';
import { findChange, readChanges, streamEnds } from '../../engine/commit/stream.ts';
import { commit } from '../../engine/commit/commit.ts';
import { addressRules, type CompanyContext, type CoreEnv } from '../../engine/context/company-context.ts';
import { beginTrouble, endTrouble, featuresOf } from '../../engine/context/feature.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { ChangeRecord } from '../../engine/context/stream-schema.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { PLATFORM_NAMES } from './chat-platforms.ts';
import { attempt, type Outcome, type Receiver } from './attempts.ts';
import {
  countPending,
  enqueueChanges,
  nextDelivery,
  recordAttempt,
  rescheduleChat,
  spamAmong,
} from './deliveries.ts';
import {
  type Attempt,
  type DeliveryRecord,
  NOTIFICATION_WEBHOOK,
  TEST_EVENT,
  type WebhookRecord,
} from './schema.ts';
import type { Message } from './signing.ts';
import { exampleOf } from './flat/examples.ts';
import { flatChange } from './flat/flat-change.ts';
import { endExpiredHooks, unsubscribe } from './rest-hooks.ts';
import { endWebhook, troubledPart } from './subscriptions.ts';
import { findReceiver, setPosition, typesOf, validSecrets } from './webhook-store.ts';
import { webhooksOf } from './company-webhooks.ts';
import { settingsOf } from '../../company/settings/settings.ts';

/** Most queued messages of one webhook. Further changes wait in the stream. */
const MAX_PENDING = 100;
/**
 * Messages that are sent at the same time. A Worker has at most six connections that wait for an answer (platform limit); one
 * stays free for the company's other work.
 */
const LANES = 5;

/** Failures that pass by themselves are told of to nobody: the third attempt comes after five minutes. */
const ATTEMPTS_BEFORE_TROUBLE = 3;

const NONE: ReadonlySet<ChangeRecord> = new Set();
const ACTOR = { kind: 'system', name: 'webhooks' } as const;

const enqueueing: BackgroundTask = {
  kind: 'messages of webhooks',
  nextTime: (company) => (webhooksBehind(company).length > 0 ? 0 : undefined),
  run: async (company) => {
    const behind = webhooksBehind(company);
    commit(company, contextOfActor(company, ACTOR), (context) => {
      for (const webhook of behind) {
        const room = MAX_PENDING - countPending(context.database, webhook.webhookId, MAX_PENDING);
        const { start, end } = streamEnds(context.database);
        const after = Math.max(webhook.position, start);
        const changes = readChanges(context.database, { after, limit: room, types: typesOf(webhook) });
        const left = webhook.leavesOutSpam ? spamAmong(context.database, changes) : NONE;
        enqueueChanges(
          context,
          webhook.webhookId,
          changes.filter((change) => !left.has(change)),
        );
        const position = changes.length < room ? end : (changes.at(-1)?.sequence ?? end);
        setPosition(context.database, webhook.webhookId, position);
      }
      webhooksOf(context).forget();
    });
  },
};

/** Several tasks, so that messages are sent in parallel. */
const lanes = Array.from({ length: LANES }, (_, index): BackgroundTask => ({
  kind: `delivery of messages, ${index + 1}`,
  nextTime: (company) => nextOf(company)?.nextAttemptTime ?? undefined,
  run: async (company, env) => {
    const delivery = nextOf(company);
    if (delivery === undefined || (delivery.nextAttemptTime ?? Infinity) > Date.now()) return;
    await webhooksOf(company).whileSending(delivery, () => deliver(company, env, delivery));
  },
}));

/** Removes REST hooks at the end of their keys. */
const expiring: BackgroundTask = {
  kind: 'ends of keys of webhooks',
  nextTime: (company) => {
    const time = webhooksOf(company).firstExpiry();
    return time === Infinity ? undefined : time;
  },
  run: async (company) => commit(company, contextOfActor(company, ACTOR), endExpiredHooks),
};

/** The background tasks of webhooks. */
export const WEBHOOK_TASKS: readonly BackgroundTask[] = [expiring, enqueueing, ...lanes];

/**
 * Sends a message to its webhook now and records the result.
 * @returns the delivery after the attempt
 */
export async function deliver(
  company: CompanyContext,
  env: CoreEnv,
  delivery: DeliveryRecord,
): Promise<DeliveryRecord> {
  const receiver = receiverOf(company, delivery.webhookId);
  const message = messageOf(company, env, delivery);
  const record = ({ isGone, ...outcome }: Outcome): DeliveryRecord =>
    commit(company, contextOfActor(company, ACTOR), (context) => {
      const attempted = recordAttempt(context, delivery, outcome);
      webhooksOf(context).rememberAttempt(delivery.webhookId, outcome.status === 'delivered');
      // Unsubscribing is no trouble.
      if (isGone && unsubscribe(context, delivery.webhookId)) return attempted;
      reportHealth(context, delivery, outcome);
      if (receiver?.platform !== undefined) rescheduleChat(context, delivery.webhookId, outcome);
      if (!isGone || delivery.webhookId === NOTIFICATION_WEBHOOK) return attempted;
      endWebhook(context, delivery.webhookId);
      webhooksOf(context).forget();
      return attempted;
    });
  if (receiver === undefined || message === undefined) {
    return record({ ...NOT_SENT, error: receiver === undefined ? null : 'Its change is no longer kept.' });
  }
  const rules = addressRules(env);
  const { attempts: failedBefore, createdTime } = delivery;
  return record(await attempt(receiver, message, { rules, failedBefore, createdTime }));
}

/** A receiver is in trouble after the third failed attempt to send a message, or the last one. */
function reportHealth(
  context: WriteContext,
  { webhookId, attempts }: DeliveryRecord,
  { status, error }: Attempt,
): void {
  const part = troubledPart(webhookId);
  if (status === 'delivered') endTrouble(context, part);
  const isRepeated = status === 'pending' && attempts + 1 >= ATTEMPTS_BEFORE_TROUBLE;
  const named = status === 'failed' || isRepeated ? namesOf(context, webhookId) : undefined;
  if (named === undefined) return;
  beginTrouble(context, { part, ...named, data: { ...named.data, detail: error ?? '' } });
}

/**
 * Returns how people know a receiver: by its name or description, else by the host, since the rest of the address may be secret.
 */
function namesOf(
  context: WriteContext,
  webhookId: string,
): { type: string; data: Record<string, string> } | undefined {
  const type = 'webhook.failing';
  if (webhookId === NOTIFICATION_WEBHOOK) {
    const { notification_webhook: webhook } = settingsOf(context).options();
    return webhook === null ? undefined : { type, data: { name: hostOf(webhook.url) } };
  }
  const receiver = findReceiver(context.database, webhookId);
  if (receiver === undefined) return undefined;
  const { chat, description, url } = receiver;
  if (chat !== null) return { type: 'chat.failing', data: { channel_id: webhookId, name: description } };
  return { type, data: { webhook_id: webhookId, name: description || hostOf(url) } };
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}

const NOT_SENT: Outcome = {
  status: 'not_sent',
  error: null,
  nextAttemptTime: null,
  answerStatus: null,
  answerMilliseconds: null,
  isGone: false,
};

function webhooksBehind(company: CompanyContext): WebhookRecord[] {
  const active = webhooksOf(company).active();
  if (active.length === 0) return [];
  const { end } = streamEnds(company.database);
  return active.filter(
    ({ webhookId, position, chat }) =>
      chat === null && position < end && countPending(company.database, webhookId, MAX_PENDING) < MAX_PENDING,
  );
}

function nextOf(company: CompanyContext): DeliveryRecord | undefined {
  const webhooks = webhooksOf(company);
  const free = webhooks.free();
  if (free.length === 0) return undefined;
  return nextDelivery(company.database, free, { sending: webhooks.sending(), now: Date.now() });
}

/** Returns the receiver of a webhook; undefined if the webhook was removed. */
function receiverOf(company: CompanyContext, webhookId: string): Receiver | undefined {
  const { database } = company;
  const settings = settingsOf(company);
  if (webhookId === NOTIFICATION_WEBHOOK) {
    const { notification_webhook: webhook } = settings.options();
    return webhook === null ? undefined : { url: webhook.url, secrets: [webhook.secret] };
  }
  const found = findReceiver(database, webhookId);
  if (found === undefined) return undefined;
  const { url, chat } = found;
  if (chat !== null) return { url, secrets: [], platform: PLATFORM_NAMES[chat.platform] };
  return { url, secrets: validSecrets(found, Date.now()) };
}

/**
 * Returns the message of a delivery: the change with its records in their current state; undefined if the change is no longer
 * kept.
 */
function messageOf(company: CompanyContext, env: CoreEnv, delivery: DeliveryRecord): Message | undefined {
  const { deliveryId: id, webhookId, type, sequence } = delivery;
  const context = contextOfActor(company, ACTOR);
  for (const messageOf of featuresOf(context).messages) {
    const message = messageOf(context, id, env);
    if (message !== undefined) return message;
  }
  const receiver = findReceiver(company.database, webhookId);
  if (type === TEST_EVENT) return { id, body: JSON.stringify(testBody(context, receiver, delivery)) };
  const change = sequence === null ? undefined : findChange(company.database, sequence);
  const [body] = change === undefined ? [] : changeBodies(context, [change]);
  return body && { id, body: JSON.stringify(receiver?.isFlat === true ? flatChange(body) : body) };
}

/** A flat test shows an example of an event, because platforms learn from it which names messages have. */
function testBody(
  context: RequestContext,
  receiver: WebhookRecord | undefined,
  { type, createdTime, webhookId }: DeliveryRecord,
): object {
  const [first] = receiver?.isFlat === true ? typesOf(receiver) : [];
  if (first !== undefined) return exampleOf(first, context.companyId);
  const data = { company_id: context.companyId, webhook_id: webhookId };
  return { type, timestamp: writeMoment(createdTime), data };
}
