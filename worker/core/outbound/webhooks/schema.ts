/** Webhooks: subscriptions to the stream of changes, their deliveries, and what comes in about them. */
import * as v from 'valibot';
import { CHANGE_TYPES } from '../../engine/context/stream-schema.ts';
import { numberCursorSchema } from '../../engine/context/parameters.ts';
import { secretSchema } from '../../../shared/secrets/webhook-secrets.ts';

/** The webhook in the company's options, which is told of notifications only. */
export const NOTIFICATION_WEBHOOK = 'notifications';

/** What a test sends. */
export const TEST_EVENT = 'webhook.test';

/**
 * `active`: messages are sent; `paused`: they wait, for as long as changes are kept; `ended`: the receiver unsubscribed by
 * answering 410.
 */
export const WEBHOOK_STATES = ['active', 'paused', 'ended'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** A secret that messages are signed with. */
export interface SigningSecret {
  secret: string;
  /** Milliseconds since the epoch; null for the one that stays. */
  until: number | null;
}

/** How the last attempt to send to a webhook went. */
export interface LastAttempt {
  /** Milliseconds since the epoch. */
  time: number;
  deliveryId: string;
  /** `pending`: it failed and is tried again. */
  status: DeliveryStatus;
  /** null when nothing answered. */
  answerStatus: number | null;
  answerMilliseconds: number | null;
  error: string | null;
}

export interface WebhookRecord {
  webhookId: string;
  url: string;
  /** Types of changes, `lead.*` for all of a kind, `*` for all. */
  events: string[];
  description: string;
  state: WebhookState;
  /** The newest first. */
  secrets: SigningSecret[];
  /** The number of the last change that was processed. */
  position: number;
  /** null before the first. */
  lastAttempt: LastAttempt | null;
  /** Time of the first failure after the last success; null while attempts succeed. */
  failingSince: number | null;
  version: number;
  createdTime: number;
  createdBy: string;
}

/** Status of a delivery; `not_sent`: there was no receiver. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'not_sent'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** How an attempt went, and what comes next. */
export interface Attempt {
  status: DeliveryStatus;
  /** What went wrong, in words for the super admin. */
  error: string | null;
  /** Milliseconds since the epoch; null when there is no further attempt. */
  nextAttemptTime: number | null;
  /** HTTP status; null when nothing answered. */
  answerStatus: number | null;
  answerMilliseconds: number | null;
}

export interface DeliveryRecord {
  deliveryNumber: number;
  /** The `webhook-id` of the message, the same at every attempt. */
  deliveryId: string;
  webhookId: string;
  type: string;
  sequence: number | null;
  /** Milliseconds since the epoch, as all times here. */
  createdTime: number;
  status: DeliveryStatus;
  attempts: number;
  nextAttemptTime: number | null;
  deliveredTime: number | null;
  /** HTTP status of the last answer; null when there was none. */
  answerStatus: number | null;
  answerMilliseconds: number | null;
  lastError: string | null;
}

/** Every pattern that names events: types, their families, everything. */
export const EVENT_PATTERNS = [
  '*',
  ...new Set(CHANGE_TYPES.map((type) => `${type.split('.')[0]}.*`)),
  ...CHANGE_TYPES,
] as const;

const MAX_FORMER_SECRET_SECONDS = 7 * 24 * 3600;
const DEFAULT_FORMER_SECRET_SECONDS = 24 * 3600;

const urlSchema = v.pipe(v.string(), v.trim(), v.maxCodePoints(2_000));
const eventsSchema = v.pipe(
  v.array(v.picklist(EVENT_PATTERNS, `Use some of ${EVENT_PATTERNS.join(', ')}.`)),
  v.minLength(1, 'Name at least one event; * stands for all.'),
  v.maxLength(EVENT_PATTERNS.length),
);
const descriptionSchema = v.pipe(v.string(), v.trim(), v.maxCodePoints(200));

/** The body of `POST .../webhooks`. Without a secret one is made. */
export const newWebhookSchema = v.strictObject({
  url: urlSchema,
  events: v.optional(eventsSchema, ['*']),
  description: v.optional(descriptionSchema, ''),
  secret: v.optional(secretSchema),
});

/** The body of `POST .../webhooks/<webhook>/modify`: only what changes. */
export const webhookChangeSchema = v.strictObject({
  url: v.optional(urlSchema),
  events: v.optional(eventsSchema),
  description: v.optional(descriptionSchema),
  state: v.optional(v.picklist(['active', 'paused'], 'Write active or paused.')),
});

/** The body of `POST .../webhooks/<webhook>/rotate_secret`. */
export const rotateSecretSchema = v.strictObject({
  secret: v.optional(secretSchema),
  /** For how long messages are signed with the former secret too. */
  former_valid_seconds: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_FORMER_SECRET_SECONDS)),
    DEFAULT_FORMER_SECRET_SECONDS,
  ),
});

/** The body of `POST .../webhooks/<webhook>/replay`: everything after this change is sent (again). */
export const replaySchema = v.strictObject({
  after: v.pipe(
    v.union([v.pipe(v.string(), v.regex(/^\d{1,15}$/)), v.pipe(v.number(), v.integer(), v.minValue(0))]),
    v.transform(Number),
  ),
});

/** The query of the log of deliveries, the newest first. */
export const deliveriesQuerySchema = v.object({
  status: v.optional(v.picklist(DELIVERY_STATUSES)),
  cursor: numberCursorSchema,
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, 'Write a number from 1 to 100.'),
      v.transform(Number),
      v.minValue(1),
      v.maxValue(100),
    ),
    '20',
  ),
});

export type NewWebhookInput = v.InferOutput<typeof newWebhookSchema>;
export type WebhookChangeInput = v.InferOutput<typeof webhookChangeSchema>;
export type DeliveriesQuery = v.InferOutput<typeof deliveriesQuerySchema>;
