/** Delays work that has failed. Pure: the current time is a parameter. */

/** Wait after the first failure, in milliseconds. It doubles with each further failure. */
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 10 * 60_000;

interface Failures {
  /** The number of failures in a row. */
  count: number;
  /** Milliseconds since the epoch. */
  until: number;
}

/** Counts the failures of each kind of work. */
export class BackOff<Kind> {
  readonly #failures = new Map<Kind, Failures>();

  /** Counts a failure. Returns the number of failures in a row and the time until which the work must wait. */
  countFailure(kind: Kind, now: number): Failures {
    const count = (this.#failures.get(kind)?.count ?? 0) + 1;
    const until = now + Math.min(FIRST_WAIT_MS * 2 ** (count - 1), LONGEST_WAIT_MS);
    this.#failures.set(kind, { count, until });
    return { count, until };
  }

  /** Clears the failures of work that has succeeded. */
  clearFailures(kind: Kind): void {
    this.#failures.delete(kind);
  }

  /** Returns the time until which work must wait, in milliseconds since the epoch; 0 if it has not failed. */
  restsUntil(kind: Kind): number {
    return this.#failures.get(kind)?.until ?? 0;
  }
}
