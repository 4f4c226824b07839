/** Delays work that has failed. Pure: the current time is a parameter. */

/** How long failed work waits, in milliseconds. */
export interface Waits {
  first: number;
  longest: number;
  /** The factor from one wait to the next; 2 by default. */
  factor?: number;
}

const WAITS: Waits = { first: 5_000, longest: 10 * 60_000 };

/** Returns the wait after a failure. @param failures how many came before it */
export function waitAfter(failures: number, { first, longest, factor = 2 }: Waits): number {
  return Math.min(first * factor ** failures, longest);
}

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
    const until = now + waitAfter(count - 1, WAITS);
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
