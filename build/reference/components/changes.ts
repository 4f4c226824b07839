/** The schemas of changes: one for each type, and `Change`, their union. Webhooks send the same. */
import * as v from 'valibot';
import { settingsChanges } from '../../../worker/core/company/settings/reference.ts';
import { CHANGE_TYPES, type ChangeType } from '../../../worker/core/engine/context/stream-schema.ts';
import { changeEntries } from '../../../worker/core/engine/log/reference.ts';
import { leadChanges } from '../../../worker/core/leads/timeline/changes-answer-schema.ts';
import { recordChanges } from '../../../worker/core/modules/reference.ts';
import { userChanges } from '../../../worker/core/people/users/answer-schema.ts';
import { callChanges } from '../../../worker/core/phone/calls/answer-schema.ts';
import { formChanges } from '../../../worker/core/phone/forms/answer-schema.ts';
import { messageChanges } from '../../../worker/core/phone/messages/reference.ts';
import { reportChanges } from '../../../worker/core/reports/saved/reference.ts';
import { id, named, time } from '../../../worker/shared/reference/answers.ts';
import { typeName } from '../../../worker/shared/reference/operation.ts';

/** The data of each type of change, as its feature describes it. */
const DATA: Record<ChangeType, v.ObjectEntries> = {
  ...leadChanges,
  ...callChanges,
  ...messageChanges,
  ...formChanges,
  ...settingsChanges,
  ...userChanges,
  ...recordChanges,
  ...reportChanges,
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
  'call.transcribed': 'What was said in a call is known, or was replaced or deleted',
  'text.received': 'A text message came in',
  'text.sent': 'A text message was sent',
  'text.changed': 'A text message has a new status or new details',
  'form.received': 'A visitor has sent a form',
  'form.changed': 'A form was corrected, or its visit is known now',
  'settings.changed': 'Settings were replaced, or a record among them was created, changed or removed',
  'user.created': 'A user was created',
  'user.changed': 'A user was changed',
  'record.created': 'A record of a data module was created',
  'record.changed': 'A record of a data module was changed',
  'record.removed': 'A record of a data module was removed',
  'report.ready': 'A scheduled report is ready',
};

/** The name of the schema of a type of change: `LeadMergedChange`. */
export function changeName(type: ChangeType): string {
  return `${typeName(type)}Change`;
}

const changes = CHANGE_TYPES.map((type) => {
  const { sequence, timestamp, actor, request_id } = changeEntries;
  const entries = { sequence, type: v.literal(type), timestamp, actor, request_id };
  const data = v.strictObject({ company_id: id, ...DATA[type] });
  const change = v.strictObject({ ...entries, data });
  return named(changeName(type), v.pipe(change, v.description(`${CHANGE_SUMMARIES[type]}.`)));
});

const change = named('Change', v.variant('type', changes));

named('ChangePage', v.strictObject({ changes: v.array(change), next: v.string(), has_more: v.boolean() }));

named(
  'WebhookTest',
  v.strictObject({
    type: v.literal('webhook.test'),
    timestamp: time,
    data: v.strictObject({ company_id: id, webhook_id: id }),
  }),
);
