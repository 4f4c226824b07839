/** Builds the answers about notifications. */
import { hasMail, type MailEnv } from '../../../shared/mail/mail.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { DeliveryRecord } from '../../outbound/webhooks/schema.ts';
import { deliveryProgress } from '../../outbound/webhooks/webhook-bodies.ts';
import type { UserRecord } from '../users/schema.ts';
import type { ChoicesBody, NotificationBody, SentMessage } from './answer-schema.ts';
import { type Choices, choicesOf, wants } from './choices.ts';
import { CHANNELS, KINDS } from './channels.ts';
import { findMailStop } from './mail-stops.ts';
import type { MessageRecord } from './messages.ts';
import type { ChoicesInput, NotificationRecord } from './schema.ts';

/**
 * Returns the form of a notification in the list.
 * @param delivery to the webhook in the options
 * @param messages to the user, by their channels
 */
export function notificationBody(
  notification: NotificationRecord,
  delivery: DeliveryRecord | undefined,
  messages: readonly MessageRecord[] = [],
): NotificationBody {
  const body = {
    notification_id: notification.notificationId,
    type: notification.type,
    user_id: notification.userId,
    data: notification.data,
    created_time: writeMoment(notification.createdTime),
    ...(notification.readTime === null ? {} : { read_time: writeMoment(notification.readTime) }),
    channels: Object.fromEntries(messages.map((message) => [message.channel, sentMessage(message)])),
    ...(delivery === undefined ? { status: 'not_sent', attempts: 0 } : deliveryProgress(delivery)),
  };
  // `data` was written for a notification of this type, so the members fit the schema.
  return body as NotificationBody;
}

/** Returns the choices of a user. */
export function choicesBody(context: RequestContext, env: MailEnv, user: UserRecord): ChoicesBody {
  const choices = choicesOf(context, user.userId);
  const kinds = Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      Object.fromEntries(CHANNELS.map((channel) => [channel, wants(choices, kind, channel)])),
    ]),
  ) as ChoicesBody['kinds'];
  return {
    kinds,
    quiet_hours: choices.quietHours,
    digest_at: choices.digestAt,
    time_zone: choices.timeZone,
    mail: mailState(context, env, user),
  };
}

/** Returns the record of choices in a request. */
export function choicesFrom(userId: string, input: ChoicesInput): Choices {
  const kinds = Object.entries(input.kinds).flatMap(([kind, channels]) =>
    channels === undefined ? [] : [[kind, channels] as const],
  );
  return {
    userId,
    kinds: Object.fromEntries(kinds),
    quietHours: input.quiet_hours,
    digestAt: input.digest_at,
    timeZone: input.time_zone,
  };
}

function mailState({ database }: RequestContext, env: MailEnv, user: UserRecord): ChoicesBody['mail'] {
  const stop = findMailStop(database, user);
  if (!hasMail(env)) return { state: 'not_set_up', address: user.email };
  if (stop === undefined) return { state: 'ready', address: user.email };
  return {
    state: 'stopped',
    address: user.email,
    detail: stop.detail,
    stopped_time: writeMoment(stop.time),
  };
}

function sentMessage(message: MessageRecord): SentMessage {
  const { messageId, status, attempts, nextAttemptTime, deliveredTime, lastError } = message;
  return {
    message_id: messageId,
    status,
    attempts,
    ...(nextAttemptTime === null ? {} : { next_attempt_time: writeMoment(nextAttemptTime) }),
    ...(deliveredTime === null ? {} : { delivered_time: writeMoment(deliveredTime) }),
    ...(lastError === null ? {} : { last_error: lastError }),
  };
}
