/** Reads carriers' form fields as events. Twilio, SignalWire and Telnyx (TeXML) use the same names. Pure. */
import type { Attestation, CarrierEvent, HangupReason, CallEvent } from '../../core/phone/interface.ts';
import type { Coordinates } from '../../dni/pure/distance.ts';
import { isE164, isValidPhone, isWithheld, readSentPhone } from '../../shared/contact/phone-numbers.ts';
import { onlyKnown } from '../../shared/http/input.ts';
import { findPostalCode } from '../lookup/place/zip.ts';
import { storable } from '../../shared/http/unstorable-strings.ts';

/** More than any postal code has. */
const MAX_DIGITS = 12;
/** Countries and territories with ZIP codes, ISO 3166-1 alpha-2. Canadians may call an American company, and the other way round. */
const ZIP_REGIONS: ReadonlySet<string> = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP', 'CA']);
/** Characters kept of a reason, usually a sentence. */
const MAX_REASON_LENGTH = 500;

/** A short code, from which messages are sent. */
const SHORT_CODE = /^\d{3,8}$/;
/** Shorter than phone numbers in nearly all countries. Longer ones are read as a phone number if that is valid. */
const CERTAINLY_SHORT = /^\d{3,6}$/;
/** The characters of a number; letters mean a name. */
const DIALLED = /^\+?[\d\s().-]+$/;

/** The fields of a request; of a repeated field the first counts. */
export class Fields {
  readonly #form: URLSearchParams;

  constructor(form: URLSearchParams) {
    this.#form = form;
  }

  /** Returns a trimmed value; empty when there is none. */
  text(name: string): string {
    return storable(this.#form.get(name) ?? '').trim();
  }

  /** Returns a value; undefined when there is none. */
  given(name: string): string | undefined {
    const text = this.text(name);
    return text === '' ? undefined : text;
  }

  /** Returns whole seconds; undefined for anything but a number of at most six digits. */
  seconds(name: string): number | undefined {
    const text = this.text(name);
    return /^\d{1,6}(?:\.\d+)?$/.test(text) ? Math.round(Number(text)) : undefined;
  }

  /** Parses a time in RFC 2822 (Twilio) or ISO 8601 (Telnyx) to milliseconds since the epoch; undefined for one in the future. */
  time(name: string, now: number): number | undefined {
    const time = Date.parse(this.text(name));
    return Number.isNaN(time) || time > now ? undefined : time;
  }

  /** Returns all fields as JSON. */
  all(): string {
    return JSON.stringify([...this.#form]);
  }
}

/** The step of a call that a request is about, from its path. */
export type CallbackStep =
  | { at: 'call' | 'status' }
  | { at: 'dialed' | 'whisper' | 'key' | 'leg' | 'menu'; turn: number; via?: string }
  | { at: 'voicemail' | 'recording' };

/** The context for reading a carrier's fields. */
export interface Reader {
  /** Milliseconds since the epoch; later times are ignored. */
  now: number;
  /** The country to try first for numbers without a plus: ISO 3166-1 alpha-2. */
  region: string;
}

/** Reads the event of a request; undefined for a request without one. */
export function readCallEvent(
  step: CallbackStep,
  fields: Fields,
  { now, region }: Reader,
): CallEvent | undefined {
  switch (step.at) {
    case 'call':
      return { kind: 'incoming', ...attestationOf(fields) };
    case 'status':
      return {
        kind: 'status',
        status: statusOf(fields.text('CallStatus')),
        ...onlyKnown({
          time: fields.time('Timestamp', now),
          seconds: fields.seconds('CallDuration'),
          reason: reasonOf(fields),
        }),
        ...attestationOf(fields),
      };
    case 'dialed':
      return dialed(step, fields);
    case 'menu':
      return { kind: 'menu', turn: step.turn, via: step.via ?? '', ...pressed(fields, region) };
    case 'voicemail':
    case 'recording':
      return recorded(step.at === 'voicemail' ? 'message' : 'recording', fields);
    default:
      return ofLeg({ ...step, at: step.at }, fields, { now, region });
  }
}

/** Returns the carrier's id of the caller's call, which is the parent of a leg. */
export function callIdOf(step: CallbackStep, fields: Fields): string {
  return (isAboutLeg(step) ? fields.given('ParentCallSid') : undefined) ?? fields.text('CallSid');
}

/** Reads who called whom; empty for a request about a leg. */
export function partiesOf(
  step: CallbackStep,
  fields: Fields,
  { region }: Pick<Reader, 'region'>,
): Pick<CarrierEvent, 'number' | 'from' | 'hidesCaller' | 'callerName'> {
  const isNamed = fields.given('To') !== undefined && fields.given('ParentCallSid') === undefined;
  if (isAboutLeg(step) || !isNamed) return {};
  const caller = fields.given('From') ?? fields.text('Caller');
  return {
    number: readNumber(fields.given('Called') ?? fields.text('To'), region),
    from: readCaller(caller, region),
    ...(isE164(caller) ? {} : { hidesCaller: true }),
    ...onlyKnown({ callerName: callerNameOf(fields) }),
  };
}

function isAboutLeg({ at }: CallbackStep): boolean {
  return at === 'leg' || at === 'whisper' || at === 'key';
}

/** Reads the caller's name, which Telnyx sends as `CallerId` (TeXML webhooks). Some networks send the number instead. */
function callerNameOf(fields: Fields): string | undefined {
  const name = fields.given('CallerName') ?? fields.text('CallerId');
  return /\p{L}/u.test(name) && !isWithheld(name) ? name : undefined;
}

/** Reads why a call ended, which Telnyx sends (TeXML webhook "call completed"). */
function reasonOf(fields: Fields): HangupReason | undefined {
  const briefly = (name: string): string | undefined => fields.given(name)?.slice(0, MAX_REASON_LENGTH);
  const reason = onlyKnown({
    cause: briefly('HangupCause'),
    errorCode: briefly('ErrorCode'),
    errorMessage: briefly('ErrorMessage'),
  });
  return Object.keys(reason).length === 0 ? undefined : reason;
}

/** Reads the keys that a caller pressed, with the place of a ZIP code in countries that have them. */
function pressed(fields: Fields, region: string): { digits: string; coordinates?: Coordinates } {
  const digits = fields
    .text('Digits')
    .replaceAll(/[^\d*#]/g, '')
    .slice(0, MAX_DIGITS);
  const isZip = ZIP_REGIONS.has(region) && /^\d{5}$/.test(digits);
  const found = isZip ? findPostalCode(digits) : undefined;
  const coordinates = found && { latitude: found.latitude, longitude: found.longitude };
  return { digits, ...onlyKnown({ coordinates }) };
}

function dialed({ turn, via }: { turn: number; via?: string }, fields: Fields): CallEvent {
  const status = statusOf(fields.text('DialCallStatus'));
  return {
    kind: 'dialed',
    turn,
    ...onlyKnown({ via }),
    status,
    ...onlyKnown({
      isBridged: flagOf(fields.text('DialBridged')),
      seconds: fields.seconds('DialCallDuration'),
      legId: fields.given('DialCallSid'),
    }),
    isOver: status === 'canceled' || statusOf(fields.text('CallStatus')) === 'completed',
  };
}

function ofLeg(
  { at, turn, via }: { at: 'whisper' | 'key' | 'leg'; turn: number; via?: string },
  fields: Fields,
  { now, region }: Reader,
): CallEvent {
  const leg = {
    turn,
    ...onlyKnown({ via }),
    legId: fields.text('CallSid'),
    number: readNumber(fields.given('Called') ?? fields.text('To'), region),
  };
  if (at === 'whisper') return { kind: at, ...leg };
  if (at === 'key') return { kind: at, ...leg, digits: fields.text('Digits') };
  return {
    kind: at,
    ...leg,
    status: statusOf(fields.text('CallStatus')),
    ...onlyKnown({ time: fields.time('Timestamp', now), seconds: fields.seconds('CallDuration') }),
  };
}

/** Reads a recording; undefined for one that failed or is in progress. */
function recorded(kind: 'message' | 'recording', fields: Fields): CallEvent | undefined {
  const recordingId = fields.given('RecordingSid') ?? fields.given('RecordingId');
  const state = fields.text('RecordingStatus').toLowerCase();
  if (recordingId === undefined || !['', 'completed', 'available'].includes(state)) return undefined;
  const seconds = fields.seconds('RecordingDuration') ?? 0;
  return { kind, recordingId, seconds, ...onlyKnown({ url: fields.given('RecordingUrl') }) };
}

/** Normalises a status; Telnyx has other words for some. */
function statusOf(text: string): string {
  const status = text.toLowerCase();
  return status === 'no_answer' ? 'no-answer' : status === 'cancelled' ? 'canceled' : status;
}

/**
 * Reads the attestation. Twilio sends one word, such as `TN-Validation-Failed-A-Diverted` ("Trusted Calling with SHAKEN/STIR");
 * Telnyx sends the level and the validity separately.
 */
function attestationOf(fields: Fields): Attestation {
  const [whole, result, level, path] =
    /^(?:TN-Validation-(Passed|Failed)(?:-([ABC]))?|No-TN-Validation)(?:-(Diverted|Passthrough))?$/i.exec(
      fields.text('StirVerstat'),
    ) ?? [];
  if (whole !== undefined) {
    return onlyKnown({
      attestation: level?.toUpperCase() as Attestation['attestation'],
      verification: (result?.toLowerCase() ?? 'none') as 'passed' | 'failed' | 'none',
      attestationPath: path?.toLowerCase() as Attestation['attestationPath'],
    });
  }
  const [claimed] = /^[ABC]$/i.exec(fields.text('ShakenStirAttestation')) ?? [];
  const isRight = flagOf(fields.text('ShakenStirValidated'));
  return onlyKnown({
    attestation: claimed?.toUpperCase() as Attestation['attestation'],
    verification: isRight === undefined ? undefined : isRight ? ('passed' as const) : ('failed' as const),
  });
}

/** Reads yes or no; undefined for anything else. */
function flagOf(text: string): boolean | undefined {
  const flag = text.toLowerCase();
  return flag === 'true' ? true : flag === 'false' ? false : undefined;
}

/**
 * Reads the number of a caller: E.164 or a short code; null when it is withheld or not a number.
 * @param region the country to try first for a number without a plus: ISO 3166-1 alpha-2
 */
export function readCaller(text: string, region: string): string | null {
  const clean = text.trim();
  if (isWithheld(clean)) return null;
  // A SIP address has the number before the host; `anonymous@anonymous.invalid` is from RFC 3323.
  const [, user = clean] = /^sips?:([^@;]*)@/i.exec(clean) ?? [];
  if (isWithheld(user) || !DIALLED.test(user)) return null;
  if (CERTAINLY_SHORT.test(user)) return user;
  const phone = readSentPhone(user, region);
  const isShort = SHORT_CODE.test(user) && (phone === undefined || !isValidPhone(phone));
  return isShort ? user : (phone ?? null);
}

/** Reads a number of the company as E.164; returns any other text unchanged. */
export function readNumber(text: string, region: string): string {
  return readCaller(text, region) ?? text.trim();
}
