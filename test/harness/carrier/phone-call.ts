/**
 * Runs one call as a carrier does, on its own clock: it reads our TwiML, rings scripted people and sends webhooks. It waits for
 * answers that it needs. Other reports are collected, to be sent in any order.
 */
import { readTwiml, type Verb } from '../../../demo/carrier/twiml-reader.ts';

/** The behaviour of a person whose phone rings. A `mailbox` picks up and presses nothing. */
export interface ScriptedPerson {
  does: 'answers' | 'busy' | 'ignores' | 'mailbox' | 'declines' | 'fails';
  /** Seconds until this. */
  after: number;
  /** Seconds until they hang up again. */
  talks: number;
}

/** The behaviour of the caller. */
export interface ScriptedCaller {
  /** Seconds after which they stop waiting and hang up; undefined: they wait. */
  patience?: number;
  /** Seconds of speech after the tone. */
  message: number;
  /** The keys that they press, one entry for each time that keys are asked for; an empty one: none. Afterwards they press none. */
  keys?: readonly string[];
}

export interface Script {
  from: string;
  to: string;
  callerName?: string;
  /** The carrier's check of the caller's number, in Twilio's word. */
  verstat?: string;
  caller: ScriptedCaller;
  /** The called people by number; others ignore their phones. */
  people: Record<string, ScriptedPerson>;
}

/** A request of the carrier. */
export interface CarrierCallback {
  /** Absolute, except for the first, which is below the company's webhook address. */
  url: string;
  fields: Record<string, string>;
  /** Milliseconds since the epoch. */
  time: number;
}

/** The true course of the call. */
export interface CallCourse {
  outcome: 'answered' | 'voicemail' | 'missed' | 'abandoned' | 'busy' | 'blocked' | 'failed';
  answeredBy?: string;
  talkSeconds?: number;
  /** The spoken texts and the rung phones. */
  log: string[];
  endTime: number;
}

export interface Conversation {
  /** Sends a request whose answer the carrier needs; resolves to the document. */
  ask: (message: CarrierCallback) => Promise<string>;
  /** Receives a report that needs no answer. */
  tell: (message: CarrierCallback) => void;
}

/** Seconds from a prompt to the key. */
const THINKING = 2;
/** Seconds to speak a sentence. */
const SENTENCE = 3;
/** Verbs after which the document goes on if the caller does nothing. */
const MAY_GO_ON: ReadonlySet<string> = new Set(['Gather', 'Record']);
/** Steps after which a call is regarded as endless. */
const MOST_STEPS = 100;

/** Runs a call to its end. */
export async function placeCall(
  script: Script,
  conversation: Conversation,
  { addresses, ...options }: CallOptions & { addresses: { call: string; status: string } },
): Promise<CallCourse> {
  const call = new PhoneCall(script, conversation, options);
  return call.run(addresses);
}

interface CallOptions {
  start: number;
  callId: string;
  account: string;
  /** Whether the whisper takes no time, for a receiver that does not follow the clock of the call. */
  isWhisperInstant?: boolean;
}

class PhoneCall {
  readonly #script: Script;
  readonly #talk: Conversation;
  readonly #options: CallOptions;
  readonly #log: string[] = [];
  #now: number;
  #legs = 0;
  #steps = 0;
  #statuses: string[] = [];
  #answeredBy: { number: string; seconds: number } | undefined;
  #message = 0;
  /** The time at which the carrier answered: to speak, to record, or to connect somebody (`answerOnBridge`). */
  #pickedUp: number | undefined;
  #isAbandoned = false;
  #isRejected = false;
  #wasToRing = false;
  #asked = 0;
  #isInMenu = false;

  constructor(script: Script, talk: Conversation, options: CallOptions) {
    this.#script = script;
    this.#talk = talk;
    this.#options = options;
    this.#now = options.start;
  }

  async run(addresses: { call: string; status: string }): Promise<CallCourse> {
    const { verstat } = this.#script;
    const checked = verstat === undefined ? {} : { StirVerstat: verstat };
    let verbs = await this.#ask(addresses.call, { CallStatus: 'ringing', ...checked });
    for (;;) {
      const next = await this.#go(verbs);
      if (next === undefined) break;
      verbs = next;
    }
    this.#tellEnd(addresses.status);
    return this.#truth();
  }

  /** Executes the verbs until one leads to another document. @returns undefined when the call is over */
  async #go(verbs: readonly Verb[]): Promise<Verb[] | undefined> {
    this.#isInMenu = verbs.some(({ name }) => name === 'Gather');
    this.#wasToRing ||= verbs.some(({ name }) => name === 'Dial');
    for (const verb of verbs) {
      this.#steps += 1;
      if (this.#steps > MOST_STEPS) throw new Error('The call does not end.');
      if (verb.name === 'Say') {
        if (this.#isLeftAfter(verb)) return undefined;
      } else if (verb.name === 'Reject') {
        this.#isRejected = true;
        return undefined;
      } else if (verb.name === 'Hangup') return undefined;
      else {
        const next = await this.#execute(verb);
        if (next !== undefined || !MAY_GO_ON.has(verb.name) || this.#isAbandoned) return next;
      }
    }
    return undefined;
  }

  /** Executes a verb that may lead to another document. */
  #execute(verb: Verb): Promise<Verb[] | undefined> {
    if (verb.name === 'Gather') return this.#gather(verb);
    if (verb.name === 'Redirect') return this.#ask(verb.text, { CallStatus: 'in-progress' });
    if (verb.name === 'Dial') return this.#dial(verb);
    if (verb.name === 'Record') return this.#record(verb);
    throw new Error(`No verb of a caller: ${verb.name}`);
  }

  /** Asks the caller for keys. @returns undefined if they press none, or hang up */
  async #gather(gather: Verb): Promise<Verb[] | undefined> {
    for (const said of gather.children) if (this.#isLeftAfter(said)) return undefined;
    const digits = this.#script.caller.keys?.[this.#asked] ?? '';
    this.#asked += 1;
    if (this.#waits(digits === '' ? Number(gather.attributes['timeout']) : THINKING) || digits === '')
      return undefined;
    const most = Number(gather.attributes['numDigits'] ?? Infinity);
    this.#log.push(`presses ${digits}`);
    const fields = { CallStatus: 'in-progress', Digits: digits.slice(0, most) };
    return this.#ask(gather.attributes['action'] ?? '', fields);
  }

  /** Speaks a text. @returns whether the caller hung up meanwhile */
  #isLeftAfter({ text }: Verb): boolean {
    this.#log.push(`says ${text}`);
    this.#pickedUp ??= this.#now;
    return this.#waits(SENTENCE);
  }

  /** @returns whether the caller hung up meanwhile */
  #waits(seconds: number): boolean {
    const { patience } = this.#script.caller;
    const left = patience === undefined ? Infinity : this.#options.start + patience * 1000 - this.#now;
    this.#isAbandoned = left <= seconds * 1000;
    this.#now += Math.min(seconds * 1000, Math.max(0, left));
    return this.#isAbandoned;
  }

  async #dial(dial: Verb): Promise<Verb[] | undefined> {
    this.#checkCallerId(dial);
    const timeout = Number(dial.attributes['timeout']);
    const phones = dial.children.map((number) => {
      this.#legs += 1;
      const scripted = this.#script.people[number.text] ?? { does: 'ignores', after: 0, talks: 0 };
      return { number, id: `${this.#options.callId}-${this.#legs}`, person: scripted };
    });
    if (phones.length < 1 || phones.length > 10) throw new Error(`${phones.length} phones at once`);
    this.#log.push(`rings ${phones.map(({ number }) => number.text).join(' ')}`);
    for (const phone of phones) this.#tellOfLeg(phone, 'ringing', 0);
    const started = this.#now;
    const pickUps = phones
      .filter(
        ({ person }) => ['answers', 'mailbox', 'declines'].includes(person.does) && person.after < timeout,
      )
      .sort((left, right) => left.person.after - right.person.after);
    for (const phone of pickUps.slice(0, 1)) {
      if (this.#waits(phone.person.after)) return this.#dialed(dial, { status: 'canceled' });
      return this.#pickUp(dial, phone);
    }
    const isQuick = phones.every(({ person }) => person.does === 'busy' || person.does === 'fails');
    const left = isQuick ? Math.min(timeout, Math.max(...phones.map(({ person }) => person.after))) : timeout;
    if (this.#waits(left - (this.#now - started) / 1000)) return this.#dialed(dial, { status: 'canceled' });
    const all = (does: string): boolean => phones.every(({ person }) => person.does === does);
    const status = all('busy') ? 'busy' : all('fails') ? 'failed' : 'no-answer';
    for (const phone of phones) this.#tellOfLeg(phone, status, 2);
    return this.#dialed(dial, { status });
  }

  async #pickUp(dial: Verb, phone: Leg): Promise<Verb[] | undefined> {
    this.#tellOfLeg(phone, 'in-progress', 1);
    const pickedUp = this.#now;
    const { isLetThrough, hasKey } = await this.#screen(phone);
    const connected = this.#now;
    if (isLetThrough) {
      this.#pickedUp ??= connected;
      this.#now += phone.person.talks * 1000;
      const from = hasKey ? connected : pickedUp;
      this.#answeredBy = { number: phone.number.text, seconds: Math.round((this.#now - from) / 1000) };
    }
    const seconds = Math.round((this.#now - pickedUp) / 1000);
    this.#tellOfLeg(phone, 'completed', 2, seconds);
    return this.#dialed(dial, { status: 'completed', bridged: isLetThrough, seconds, leg: phone.id });
  }

  #checkCallerId({ attributes }: Verb): void {
    const { from } = this.#script;
    if (attributes['callerId'] === undefined && !/^\+[1-9]\d{6,14}$/.test(from))
      throw new Error(`Twilio 13214: ${from} is no caller id.`);
  }

  /** Plays the whisper to the person who picked up. @returns whether they are connected; until then the caller hears ringing (`answerOnBridge`) */
  async #screen({ number, id, person }: Leg): Promise<{ isLetThrough: boolean; hasKey: boolean }> {
    const { url } = number.attributes;
    if (url === undefined) return { isLetThrough: true, hasKey: false };
    const fields = this.#legFields(number, id, 'in-progress');
    const whisper = readTwiml(await this.#send(url, fields));
    const isInstant = this.#options.isWhisperInstant === true;
    const gather = whisper.find(({ name }) => name === 'Gather');
    if (whisper.length > 0 && this.#waits(isInstant ? 0 : SENTENCE))
      return { isLetThrough: false, hasKey: false };
    if (gather === undefined) {
      return { isLetThrough: !whisper.some(({ name }) => name === 'Hangup'), hasKey: false };
    }
    const isMailbox = person.does === 'mailbox';
    const wait = isMailbox ? Number(gather.attributes['timeout']) : THINKING;
    if (this.#waits(isInstant ? 0 : wait) || isMailbox) return { isLetThrough: false, hasKey: false };
    const digits = person.does === 'answers' ? '1' : '2';
    const after = readTwiml(
      await this.#send(gather.attributes['action'] ?? '', { ...fields, Digits: digits }),
    );
    return { isLetThrough: !after.some(({ name }) => name === 'Hangup'), hasKey: true };
  }

  async #dialed(
    dial: Verb,
    result: { status: string; bridged?: boolean; seconds?: number; leg?: string },
  ): Promise<Verb[] | undefined> {
    this.#statuses.push(this.#isAbandoned ? 'canceled' : result.status);
    const next = await this.#ask(dial.attributes['action'] ?? '', {
      CallStatus: this.#isAbandoned ? 'completed' : 'in-progress',
      DialCallStatus: result.status,
      ...(result.bridged === undefined ? {} : { DialBridged: String(result.bridged) }),
      ...(result.seconds === undefined ? {} : { DialCallDuration: String(result.seconds) }),
      ...(result.leg === undefined ? {} : { DialCallSid: result.leg }),
    });
    return this.#isAbandoned ? undefined : next;
  }

  async #record(record: Verb): Promise<Verb[] | undefined> {
    this.#log.push('records');
    this.#pickedUp ??= this.#now;
    const { message } = this.#script.caller;
    if (message === 0) return undefined;
    this.#message = Math.min(message, Number(record.attributes['maxLength']));
    this.#now += this.#message * 1000;
    return this.#ask(record.attributes['action'] ?? '', {
      CallStatus: 'in-progress',
      RecordingSid: `RE${this.#options.callId}`,
      RecordingDuration: String(this.#message),
      RecordingUrl: `https://api.example.com/RE${this.#options.callId}`,
    });
  }

  #tellEnd(url: string): void {
    const since = this.#pickedUp;
    this.#tell(url, {
      CallStatus: since === undefined ? 'no-answer' : 'completed',
      CallDuration: String(since === undefined ? 0 : Math.round((this.#now - since) / 1000)),
      SequenceNumber: '9',
    });
  }

  #truth(): CallCourse {
    const base = { log: this.#log, endTime: this.#now };
    if (this.#isRejected) return { ...base, outcome: 'blocked' };
    const by = this.#answeredBy;
    if (by !== undefined)
      return { ...base, outcome: 'answered', answeredBy: by.number, talkSeconds: by.seconds };
    if (this.#message > 2) return { ...base, outcome: 'voicemail' };
    if (this.#message > 0) return { ...base, outcome: this.#outcomeOfRinging('missed') };
    const wasRinging = this.#isAbandoned && !this.#log.includes('records') && this.#isStillRinging();
    if (wasRinging || (this.#isAbandoned && this.#isInMenu)) return { ...base, outcome: 'abandoned' };
    return { ...base, outcome: this.#outcomeOfRinging('missed') };
  }

  /** Tells whether the caller hung up before or while phones rang. */
  #isStillRinging(): boolean {
    return this.#statuses.at(-1) === 'canceled' || (this.#wasToRing && this.#statuses.length === 0);
  }

  #outcomeOfRinging(otherwise: 'missed'): CallCourse['outcome'] {
    if (this.#statuses.length === 0) return otherwise;
    if (this.#statuses.every((status) => status === 'busy')) return 'busy';
    return this.#statuses.every((status) => status === 'failed') ? 'failed' : otherwise;
  }

  #parties(): Record<string, string> {
    const { from, to, callerName } = this.#script;
    return { From: from, To: to, ...(callerName === undefined ? {} : { CallerName: callerName }) };
  }

  async #ask(url: string, fields: Record<string, string>): Promise<Verb[]> {
    const { callId, account } = this.#options;
    const all = { AccountSid: account, CallSid: callId, Direction: 'inbound', ...this.#parties(), ...fields };
    return readTwiml(await this.#send(url, all));
  }

  #send(url: string, fields: Record<string, string>): Promise<string> {
    return this.#talk.ask({ url, fields, time: this.#now });
  }

  #tell(url: string, fields: Record<string, string>): void {
    const { callId, account } = this.#options;
    const told = {
      AccountSid: account,
      CallSid: callId,
      ...this.#parties(),
      ...fields,
      Timestamp: this.#timestamp(),
    };
    this.#talk.tell({ url, fields: told, time: this.#now });
  }

  #tellOfLeg({ number, id }: Leg, status: string, sequence: number, seconds?: number): void {
    const { statusCallback } = number.attributes;
    if (statusCallback === undefined) return;
    const fields = {
      ...this.#legFields(number, id, status),
      SequenceNumber: String(sequence),
      Timestamp: this.#timestamp(),
      ...(seconds === undefined ? {} : { CallDuration: String(seconds) }),
    };
    this.#talk.tell({ url: statusCallback, fields, time: this.#now });
  }

  #legFields(number: Verb, id: string, status: string): Record<string, string> {
    const { callId, account } = this.#options;
    return {
      AccountSid: account,
      CallSid: id,
      ParentCallSid: callId,
      Direction: 'outbound-dial',
      From: this.#script.from,
      To: number.text,
      CallStatus: status,
    };
  }

  /** Formats a time like Twilio (RFC 2822), in whole seconds. */
  #timestamp(): string {
    return new Date(this.#now).toUTCString().replace('GMT', '+0000');
  }
}

interface Leg {
  number: Verb;
  id: string;
  person: ScriptedPerson;
}
