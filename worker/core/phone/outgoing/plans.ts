/** Plans the instructions to the carrier for a call that a user placed: ring them, say whom it calls, ring the person. Pure. */
import { spokenPhone } from '../../../shared/contact/phone-numbers.ts';
import type { CallEvent } from '../calls/carrier-events.ts';
import { resultOf } from '../calls/results.ts';
import type { CallRecord } from '../calls/schema.ts';
import type { OpenPhoneBook } from '../ringing/phone-book.ts';
import { type Instruction, KEY_TIMEOUT_SECONDS } from '../ringing/plans.ts';
import type { CallRules } from '../rules/rules.ts';

/** How long the person's phone rings: until most mailboxes have picked up. */
const RING_SECONDS = 45;

/** Telnyx takes a name with the number, others show the one that is registered for the number (CNAM). */
const NAMING_CARRIER = 'telnyx';
/** Longest name, and what it may consist of. */
const MAX_CALLER_NAME = 128;
const NOT_IN_NAMES = /[^A-Za-z0-9 \-_~!.+]/g;

/** A call that a user placed, the name of the person, and the user's `caller_id_name`. */
interface OutgoingCall {
  record: CallRecord;
  name: string;
  callerName: string;
}

/** Plans the next step after an event. Every call ends: the person is rung once, after the user has picked up. */
export function planOutgoing(book: OpenPhoneBook, call: OutgoingCall, event: CallEvent): Instruction[] {
  const { record } = call;
  const rules = book.rulesFor(record.number);
  switch (event.kind) {
    case 'placer':
      return afterPlacer(book, call, { rules, digits: event.digits });
    case 'whisper':
      return record.report.terms.isAnnounced ? [say(rules, rules.announcement)] : [];
    case 'dialed': {
      const isAnswered = resultOf(record.report).answeredTime !== null;
      return isAnswered || event.isOver
        ? [{ kind: 'hangup' }]
        : [say(rules, SENTENCES[event.status] ?? 'Nobody answered.'), { kind: 'hangup' }];
    }
    default:
      return [];
  }
}

const SENTENCES: Readonly<Record<string, string>> = {
  busy: 'The line is busy.',
  failed: 'The number could not be reached.',
};

/** Rings the person once the user has picked up and, where they have to, pressed 1. */
function afterPlacer(
  book: OpenPhoneBook,
  { record, name, callerName }: OutgoingCall,
  { rules, digits }: { rules: CallRules; digits: string | undefined },
): Instruction[] {
  const { placed, terms } = record.report;
  const phone = record.caller;
  if (phone === null || record.outcome !== null) return [{ kind: 'hangup' }];
  const text = `Calling ${[name.trim(), spokenPhone(phone, book.book.region)].filter((part) => part !== '').join(', ')}.`;
  if (placed?.isScreened === true && digits === undefined) {
    return [
      {
        kind: 'gather',
        text: `${text} ${rules.screening_prompt}`,
        language: rules.language,
        timeoutSeconds: KEY_TIMEOUT_SECONDS,
        next: { at: 'key', turn: 0 },
      },
      { kind: 'hangup' },
    ];
  }
  if (digits !== undefined && digits !== '1') return [{ kind: 'hangup' }];
  const shownName = record.carrier === NAMING_CARRIER ? writtenName(callerName) : '';
  return [
    ...(digits === undefined ? [say(rules, text)] : []),
    {
      kind: 'dial',
      people: [{ number: phone, hasWhisper: terms.isAnnounced }],
      timeoutSeconds: RING_SECONDS,
      callerId: record.number,
      ...(shownName === '' ? {} : { callerName: shownName }),
      isRecorded: terms.isAnnounced,
      turn: 0,
    },
  ];
}

/** Returns a name in the characters that the carrier takes, without accents. */
function writtenName(name: string): string {
  return name.normalize('NFKD').replaceAll(NOT_IN_NAMES, '').trim().slice(0, MAX_CALLER_NAME);
}

function say({ language }: CallRules, text: string): Instruction {
  return { kind: 'say', text, language };
}
