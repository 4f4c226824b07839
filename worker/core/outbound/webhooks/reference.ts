/** Reference of webhooks. */
import * as v from 'valibot';
import { CHANGE_TYPES } from '../../engine/context/stream-schema.ts';
import { count, id, named, time } from '../../../shared/reference/answers.ts';
import {
  DELIVERY_STATUSES,
  EVENT_PATTERNS,
  WEBHOOK_STATES,
  deliveriesQuerySchema,
  newWebhookSchema,
  replaySchema,
  rotateSecretSchema,
  samplesQuerySchema,
  webhookChangeSchema,
} from './schema.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';

/** The result of the last attempt to deliver a message. */
const attemptOutcome = {
  answer_status: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(599))),
  answer_milliseconds: v.exactOptional(count),
  last_error: v.exactOptional(v.string()),
};

/** The state of a message's delivery. Members without a value are absent. */
export const deliveryProgressEntries = {
  status: v.picklist(DELIVERY_STATUSES),
  attempts: count,
  next_attempt_time: v.exactOptional(time),
  delivered_time: v.exactOptional(time),
  ...attemptOutcome,
};
const deliveryProgress = v.strictObject(deliveryProgressEntries);
export type DeliveryProgress = v.InferOutput<typeof deliveryProgress>;

/** The result of an attempt to send to a webhook, with its message. `pending` means that it failed and will be repeated. */
export const attemptAnswer = v.strictObject({
  time,
  delivery_id: id,
  status: v.picklist(DELIVERY_STATUSES),
  ...attemptOutcome,
});
export type AttemptBody = v.InferOutput<typeof attemptAnswer>;

const webhookEntries = {
  webhook_id: id,
  url: v.string(),
  events: v.array(v.picklist(EVENT_PATTERNS)),
  description: v.string(),
  leave_out_spam: v.boolean(),
  flat: v.boolean(),
  /** Whether a platform made it for itself, by the key of this name. */
  rest_hook: v.boolean(),
  key_name: v.exactOptional(v.string()),
  state: v.picklist(WEBHOOK_STATES),
  /** The number of secrets with which messages are signed now. */
  secrets: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The last change that was processed for it, and the number of changes since. */
  position: v.string(),
  behind: count,
  /** Absent before the first attempt. `failing_since` is present while no attempt succeeds. */
  last_attempt: v.exactOptional(attemptAnswer),
  failing_since: v.exactOptional(time),
  created_time: time,
  created_by: v.string(),
};

/** A webhook. Only the answer that creates it has its secret. */
export const webhookAnswer = named('Webhook', v.strictObject(webhookEntries));
export type WebhookBody = v.InferOutput<typeof webhookAnswer>;

export const webhookWithSecretAnswer = named(
  'WebhookWithSecret',
  v.strictObject({
    ...webhookEntries,
    secret: v.exactOptional(v.pipe(v.string(), v.regex(/^whsec_/))),
  }),
);
export type WebhookWithSecret = v.InferOutput<typeof webhookWithSecretAnswer>;

/** A message to a receiver; `delivery_id` is its `webhook-id`. */
export const deliveryAnswer = named(
  'Delivery',
  v.strictObject({
    delivery_id: id,
    type: v.string(),
    sequence: v.exactOptional(count),
    created_time: time,
    ...deliveryProgressEntries,
  }),
);
export type DeliveryBody = v.InferOutput<typeof deliveryAnswer>;

/** The log of a webhook, newest first. */
export const deliveriesAnswer = v.strictObject({
  deliveries: v.array(deliveryAnswer),
  next_cursor: v.exactOptional(count),
});
export type DeliveryPage = v.InferOutput<typeof deliveriesAnswer>;

/** A change as a flat message has it: further names depend on its type. */
const flatChangeAnswer = named(
  'FlatChange',
  v.objectWithRest(
    { id: v.string(), type: v.picklist(CHANGE_TYPES), timestamp: time, actor: v.string(), company_id: id },
    v.nullable(v.union([v.string(), v.number(), v.boolean()])),
  ),
);

const COMPANY = '/companies/{company}';
const WEBHOOK = `${COMPANY}/webhooks/{webhook}`;
const webhooks = operationsOf('Webhooks', 'user');

export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  webhooks({
    name: 'listWebhooks',
    method: 'GET',
    path: `${COMPANY}/webhooks`,
    summary: 'The webhooks, oldest first (super admin)',
    answer: v.array(webhookAnswer),
    golden: 'stream/webhooks',
    problems: ['permission_denied'],
  }),
  webhooks({
    name: 'createWebhook',
    method: 'POST',
    path: `${COMPANY}/webhooks`,
    summary: 'Create a webhook for the changes from now on (super admin)',
    description:
      'Messages are signed as Standard Webhooks 1.0 says and hold a change as GET .../changes has it. A failed one is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, or as long as Retry-After says; an answer 410 ends the webhook. The order of messages is that of their sequence. The answer is the only one that has the secret. A REST hook (rest_hook) is made with an API key, gets flat messages as listSamples shows them, and is removed when its receiver answers 410 or its key ends; the same address and events again give the same one, with a new secret.',
    body: newWebhookSchema,
    answer: webhookWithSecretAnswer,
    versioned: true,
    golden: 'stream/add-webhook',
    problems: ['permission_denied', 'too_many_values'],
  }),
  webhooks({
    name: 'listSamples',
    method: 'GET',
    path: `${COMPANY}/webhooks/samples`,
    summary: 'Up to three of the newest flat messages, or an example (super admin)',
    description:
      'Flat messages as REST hooks get them, newest first, without spam, and without leads that were erased since. Of the newest 20,000 changes; if there is none of these events, an example with the id `example`.',
    query: samplesQuerySchema,
    answer: v.array(flatChangeAnswer),
    golden: 'stream/samples',
    problems: ['permission_denied'],
  }),
  webhooks({
    name: 'getWebhook',
    method: 'GET',
    path: WEBHOOK,
    summary: 'A webhook, with its position in the stream and its last attempt (super admin)',
    answer: webhookAnswer,
    versioned: true,
    golden: 'stream/webhook',
    problems: ['permission_denied'],
  }),
  webhooks({
    name: 'modifyWebhook',
    method: 'POST',
    path: `${WEBHOOK}/modify`,
    summary: 'Change, pause or resume a webhook (super admin)',
    description: 'Changes during the pause are sent afterwards, as far as they are still kept.',
    body: webhookChangeSchema,
    answer: webhookAnswer,
    versioned: true,
    golden: 'stream/modify-webhook',
    problems: ['permission_denied', 'precondition_failed'],
  }),
  webhooks({
    name: 'removeWebhook',
    method: 'POST',
    path: `${WEBHOOK}/remove`,
    summary: 'Remove a webhook and its log (super admin)',
    answer: webhookAnswer,
    versioned: true,
    golden: 'stream/remove-webhook',
    problems: ['permission_denied', 'precondition_failed'],
  }),
  webhooks({
    name: 'rotateWebhookSecret',
    method: 'POST',
    path: `${WEBHOOK}/rotate_secret`,
    summary: 'Give a webhook a new secret (super admin)',
    description: 'For former_valid_seconds, a day by default, messages have signatures by both secrets.',
    body: rotateSecretSchema,
    answer: webhookWithSecretAnswer,
    versioned: true,
    golden: 'stream/rotate-secret',
    problems: ['permission_denied'],
  }),
  webhooks({
    name: 'testWebhook',
    method: 'POST',
    path: `${WEBHOOK}/test`,
    summary: 'Send a webhook.test now; answers the result (super admin)',
    answer: deliveryAnswer,
    keyless: true,
    golden: 'stream/test-webhook',
    problems: ['permission_denied'],
  }),
  webhooks({
    name: 'listDeliveries',
    method: 'GET',
    path: `${WEBHOOK}/deliveries`,
    summary: 'The deliveries of the last 30 days, newest first (super admin)',
    query: deliveriesQuerySchema,
    answer: deliveriesAnswer,
    golden: 'stream/deliveries',
    problems: ['permission_denied'],
  }),
  webhooks({
    name: 'replayDelivery',
    method: 'POST',
    path: `${WEBHOOK}/deliveries/{delivery}/replay`,
    summary: 'Send a message again, under the same id (super admin)',
    answer: deliveryAnswer,
    golden: 'stream/replay-delivery',
    problems: ['permission_denied', 'in_use'],
  }),
  webhooks({
    name: 'replayChanges',
    method: 'POST',
    path: `${WEBHOOK}/replay`,
    summary: 'Send all changes after a position of the stream again (super admin)',
    body: replaySchema,
    answer: webhookAnswer,
    versioned: true,
    golden: 'stream/replay',
    problems: ['permission_denied', 'position_too_old'],
  }),
];
