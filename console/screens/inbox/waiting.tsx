/** What a reminder is about: the words that somebody wrote on it, or the call, text or form that nobody answered. */
import type { VNode } from 'preact';
import { answerText } from '../../../worker/dni/pure/form-answers.ts';
import type { RemindersBody } from '../../../worker/core/leads/reminders/reference.ts';
import { Player } from '../../components/player.tsx';
import { formatPhone } from '../../components/text/values.tsx';
import { formatSeconds } from '../calls/call.ts';
import type { EventOf } from '../leads/lead/lead.ts';

type Reminder = EventOf<'reminder'>['data'];
type Contact = RemindersBody['reminders'][number]['contact'];
type Counts = NonNullable<RemindersBody['reminders'][number]['contact_counts']>;

/** The newest contacts of a person whose words are shown; the lead shows all. */
const MOST_CONTACTS = 3;

/** What a person wrote is cut off here; the lead shows all of it. */
const MOST_WORDS = 280;
const START_OF_WORDS = new RegExp(`^.{0,${MOST_WORDS}}`, 'su');

/** Returns how the person came who waits for an answer; undefined for a reminder that somebody set. */
export function kindOf(reminder: Reminder): 'call' | 'text' | 'form' | undefined {
  if (reminder.call_id !== undefined) return 'call';
  if (reminder.text_id !== undefined) return 'text';
  return reminder.form_id === undefined ? undefined : 'form';
}

interface WaitingProps {
  reminder: RemindersBody['reminders'][number];
  /** What callers said, by the id of the call. */
  spoken: ReadonlyMap<string, string>;
}

/** Shows what is to do: how often the person came, and what they said and wrote, with voicemails to play. */
export function Waiting({ reminder, spoken }: WaitingProps): VNode {
  const { data } = reminder.event as EventOf<'reminder'>;
  const { contact, earlier_contacts: earlier = [], contact_counts: counts } = reminder;
  const isOnce = earlier.length === 0 || counts === undefined;
  const shown = isOnce ? [contact] : [contact, ...earlier].filter(hasWords).slice(0, MOST_CONTACTS);
  return (
    <>
      <p class="words" dir="auto">
        {isOnce ? waitingText(data, contact) : `${countsText(counts)}${backText(data)}`}
      </p>
      {shown.map((each) => (
        <Words key={each?.data.event_id} contact={each} spoken={spoken} isNamed={!isOnce} />
      ))}
    </>
  );
}

/** What somebody said on a voicemail; with `isNamed` also what the contact is, and what they wrote. */
function Words({
  contact,
  spoken,
  isNamed,
}: {
  contact: Contact;
  spoken: ReadonlyMap<string, string>;
  isNamed: boolean;
}): VNode {
  const callId = contact?.type === 'call' ? contact.data.call_id : undefined;
  const words = callId === undefined ? undefined : spoken.get(callId);
  const isRecorded = isVoicemail(contact) && contact.data.voicemail;
  return (
    <>
      {isNamed && (
        <p class="words" dir="auto">
          {contactText(contact)}
        </p>
      )}
      {words !== undefined && (
        <p class="words" dir="auto">
          {withWords('Said', words)}
        </p>
      )}
      {callId !== undefined && isRecorded && <Player callId={callId} label="Voicemail" />}
    </>
  );
}

/** Tells whether a contact says more than that somebody came. */
function hasWords(contact: Contact): boolean {
  return contact?.type !== 'call' || isVoicemail(contact);
}

/** Says how often somebody came: `3 calls and 1 text`. */
export function countsText({ calls, texts, forms }: Counts): string {
  const parts = [
    numberOf(calls, 'call', 'calls'),
    numberOf(texts, 'text', 'texts'),
    numberOf(forms, 'form', 'forms'),
  ].filter((part) => part !== '');
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' and ');
}

function numberOf(count: number, one: string, many: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`;
}

/** Says what is to do. Numbers are written as people write them. */
export function waitingText(reminder: Reminder, contact: Contact): string {
  const { message = '' } = reminder;
  switch (kindOf(reminder)) {
    case 'call':
      return `${callName(contact)}${backText(reminder)}`;
    case 'text':
      return contact?.type === 'sms' ? contactText(contact) : 'Text';
    case 'form':
      return contact?.type === 'form' ? contactText(contact) : 'Form';
    default:
      return message;
  }
}

/** Says whom to call back; nothing for somebody without a phone. */
function backText({ phone }: Reminder): string {
  return phone ? `: call ${formatPhone(phone)} back` : '';
}

/** Says what a contact is, with what was written. */
function contactText(contact: Contact): string {
  if (contact?.type === 'sms') return withWords('Text', textWords(contact.data));
  return contact?.type === 'form' ? withWords('Form', formWords(contact.data)) : callName(contact);
}

function callName(contact: Contact): string {
  if (!isVoicemail(contact)) return 'Missed call';
  const { voicemail } = contact.data;
  return voicemail ? `Voicemail of ${formatSeconds(voicemail.seconds)} min` : 'Voicemail';
}

/** Tells whether somebody left a voicemail. Another phone system may keep its recording to itself. */
export function isVoicemail(contact: Contact): contact is EventOf<'call'> {
  return contact?.type === 'call' && contact.data.outcome === 'voicemail';
}

function textWords({ message, media = [] }: EventOf<'sms'>['data']): string {
  return message === '' && media.length > 0 ? 'a picture or file' : message;
}

function formWords({ answers }: EventOf<'form'>['data']): string {
  return answers.map(answerText).join(' · ');
}

function withWords(kind: string, words: string): string {
  if (words === '') return kind;
  return `${kind}: ${words.length > MOST_WORDS ? `${START_OF_WORDS.exec(words)?.[0] ?? ''}…` : words}`;
}
