/** The words of notifications outside of the console: a title, the place that it leads to, and the facts. Pure. */
import { channelName } from '../../../dni/pure/channels.ts';
import { safeName, safeText, safeTitle } from '../../../shared/mail/safe-names.ts';
import { formatted, momentText, type TimeReader } from '../../../shared/mail/times.ts';
import { type Silent, silencePlace, silenceTitle } from '../../../shared/pure/silence-words.ts';
import type { NotificationType } from './answer-schema.ts';
import type { NotificationRecord } from './schema.ts';

/** A notification in words. */
export interface NotificationWords {
  title: string;
  /** The place in the console, from the root of the deployment. */
  path: string;
}

/** The parts of a notification that its words are made of. */
interface Parts {
  /** The lead's name, or `a lead`. */
  lead: string;
  /** Who caused it; empty for the product itself. */
  by: string;
  /** Whom it is for: `you`, or a name. */
  to: string;
  /** Returns the name of what it is about; `instead` where that may not be put into mail. */
  name: (instead: string) => string;
  /** Returns a member of the content. */
  of: (member: string) => string;
}

/** The title of each type, and its place in the console if that is not its lead; `/` begins a whole path. */
const WORDS: Readonly<Record<NotificationType, (parts: Parts) => [title: string, place?: string]>> = {
  'lead.assigned': ({ by, lead, to }) => [
    by === '' ? `New lead for ${to}: ${lead}` : `${by} assigned ${lead} to ${to}`,
  ],
  'leads.assigned': ({ by, of, to }) => [`${by} assigned ${of('count')} leads to ${to}`, 'leads'],
  'call.missed': ({ lead, of }) => [
    `${of('outcome') === 'voicemail' ? 'Voicemail' : 'Missed call'} from ${lead}`,
    ...placeWithoutLead('calls', of),
  ],
  'text.received': ({ lead, of }) => [`Text from ${lead}`, ...placeWithoutLead('calls/texts', of)],
  'form.received': ({ lead }) => [`Form from ${lead}`],
  'reminder.due': ({ lead }) => [`Reminder: ${lead}`],
  'reminder.overdue': ({ lead }) => [`Reminder not done in time: ${lead}`],
  'call.marked': ({ lead, of }) => [`${safeTitle(of('rule'), 'A rule')}: call with ${lead}`],
  'lead.mentioned': ({ by, lead }) => [`${by} mentioned you on ${lead}`],
  'job.finished': ({ of }) => [
    of('job') === 'import'
      ? `Your import of ${of('count')} rows has ended`
      : `Your change to ${of('count')} leads has ended`,
    'leads',
  ],
  'report.ready': ({ of, name }) => [`Report: ${name('a saved report')}`, of('console_path')],
  'webhook.failing': ({ of, name }) => [
    `A webhook fails: ${name('one of yours')}`,
    ['company/webhooks', of('webhook_id')].filter((part) => part !== '').join('/'),
  ],
  'chat.failing': ({ of, name }) => [
    `Nothing reaches the chat channel ${name('that you added')}`,
    `company/chat/${of('channel_id')}`,
  ],
  'conversions.failing': ({ of }) => [`No conversions reach ${of('name')}`, 'company/conversions'],
  'carrier.refusing': ({ of }) => [`${of('name')} refuses the account`, 'numbers/phone'],
  'numbers.astray': ({ of }) => [
    of('count') === '1'
      ? `Calls to a number at ${of('name')} no longer come here`
      : `Calls to ${of('count')} numbers at ${of('name')} no longer come here`,
    'numbers/bought',
  ],
  'forms.dropped': ({ of }) => [
    `More forms came than are kept: ${of('count')} in an hour were dropped`,
    'leads',
  ],
  'silence.began': (parts) => silenceOf(parts, 'silence.began'),
  'silence.ended': (parts) => silenceOf(parts, 'silence.ended'),
  'costs.failing': ({ name }) => [`The costs in ${name('a file')} cannot be read`, 'reports/costs'],
  'costs.working': ({ name }) => [`The costs in ${name('a file')} are read again`, 'reports/costs'],
};

/**
 * Returns a notification in words, without phone numbers and e-mail addresses: a lead that is only known by one is `a lead`.
 * @param companyId for the place in the console
 * @param reader who reads them: the notified user, or a chat channel, which is told whom it is for
 */
export function wordsOf(
  { type, data }: Pick<NotificationRecord, 'type' | 'data'>,
  companyId: string,
  reader: 'user' | 'channel' = 'user',
): NotificationWords {
  const of = (member: string): string => textOf(data[member]);
  const actor = data['assigned_by'] ?? data['mentioned_by'];
  // The product itself assigns new callers in turn. It has a name for programs only.
  const isProduct = memberOf(actor, 'id') === undefined && textOf(memberOf(actor, 'name')).includes(':');
  const by = isProduct ? '' : safeName(textOf(memberOf(actor, 'name')), 'Somebody');
  const somebody = of('lead_id') === '' ? 'a withheld number' : 'a lead';
  const name = (instead: string): string => safeTitle(of('name'), instead);
  const lead = safeName(of('lead_name'), somebody);
  const assignee = textOf(memberOf(data['assigned_to'], 'name'));
  const to = reader === 'user' ? 'you' : safeName(assignee, 'somebody');
  const parts = { lead, by, to, name, of };
  const [title, place = `leads/${of('lead_id')}`] = WORDS[type](parts);
  return { title, path: place.startsWith('/') ? place : `/console/${companyId}/${place}` };
}

/** The host of a site is a link for mail programs, and anybody may name one. */
function silenceOf({ of, name }: Parts, type: 'silence.began' | 'silence.ended'): [string, string] {
  const silent = of('silent') as Silent;
  return [silenceTitle(silent, name('your website'), type), silencePlace(silent).join('/')];
}

/** Returns where a contact is shown that has no lead. */
function placeWithoutLead(place: string, of: Parts['of']): [string?] {
  return of('lead_id') === '' ? [place] : [];
}

function memberOf(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[member] : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : typeof value === 'string' ? value : '';
}

/** The notifications about somebody who called, wrote or sent a form. */
const CONTACTS: ReadonlySet<string> = new Set([
  'call.missed',
  'text.received',
  'form.received',
  'call.marked',
]);

/**
 * Returns the facts of a notification, a paragraph each. Words with an address or a link stay in the console.
 */
export function factsOf(
  notification: Pick<NotificationRecord, 'type' | 'data' | 'createdTime'>,
  reader: TimeReader,
): string[] {
  const { type, data, createdTime } = notification;
  if (CONTACTS.has(type)) {
    const facts = [...originOf(notification), `When: ${momentText(createdTime, reader)}`].join('\n');
    return [facts, ...wordsIn(data['words'], type === 'call.missed' ? 'What they said' : 'What they wrote')];
  }
  const { failed } = data;
  const due = momentText(Date.parse(textOf(data['due_time'])), reader);
  const [from, to] = [dayText(data['from'], reader), dayText(data['to'], reader)];
  return [
    ...wordsIn(data['message'], 'The reminder'),
    ...(due === '' ? [] : [`Due: ${due}`]),
    ...(typeof failed === 'number' && failed > 0
      ? [`${textOf(failed)} of them were refused. The console says why.`]
      : []),
    ...(from === '' || to === '' ? [] : [`From ${from} to ${to}`]),
    // What does not work, and how it shows.
    ...wordsIn(data['detail'], 'The reason'),
  ];
}

/** Returns words of others for a mail; none if there are none. @param what what they are, at the beginning of a sentence */
function wordsIn(words: unknown, what: string): string[] {
  const text = textOf(words);
  return text === '' ? [] : [safeText(text, `${what} has a link or an address: read it in the console.`)];
}

/** Returns from where a contact came, a line for the source and one for the branch. Nothing for other notifications. */
export function originOf({ type, data }: Pick<NotificationRecord, 'type' | 'data'>): string[] {
  if (!CONTACTS.has(type)) return [];
  const of = (member: string): string => safeTitle(textOf(data[member]), '');
  const campaign = of('campaign') && `campaign ${of('campaign')}`;
  const source = safeTitle(channelName(textOf(data['source'])), '');
  const facts: readonly (readonly [string, string])[] = [
    ['Source', [source, campaign].filter((part) => part !== '').join(', ')],
    ['Branch', of('branch')],
  ];
  return facts.filter(([, value]) => value !== '').map(([label, value]) => `${label}: ${value}`);
}

/** Returns the address that calls the person from the reader's phone; undefined if the number is not known. */
export function callAddress({ type, data }: Pick<NotificationRecord, 'type' | 'data'>): string | undefined {
  const phone = data['phone'];
  const isKnown = CONTACTS.has(type) && typeof phone === 'string' && /^\+\d{6,15}$/.test(phone);
  return isKnown ? `tel:${phone}` : undefined;
}

/** Returns a day, such as `2026-03-02`, as people write it; '' for none. */
function dayText(day: unknown, { region }: TimeReader): string {
  const time = Date.parse(textOf(day));
  return formatted(time, region, { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' });
}
