/**
 * Does the background work of a company in pieces. A Durable Object has one alarm, and the platform rings it again only after the
 * last one has ended. While it runs, the kinds of work proceed independently, also what becomes due meanwhile, so that a piece that
 * waits for a slow server delays its own kind alone. The wait after a failure doubles each time.
 */
import { logFailure } from '../../../shared/log.ts';
import { BackOff } from './back-off.ts';
import type { CompanyContext, CoreEnv } from './company-context.ts';

/**
 * After this time an alarm ends, and another one does the rest, because the platform stops an alarm after 15 minutes. Pieces are
 * counted as well, because the clock may not advance while code runs. Pieces that still wait for a server go on meanwhile.
 */
const LONGEST_RUN_MS = 60_000;
const MOST_PIECES = 1_000;

/** One kind of background work. */
export interface BackgroundTask {
  /** Its name in the log. */
  kind: string;
  /** Returns when its next piece is due, in milliseconds since the epoch; undefined if there is nothing to do. */
  nextTime(company: CompanyContext): number | undefined;
  /** Does one piece, which must take at most some tenths of a second. Requests run before the next one, which is due at once. */
  run(company: CompanyContext, env: CoreEnv): Promise<void>;
}

export class BackgroundWork {
  readonly #company: CompanyContext;
  readonly #env: CoreEnv;
  readonly #duties: readonly BackgroundTask[];
  readonly #running = new Map<BackgroundTask, Promise<void>>();
  readonly #backOff = new BackOff<BackgroundTask>();
  #isRinging = false;
  /** When the running alarm looks for due work again, in milliseconds since the epoch, and what makes it look now. */
  #nextLook = 0;
  #nudge: () => void = () => undefined;

  constructor(company: CompanyContext, env: CoreEnv, duties: readonly BackgroundTask[]) {
    this.#company = company;
    this.#env = env;
    this.#duties = duties;
  }

  /** Returns when the next piece is due, in milliseconds since the epoch; undefined if there is none. */
  nextTime(): number | undefined {
    const times = this.#duties.map((duty) => this.#nextTimeOf(duty)).filter((time) => time !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /**
   * Does all pieces that are due or become due meanwhile. Failures are logged and retried later.
   * @returns when another run is needed, as `nextTime`: at once if a piece has not ended, which that run waits for
   */
  async run(): Promise<number | undefined> {
    const end = Date.now() + LONGEST_RUN_MS;
    this.#isRinging = true;
    try {
      for (let pieces = 0; pieces < MOST_PIECES && Date.now() < end;) {
        pieces += this.#begin(end);
        if (this.#running.size === 0) break;
        await this.#untilNextLook();
      }
      return this.#running.size > 0 ? Date.now() : this.nextTime();
    } finally {
      this.#isRinging = false;
    }
  }

  /**
   * Makes a running alarm do work that is due at `time`, in milliseconds since the epoch.
   * @returns whether one runs. Until it ends it needs no other: if the object is killed, the platform repeats it
   */
  nudge(time: number): boolean {
    if (time < this.#nextLook) {
      this.#nextLook = time;
      this.#nudge();
    }
    return this.#isRinging;
  }

  /** Begins the pieces that are due. @param end when the alarm should end @returns their number */
  #begin(end: number): number {
    const now = Date.now();
    const waiting = this.#duties
      .filter((duty) => !this.#running.has(duty))
      .map((duty) => ({ duty, time: this.#nextTimeOf(duty) ?? Infinity }));
    const due = waiting.filter(({ time }) => time <= now);
    // Before they begin, since they may bring other work.
    this.#nextLook = Math.min(end, ...waiting.map(({ time }) => (time <= now ? Infinity : time)));
    for (const { duty } of due) {
      this.#running.set(
        duty,
        this.#doOnePiece(duty).finally(() => this.#running.delete(duty)),
      );
    }
    return due.length;
  }

  /** Waits until a piece ends, or until the next look. */
  async #untilNextLook(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = new Promise<void>((resolve) => {
      this.#nudge = resolve;
      timer = setTimeout(resolve, this.#nextLook - Date.now());
    });
    await Promise.race([...this.#running.values(), look]);
    clearTimeout(timer);
  }

  async #doOnePiece(duty: BackgroundTask): Promise<void> {
    try {
      await duty.run(this.#company, this.#env);
      this.#backOff.clearFailures(duty);
    } catch (error) {
      this.#countFailure(duty, error);
    }
    await this.#company.giveWay();
  }

  /**
   * Counts and logs a failure.
   * @returns when the kind of work is retried, in milliseconds since the epoch
   */
  #countFailure(duty: BackgroundTask, error: unknown): number {
    const { count, until } = this.#backOff.countFailure(duty, Date.now());
    logFailure({ company_id: this.#company.companyId, work: duty.kind, failures: count }, error);
    return until;
  }

  /** Returns when a task is due. If reading this fails, the task counts as failed, so that requests and other work continue. */
  #nextTimeOf(duty: BackgroundTask): number | undefined {
    // A company that was erased meanwhile has no tables.
    if (!this.#company.exists()) return undefined;
    const rest = this.#backOff.restsUntil(duty);
    try {
      const time = duty.nextTime(this.#company);
      return time === undefined ? undefined : Math.max(time, rest);
    } catch (error) {
      return rest > Date.now() ? rest : this.#countFailure(duty, error);
    }
  }
}
