/** A carrier's form fields as what happened. Twilio, SignalWire and Telnyx (TeXML) name them alike. Pure. */
import type { Attestation, CarrierEvent, HangupReason, Happening } from '../../core/phone/interface.ts';
import { isE164 } from '../../shared/contact/phone-numbers.ts';
import { storable } from '../../shared/http/unstorable-strings.ts';
import { isWithheld, readCaller, readNumber } from './callers.ts';

/** Characters of a reason that are kept; carriers write a sentence. */
const MAX_REASON_LENGTH = 500;

/** The fields of a request; of one that comes several times the first counts. */
export class Fields {
  readonly #form: URLSearchParams;

  constructor(form: URLSearchParams) {
    this.#form = form;
  }

  /** The value without blanks around it; empty when there is none. */
  text(name: string): string {
    return storable(this.#form.get(name) ?? '').trim();
  }

  /** A value, or undefined when there is none. */
  given(name: string): string | undefined {
    const text = this.text(name);
    return text === '' ? undefined : text;
  }

  /** Whole seconds; undefined for anything but a number of at most six digits. */
  seconds(name: string): number | undefined {
    const text = this.text(name);
    return /^\d{1,6}(?:\.\d+)?$/.test(text) ? Math.round(Number(text)) : undefined;
  }

  /** A time as RFC 2822 (Twilio) or ISO 8601 (Telnyx) write it, in milliseconds since the epoch; none that is still to come. */
  time(name: string, now: number): number | undefined {
    const time = Date.parse(this.text(name));
    return Number.isNaN(time) || time > now ? undefined : time;
  }

  /** Everything that came, as JSON. */
  all(): string {
    return JSON.stringify([...this.#form]);
  }
}

/** Where in a call a request stands: its address says it. */
export type Place =
  | { at: 'call' | 'status' }
  | { at: 'dialed' | 'whisper' | 'key' | 'leg'; turn: number }
  | { at: 'voicemail' | 'recording' };

/** What a carrier's fields are read by. */
export interface Reader {
  /** Milliseconds since the epoch: nothing happened later. */
  now: number;
  /** Where numbers without a plus are read first: ISO 3166-1 alpha-2. */
  region: string;
}

/** What happened; undefined for a request that says nothing of interest here. */
export function readHappening(place: Place, fields: Fields, { now, region }: Reader): Happening | undefined {
  switch (place.at) {
    case 'call':
      return { kind: 'incoming', ...attestationOf(fields) };
    case 'status':
      return {
        kind: 'status',
        status: statusOf(fields.text('CallStatus')),
        ...optional('time', timeOf(fields, now)),
        ...optional('seconds', fields.seconds('CallDuration')),
        ...optional('reason', reasonOf(fields)),
        ...attestationOf(fields),
      };
    case 'dialed':
      return dialed(place.turn, fields);
    case 'voicemail':
    case 'recording':
      return recorded(place.at === 'voicemail' ? 'message' : 'recording', fields);
    default:
      return ofLeg({ at: place.at, turn: place.turn }, fields, { now, region });
  }
}

/** The carrier's id of the call with the caller: a phone that is rung names it as its parent. */
export function callIdOf(place: Place, fields: Fields): string {
  const isLeg = place.at === 'leg' || place.at === 'whisper' || place.at === 'key';
  return (isLeg ? fields.given('ParentCallSid') : undefined) ?? fields.text('CallSid');
}

/** Who called whom; nothing where the carrier speaks of a phone that is rung. */
export function partiesOf(
  place: Place,
  fields: Fields,
  { region }: Pick<Reader, 'region'>,
): Pick<CarrierEvent, 'number' | 'from' | 'hidesCaller' | 'callerName'> {
  const isLeg = place.at === 'leg' || place.at === 'whisper' || place.at === 'key';
  const isNamed = fields.given('To') !== undefined && fields.given('ParentCallSid') === undefined;
  if (isLeg || !isNamed) return {};
  const caller = fields.given('From') ?? fields.text('Caller');
  return {
    number: readNumber(fields.given('Called') ?? fields.text('To'), region),
    from: readCaller(caller, region),
    ...(isE164(caller) ? {} : { hidesCaller: true }),
    ...optional('callerName', callerNameOf(fields)),
  };
}

/** Telnyx has the caller's name as `CallerId` (TeXML webhooks). Where no name is known, some networks put the number in its place. */
function callerNameOf(fields: Fields): string | undefined {
  const name = fields.given('CallerName') ?? fields.text('CallerId');
  return /\p{L}/u.test(name) && !isWithheld(name) ? name : undefined;
}

/** Telnyx says with the end of a call why it ended (TeXML webhook "call completed"). */
function reasonOf(fields: Fields): HangupReason | undefined {
  const reason = {
    ...optional('cause', briefly(fields.given('HangupCause'))),
    ...optional('errorCode', briefly(fields.given('ErrorCode'))),
    ...optional('errorMessage', briefly(fields.given('ErrorMessage'))),
  };
  return Object.keys(reason).length === 0 ? undefined : reason;
}

function briefly(text: string | undefined): string | undefined {
  return text?.slice(0, MAX_REASON_LENGTH);
}

function dialed(turn: number, fields: Fields): Happening {
  const bridged = fields.text('DialBridged').toLowerCase();
  const status = statusOf(fields.text('DialCallStatus'));
  return {
    kind: 'dialed',
    turn,
    status,
    ...(bridged === 'true' || bridged === 'false' ? { isBridged: bridged === 'true' } : {}),
    ...optional('seconds', fields.seconds('DialCallDuration')),
    ...optional('legId', fields.given('DialCallSid')),
    isOver: status === 'canceled' || statusOf(fields.text('CallStatus')) === 'completed',
  };
}

function ofLeg(
  { at, turn }: { at: 'whisper' | 'key' | 'leg'; turn: number },
  fields: Fields,
  { now, region }: Reader,
): Happening {
  const leg = {
    turn,
    legId: fields.text('CallSid'),
    number: readNumber(fields.given('Called') ?? fields.text('To'), region),
  };
  if (at === 'whisper') return { kind: at, ...leg };
  if (at === 'key') return { kind: at, ...leg, digits: fields.text('Digits') };
  return {
    kind: at,
    ...leg,
    status: statusOf(fields.text('CallStatus')),
    ...optional('time', timeOf(fields, now)),
    ...optional('seconds', fields.seconds('CallDuration')),
  };
}

/** Undefined for a recording that failed or is still under way. */
function recorded(kind: 'message' | 'recording', fields: Fields): Happening | undefined {
  const recordingId = fields.given('RecordingSid') ?? fields.given('RecordingId');
  const state = fields.text('RecordingStatus').toLowerCase();
  if (recordingId === undefined || !['', 'completed', 'available'].includes(state)) return undefined;
  const url = fields.given('RecordingUrl');
  return { kind, recordingId, seconds: fields.seconds('RecordingDuration') ?? 0, ...optional('url', url) };
}

/** Telnyx has other words for some. */
function statusOf(text: string): string {
  const status = text.toLowerCase();
  return status === 'no_answer' ? 'no-answer' : status === 'cancelled' ? 'canceled' : status;
}

function timeOf(fields: Fields, now: number): number | undefined {
  return fields.time('Timestamp', now);
}

/**
 * Twilio has it in one word, such as `TN-Validation-Failed-A-Diverted` ("Trusted Calling with SHAKEN/STIR"); Telnyx has the level
 * and whether it was right apart.
 */
function attestationOf(fields: Fields): Attestation {
  const [told, result, level, path] =
    /^(?:TN-Validation-(Passed|Failed)(?:-([ABC]))?|No-TN-Validation)(?:-(Diverted|Passthrough))?$/i.exec(
      fields.text('StirVerstat'),
    ) ?? [];
  if (told !== undefined) {
    return {
      ...optional('attestation', level?.toUpperCase()),
      verification: (result?.toLowerCase() ?? 'none') as 'passed' | 'failed' | 'none',
      ...optional('attestationPath', path?.toLowerCase() as 'diverted' | 'passthrough' | undefined),
    };
  }
  const [claimed] = /^[ABC]$/i.exec(fields.text('ShakenStirAttestation')) ?? [];
  const isRight = fields.text('ShakenStirValidated').toLowerCase();
  const verification: 'passed' | 'failed' | undefined =
    isRight === 'true' ? 'passed' : isRight === 'false' ? 'failed' : undefined;
  return { ...optional('attestation', claimed?.toUpperCase()), ...optional('verification', verification) };
}

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [member in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { [member in Name]?: Value };
}
