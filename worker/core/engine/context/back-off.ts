/** Leaves work alone for a while after it has failed. Pure: the time comes in. */

/** After the first failure, in milliseconds; doubled at each further one. */
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 10 * 60_000;

interface Failures {
  /** In a row. */
  count: number;
  /** Milliseconds since the epoch. */
  until: number;
}

/** Counts the failures of each kind of work. */
export class BackOff<Kind> {
  readonly #failures = new Map<Kind, Failures>();

  /** Counts a failure, and answers how many there were in a row and until when the work is left alone. */
  noteFailure(kind: Kind, now: number): Failures {
    const count = (this.#failures.get(kind)?.count ?? 0) + 1;
    const until = now + Math.min(FIRST_WAIT_MS * 2 ** (count - 1), LONGEST_WAIT_MS);
    this.#failures.set(kind, { count, until });
    return { count, until };
  }

  /** Forgets the failures of work that has succeeded. */
  noteSuccess(kind: Kind): void {
    this.#failures.delete(kind);
  }

  /** Returns until when work is left alone, in milliseconds since the epoch; 0 for work that has not failed. */
  restsUntil(kind: Kind): number {
    return this.#failures.get(kind)?.until ?? 0;
  }
}
