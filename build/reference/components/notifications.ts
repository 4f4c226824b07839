/** What users are told: one shape a type, in the list, in the message to the webhook of the options, and in the copy of a lead. */
import { OUTCOMES } from '../../../worker/core/phone/calls/facts.ts';
import type { NotificationType } from '../../../worker/core/people/notifications/schema.ts';
import { DELIVERY_STATUSES } from '../../../worker/core/outbound/webhooks/schema.ts';
import {
  choice,
  count,
  exactly,
  id,
  type JsonSchema,
  nullable,
  oneOfBy,
  ref,
  text,
  time,
  typeName,
} from '../../../worker/shared/reference/operation.ts';

const assigned = { assigned_to: ref('Person'), assigned_by: ref('Assigner') };

/** What each type tells. */
const DATA: Record<NotificationType, Record<string, JsonSchema>> = {
  'lead.assigned': { lead_id: id, 'lead_name?': text, ...assigned },
  'leads.assigned': { bulk_id: id, count, ...assigned },
  'call.missed': { lead_id: id, call_id: id, phone: text, outcome: nullable(choice(OUTCOMES)) },
};
const TYPES = Object.keys(DATA) as NotificationType[];

/** What came back of the last attempt to deliver a message. */
export const attemptOutcome = {
  'answer_status?': { type: 'integer', minimum: 100, maximum: 599 },
  'answer_milliseconds?': count,
  'last_error?': text,
};

/** How far the delivery of a message is. */
export const deliveryProgress = {
  status: choice(DELIVERY_STATUSES),
  attempts: count,
  'next_attempt_time?': time,
  'delivered_time?': time,
  ...attemptOutcome,
};

export const NOTIFICATION_COMPONENTS: Record<string, JsonSchema> = {
  Assigner: exactly({ 'id?': id, name: text }),
  Notification: oneOfBy('type', named('Notification')),
  ...shapes('Notification', (type) => ({
    notification_id: id,
    type: { const: type },
    user_id: id,
    data: exactly(DATA[type]),
    created_time: time,
    ...deliveryProgress,
  })),
  NotificationMessage: oneOfBy('type', named('Message')),
  ...shapes('Message', (type) => ({
    type: { const: type },
    timestamp: time,
    data: exactly({ company_id: id, user_id: id, ...DATA[type] }),
  })),
  CopiedNotification: oneOfBy('type', named('Copy')),
  ...shapes('Copy', (type) => ({
    type: { const: type },
    user_id: id,
    data: exactly(DATA[type]),
    created_time: time,
  })),
};

/** The names of the shapes of a kind, by type: `CallMissedMessage`. */
function named(kind: string): Record<string, string> {
  return Object.fromEntries(TYPES.map((type) => [type, `${typeName(type)}${kind}`]));
}

function shapes(
  kind: string,
  shapeOf: (type: NotificationType) => Record<string, JsonSchema>,
): Record<string, JsonSchema> {
  return Object.fromEntries(TYPES.map((type) => [`${typeName(type)}${kind}`, exactly(shapeOf(type))]));
}
