/** Builds the forms of webhooks and deliveries in answers. */
import type { AttemptBody, DeliveryBody, DeliveryProgress, WebhookBody } from './reference.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { streamEnds } from '../../engine/commit/stream.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { DeliveryRecord, LastAttempt, WebhookRecord } from './schema.ts';

export function webhookBody({ database, now }: RequestContext, webhook: WebhookRecord): WebhookBody {
  return {
    webhook_id: webhook.webhookId,
    url: webhook.url,
    events: webhook.events,
    description: webhook.description,
    leave_out_spam: webhook.leavesOutSpam,
    flat: webhook.isFlat,
    rest_hook: webhook.subscriber !== null,
    ...(webhook.subscriber === null ? {} : { key_name: webhook.subscriber.name }),
    state: webhook.state,
    secrets: webhook.secrets.filter(({ until }) => until === null || until > now).length,
    position: String(webhook.position),
    behind: Math.max(0, streamEnds(database).end - webhook.position),
    ...(webhook.lastAttempt === null ? {} : { last_attempt: attemptBody(webhook.lastAttempt) }),
    ...(webhook.failingSince === null ? {} : { failing_since: writeMoment(webhook.failingSince) }),
    created_time: writeMoment(webhook.createdTime),
    created_by: webhook.createdBy,
  };
}

export function deliveryBody(delivery: DeliveryRecord): DeliveryBody {
  return {
    delivery_id: delivery.deliveryId,
    type: delivery.type,
    ...(delivery.sequence === null ? {} : { sequence: delivery.sequence }),
    created_time: writeMoment(delivery.createdTime),
    ...deliveryProgress(delivery),
  };
}

/** Returns the state of a delivery. */
export function deliveryProgress(delivery: DeliveryRecord): DeliveryProgress {
  const { nextAttemptTime, deliveredTime, answerStatus, answerMilliseconds, lastError } = delivery;
  return {
    status: delivery.status,
    attempts: delivery.attempts,
    ...(nextAttemptTime === null ? {} : { next_attempt_time: writeMoment(nextAttemptTime) }),
    ...(deliveredTime === null ? {} : { delivered_time: writeMoment(deliveredTime) }),
    ...(answerStatus === null ? {} : { answer_status: answerStatus }),
    ...(answerMilliseconds === null ? {} : { answer_milliseconds: answerMilliseconds }),
    ...(lastError === null ? {} : { last_error: lastError }),
  };
}

/** Returns the form of a receiver's last attempt. */
export function attemptBody(attempt: LastAttempt): AttemptBody {
  const { time, deliveryId, status, answerStatus, answerMilliseconds, error } = attempt;
  return {
    time: writeMoment(time),
    delivery_id: deliveryId,
    status,
    ...(answerStatus === null ? {} : { answer_status: answerStatus }),
    ...(answerMilliseconds === null ? {} : { answer_milliseconds: answerMilliseconds }),
    ...(error === null ? {} : { last_error: error }),
  };
}
