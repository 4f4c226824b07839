/** A notification of each type, with the kind that people choose channels for and the words of its messages. */
import type {
  NotificationBody,
  NotificationType,
} from '../../../../../worker/core/people/notifications/answer-schema.ts';
import type { Kind } from '../../../../../worker/core/people/notifications/channels.ts';

type DataOf<Type extends NotificationType> = Extract<NotificationBody, { type: Type }>['data'];

/** An example: the kind, the title and place outside of the console, and the sentence in it. */
interface Example<Type extends NotificationType> {
  kind: Kind;
  data: DataOf<Type>;
  title: string;
  place: string;
  sentence: string;
}

const ID = '00000000-0000-4000-8000-000000000001';
const TIME = '2026-03-02T02:15:00.000Z';
const lead = { lead_id: ID, lead_name: 'Lena Lead' };
const assigned = { assigned_to: { id: ID, name: 'Al', email: 'al@acme.test' }, assigned_by: { name: 'Sue' } };
const reminder = { ...lead, event_id: ID, message: 'Send the quote', due_time: TIME };
const missed = { ...lead, call_id: ID, phone: '+12065550100' };

/** One list for each type, so that none can be left out. */
const OF_TYPES: { [Type in NotificationType]: readonly Example<Type>[] } = {
  'lead.assigned': [
    {
      kind: 'assigned',
      data: { ...lead, ...assigned },
      title: 'Sue assigned Lena Lead to you',
      place: `leads/${ID}`,
      sentence: 'Sue assigned Lena Lead to you',
    },
  ],
  'leads.assigned': [
    {
      kind: 'assigned',
      data: { bulk_id: ID, count: 12, ...assigned },
      title: 'Sue assigned 12 leads to you',
      place: 'leads',
      sentence: 'Sue assigned 12 leads to you',
    },
  ],
  'call.missed': [
    {
      kind: 'missed_call',
      data: { ...missed, outcome: 'missed' },
      title: 'Missed call from Lena Lead',
      place: `leads/${ID}`,
      sentence: 'Missed call: Lena Lead',
    },
    {
      kind: 'voicemail',
      data: { ...missed, outcome: 'voicemail' },
      title: 'Voicemail from Lena Lead',
      place: `leads/${ID}`,
      sentence: 'Voicemail: Lena Lead',
    },
  ],
  'text.received': [
    {
      kind: 'text',
      data: { ...lead, text_id: ID },
      title: 'Text from Lena Lead',
      place: `leads/${ID}`,
      sentence: 'Lena Lead sent a text',
    },
  ],
  'form.received': [
    {
      kind: 'form',
      data: { ...lead, form_id: ID },
      title: 'Form from Lena Lead',
      place: `leads/${ID}`,
      sentence: 'Lena Lead sent a form',
    },
    {
      kind: 'form',
      data: { lead_id: ID, phone: '+15125550101', form_id: ID },
      title: 'Form from a lead',
      place: `leads/${ID}`,
      sentence: '(512) 555-0101 sent a form',
    },
  ],
  'reminder.due': [
    {
      kind: 'reminder_due',
      data: reminder,
      title: 'Reminder: Lena Lead',
      place: `leads/${ID}`,
      sentence: 'Due now: Send the quote (Lena Lead)',
    },
  ],
  'reminder.overdue': [
    {
      kind: 'reminder_overdue',
      data: reminder,
      title: 'Reminder not done in time: Lena Lead',
      place: `leads/${ID}`,
      sentence: 'Overdue: Send the quote (Lena Lead)',
    },
  ],
  'call.marked': [
    {
      kind: 'marked',
      data: { ...lead, call_id: ID, phone: '+12065550123', rule: 'Complaint' },
      title: 'Complaint: call with Lena Lead',
      place: `leads/${ID}`,
      sentence: 'Complaint: call with Lena Lead',
    },
  ],
  'lead.mentioned': [
    {
      kind: 'mentioned',
      data: { ...lead, event_id: ID, mentioned_by: { name: 'Mary' } },
      title: 'Mary mentioned you on Lena Lead',
      place: `leads/${ID}`,
      sentence: 'Mary mentioned you at Lena Lead',
    },
  ],
  'job.finished': [
    {
      kind: 'job',
      data: { job: 'import', job_id: ID, count: 6_000, failed: 2 },
      title: 'Your import of 6,000 rows has ended',
      place: 'leads',
      sentence: 'The import has finished: 6,000 leads, 2 refused',
    },
  ],
  'report.ready': [
    {
      kind: 'report',
      data: {
        report_id: ID,
        name: 'Calls of the week',
        from: '2026-02-23',
        to: '2026-03-01',
        figures: [],
        console_path: '/console/acme/reports/figures',
      },
      title: 'Report: Calls of the week',
      place: 'reports/figures',
      sentence: 'The report “Calls of the week” is ready',
    },
  ],
  'webhook.failing': [
    {
      kind: 'trouble',
      data: { webhook_id: ID, name: 'The warehouse', detail: 'The receiver answered 500.' },
      title: 'A webhook fails: The warehouse',
      place: `company/webhooks/${ID}`,
      sentence: 'The webhook The warehouse fails',
    },
  ],
  'chat.failing': [
    {
      kind: 'trouble',
      data: {
        channel_id: ID,
        name: '#front-desk',
        detail: 'Slack answered 404: the channel or its address is gone. Nothing more is sent there.',
      },
      title: 'Nothing reaches the chat channel #front-desk',
      place: `company/chat/${ID}`,
      sentence: 'Nothing reaches the chat channel #front-desk',
    },
  ],
  'conversions.failing': [
    {
      kind: 'trouble',
      data: { platform: 'meta', name: 'Meta', detail: 'The platform answered 500.' },
      title: 'No conversions reach Meta',
      place: 'company/conversions',
      sentence: 'No conversions reach Meta',
    },
  ],
  'carrier.refusing': [
    {
      kind: 'trouble',
      data: { carrier: 'twilio', name: 'Twilio', detail: 'The carrier answered 401.' },
      title: 'Twilio refuses the account',
      place: 'numbers/phone',
      sentence: 'Twilio refuses your account',
    },
  ],
  'numbers.astray': [
    {
      kind: 'trouble',
      data: { carrier: 'twilio', count: 2, name: 'Twilio', detail: '2 numbers send their calls elsewhere.' },
      title: 'Calls to 2 numbers at Twilio no longer come here',
      place: 'numbers/bought',
      sentence: 'Calls to 2 numbers at Twilio no longer come here',
    },
  ],
  'forms.dropped': [
    {
      kind: 'trouble',
      data: { count: 12, name: 'Forms', detail: 'More forms came than are kept in an hour.' },
      title: 'More forms came than are kept: 12 in an hour were dropped',
      place: 'leads',
      sentence: '12 forms were dropped: too many came in an hour',
    },
  ],
  'silence.began': [
    {
      kind: 'trouble',
      data: { silent: 'script', heard_time: TIME, name: 'www.acme.test', detail: 'Nothing since Monday.' },
      title: 'The script on your website has fallen silent',
      place: 'numbers/site',
      sentence: 'The script on www.acme.test has fallen silent',
    },
    {
      kind: 'trouble',
      data: { silent: 'number', heard_time: TIME, name: '(512) 555-0100', detail: 'Nothing since Monday.' },
      title: 'Nobody calls (512) 555-0100 any more',
      place: 'calls',
      sentence: 'Nobody calls (512) 555-0100 any more',
    },
    {
      kind: 'trouble',
      data: { silent: 'calls', heard_time: TIME, name: 'Calls', detail: 'Nothing since Monday.' },
      title: 'No calls come in any more',
      place: 'numbers/phone',
      sentence: 'No calls come in any more',
    },
    {
      kind: 'trouble',
      data: { silent: 'forms', heard_time: TIME, name: 'Forms', detail: 'Nothing since Monday.' },
      title: 'No forms arrive any more',
      place: 'numbers/site',
      sentence: 'No forms arrive any more',
    },
    {
      kind: 'trouble',
      data: { silent: 'printed', heard_time: TIME, name: '(512) 555-0199', detail: 'It stands on /contact.' },
      title: 'Nobody tracks (512) 555-0199, which is printed on your site',
      place: 'numbers/site',
      sentence: 'Nobody tracks (512) 555-0199, which is printed on your site',
    },
  ],
  'silence.ended': [
    {
      kind: 'trouble',
      data: { silent: 'script', name: 'www.acme.test' },
      title: 'The script on your website is heard again',
      place: 'numbers/site',
      sentence: 'The script on www.acme.test is heard again',
    },
    {
      kind: 'trouble',
      data: { silent: 'number', name: '(512) 555-0100' },
      title: '(512) 555-0100 is called again',
      place: 'calls',
      sentence: '(512) 555-0100 is called again',
    },
  ],
  'costs.failing': [
    {
      kind: 'trouble',
      data: { feed_id: ID, name: 'Ads sheet', detail: 'The address answers 404.' },
      title: 'The costs in Ads sheet cannot be read',
      place: 'reports/costs',
      sentence: 'The costs in Ads sheet cannot be read',
    },
  ],
  'costs.working': [
    {
      kind: 'trouble',
      data: { feed_id: ID, name: 'Ads sheet' },
      title: 'The costs in Ads sheet are read again',
      place: 'reports/costs',
      sentence: 'The costs in Ads sheet are read again',
    },
  ],
};

/** All examples, each with its type. */
export const EXAMPLES = Object.entries(OF_TYPES).flatMap(([type, examples]) =>
  examples.map((example) => ({ type: type as NotificationType, ...example })),
);
