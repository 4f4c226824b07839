/**
 * A storage or service that answers can do without (a circuit breaker). Waits are limited, several failures in a row cause
 * a pause, and failures are logged once a minute.
 */
import { inTime } from './bounded-wait.ts';
import { logDegradation } from '../log.ts';

/** Failures in a row that cause a pause: one slow answer is no outage. */
const FAILURES_BEFORE_PAUSE = 3;
/** Length of a pause; the next request after it tries again. */
const PAUSE_MS = 5_000;
/** At most one log line per dependency in this time. */
const LOG_INTERVAL_MS = 60_000;

/** Why there is no result. */
type FailureCause = 'timeout' | 'error';

interface Options {
  /** Longest wait; absent for work that no request waits for. */
  timeoutMs?: number;
  /** Whether failures cause a pause; true by default. */
  pauses?: boolean;
}

/** Calls one storage or service with a timeout and a circuit breaker. */
export class Dependency {
  readonly #name: string;
  readonly #options: Options;
  #failuresInARow = 0;
  #pausedUntil = 0;
  #unlogged = 0;
  #nextLogTime = 0;

  /** @param name for the log */
  constructor(name: string, options: Options = {}) {
    this.#name = name;
    this.#options = options;
  }

  /** Resolves to the result of `work`; to `instead` when it fails or takes too long, and at once during a pause. */
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
   * Counts a failure and logs it, without the error's message or anything of the request: both may identify the visitor.
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
