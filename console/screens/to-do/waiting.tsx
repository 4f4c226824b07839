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
  reminder: Reminder;
  contact: Contact;
  /** What callers said, by the id of the call. */
  spoken: ReadonlyMap<string, string>;
}

/** Shows what is to do, with the voicemail to play. */
export function Waiting({ reminder, contact, spoken }: WaitingProps): VNode {
  const { call_id: callId } = reminder;
  const words = callId === undefined ? undefined : spoken.get(callId);
  const isRecorded = isVoicemail(contact) && contact.data.voicemail;
  return (
    <>
      <p class="words" dir="auto">
        {waitingText(reminder, contact)}
      </p>
      {words !== undefined && (
        <p class="words" dir="auto">
          {withWords('Said', words)}
        </p>
      )}
      {callId !== undefined && isRecorded && <Player callId={callId} label="Voicemail" />}
    </>
  );
}

/** Returns the branch that was called, as far as it is known. */
export function branchOf(contact: Contact): string | undefined {
  return contact?.type === 'call' ? (contact.data.location_id ?? undefined) : undefined;
}

/** Says what is to do. Numbers are written as people write them. */
export function waitingText(reminder: Reminder, contact: Contact): string {
  const { phone, message = '' } = reminder;
  switch (kindOf(reminder)) {
    case 'call':
      return `${callName(contact)}: call ${phone ? formatPhone(phone) : ''} back`;
    case 'text':
      return withWords('Text', contact?.type === 'sms' ? textWords(contact.data) : '');
    case 'form':
      return withWords('Form', contact?.type === 'form' ? formWords(contact.data) : '');
    default:
      return message;
  }
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
