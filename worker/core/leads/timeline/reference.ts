/** Reference of the operations on timelines. */
import * as v from 'valibot';
import { MESSAGE_STATUSES, OUTCOMES, SPAM_REASONS } from '../../../shared/contact/outcomes.ts';
import { count, id, named, time } from '../../../shared/reference/answers.ts';
import { personAnswer } from '../../people/users/answer-schema.ts';
import { memberChangeAnswer, mergeConflictAnswer } from '../record/answer-schema.ts';
import { LEAD, LEAD_WRITE } from '../reference.ts';
import { eventPageSchema, postedEventSchema } from './schema.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';

const text = v.string();
const maybe = v.exactOptional;

/** The author of an event or a comment. Unknown members are absent. */
export const createdByEntityAnswer = named(
  'CreatedByEntity',
  v.strictObject({ user_id: maybe(id), name: maybe(text), group_id: maybe(id), company_id: id }),
);
export type CreatedByEntity = v.InferOutput<typeof createdByEntityAnswer>;

/** The members that all events have. */
const common = {
  event_id: id,
  event_time: time,
  created_by_entity: createdByEntityAnswer,
  created_by: text,
  comment_count: count,
  attached_entities: v.array(v.strictObject({ type: v.literal('lead'), lead: v.strictObject({ id }) })),
  merged_from_lead_id: maybe(id),
};

/** The members that another system may give for an event. */
const duration = maybe(v.pipe(v.number(), v.minValue(0)));
const tags = maybe(v.array(text));
const extraData = maybe(named('EventExtraData', v.strictObject({ header_checksum: maybe(text) })));
const automatic = maybe(v.boolean());
const subject = maybe(text);
const further = { subject, duration, tags, extra_data: extraData, automatic };

/**
 * Returns the schema of the events of one type.
 * @param data the members that only events of this type have
 */
function event<Type extends string, Data extends v.ObjectEntries>(name: string, type: Type, data: Data) {
  return named(
    name,
    v.strictObject({
      type: v.literal(type),
      inbound: v.boolean(),
      online: v.boolean(),
      data: v.strictObject({ ...common, ...data }),
    }),
  );
}

/** A note. */
export const noteEvent = event('NoteEvent', 'note', {
  message: text,
  tags,
  phone: maybe(text),
  subject,
  duration,
  extra_data: extraData,
  automatic,
});

const smsEvent = event('SmsEvent', 'sms', {
  ...further,
  message: text,
  phone: maybe(v.nullable(text)),
  text_id: maybe(id),
  number: maybe(text),
  media: maybe(v.array(v.strictObject({ index: count, content_type: text }))),
  status: maybe(v.picklist(MESSAGE_STATUSES)),
  error: maybe(text),
  missed_call_id: maybe(id),
});

/** The keys that a caller pressed in menus. */
export const menuOfCall = v.strictObject({
  pressed: v.array(v.strictObject({ menu: text, key: text, label: v.nullable(text), pressed_at: time })),
  led_to: v.nullable(v.picklist(['ring', 'location', 'message', 'voicemail'])),
  location_id: v.nullable(text),
});

const callEvent = event('CallEvent', 'call', {
  message: maybe(text),
  ...further,
  phone: maybe(v.nullable(text)),
  call_id: maybe(id),
  number: maybe(text),
  location_id: maybe(v.nullable(text)),
  source: maybe(v.nullable(text)),
  state: maybe(text),
  outcome: maybe(v.nullable(v.picklist(OUTCOMES))),
  ring_seconds: maybe(count),
  answered_by: maybe(v.nullable(v.strictObject({ number: text, user_id: maybe(id) }))),
  placed_by: maybe(v.nullable(v.strictObject({ number: text, user_id: maybe(id) }))),
  error: maybe(v.nullable(text)),
  recording: maybe(v.nullable(v.strictObject({ state: text, seconds: count, announced: v.boolean() }))),
  voicemail: maybe(v.nullable(v.strictObject({ seconds: count }))),
  menu: maybe(menuOfCall),
});

const emailMessageEvent = event('EmailMessageEvent', 'email_message', {
  message: maybe(text),
  phone: maybe(text),
  ...further,
});

/** A reminder, set by a person or for a call, text or form that nobody answered. */
export const reminderEvent = event('ReminderEvent', 'reminder', {
  message: maybe(text),
  ...further,
  phone: maybe(v.nullable(text)),
  call_id: maybe(id),
  text_id: maybe(id),
  form_id: maybe(id),
  contact_event_id: maybe(id),
  first_contact_event_id: maybe(id),
  state: maybe(text),
  due_time: maybe(time),
  done_time: maybe(time),
  answer_needed: maybe(v.literal(false)),
});

/**
 * The visit that led to a call, message or form, at the time when it began. `confidence` is the probability that it did, `tapped_seconds` the
 * time from the visitor's tap to the call.
 */
const visitEvent = event('VisitEvent', 'visit', {
  call_id: maybe(id),
  text_id: maybe(id),
  form_id: maybe(id),
  method: maybe(text),
  confidence: maybe(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  tapped_seconds: maybe(count),
  visit_id: text,
  began_at: time,
  source: text,
  channel: text,
  site: v.nullable(text),
  medium: v.nullable(text),
  campaign: v.nullable(text),
  term: v.nullable(text),
  content: v.nullable(text),
  first_source: text,
  first_campaign: v.nullable(text),
  landing_page: v.nullable(text),
  referrer: v.nullable(text),
  click_ids: v.record(text, text),
});

/** A form that the lead has sent on the company's site. */
const formEvent = event('FormEvent', 'form', {
  form_id: id,
  form: text,
  page: v.nullable(text),
  source: text,
  campaign: v.nullable(text),
  confirmed: v.boolean(),
  spam: v.array(v.picklist(SPAM_REASONS)),
  name: maybe(text),
  email: maybe(text),
  phone: maybe(text),
  answers: v.array(v.strictObject({ label: text, value: text })),
});

/** A text to the lead that is sent later. Times without an offset are in `time_zone`. */
export const scheduledTextEvent = event('ScheduledTextEvent', 'scheduled_text', {
  message: text,
  phone: text,
  number: text,
  state: v.picklist(['open', 'sent', 'cancelled', 'failed']),
  planned_time: time,
  send_time: time,
  due_time: time,
  time_zone: text,
  unless_contact: v.boolean(),
  text_id: maybe(id),
  reason: maybe(text),
});

/** What a user was told: the person wants neither texts nor calls, or wants them again. */
const optOutEvent = event('OptOutEvent', 'opt_out', {
  phone: text,
  state: v.picklist(['added', 'lifted']),
  reason: maybe(text),
});

/** What only the event of a scheduled text keeps. */
export type ScheduledText = Omit<v.InferOutput<typeof scheduledTextEvent>['data'], keyof typeof common>;

/** True when the merged lead was erased and its values were deleted from the event. */
const erased = maybe(v.literal(true));

/** An event of a timeline. The compiler requires a schema for every type in `EVENT_TYPES`. */
export const eventAnswer = named(
  'Event',
  v.variant('type', [
    noteEvent,
    smsEvent,
    callEvent,
    emailMessageEvent,
    reminderEvent,
    event('LeadCreatedEvent', 'lead_created', { source_tags: v.array(text), tags }),
    event('LeadModifiedEvent', 'lead_modified', { changes: v.array(memberChangeAnswer) }),
    event('LeadAssignedEvent', 'lead_assigned', { from: maybe(personAnswer), to: personAnswer }),
    event('LeadUnassignedEvent', 'lead_unassigned', { from: maybe(personAnswer) }),
    event('StateChangeEvent', 'state_change', { from: maybe(text), to: text }),
    event('LeadMergedEvent', 'lead_merged', {
      secondary_lead_id: id,
      conflicts: v.array(mergeConflictAnswer),
      erased,
    }),
    event('LeadUnmergedEvent', 'lead_unmerged', { secondary_lead_id: id, kept: v.array(text), erased }),
    visitEvent,
    formEvent,
    scheduledTextEvent,
    optOutEvent,
  ]),
);
export type EventBody = v.InferOutput<typeof eventAnswer>;

/** A page of the timeline, newest first. */
export const eventPageAnswer = v.strictObject({
  count,
  start: count,
  events: v.array(eventAnswer),
  next_cursor: maybe(text),
});
export type EventPageBody = v.InferOutput<typeof eventPageAnswer>;

const timeline = operationsOf('Timeline', 'user');

export const TIMELINE_OPERATIONS: readonly Operation[] = [
  timeline({
    name: 'listEvents',
    method: 'GET',
    path: `${LEAD}/events`,
    summary: 'The events of a lead, newest first',
    query: eventPageSchema,
    answer: eventPageAnswer,
    golden: 'leads/events',
    problems: ['permission_denied'],
  }),
  timeline({
    name: 'recordEvent',
    method: 'POST',
    path: `${LEAD}/events`,
    summary: 'Record an event from another system',
    body: postedEventSchema,
    answer: eventAnswer,
    golden: 'leads/post-event',
    problems: [...LEAD_WRITE, 'invalid_phone'],
  }),
];
