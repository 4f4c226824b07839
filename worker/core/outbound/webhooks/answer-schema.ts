/** The forms of webhooks and deliveries in answers. */
import * as v from 'valibot';
import { count, id, named, time } from '../../../shared/reference/answers.ts';
import { DELIVERY_STATUSES, EVENT_PATTERNS, WEBHOOK_STATES } from './schema.ts';

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
const attempt = v.strictObject({
  time,
  delivery_id: id,
  status: v.picklist(DELIVERY_STATUSES),
  ...attemptOutcome,
});
export type AttemptBody = v.InferOutput<typeof attempt>;

const webhookEntries = {
  webhook_id: id,
  url: v.string(),
  events: v.array(v.picklist(EVENT_PATTERNS)),
  description: v.string(),
  leave_out_spam: v.boolean(),
  state: v.picklist(WEBHOOK_STATES),
  /** The number of secrets with which messages are signed now. */
  secrets: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The last change that was processed for it, and the number of changes since. */
  position: v.string(),
  behind: count,
  /** Absent before the first attempt. `failing_since` is present while no attempt succeeds. */
  last_attempt: v.exactOptional(attempt),
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
