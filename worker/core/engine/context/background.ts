/**
 * Does the background work of a company in pieces. A Durable Object has one alarm. While it runs, the kinds of work proceed
 * independently, and the wait after a failure doubles each time.
 */
import { logFailure } from '../../../shared/log.ts';
import { BackOff } from './back-off.ts';
import type { CompanyContext, CoreEnv } from './company-context.ts';

/**
 * After this time no further piece starts, and another alarm does the rest, because the platform stops an alarm after 15 minutes.
 * Pieces are counted as well, because the clock may not advance while code runs.
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

  /** Does all pieces that are due or become due meanwhile. Failures are logged and retried later. */
  async run(): Promise<void> {
    const end = Date.now() + LONGEST_RUN_MS;
    let pieces = 0;
    for (;;) {
      if (pieces < MOST_PIECES && Date.now() < end) pieces += this.#begin();
      if (this.#running.size === 0) return;
      await Promise.race([...this.#running.values(), this.#untilNudged()]);
    }
  }

  /** Makes a running alarm look for work that became due. */
  nudge(): void {
    this.#nudge();
  }

  #begin(): number {
    const due = this.#duties.filter(
      (duty) => !this.#running.has(duty) && (this.#nextTimeOf(duty) ?? Infinity) <= Date.now(),
    );
    for (const duty of due) {
      this.#running.set(
        duty,
        this.#doOnePiece(duty).finally(() => this.#running.delete(duty)),
      );
    }
    return due.length;
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

  #untilNudged(): Promise<void> {
    return new Promise((resolve) => {
      this.#nudge = resolve;
    });
  }
}
