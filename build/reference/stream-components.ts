/** The shapes of what the company tells: changes, the audit log, notifications, webhooks and their deliveries. */
import { CHANGE_TYPES } from '../../worker/core/changes/schema.ts';
import { DELIVERY_STATUSES, EVENT_PATTERNS, WEBHOOK_STATES } from '../../worker/core/webhooks/schema.ts';
import { arrayOf, count, exactly, id, type JsonSchema, ref, text, time } from './operation.ts';

const object: JsonSchema = { type: 'object' };
const deliveryProgress = {
  status: { enum: DELIVERY_STATUSES },
  attempts: count,
  'next_attempt_time?': time,
  'delivered_time?': time,
  'answer_status?': { type: 'integer' },
  'answer_milliseconds?': count,
  'last_error?': text,
};
const webhook = {
  webhook_id: id,
  url: text,
  events: arrayOf({ enum: EVENT_PATTERNS }),
  description: text,
  state: { enum: WEBHOOK_STATES },
  secrets: { type: 'integer', minimum: 1, description: 'How many secrets messages are signed with.' },
  position: text,
  behind: count,
  created_time: time,
  created_by: text,
};

export const streamComponents: Record<string, JsonSchema> = {
  Notification: exactly({
    notification_id: id,
    type: text,
    user_id: id,
    data: object,
    created_time: time,
    ...deliveryProgress,
  }),
  Change: exactly({
    sequence: count,
    type: { enum: CHANGE_TYPES },
    timestamp: time,
    actor: text,
    request_id: text,
    data: {
      type: 'object',
      description:
        'Records as they are now; one that is gone meanwhile is absent, and a later change says why. Further members tell what cannot be read elsewhere.',
      properties: {
        company_id: id,
        lead_id: id,
        lead: ref('Lead'),
        event_id: id,
        event: ref('Event'),
        secondary_lead_id: id,
        secondary_lead: ref('Lead'),
        call_id: id,
        call: ref('Call'),
        user_id: id,
        user: ref('User'),
        settings: text,
        id: text,
        version: count,
        adm_id: id,
        record_id: id,
        notification_id: id,
        assigned_by: exactly({ 'id?': id, name: text }),
      },
      required: ['company_id'],
    },
  }),
  AuditEntry: exactly({
    time,
    actor: text,
    'actor_name?': text,
    action: text,
    subject: text,
    detail: object,
    request_id: text,
  }),
  Webhook: exactly(webhook),
  WebhookWithSecret: exactly({ ...webhook, secret: { type: 'string', pattern: '^whsec_' } }),
  Delivery: exactly({
    delivery_id: id,
    type: text,
    'sequence?': count,
    created_time: time,
    ...deliveryProgress,
  }),
};
