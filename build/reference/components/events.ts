/** The timeline's events: one shape a type, and `Event`, which is one of them. */
import { EVENT_TYPES, type EventType } from '../../../worker/core/leads/timeline/schema.ts';
import { OUTCOMES } from '../../../worker/core/phone/calls/facts.ts';
import { TEXT_STATUSES } from '../../../worker/core/phone/messages/schema.ts';
import {
  arrayOf,
  choice,
  count,
  exactly,
  flag,
  id,
  type JsonSchema,
  nullable,
  oneOfBy,
  ref,
  text,
  time,
  typeName,
} from '../../../worker/shared/reference/operation.ts';

const posted: Record<string, JsonSchema> = {
  'message?': text,
  'phone?': text,
  'subject?': text,
  'duration?': { type: 'number', minimum: 0 },
  'tags?': arrayOf(text),
  'extra_data?': ref('EventExtraData'),
  'automatic?': flag,
};

/** What each type of event says beyond what every event says. */
const DATA: Record<EventType, Record<string, JsonSchema>> = {
  note: { message: text, 'tags?': arrayOf(text), ...without(posted, 'message?', 'tags?') },
  sms: {
    ...without(posted, 'message?', 'phone?'),
    message: text,
    'phone?': nullable(text),
    'text_id?': id,
    'number?': text,
    'media?': arrayOf(exactly({ index: count, content_type: text })),
    'status?': choice(TEXT_STATUSES),
    'error?': text,
  },
  call: {
    ...without(posted, 'phone?'),
    'phone?': nullable(text),
    'call_id?': id,
    'number?': text,
    'location_id?': nullable(text),
    'source?': nullable(text),
    'state?': text,
    'outcome?': nullable(choice(OUTCOMES)),
    'ring_seconds?': count,
    'answered_by?': nullable(exactly({ number: text, 'user_id?': id })),
    'recording?': nullable(exactly({ state: text, seconds: count, announced: flag })),
    'voicemail?': nullable(exactly({ seconds: count })),
  },
  email_message: posted,
  reminder: {
    ...without(posted, 'phone?'),
    'phone?': nullable(text),
    'call_id?': id,
    'state?': text,
    'due_time?': time,
    'done_time?': time,
  },
  lead_created: { source_tags: arrayOf(text), 'tags?': arrayOf(text) },
  lead_modified: { changes: arrayOf(ref('MemberChange')) },
  lead_assigned: { 'from?': ref('Person'), to: ref('Person') },
  lead_unassigned: { 'from?': ref('Person') },
  state_change: { 'from?': text, to: text },
  lead_merged: { secondary_lead_id: id, conflicts: arrayOf(ref('MergeConflict')) },
  lead_unmerged: { secondary_lead_id: id, kept: arrayOf(text) },
};

const common = {
  event_id: id,
  event_time: time,
  created_by_entity: ref('CreatedByEntity'),
  created_by: text,
  comment_count: count,
  attached_entities: arrayOf(exactly({ type: { const: 'lead' }, lead: exactly({ id }) })),
  'merged_from_lead_id?': id,
};

const names = Object.fromEntries(EVENT_TYPES.map((type) => [type, `${typeName(type)}Event`]));

export const EVENT_COMPONENTS: Record<string, JsonSchema> = {
  Event: oneOfBy('type', names),
  ...Object.fromEntries(
    EVENT_TYPES.map((type) => [
      `${typeName(type)}Event`,
      exactly({
        type: { const: type },
        inbound: flag,
        online: flag,
        data: exactly({ ...common, ...DATA[type] }),
      }),
    ]),
  ),
  EventExtraData: exactly({ 'header_checksum?': text }),
  CreatedByEntity: exactly({ 'user_id?': id, 'name?': text, 'group_id?': id, company_id: id }),
  Person: exactly({ id, name: text }),
  Comment: exactly({
    sub_event_id: id,
    data: exactly({
      comment: text,
      sub_event_type: { const: 'comment' },
      event_time: time,
      created_by_entity: ref('CreatedByEntity'),
      created_by: text,
      sub_event_id: id,
    }),
  }),
};

function without(members: Record<string, JsonSchema>, ...names: string[]): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}
