/** Durable Objects in this process: names and ids, calls that copy what they pass, one life after the other, alarms. */
import { createHash } from 'node:crypto';
import type { ObjectFile } from './storage.ts';

/** The wait before an alarm that failed is tried again, doubled each time; and how often (Durable Objects, "Alarms"). */
const ALARM_RETRY_MS = 2_000;
const MOST_ALARM_RETRIES = 6;
/** Longest wait of a timer in Node. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The base class of objects, which the product imports from `cloudflare:workers`. */
export class DurableObject {
  protected readonly ctx: unknown;
  protected readonly env: unknown;

  constructor(ctx: unknown, env: unknown) {
    this.ctx = ctx;
    this.env = env;
  }
}

/** Members of an object. */
type Instance = Record<string, unknown>;

/** A class of objects, and what they get. */
export interface ObjectClass {
  name: string;
  create: (ctx: object) => Instance;
  /** The time of the Worker's clock. */
  now: () => number;
  makeFile: (alarmChanged: () => void) => ObjectFile;
}

interface ObjectId {
  readonly name?: string;
  toString(): string;
  equals(other: ObjectId): boolean;
}

/** An object in memory, until it ends. */
interface Life {
  object: Instance;
  /** Ends when nothing blocks events any more. */
  gate: Promise<unknown>;
  /** Rejects when the object is aborted. */
  death: Promise<never>;
}

/** All objects of a class. */
export class ObjectNamespace {
  readonly #kind: ObjectClass;
  readonly #hosts = new Map<string, Host>();

  constructor(kind: ObjectClass) {
    this.#kind = kind;
  }

  getByName(name: string): unknown {
    return this.get(this.idFromName(name));
  }

  idFromName(name: string): ObjectId {
    const own = digest(`${this.#kind.name} ${name}`).slice(0, 32);
    return idOf(own + this.#signature(own), name);
  }

  /** @throws TypeError when the id is of no object of this class */
  idFromString(id: string): ObjectId {
    if (!/^[\da-f]{64}$/.test(id) || this.#signature(id.slice(0, 32)) !== id.slice(32)) {
      throw new TypeError('Invalid Durable Object ID.');
    }
    return idOf(id);
  }

  get(id: ObjectId): unknown {
    const key = id.toString();
    const host = this.#hosts.get(key) ?? new Host(this.#kind, id);
    this.#hosts.set(key, host);
    return stubOf(host, id);
  }

  /** Runs the alarms that are due, for a clock that was set. */
  ring(): void {
    for (const host of this.#hosts.values()) host.arm();
  }

  close(): void {
    for (const host of this.#hosts.values()) host.close();
  }

  #signature(own: string): string {
    return digest(`${this.#kind.name} signs ${own}`).slice(0, 32);
  }
}

/** One object: its storage, which stays, and its lives. */
class Host {
  readonly #kind: ObjectClass;
  readonly #id: ObjectId;
  readonly #file: ObjectFile;
  #life: Life | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failedAlarms = 0;
  /** An alarm rings again only after the last one has ended (Durable Objects, "Alarms"). */
  #isRinging = false;
  #isClosed = false;

  constructor(kind: ObjectClass, id: ObjectId) {
    this.#kind = kind;
    this.#id = id;
    this.#file = kind.makeFile(() => this.arm());
  }

  /** Does something with the object, which starts if it is not there. */
  async deliver<Result>(event: (object: Instance) => Result | Promise<Result>): Promise<Result> {
    const life = (this.#life ??= this.#start());
    for (let gate: unknown; gate !== life.gate;) {
      gate = life.gate;
      await life.gate.catch(() => undefined);
    }
    return Promise.race([event(life.object), life.death]);
  }

  /** Sets the timer of the alarm. */
  arm(): void {
    clearTimeout(this.#timer);
    const alarmTime = this.#file.alarmTime();
    if (alarmTime === undefined || this.#isRinging || this.#isClosed) return;
    const wait = Math.min(Math.max(alarmTime - this.#kind.now(), 0), LONGEST_TIMER_MS);
    this.#timer = setTimeout(() => void this.#ring(), wait);
    this.#timer.unref();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#file.close();
  }

  #start(): Life {
    let die: (reason: Error) => void = () => undefined;
    const death = new Promise<never>((_, reject) => {
      die = reject;
    });
    death.catch(() => undefined);
    const ctx = {
      id: this.#id,
      storage: this.#file.open(() => {
        if (this.#life !== life) throw new Error('The object is dead.');
      }),
      waitUntil: (work: Promise<unknown>) => void Promise.resolve(work).catch(() => undefined),
      blockConcurrencyWhile: <Result>(work: () => Promise<Result>): Promise<Result> => {
        const result = work();
        const before = life.gate;
        life.gate = Promise.all([before, result]);
        life.gate.catch(() => undefined);
        return result;
      },
      abort: (reason = 'The object was aborted.') => {
        if (this.#life === life) this.#life = undefined;
        die(new Error(reason));
      },
      getWebSockets: () => [],
      setWebSocketAutoResponse: () => undefined,
      getWebSocketAutoResponseTimestamp: () => null,
    };
    const life: Life = { object: {}, gate: Promise.resolve(), death };
    // Before the constructor, which already writes.
    this.#life = life;
    try {
      life.object = this.#kind.create(ctx);
    } catch (error) {
      this.#life = undefined;
      throw error;
    }
    return life;
  }

  async #ring(): Promise<void> {
    const alarmTime = this.#file.alarmTime();
    if (alarmTime === undefined || this.#isClosed) return;
    if (alarmTime > this.#kind.now()) return this.arm();
    this.#isRinging = true;
    this.#file.setAlarm(undefined);
    const retryCount = this.#failedAlarms;
    try {
      await this.deliver((object) =>
        (object['alarm'] as (info: object) => unknown)({ retryCount, isRetry: retryCount > 0 }),
      );
      this.#failedAlarms = 0;
    } catch {
      this.#failedAlarms += 1;
      if (this.#failedAlarms <= MOST_ALARM_RETRIES && this.#file.alarmTime() === undefined)
        this.#file.setAlarm(this.#kind.now() + ALARM_RETRY_MS * 2 ** retryCount);
    } finally {
      this.#isRinging = false;
      this.arm();
    }
  }
}

/** Returns the object as others see it: every method is a call that copies what goes in and out. */
function stubOf(host: Host, id: ObjectId): unknown {
  return new Proxy(
    {},
    {
      get(_, member): unknown {
        if (member === 'id') return id;
        if (member === 'name') return id.name;
        if (typeof member === 'symbol' || member === 'then') return undefined;
        if (member === 'fetch')
          return (request: Request) => host.deliver((object) => method(object, member)(request));
        return async (...given: unknown[]) => {
          const copies = given.map(copied);
          try {
            return copied(await host.deliver((object) => method(object, member)(...copies)));
          } catch (error) {
            throw acrossCalls(error);
          }
        };
      },
    },
  );
}

function method(object: Instance, name: string): (...given: unknown[]) => unknown {
  const found = object[name];
  if (typeof found !== 'function') throw new TypeError(`The object has no method ${name}.`);
  return (...given) => (found as (...given: unknown[]) => unknown).apply(object, given);
}

/** Copies a value as a call does. @throws DataCloneError for what cannot be copied */
function copied<Value>(value: Value): Value {
  return typeof value === 'object' ? structuredClone(value) : value;
}

/** Returns an error as the caller gets it: with its name, message and members, and without its class. */
function acrossCalls(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, ...members } = error;
  return Object.assign(new Error(message), members, {
    name: error.name || name,
    message: error.message,
    remote: true,
  });
}

function idOf(hex: string, name?: string): ObjectId {
  return {
    ...(name === undefined ? {} : { name }),
    toString: () => hex,
    equals: (other) => other.toString() === hex,
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
