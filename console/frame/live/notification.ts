/** The words and the place of each notification. Pure. */
import type { NotificationBody as Notification } from '../../../worker/core/people/notifications/answer-schema.ts';
import { formatCount } from '../../../worker/core/reports/words/counts.ts';
import { silencePlace, silenceTitle } from '../../../worker/shared/pure/silence-words.ts';
import { formatPhone } from '../../formats/phone.ts';

export type { NotificationBody as Notification } from '../../../worker/core/people/notifications/answer-schema.ts';

/** A sentence, and the parts of the address that it leads to, below the company. */
export interface Told {
  text: string;
  to: readonly string[];
  /** With its question mark. */
  query?: string;
}

const SOMEBODY = 'a lead';
const WITHHELD = 'a withheld number';

/** Returns what a notification tells. */
export function toldBy(notification: Notification): Told {
  if (isTrouble(notification)) return troubleBy(notification);
  switch (notification.type) {
    case 'leads.assigned':
      return {
        text: `${notification.data.assigned_by.name} assigned ${formatCount(notification.data.count)} leads to you`,
        to: ['leads'],
      };
    case 'job.finished':
      return { text: jobText(notification.data), to: ['leads'] };
    case 'report.ready':
      return {
        text: `The report “${notification.data.name}” is ready`,
        to: ['reports'],
        query: queryOf(notification.data.console_path),
      };
    default:
      return { text: leadText(notification), to: placeOf(notification) };
  }
}

const TROUBLES = [
  'chat.failing',
  'webhook.failing',
  'conversions.failing',
  'carrier.refusing',
  'numbers.astray',
  'forms.dropped',
  'silence.began',
  'costs.failing',
  'costs.working',
  'silence.ended',
] as const;
type Trouble = Extract<Notification, { type: (typeof TROUBLES)[number] }>;

function isTrouble(notification: Notification): notification is Trouble {
  return TROUBLES.some((type) => type === notification.type);
}

function troubleBy(notification: Trouble): Told {
  switch (notification.type) {
    case 'chat.failing':
      return {
        text: `Nothing reaches the chat channel ${notification.data.name}`,
        to: ['company', 'chat', notification.data.channel_id],
      };
    case 'webhook.failing':
      return webhookTold(notification.data);
    case 'conversions.failing':
      return { text: `No conversions reach ${notification.data.name}`, to: ['company', 'conversions'] };
    case 'carrier.refusing':
      return { text: `${notification.data.name} refuses your account`, to: ['numbers', 'phone'] };
    case 'numbers.astray':
      return { text: astrayText(notification.data), to: ['numbers', 'bought'] };
    case 'forms.dropped':
      return {
        text: `${formatCount(notification.data.count)} forms were dropped: too many came in an hour`,
        to: ['leads'],
      };
    case 'costs.failing':
    case 'costs.working':
      return { text: costsText(notification), to: ['reports', 'costs'] };
    default:
      return {
        text: silenceTitle(notification.data.silent, notification.data.name, notification.type),
        to: silencePlace(notification.data.silent),
      };
  }
}

type OfLead = Extract<Notification, { data: { lead_id?: string } }>;

/** Returns the lead, or the list of calls or texts for one whose number is withheld. */
function placeOf({ type, data: { lead_id: lead } }: OfLead): string[] {
  if (lead !== undefined) return ['leads', lead];
  return type === 'text.received' ? ['calls', 'texts'] : ['calls'];
}

function leadText(notification: OfLead): string {
  const { lead_id: lead, lead_name: name = lead === undefined ? WITHHELD : SOMEBODY } = notification.data;
  switch (notification.type) {
    case 'lead.assigned':
      return assignedText(notification.data.assigned_by, name);
    case 'call.missed':
      return callText(notification.data);
    case 'text.received':
      return `${capital(callerOf(notification.data))} sent a text`;
    case 'form.received':
      return `${capital(callerOf(notification.data))} sent a form`;
    case 'call.marked':
      return `${notification.data.rule}: call with ${name}`;
    case 'lead.mentioned':
      return `${notification.data.mentioned_by.name} mentioned you at ${name}`;
    default:
      return `${notification.type === 'reminder.due' ? 'Due now' : 'Overdue'}: ${notification.data.message} (${name})`;
  }
}

/** Returns the name of a person, else the number, else who it is. */
function callerOf({
  lead_id: lead,
  lead_name: name,
  phone,
}: {
  lead_id?: string;
  lead_name?: string;
  phone?: string | null;
}): string {
  return name ?? (phone ? formatPhone(phone) : lead === undefined ? WITHHELD : SOMEBODY);
}

/** At the beginning of a sentence. */
function capital(name: string): string {
  return name === SOMEBODY || name === WITHHELD ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

function queryOf(path: string): string {
  return /\?.*/.exec(path)?.[0] ?? '';
}

/** The product itself assigns new callers in turn. It has a name for programs only. */
function assignedText({ id, name: by }: { id?: string; name: string }, name: string): string {
  return id === undefined && by.includes(':') ? `New lead for you: ${name}` : `${by} assigned ${name} to you`;
}

function astrayText({ count, name }: Extract<Notification, { type: 'numbers.astray' }>['data']): string {
  return `Calls to ${count === 1 ? 'a number' : `${formatCount(count)} numbers`} at ${name} no longer come here`;
}

function webhookTold({
  name,
  webhook_id: id = '',
}: Extract<Notification, { type: 'webhook.failing' }>['data']): Told {
  return {
    text: `The webhook ${name} fails`,
    to: ['company', 'webhooks', id].filter((part) => part !== ''),
  };
}

function costsText({
  type,
  data,
}: Extract<Notification, { type: 'costs.failing' | 'costs.working' }>): string {
  return `The costs in ${data.name} ${type === 'costs.failing' ? 'cannot be read' : 'are read again'}`;
}

function callText(data: Extract<Notification, { type: 'call.missed' }>['data']): string {
  return `${data.outcome === 'voicemail' ? 'Voicemail' : 'Missed call'}: ${callerOf(data)}`;
}

function jobText({ job, count, failed }: Extract<Notification, { type: 'job.finished' }>['data']): string {
  const what = job === 'import' ? 'The import' : 'The change of many leads';
  return `${what} has finished: ${formatCount(count)} leads${failed > 0 ? `, ${formatCount(failed)} refused` : ''}`;
}
