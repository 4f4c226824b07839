/**
 * One call, as the carrier goes through with it: it reads what the product answers, speaks, rings, connects and records, while the
 * one at the page is the caller, and whoever picks up.
 */
import { MESSAGE_SECONDS } from '../../carrier/message-sound.ts';
import { readTwiml, type Verb } from '../../carrier/twiml-reader.ts';
import { type Exchange, newCarrierId, sendAsCarrier } from './carrier.ts';

/** What the one at the page can do: as somebody whose phone rings, or as the caller. */
export type Deed = 'answer' | 'busy' | 'ignore' | 'hang-up' | 'message';

/** What goes on. */
export interface Scene {
  /** `whisper`: whoever picked up is spoken to, before the two are connected. */
  state: 'dialing' | 'speaking' | 'ringing' | 'whisper' | 'talking' | 'tone' | 'over';
  spoken: string;
  /** The phones that ring, or the one that is talked on: E.164. */
  phones: readonly string[];
  deeds: readonly Deed[];
}

export interface Caller {
  name: string;
  from: string;
  to: string;
}

/** Who is shown what happens. */
export interface Watcher {
  showScene(scene: Scene): void;
  showExchange(exchange: Exchange): void;
}

/** A phone that is rung. */
interface Leg {
  number: Verb;
  id: string;
}

/** How long a sentence takes to hear. */
const SENTENCE_MS = 2_000;

export class LiveCall {
  readonly callId = newCarrierId('CA');
  readonly #caller: Caller;
  readonly #watcher: Watcher;
  readonly #startTime = Date.now();
  #legs = 0;
  #take: ((deed: Deed) => void) | undefined;

  constructor(caller: Caller, watcher: Watcher) {
    this.#caller = caller;
    this.#watcher = watcher;
  }

  /** Does one of what the scene offers. */
  do(deed: Deed): void {
    this.#take?.(deed);
  }

  /** From the first ring to the end. */
  async run(): Promise<void> {
    this.#show({ state: 'dialing' });
    let verbs: Verb[] | undefined = await this.#ask('/call', { CallStatus: 'ringing' });
    while (verbs !== undefined) verbs = await this.#go(verbs);
    const CallDuration = String(secondsSince(this.#startTime));
    await this.#ask('/status', { CallStatus: 'completed', CallDuration, Timestamp: timestamp() });
    this.#show({ state: 'over' });
  }

  /** Goes through a document. @returns the next one; undefined when the call is over */
  async #go(verbs: readonly Verb[]): Promise<Verb[] | undefined> {
    for (const verb of verbs) {
      if (verb.name === 'Dial') return this.#dial(verb);
      if (verb.name === 'Record') return this.#record(verb);
      if (verb.name !== 'Say') return undefined;
      const scene = { state: 'speaking', spoken: verb.text, deeds: ['hang-up'] } as const;
      if ((await this.#wait(scene, SENTENCE_MS)) === 'hang-up') return undefined;
    }
    return undefined;
  }

  async #dial(dial: Verb): Promise<Verb[] | undefined> {
    const legs = dial.children.map((number): Leg => ({ number, id: `${this.callId}-${(this.#legs += 1)}` }));
    const [first] = legs;
    if (first === undefined) throw new Error('Nobody is rung.');
    await this.#tellOfLegs(legs, { CallStatus: 'ringing' });
    const phones = legs.map(({ number }) => number.text);
    const deed = await this.#wait(
      { state: 'ringing', phones, deeds: ['answer', 'busy', 'ignore', 'hang-up'] },
      Number(dial.attributes['timeout']) * 1000,
    );
    if (deed === 'answer') return this.#connect(dial, first);
    const status = deed === 'hang-up' ? 'canceled' : deed === 'busy' ? 'busy' : 'no-answer';
    await this.#tellOfLegs(legs, { CallStatus: status });
    const next = await this.#ask(dial.attributes['action'] ?? '', {
      CallStatus: deed === 'hang-up' ? 'completed' : 'in-progress',
      DialCallStatus: status,
    });
    return deed === 'hang-up' ? undefined : next;
  }

  async #connect(dial: Verb, leg: Leg): Promise<Verb[]> {
    const { number, id } = leg;
    await this.#tellOfLegs([leg], { CallStatus: 'in-progress' });
    await this.#whisper(leg);
    const answeredTime = Date.now();
    await this.#wait({ state: 'talking', phones: [number.text], deeds: ['hang-up'] });
    const seconds = String(Math.max(1, secondsSince(answeredTime)));
    await this.#tellOfLegs([leg], { CallStatus: 'completed', CallDuration: seconds });
    return this.#ask(dial.attributes['action'] ?? '', {
      CallStatus: 'in-progress',
      DialCallStatus: 'completed',
      DialBridged: 'true',
      DialCallDuration: seconds,
      DialCallSid: id,
    });
  }

  /** What whoever picks up hears first; asked for a key, they press 1. */
  async #whisper(leg: Leg): Promise<void> {
    const { url } = leg.number.attributes;
    if (url === undefined) return;
    const fields = { ...this.#legFields(leg), CallStatus: 'in-progress' };
    const verbs = await this.#send(url, fields);
    const gather = verbs.find(({ name }) => name === 'Gather');
    const spoken = [...verbs, ...(gather?.children ?? [])].find(({ name }) => name === 'Say')?.text;
    if (spoken !== undefined) {
      await this.#wait({ state: 'whisper', spoken, phones: [leg.number.text], deeds: [] }, SENTENCE_MS);
    }
    if (gather !== undefined) {
      await this.#send(gather.attributes['action'] ?? '', { ...fields, Digits: '1' });
    }
  }

  async #record(record: Verb): Promise<Verb[] | undefined> {
    const deed = await this.#wait({ state: 'tone', deeds: ['message', 'hang-up'] });
    if (deed !== 'message') return undefined;
    const RecordingSid = this.callId.replace('CA', 'RE');
    return this.#ask(record.attributes['action'] ?? '', {
      CallStatus: 'in-progress',
      RecordingSid,
      RecordingUrl: `https://api.twilio.com/Recordings/${RecordingSid}`,
      RecordingDuration: String(MESSAGE_SECONDS),
    });
  }

  /** Shows a scene until one of its deeds is done. @returns undefined when nothing was done for so long */
  #wait(scene: Partial<Scene> & Pick<Scene, 'state'>, milliseconds?: number): Promise<Deed | undefined> {
    return new Promise((resolve) => {
      const timer = milliseconds === undefined ? undefined : setTimeout(() => done(undefined), milliseconds);
      const done = (deed: Deed | undefined): void => {
        clearTimeout(timer);
        this.#take = undefined;
        resolve(deed);
      };
      this.#take = (deed) => {
        if (scene.deeds?.includes(deed)) done(deed);
      };
      this.#show(scene);
    });
  }

  #show(scene: Partial<Scene> & Pick<Scene, 'state'>): void {
    this.#watcher.showScene({ spoken: '', phones: [], deeds: [], ...scene });
  }

  /** Tells of phones that are rung, each by itself as a carrier does. */
  async #tellOfLegs(legs: readonly Leg[], fields: Record<string, string>): Promise<void> {
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

  /** Asks what comes next in the call with the caller. */
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
