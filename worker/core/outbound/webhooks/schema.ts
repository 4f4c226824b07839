/**
 * Records of webhooks, which subscribe to the stream of changes, and of their deliveries, and the bodies of requests about them.
 */
import * as v from 'valibot';
import { CHANGE_TYPES } from '../../engine/context/stream-schema.ts';
import { numberCursorSchema } from '../../engine/context/parameters.ts';
import { secretSchema } from '../../../shared/secrets/webhook-secrets.ts';
import type { ChatPlatform } from './chat-platforms.ts';

/** The id of the webhook in the company's options, which gets only notifications. */
export const NOTIFICATION_WEBHOOK = 'notifications';

/** The type of a test message. */
export const TEST_EVENT = 'webhook.test';

/**
 * States of a webhook. `active`: messages are sent; `paused`: they wait as long as changes are kept; `ended`: the receiver
 * unsubscribed by answering 410, or a chat channel is gone.
 */
export const WEBHOOK_STATES = ['active', 'paused', 'ended'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** A secret with which messages are signed. */
export interface SigningSecret {
  secret: string;
  /** The end of its validity in milliseconds since the epoch; null for the current secret. */
  until: number | null;
}

/** The result of the last attempt to send to a webhook. */
export interface LastAttempt {
  /** Milliseconds since the epoch. */
  time: number;
  deliveryId: string;
  /** `pending` means that it failed and will be repeated. */
  status: DeliveryStatus;
  /** The HTTP status; null if there was no answer. */
  answerStatus: number | null;
  answerMilliseconds: number | null;
  error: string | null;
}

/** What makes a receiver a chat channel. */
export interface ChatTarget {
  platform: ChatPlatform;
  /** The groups whose leads it hears of; empty for all. */
  groups: string[];
  /** The branches whose contacts it hears of; empty for all. */
  locations: string[];
}

/** The API key that subscribed a REST hook, which ends with it. */
export interface Subscriber {
  keyId: string;
  name: string;
  /** The end of the key, in milliseconds since the epoch; null if it has none. */
  until: number | null;
}

/** A receiver of messages: a webhook, or a chat channel. */
export interface WebhookRecord {
  webhookId: string;
  /** The address. That of a chat channel is a secret. */
  url: string;
  /** Types of changes, `lead.*` for all of one kind, `*` for all; for a chat channel kinds of notifications. */
  events: string[];
  description: string;
  /** Whether it gets no changes of leads with the tag `spam`. */
  leavesOutSpam: boolean;
  /** Whether its messages have one level of names and values. */
  isFlat: boolean;
  /** Null unless it is a REST hook: a webhook that a platform such as Zapier made for itself. */
  subscriber: Subscriber | null;
  /** Null for a webhook. */
  chat: ChatTarget | null;
  state: WebhookState;
  /** Newest first. */
  secrets: SigningSecret[];
  /** The number of the last change that was processed. */
  position: number;
  /** Null before the first attempt. */
  lastAttempt: LastAttempt | null;
  /** The time of the first failure after the last success; null while attempts succeed. */
  failingSince: number | null;
  version: number;
  createdTime: number;
  createdBy: string;
}

/** States of a delivery. `not_sent` means that there was no receiver. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'not_sent'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The result of an attempt, and the time of the next one. */
export interface Attempt {
  status: DeliveryStatus;
  /** The error, in words for the super admin. */
  error: string | null;
  /** Milliseconds since the epoch; null if there is no further attempt. */
  nextAttemptTime: number | null;
  /** The HTTP status of the answer; null if there was none. */
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
  /** Milliseconds since the epoch, like all times here. */
  createdTime: number;
  status: DeliveryStatus;
  attempts: number;
  nextAttemptTime: number | null;
  deliveredTime: number | null;
  /** The HTTP status of the last answer; null if there was none. */
  answerStatus: number | null;
  answerMilliseconds: number | null;
  lastError: string | null;
}

/** All patterns for events: types, kinds of types, and `*`. */
export const EVENT_PATTERNS = [
  '*',
  ...new Set(CHANGE_TYPES.map((type) => `${type.split('.')[0]}.*`)),
  ...CHANGE_TYPES,
] as const;

const MAX_FORMER_SECRET_SECONDS = 7 * 24 * 3600;
export const DEFAULT_FORMER_SECRET_SECONDS = 24 * 3600;

const urlSchema = v.pipe(v.string(), v.trim(), v.maxCodePoints(2_000));
const eventsSchema = v.pipe(
  v.array(v.picklist(EVENT_PATTERNS, `Use some of ${EVENT_PATTERNS.join(', ')}.`)),
  v.minLength(1, 'Choose at least one event, or * for all.'),
  v.maxLength(EVENT_PATTERNS.length),
);
const descriptionSchema = v.pipe(v.string(), v.trim(), v.maxCodePoints(200));

/** The body of `POST .../webhooks`. Without a secret, the server generates one. */
export const newWebhookSchema = v.strictObject({
  url: urlSchema,
  events: v.optional(eventsSchema, ['*']),
  description: v.optional(descriptionSchema, ''),
  leave_out_spam: v.optional(v.boolean(), false),
  flat: v.optional(v.boolean(), false),
  rest_hook: v.optional(v.boolean(), false),
  secret: v.optional(secretSchema),
});

/** The body of `POST .../webhooks/<webhook>/modify`, with only the members that change. */
export const webhookChangeSchema = v.strictObject({
  url: v.optional(urlSchema),
  events: v.optional(eventsSchema),
  description: v.optional(descriptionSchema),
  leave_out_spam: v.optional(v.boolean()),
  flat: v.optional(v.boolean()),
  state: v.optional(v.picklist(['active', 'paused'], 'Write active or paused.')),
});

/** The body of `POST .../webhooks/<webhook>/rotate_secret`. */
export const rotateSecretSchema = v.strictObject({
  secret: v.optional(secretSchema),
  /** How long messages are also signed with the former secret. */
  former_valid_seconds: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_FORMER_SECRET_SECONDS)),
    DEFAULT_FORMER_SECRET_SECONDS,
  ),
});

/** The body of `POST .../webhooks/<webhook>/replay`: all changes after this one are sent (again). */
export const replaySchema = v.strictObject({
  after: v.pipe(
    v.union([v.pipe(v.string(), v.regex(/^\d{1,15}$/)), v.pipe(v.number(), v.integer(), v.minValue(0))]),
    v.transform(Number),
  ),
});

/** The query of the samples: events, separated by commas. */
export const samplesQuerySchema = v.object({
  events: v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map((pattern) => pattern.trim())),
    eventsSchema,
  ),
});

/** The query of the log of deliveries, newest first. */
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
