/**
 * A storage or service that an answer can do without. It is asked with an end to the wait, it is left alone for a while
 * after it failed several times in a row, and its failures are logged once a minute.
 */
import { inTime } from './bounded-wait.ts';
import { logDegradation } from '../log.ts';

/** Failures in a row after which it is not asked for a while: one slow answer is no outage. */
const FAILURES_BEFORE_PAUSE = 3;
/** How long it is left alone then; after that one request tries it again. */
const PAUSE_MS = 5_000;
/** One line of log per dependency and this time, however much fails. */
const LOG_INTERVAL_MS = 60_000;

/** Why there is no result: it took too long, or the work failed. */
type FailureCause = 'timeout' | 'error';

interface Options {
  /** Milliseconds that a request waits for it; absent for work that no request waits for. */
  timeoutMs?: number;
  /** Whether failures of one request say something about the next; true by default. */
  pauses?: boolean;
}

export class Dependency {
  readonly #name: string;
  readonly #options: Options;
  #failuresInARow = 0;
  #pausedUntil = 0;
  #unlogged = 0;
  #nextLogTime = 0;

  /** @param name as the log calls it */
  constructor(name: string, options: Options = {}) {
    this.#name = name;
    this.#options = options;
  }

  /** What `work` resolves to; `instead` when it fails or takes too long, and at once during a pause. */
  async ask<Result, Instead>(work: () => Promise<Result>, instead: Instead): Promise<Result | Instead> {
    if (Date.now() < this.#pausedUntil) return instead;
    const { timeoutMs } = this.#options;
    let isLate = false;
    try {
      const result =
        timeoutMs === undefined
          ? await work()
          : await inTime(work(), timeoutMs, () => {
              isLate = true;
              return instead;
            });
      if (isLate) this.report('timeout');
      else this.#failuresInARow = 0;
      return result;
    } catch {
      this.report('error');
      return instead;
    }
  }

  /**
   * Counts a failure and logs it. The line has neither the message of an error nor anything of the request, because
   * both may tell who asked.
   */
  report(cause: FailureCause): void {
    const now = Date.now();
    this.#failuresInARow += 1;
    if (this.#options.pauses !== false && this.#failuresInARow >= FAILURES_BEFORE_PAUSE) {
      this.#pausedUntil = now + PAUSE_MS;
    }
    this.#unlogged += 1;
    if (now < this.#nextLogTime) return;
    logDegradation({ degraded: this.#name, cause, failures: this.#unlogged });
    this.#unlogged = 0;
    this.#nextLogTime = now + LOG_INTERVAL_MS;
  }
}
