/** The company's Durable Object: a shell around the core app, the methods of the features, and the alarm. */
import { DurableObject } from 'cloudflare:workers';
import { within } from '../shared/limits/bounded-wait.ts';
import { answerRequest } from './app.ts';
import { BackgroundWork } from './engine/context/background.ts';
import type { CompanyObject, CompanyState, CoreApp, CoreEnv } from './engine/context/company-context.ts';
import { type Feature, Features, type MethodsOf } from './engine/context/feature.ts';
import { Memory } from './engine/context/memory.ts';
import { RecentEntries } from './engine/context/recent-entries.ts';
import { RequestLimits } from './engine/context/request-limits.ts';
import { Database } from './engine/storage/database.ts';
import { isMigrated, migrate } from './engine/storage/migrate.ts';
import { MIGRATIONS, SNAPSHOT } from './engine/storage/migrations.ts';
import { pause } from './engine/work/pauses.ts';
import { FEATURES } from './features.ts';

/** Longest time, in milliseconds, that background work waits for searches and views before its next step. */
const LONGEST_WAY_MS = 500;

/**
 * Most refusals of one caller in an hour that the audit log records. There are a few hundred operations, and nobody is refused
 * this many by mistake.
 */
const MAX_REFUSALS = 20;
/** Most exports of one caller in an hour that the audit log records. */
const MAX_EXPORTS = 100;

/** The Durable Object of one company. It is named by the company's UUID and stores all data of the company. */
export class Company extends objectWith(FEATURES) implements CompanyObject {
  readonly companyId: string;
  readonly database: Database;
  readonly memory: Memory<CompanyState> = new Memory<CompanyState>(this);
  readonly refusals = new RecentEntries(MAX_REFUSALS);
  readonly exports = new RecentEntries(MAX_EXPORTS);
  readonly runningWrites = new Set<string>();
  readonly requestLimits: RequestLimits;
  readonly bindings: CoreApp['Bindings'];
  readonly sockets: DurableObjectState;
  readonly #features = new Features(this, FEATURES);
  readonly #work: BackgroundWork;
  #isCreated = false;
  /** The time of the alarm, Infinity for no alarm; undefined while it is unknown after the start of the object. */
  #alarmTime: number | undefined;

  // These are fields, which nobody can call from outside.
  readonly alone: CompanyObject['alone'] = (work) => this.ctx.blockConcurrencyWhile(work);

  readonly createTables = (): void => migrate(this.database, MIGRATIONS, SNAPSHOT);

  readonly deleteAll = async (): Promise<void> => {
    await this.ctx.storage.deleteAll();
    this.#isCreated = false;
    // The object's memory must not outlive the database. The next request starts a new object.
    setTimeout(() => this.ctx.abort('The company was erased.'), 0);
  };

  constructor(ctx: DurableObjectState, env: CoreEnv) {
    super(ctx, env);
    this.companyId = ctx.id.name ?? '';
    this.database = new Database(ctx.storage);
    this.requestLimits = new RequestLimits(env.REQUESTS_PER_MINUTE);
    this.bindings = { ...env, company: this };
    this.sockets = ctx;
    this.memory.set(Features, this.#features);
    this.#work = new BackgroundWork(this, env, this.#features.background);
    for (const start of this.#features.starts) start(this);
    if (!this.exists()) return;
    this.createTables();
    // A new version of the Worker may have background work that is due before the next write sets the alarm.
    const due = this.#work.nextTime() ?? Infinity;
    if (due <= Date.now()) this.wakeBy(due);
  }

  /** Answers an HTTP request of the core API. */
  override fetch(request: Request): Response | Promise<Response> {
    return answerRequest(request, this.bindings);
  }

  /** Tells whether the company exists. A yes is remembered, because erasing the company ends this object. */
  exists(): boolean {
    this.#isCreated ||= isMigrated(this.database);
    return this.#isCreated;
  }

  async giveWay(): Promise<void> {
    await pause();
    await within(this.#features.whenIdle(this), LONGEST_WAY_MS, undefined);
  }

  wakeBy(time: number): void {
    if (this.#work.nudge(time)) return;
    if (this.#alarmTime !== undefined && this.#alarmTime <= Math.max(1, time)) return;
    // After a start the time of the alarm is unknown, but the database says when work is due.
    const known = this.#alarmTime === undefined ? this.#work.nextTime() : undefined;
    // Work that is due at once has the time 0, which the platform refuses.
    this.#alarmTime = Math.max(1, Math.min(time, known ?? Infinity));
    // Not awaited: a write in the same turn is stored together with the change.
    void this.ctx.storage.setAlarm(this.#alarmTime);
  }

  /** Runs the background work that is due. */
  override async alarm(): Promise<void> {
    this.#alarmTime = Infinity;
    const next = await this.#work.run();
    if (next !== undefined) this.wakeBy(next);
  }

  /** Reads a message on the socket of an open console. */
  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    this.#features.socketReader?.receive(this, socket, message);
  }

  /** Forgets the console of a closed socket. */
  override webSocketClose(socket: WebSocket): void {
    this.#features.socketReader?.left(this, socket);
  }

  override webSocketError(socket: WebSocket): void {
    this.webSocketClose(socket);
  }
}

/**
 * Makes a class of objects with the methods of features. They are on its prototype, where the platform looks for methods that others
 * call. Where the company does not exist, the method's `absent` answers.
 */
function objectWith<Listed extends Feature>(
  features: readonly Listed[],
): new (ctx: DurableObjectState, env: CoreEnv) => DurableObject<CoreEnv> & MethodsOf<Listed> {
  class WithMethods extends DurableObject<CoreEnv> {}
  for (const [name, method] of features.flatMap(({ rpc = {} }) => Object.entries(rpc))) {
    const { answer, absent } = typeof method === 'function' ? { answer: method, absent: undefined } : method;
    Object.defineProperty(WithMethods.prototype, name, {
      value(this: CompanyObject, ...input: never[]) {
        return this.exists() ? answer(this, ...input) : absent?.(this, ...input);
      },
    });
  }
  return WithMethods as new (ctx: DurableObjectState, env: CoreEnv) => WithMethods & MethodsOf<Listed>;
}
