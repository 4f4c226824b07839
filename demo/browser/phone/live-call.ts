/**
 * Runs one call as a carrier would: reads the product's answers, speaks, rings, connects and records. The user of the page plays
 * the caller and the person who is called.
 */
import { MESSAGE_SECONDS, recordingIdOf } from '../../carrier/spoken.ts';
import { readTwiml, type Verb } from '../../carrier/twiml-reader.ts';
import { type Exchange, newCarrierId, sendAsCarrier } from './carrier.ts';

/** The keys of a phone. */
export const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const;
type Key = (typeof KEYS)[number];

/** What the user can do, as the caller or as the person who is called. */
export type Choice = 'answer' | 'busy' | 'ignore' | 'hang-up' | 'message' | Key;

/** A stage of the call. */
export interface Stage {
  /** `whisper`: the person who picked up hears a text before they are connected. */
  state: 'dialing' | 'speaking' | 'menu' | 'ringing' | 'whisper' | 'talking' | 'tone' | 'over';
  spoken: string;
  /** The ringing or connected phones, E.164. */
  phones: readonly string[];
  choices: readonly Choice[];
}

export interface Caller {
  name: string;
  from: string;
  to: string;
}

/** Displays a call. */
export interface Watcher {
  showStage(stage: Stage): void;
  showExchange(exchange: Exchange): void;
}

/** A called phone. */
interface Leg {
  number: Verb;
  id: string;
}

/** More than any postal code has. */
const MOST_DIGITS = 12;
/** How long a spoken sentence takes. */
const SENTENCE_MS = 2_000;

/** A call in progress. */
export class LiveCall {
  readonly callId = newCarrierId('CA');
  readonly #caller: Caller;
  readonly #watcher: Watcher;
  readonly #startTime = Date.now();
  #legs = 0;
  #onChoice: ((choice: Choice) => void) | undefined;

  constructor(caller: Caller, watcher: Watcher) {
    this.#caller = caller;
    this.#watcher = watcher;
  }

  /** Takes one of the current stage's choices. */
  choose(choice: Choice): void {
    this.#onChoice?.(choice);
  }

  /** Runs the call from the first ring to its end. */
  async run(): Promise<void> {
    this.#show({ state: 'dialing' });
    let verbs: Verb[] | undefined = await this.#ask('/call', { CallStatus: 'ringing' });
    while (verbs !== undefined) verbs = await this.#execute(verbs);
    const CallDuration = String(secondsSince(this.#startTime));
    await this.#ask('/status', { CallStatus: 'completed', CallDuration, Timestamp: timestamp() });
    this.#show({ state: 'over' });
  }

  /** Executes a TwiML document. @returns the next one; undefined when the call has ended */
  async #execute(verbs: readonly Verb[]): Promise<Verb[] | undefined> {
    for (const verb of verbs) {
      if (verb.name === 'Dial') return this.#dial(verb);
      if (verb.name === 'Record') return this.#record(verb);
      if (verb.name === 'Redirect') return this.#ask(verb.text, { CallStatus: 'in-progress' });
      if (verb.name === 'Gather') {
        const digits = await this.#gather(verb);
        if (digits === 'hang-up') return undefined;
        if (digits === '') continue;
        return this.#ask(verb.attributes['action'] ?? '', { CallStatus: 'in-progress', Digits: digits });
      }
      if (verb.name !== 'Say') return undefined;
      const stage = { state: 'speaking', spoken: verb.text, choices: ['hang-up'] } as const;
      if ((await this.#wait(stage, SENTENCE_MS)) === 'hang-up') return undefined;
    }
    return undefined;
  }

  /** Reads the keys that the caller presses. @returns none after a while, or that the caller hangs up */
  async #gather({ attributes, children }: Verb): Promise<string> {
    const spoken = children.find(({ name }) => name === 'Say')?.text ?? '';
    const most = Number(attributes['numDigits'] ?? MOST_DIGITS);
    // Whoever plays the caller reads what a voice would say.
    const waits = SENTENCE_MS * 2 + Number(attributes['timeout']) * 1000;
    let digits = '';
    while (digits.length < most) {
      const keyed = digits === '' ? spoken : `${spoken} ${digits}`;
      const choice = await this.#wait({ state: 'menu', spoken: keyed, choices: [...KEYS, 'hang-up'] }, waits);
      if (choice === 'hang-up') return choice;
      if (choice === undefined || (choice === '#' && most > 1)) return digits;
      digits += choice;
    }
    return digits;
  }

  async #dial(dial: Verb): Promise<Verb[] | undefined> {
    const legs = dial.children.map((number): Leg => ({ number, id: `${this.callId}-${(this.#legs += 1)}` }));
    const [first] = legs;
    if (first === undefined) throw new Error('The answer dials no number.');
    await this.#reportLegs(legs, { CallStatus: 'ringing' });
    const phones = legs.map(({ number }) => number.text);
    const choice = await this.#wait(
      { state: 'ringing', phones, choices: ['answer', 'busy', 'ignore', 'hang-up'] },
      Number(dial.attributes['timeout']) * 1000,
    );
    if (choice === 'answer') return this.#connect(dial, first);
    const status = choice === 'hang-up' ? 'canceled' : choice === 'busy' ? 'busy' : 'no-answer';
    await this.#reportLegs(legs, { CallStatus: status });
    const next = await this.#ask(dial.attributes['action'] ?? '', {
      CallStatus: choice === 'hang-up' ? 'completed' : 'in-progress',
      DialCallStatus: status,
    });
    return choice === 'hang-up' ? undefined : next;
  }

  async #connect(dial: Verb, leg: Leg): Promise<Verb[]> {
    const { number, id } = leg;
    await this.#reportLegs([leg], { CallStatus: 'in-progress' });
    await this.#whisper(leg);
    const answeredTime = Date.now();
    await this.#wait({ state: 'talking', phones: [number.text], choices: ['hang-up'] });
    const seconds = String(Math.max(1, secondsSince(answeredTime)));
    await this.#reportLegs([leg], { CallStatus: 'completed', CallDuration: seconds });
    await this.#reportRecording(dial, seconds);
    return this.#ask(dial.attributes['action'] ?? '', {
      CallStatus: 'in-progress',
      DialCallStatus: 'completed',
      DialBridged: 'true',
      DialCallDuration: seconds,
      DialCallSid: id,
    });
  }

  /** Reports the recording of the conversation, if one was asked for. */
  async #reportRecording({ attributes }: Verb, seconds: string): Promise<void> {
    const { recordingStatusCallback: callback } = attributes;
    if (callback === undefined) return;
    await this.#ask(callback, {
      RecordingSid: recordingIdOf(this.callId, Number(seconds), 'caller'),
      RecordingStatus: 'completed',
      RecordingDuration: seconds,
    });
  }

  /** Plays the whisper to the person who picked up, and presses 1 if a key is requested. */
  async #whisper(leg: Leg): Promise<void> {
    const { url } = leg.number.attributes;
    if (url === undefined) return;
    const fields = { ...this.#legFields(leg), CallStatus: 'in-progress' };
    const verbs = await this.#send(url, fields);
    const gather = verbs.find(({ name }) => name === 'Gather');
    const spoken = [...verbs, ...(gather?.children ?? [])].find(({ name }) => name === 'Say')?.text;
    if (spoken !== undefined) {
      await this.#wait({ state: 'whisper', spoken, phones: [leg.number.text], choices: [] }, SENTENCE_MS);
    }
    if (gather !== undefined) {
      await this.#send(gather.attributes['action'] ?? '', { ...fields, Digits: '1' });
    }
  }

  async #record(record: Verb): Promise<Verb[] | undefined> {
    const choice = await this.#wait({ state: 'tone', choices: ['message', 'hang-up'] });
    if (choice !== 'message') return undefined;
    const RecordingSid = this.callId.replace('CA', 'RE');
    return this.#ask(record.attributes['action'] ?? '', {
      CallStatus: 'in-progress',
      RecordingSid,
      RecordingUrl: `https://api.twilio.com/Recordings/${RecordingSid}`,
      RecordingDuration: String(MESSAGE_SECONDS),
    });
  }

  /** Shows a stage until a choice is made. @returns undefined when the time is over */
  #wait(stage: Partial<Stage> & Pick<Stage, 'state'>, milliseconds?: number): Promise<Choice | undefined> {
    return new Promise((resolve) => {
      const timer = milliseconds === undefined ? undefined : setTimeout(() => done(undefined), milliseconds);
      const done = (choice: Choice | undefined): void => {
        clearTimeout(timer);
        this.#onChoice = undefined;
        resolve(choice);
      };
      this.#onChoice = (choice) => {
        if (stage.choices?.includes(choice)) done(choice);
      };
      this.#show(stage);
    });
  }

  #show(stage: Partial<Stage> & Pick<Stage, 'state'>): void {
    this.#watcher.showStage({ spoken: '', phones: [], choices: [], ...stage });
  }

  /** Sends a status callback for each leg, as a carrier does. */
  async #reportLegs(legs: readonly Leg[], fields: Record<string, string>): Promise<void> {
    for (const leg of legs) {
      const { statusCallback } = leg.number.attributes;
      if (statusCallback === undefined) continue;
      await this.#send(statusCallback, { ...this.#legFields(leg), ...fields, Timestamp: timestamp() });
    }
  }

  #legFields({ number, id }: Leg): Record<string, string> {
    const { from } = this.#caller;
    return {
      CallSid: id,
      ParentCallSid: this.callId,
      Direction: 'outbound-dial',
      From: from,
      To: number.text,
    };
  }

  /** Requests the next TwiML document for the caller. */
  #ask(path: string, fields: Record<string, string>): Promise<Verb[]> {
    const { name, from, to } = this.#caller;
    const who = { From: from, To: to, ...(name === '' ? {} : { CallerName: name }) };
    return this.#send(path, { CallSid: this.callId, Direction: 'inbound', ...who, ...fields });
  }

  async #send(path: string, fields: Record<string, string>): Promise<Verb[]> {
    const exchange = await sendAsCarrier(path, fields);
    this.#watcher.showExchange(exchange);
    if (exchange.status !== 200) throw new Error(`Leadline answered ${exchange.status}.`);
    return readTwiml(exchange.document);
  }
}

function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1000);
}

/** As Twilio writes it (RFC 2822), in whole seconds. */
function timestamp(): string {
  return new Date().toUTCString().replace('GMT', '+0000');
}
