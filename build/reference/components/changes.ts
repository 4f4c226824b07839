/** The schemas of changes: one for each type, and `Change`, their union. Webhooks send the same. */
import { OUTCOMES } from '../../../worker/shared/contact/outcomes.ts';
import { CHANGE_TYPES, type ChangeType } from '../../../worker/core/engine/context/stream-schema.ts';
import {
  arrayOf,
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

const lead = { lead_id: id, 'lead?': ref('Lead') };
const event = { event_id: id, 'event?': ref('Event') };
const secondary = { secondary_lead_id: id, 'secondary_lead?': ref('Lead') };
const user = { user_id: id, 'user?': ref('User') };
const phoneCall = {
  'lead_id?': id,
  'lead?': ref('Lead'),
  'event_id?': id,
  'event?': ref('Event'),
  call_id: id,
  'call?': ref('Call'),
  number: text,
  outcome: nullable(choice(OUTCOMES)),
};
const textMessage = {
  'lead_id?': id,
  'lead?': ref('Lead'),
  'event_id?': id,
  'event?': ref('Event'),
  text_id: id,
  'text?': ref('Text'),
  'number?': text,
  'status?': text,
};
const record = { adm_id: id, record_id: id };

/** The data of each type of change. A record that no longer exists is absent. */
const DATA: Record<ChangeType, Record<string, JsonSchema>> = {
  // A lead that was imported with its history has no event for its creation.
  'lead.created': { ...lead, 'event_id?': id, 'event?': ref('Event') },
  'lead.changed': { ...lead, ...event },
  'lead.assigned': { ...lead, ...event, ...user, notification_id: id, assigned_by: ref('Assigner') },
  'lead.merged': { ...lead, ...event, ...secondary },
  'lead.unmerged': { ...lead, ...secondary },
  'lead.removed': lead,
  'lead.restored': lead,
  'lead.erased': lead,
  'event.created': { ...lead, ...event },
  'event.changed': { ...lead, ...event },
  'event.removed': { ...lead, ...event },
  'call.started': phoneCall,
  'call.completed': phoneCall,
  'call.changed': phoneCall,
  'text.received': textMessage,
  'text.sent': textMessage,
  'text.changed': textMessage,
  'settings.changed': { settings: text, 'id?': text, 'version?': count },
  'user.created': user,
  'user.changed': user,
  'record.created': record,
  'record.changed': record,
  'record.removed': record,
};

/** A description of each type of change, for people to read. */
export const CHANGE_SUMMARIES: Record<ChangeType, string> = {
  'lead.created': 'A lead was created',
  'lead.changed': 'A lead, its state or its assignment was changed',
  'lead.assigned': 'A lead was assigned to a user',
  'lead.merged': 'Another lead was merged into a lead',
  'lead.unmerged': 'A merge was undone',
  'lead.removed': 'A lead was removed',
  'lead.restored': 'A removed lead was restored',
  'lead.erased': 'A lead was erased with all its data',
  'event.created': 'An event was added to a timeline, or a removed note was restored',
  'event.changed': 'A note or the comments on an event were changed',
  'event.removed': 'A note was removed',
  'call.started': 'A call came in',
  'call.completed': 'A call ended',
  'call.changed': 'A call has new details, or somebody classified it',
  'text.received': 'A text message came in',
  'text.sent': 'A text message was sent',
  'text.changed': 'A text message has a new status or new details',
  'settings.changed': 'Settings were replaced, or a record among them was created, changed or removed',
  'user.created': 'A user was created',
  'user.changed': 'A user was changed',
  'record.created': 'A record of a data module was created',
  'record.changed': 'A record of a data module was changed',
  'record.removed': 'A record of a data module was removed',
};

const names = Object.fromEntries(CHANGE_TYPES.map((type) => [type, changeName(type)]));

/** Returns the name of the schema of a type of change: `LeadMergedChange`. */
export function changeName(type: ChangeType): string {
  return `${typeName(type)}Change`;
}

export const CHANGE_COMPONENTS: Record<string, JsonSchema> = {
  Change: oneOfBy('type', names),
  ...Object.fromEntries(
    CHANGE_TYPES.map((type) => [
      changeName(type),
      described(`${CHANGE_SUMMARIES[type]}.`, {
        sequence: { type: 'integer', minimum: 1 },
        type: { const: type },
        timestamp: time,
        actor: text,
        request_id: text,
        data: exactly({ company_id: id, ...DATA[type] }),
      }),
    ]),
  ),
  ChangePage: exactly({ changes: arrayOf(ref('Change')), next: text, has_more: { type: 'boolean' } }),
  WebhookTest: exactly({
    type: { const: 'webhook.test' },
    timestamp: time,
    data: exactly({ company_id: id, webhook_id: id }),
  }),
};

function described(description: string, members: Record<string, JsonSchema>): JsonSchema {
  return { description, ...exactly(members) };
}
