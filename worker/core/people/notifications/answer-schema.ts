/**
 * The forms of notifications in the list, in the message to the webhook and in the copy of a lead. Each type has its own schema.
 */
import * as v from 'valibot';
import { OUTCOMES } from '../../../shared/contact/outcomes.ts';
import { copied, count, id, named, time } from '../../../shared/reference/answers.ts';
import { deliveryProgressEntries } from '../../outbound/webhooks/answer-schema.ts';
import { personAnswer } from '../users/answer-schema.ts';

/** The actor of an assignment: a user, or the part of the product that assigns. */
export const assignerAnswer = named(
  'Assigner',
  v.strictObject({ id: v.exactOptional(id), name: v.string() }),
);
export type Assigner = v.InferOutput<typeof assignerAnswer>;

const assigned = { assigned_to: personAnswer, assigned_by: assignerAnswer };
const leadAssigned = { lead_id: id, lead_name: v.exactOptional(v.string()), ...assigned };
const leadsAssigned = { bulk_id: id, count, ...assigned };
const callMissed = {
  lead_id: id,
  call_id: id,
  phone: v.string(),
  outcome: v.nullable(v.picklist(OUTCOMES)),
};

/** Returns the schema of an entry of the list, with the state of its delivery to the webhook. */
function notification<Type extends string, Data extends v.ObjectEntries>(
  name: string,
  type: Type,
  data: Data,
) {
  return named(
    name,
    v.strictObject({
      notification_id: id,
      type: v.literal(type),
      user_id: id,
      data: v.strictObject(data),
      created_time: time,
      ...deliveryProgressEntries,
    }),
  );
}

function message<Type extends string, Data extends v.ObjectEntries>(name: string, type: Type, data: Data) {
  return named(
    name,
    v.strictObject({
      type: v.literal(type),
      timestamp: time,
      data: v.strictObject({ company_id: id, user_id: id, ...data }),
    }),
  );
}

function copy<Type extends string, Data extends v.ObjectEntries>(name: string, type: Type, data: Data) {
  return named(
    name,
    v.strictObject({
      type: v.literal(type),
      user_id: id,
      data: v.strictObject(data),
      created_time: time,
    }),
  );
}

export const notificationAnswer = named(
  'Notification',
  v.variant('type', [
    notification('LeadAssignedNotification', 'lead.assigned', leadAssigned),
    notification('LeadsAssignedNotification', 'leads.assigned', leadsAssigned),
    notification('CallMissedNotification', 'call.missed', callMissed),
  ]),
);
export type NotificationBody = v.InferOutput<typeof notificationAnswer>;

export const notificationsAnswer = v.strictObject({
  count,
  start: count,
  notifications: v.array(notificationAnswer),
});
export type NotificationPage = v.InferOutput<typeof notificationsAnswer>;

/** The message to the webhook in the options. */
export const notificationMessage = named(
  'NotificationMessage',
  v.variant('type', [
    message('LeadAssignedMessage', 'lead.assigned', leadAssigned),
    message('LeadsAssignedMessage', 'leads.assigned', leadsAssigned),
    message('CallMissedMessage', 'call.missed', callMissed),
  ]),
);

/** A notification in the copy of a person's data. */
export const copiedNotification = copied(
  'notifications',
  named(
    'CopiedNotification',
    v.variant('type', [
      copy('LeadAssignedCopy', 'lead.assigned', leadAssigned),
      copy('LeadsAssignedCopy', 'leads.assigned', leadsAssigned),
      copy('CallMissedCopy', 'call.missed', callMissed),
    ]),
  ),
);
