/** From what a carrier tells to the facts of a call. Pure. */
import { type Attestation, type Happening, OVER } from '../calls/carrier-events.ts';
import { isMobile } from '../../../shared/contact/phone-numbers.ts';
import type { OpenPhoneBook } from '../ringing/phone-book.ts';
import { type IncomingCall, routeCall } from '../ringing/routing.ts';
import {
  type CallEnd,
  type CallFacts,
  type Leg,
  type Recording,
  withEnd,
  withLeg,
  withStart,
  withTurn,
} from '../calls/call-report.ts';
import type { CarrierName } from '../ringing/settings-schema.ts';
import { screeningOf, screeningSeconds, waitingSeconds, whisperSeconds } from '../calls/silent-seconds.ts';

/** What is known of a call before anything is told of it: what was to happen with it. */
export function blankFacts(
  book: OpenPhoneBook,
  {
    callerName,
    carrier,
    ...incoming
  }: IncomingCall & { callerName?: string | undefined; carrier?: CarrierName },
): CallFacts {
  const route = routeCall(book, incoming);
  const { standing, rules, turns } = route;
  const call = { ...incoming, callerName };
  return {
    startedTime: incoming.now,
    terms: {
      isBlocked: standing === 'blocked',
      screening: screeningOf(route),
      isAnnounced: rules.record === 'on' && turns.length > 0,
      turns: turns.length,
      ...(incoming.isHomeOnly === true ? { isHomeOnly: true } : {}),
      screeningSeconds: screeningSeconds(route, call),
      whisperSeconds: whisperSeconds(route, call),
      waitingSeconds: waitingSeconds(route, call, carrier),
    },
    ...(callerName === undefined ? {} : { callerName }),
    legs: {},
    turns: {},
  };
}

/** Somebody behind a number, where it is one user's alone. */
export type UserOfNumber = (number: string) => string | undefined;

/**
 * The facts with one thing more.
 * @param time when it came, for what the carrier gives no time of
 */
export function withHappening(
  facts: CallFacts,
  told: { happened: Happening; time: number },
  userOf: UserOfNumber,
): CallFacts {
  const begun = withStart(facts, begunBy(told), told.happened.kind === 'incoming');
  return withFact(begun, told, userOf);
}

/** A time at which the call had begun: the carrier says how long it, or a part of it, has lasted. */
function begunBy({ happened, time }: { happened: Happening; time: number }): number {
  const at = 'time' in happened && happened.time !== undefined ? Math.min(happened.time, time) : time;
  const seconds = 'seconds' in happened ? (happened.seconds ?? 0) : 0;
  return at - seconds * 1000;
}

function withFact(
  facts: CallFacts,
  { happened, time }: { happened: Happening; time: number },
  userOf: UserOfNumber,
): CallFacts {
  switch (happened.kind) {
    case 'incoming':
      return { ...facts, ...attestationIn(happened) };
    case 'dialed': {
      const { kind: _, turn, ...result } = happened;
      return withTurn(facts, turn, { ...result, time });
    }
    case 'leg':
    case 'whisper':
    case 'key':
      return withLeg(facts, happened.legId, {
        ...legOf(happened, time, userOf),
        ...(facts.terms.screening === 'mobiles' ? { isScreened: isMobile(happened.number) } : {}),
      });
    case 'message':
      return { ...facts, message: longer(facts.message, recordingOf(happened)) };
    case 'recording':
      return { ...facts, recording: longer(facts.recording, recordingOf(happened)) };
    case 'status':
      return OVER.includes(happened.status)
        ? withEnd({ ...facts, ...attestationIn(happened) }, endOf(happened, time))
        : { ...facts, ...attestationIn(happened) };
    default:
      return facts;
  }
}

function attestationIn({ attestation, verification, attestationPath }: Attestation): Attestation {
  return {
    ...(attestation === undefined ? {} : { attestation }),
    ...(verification === undefined ? {} : { verification }),
    ...(attestationPath === undefined ? {} : { attestationPath }),
  };
}

function endOf(
  { status, time: told, seconds, reason }: Extract<Happening, { kind: 'status' }>,
  came: number,
): CallEnd {
  return {
    time: told ?? came,
    status,
    ...(seconds === undefined ? {} : { seconds }),
    ...(reason === undefined ? {} : { reason }),
  };
}

type OfLeg = Extract<Happening, { kind: 'leg' | 'whisper' | 'key' }>;

function legOf(happened: OfLeg, time: number, userOf: UserOfNumber): Leg {
  const { turn, number } = happened;
  const userId = userOf(number);
  return { number, turn, ...(userId === undefined ? {} : { userId }), ...timesOf(happened, time) };
}

function timesOf(happened: OfLeg, came: number): Partial<Leg> {
  // Whoever hears a whisper has picked up, though when exactly is said by the leg's own status.
  if (happened.kind === 'whisper') return { answeredTime: came, whisperTime: came };
  if (happened.kind === 'key') return happened.digits === '1' ? { acceptedTime: came } : {};
  const time = happened.time ?? came;
  if (happened.status === 'ringing') return { ringingTime: time };
  if (happened.status === 'in-progress' || happened.status === 'answered') return { answeredTime: time };
  if (!OVER.includes(happened.status)) return {};
  return { endedTime: time, ...(happened.seconds === undefined ? {} : { seconds: happened.seconds }) };
}

function recordingOf({ recordingId, seconds, url }: Recording): Recording {
  return { recordingId, seconds, ...(url === undefined ? {} : { url }) };
}

/** Told twice, once before its length is known: the longer counts; of equal ones the first by id. */
function longer(known: Recording | undefined, told: Recording): Recording {
  if (known === undefined || known.seconds < told.seconds) return told;
  return known.seconds === told.seconds && told.recordingId < known.recordingId ? told : known;
}
