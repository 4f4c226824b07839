/**
 * The forms of notifications in the list, in the message to the webhook and in the copy of a lead. Each type has its own schema.
 */
import * as v from 'valibot';
import { OUTCOMES } from '../../../shared/contact/outcomes.ts';
import { copied, count, id, named, time } from '../../../shared/reference/answers.ts';
import { deliveryProgressEntries } from '../../outbound/webhooks/reference.ts';
import { KINDS, MESSAGE_STATUSES } from './channels.ts';
import { personAnswer } from '../users/answer-schema.ts';

/** The actor of an assignment: a user, or the part of the product that assigns. */
export const assignerAnswer = named(
  'Assigner',
  v.strictObject({ id: v.exactOptional(id), name: v.string() }),
);
export type Assigner = v.InferOutput<typeof assignerAnswer>;

const assigned = { assigned_to: personAnswer, assigned_by: assignerAnswer };
/** A lead without a name has only its id. */
const lead = { lead_id: id, lead_name: v.exactOptional(v.string()) };
/** What people need to know of a contact. Unknown members are absent. */
const facts = {
  source: v.exactOptional(v.pipe(v.string(), v.description('Where the person came from.'))),
  campaign: v.exactOptional(v.pipe(v.string(), v.description('The campaign of the visit.'))),
  branch: v.exactOptional(v.pipe(v.string(), v.description('The name of the branch.'))),
  words: v.exactOptional(
    v.pipe(v.string(), v.description('What the person wrote, cut off after 300 characters.')),
  ),
};
/** A contact of somebody who withholds the number has no lead. */
const contact = { ...lead, lead_id: v.exactOptional(id), ...facts };
const reminder = { ...lead, event_id: id, message: v.string(), due_time: time };

/** What does not work, as people call it, and how it shows. */
const trouble = { name: v.string(), detail: v.string() };

/** What is not heard: the script on a site, the calls to all numbers or to one, the forms; those to a number that is printed only. */
const silent = v.picklist(['script', 'calls', 'number', 'forms', 'printed']);

/** A scheduled report: its days, its first figures beside those of the compared days, and its address in the console. */
export const reportSummaryEntries = {
  report_id: id,
  name: v.string(),
  from: v.pipe(v.string(), v.isoDate()),
  to: v.pipe(v.string(), v.isoDate()),
  figures: v.array(
    v.strictObject({
      metric: v.string(),
      unit: v.picklist(['count', 'seconds', 'ratio', 'amount']),
      currency: v.nullable(v.string()),
      value: v.nullable(v.number()),
      compared: v.nullable(v.number()),
    }),
  ),
  console_path: v.string(),
};

/** A message to a user. */
const sentMessage = named(
  'NotificationDelivery',
  v.strictObject({
    message_id: id,
    status: v.picklist(MESSAGE_STATUSES),
    attempts: count,
    next_attempt_time: v.exactOptional(time),
    delivered_time: v.exactOptional(time),
    last_error: v.exactOptional(v.string()),
  }),
);
export type SentMessage = v.InferOutput<typeof sentMessage>;

/** The content of each type, and the name of its schemas. */
const FORMS = [
  forms('LeadAssigned', 'lead.assigned', { ...lead, ...assigned }),
  forms('LeadsAssigned', 'leads.assigned', { bulk_id: id, count, ...assigned }),
  forms('CallMissed', 'call.missed', {
    ...contact,
    call_id: id,
    phone: v.nullable(v.string()),
    outcome: v.nullable(v.picklist(OUTCOMES)),
  }),
  forms('TextReceived', 'text.received', { ...contact, text_id: id, phone: v.exactOptional(v.string()) }),
  forms('FormReceived', 'form.received', {
    ...lead,
    ...facts,
    form_id: id,
    phone: v.exactOptional(v.string()),
  }),
  /** `rule`: the name of the rule that asks to tell the user. */
  forms('CallMarked', 'call.marked', {
    ...lead,
    ...facts,
    call_id: id,
    phone: v.nullable(v.string()),
    rule: v.string(),
  }),
  forms('ReminderDue', 'reminder.due', reminder),
  forms('ReminderOverdue', 'reminder.overdue', reminder),
  forms('Mentioned', 'lead.mentioned', { ...lead, event_id: id, mentioned_by: assignerAnswer }),
  /** `failed`: rows or leads that were refused. */
  forms('JobFinished', 'job.finished', {
    job: v.picklist(['import', 'bulk']),
    job_id: id,
    count,
    failed: count,
  }),
  forms('ReportReady', 'report.ready', reportSummaryEntries),
  /** `webhook_id` is absent for the webhook in the options. */
  forms('WebhookFailing', 'webhook.failing', { webhook_id: v.exactOptional(id), ...trouble }),
  /** `name`: that of the channel. */
  forms('ChatFailing', 'chat.failing', { channel_id: id, ...trouble }),
  forms('ConversionsFailing', 'conversions.failing', { platform: v.string(), ...trouble }),
  forms('CarrierRefusing', 'carrier.refusing', { carrier: v.string(), ...trouble }),
  /** `count`: how many numbers of the account send their calls elsewhere. */
  forms('NumbersAstray', 'numbers.astray', { carrier: v.string(), count, ...trouble }),
  /** `count`: how many forms of the hour were dropped so far. */
  forms('FormsDropped', 'forms.dropped', { count, ...trouble }),
  /** `name`: the site or the number; `heard_time`: the end of the last hour in which it was heard. */
  forms('SilenceBegan', 'silence.began', { silent, heard_time: time, ...trouble }),
  forms('SilenceEnded', 'silence.ended', { silent, name: v.string() }),
  /** `name`: that of the file. */
  forms('CostsFailing', 'costs.failing', { feed_id: id, ...trouble }),
  forms('CostsWorking', 'costs.working', { feed_id: id, name: v.string() }),
] as const;

/** Returns the schemas of a type: in the list, in the message to the webhook, in the copy of a person's data. */
function forms<Type extends string, Data extends v.ObjectEntries>(name: string, type: Type, data: Data) {
  return {
    type,
    listed: named(
      `${name}Notification`,
      v.strictObject({
        notification_id: id,
        type: v.literal(type),
        user_id: id,
        data: v.strictObject(data),
        created_time: time,
        /** Absent before the user has read it. */
        read_time: v.exactOptional(time),
        /** The messages to the user that tell of it, by channel. */
        channels: v.strictObject({
          push: v.exactOptional(sentMessage),
          mail: v.exactOptional(sentMessage),
          sms: v.exactOptional(sentMessage),
        }),
        ...deliveryProgressEntries,
      }),
    ),
    message: named(
      `${name}Message`,
      v.strictObject({
        type: v.literal(type),
        timestamp: time,
        data: v.strictObject({ company_id: id, user_id: id, ...data }),
      }),
    ),
    copy: named(
      `${name}Copy`,
      v.strictObject({
        type: v.literal(type),
        user_id: id,
        data: v.strictObject(data),
        created_time: time,
      }),
    ),
  };
}

/** The types of notifications. */
export type NotificationType = (typeof FORMS)[number]['type'];

export const notificationAnswer = named(
  'Notification',
  v.variant(
    'type',
    FORMS.map(({ listed }) => listed),
  ),
);
export type NotificationBody = v.InferOutput<typeof notificationAnswer>;

export const notificationsAnswer = v.strictObject({
  count,
  start: count,
  /** The number of the caller's notifications that they have not read. */
  unread: count,
  notifications: v.array(notificationAnswer),
});
export type NotificationPage = v.InferOutput<typeof notificationsAnswer>;

const channelChoices = v.strictObject({ console: v.boolean(), push: v.boolean(), mail: v.boolean() });

/** The caller's choices, and whether mail reaches them. */
export const choicesAnswer = named(
  'NotificationChoices',
  v.strictObject({
    kinds: v.strictObject(v.entriesFromList(KINDS, channelChoices)),
    quiet_hours: v.nullable(v.strictObject({ from: v.string(), until: v.string() })),
    digest_at: v.nullable(v.string()),
    time_zone: v.nullable(v.string()),
    mail: v.strictObject({
      state: v.picklist(['ready', 'not_set_up', 'stopped']),
      address: v.string(),
      detail: v.exactOptional(v.string()),
      stopped_time: v.exactOptional(time),
    }),
  }),
);
export type ChoicesBody = v.InferOutput<typeof choicesAnswer>;

/** The number of notifications that the caller has not read. */
export const unreadAnswer = v.strictObject({ unread: count });
export type UnreadBody = v.InferOutput<typeof unreadAnswer>;

/** The message to the webhook in the options. */
export const notificationMessage = named(
  'NotificationMessage',
  v.variant(
    'type',
    FORMS.map(({ message }) => message),
  ),
);

/** A notification in the copy of a person's data. */
export const copiedNotification = copied(
  'notifications',
  named(
    'CopiedNotification',
    v.variant(
      'type',
      FORMS.map(({ copy }) => copy),
    ),
  ),
);
