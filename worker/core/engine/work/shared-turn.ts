/**
 * Makes writes that arrive at the same moment in one turn of the object, each in its own transaction. The platform saves all
 * writes of a turn together, so a page of the database that all of them change is written once. No write is answered before it is
 * saved (Cloudflare, "Durable Objects: output gates").
 */
import type { Remembered } from '../context/memory.ts';

export class SharedTurn implements Remembered {
  #waiting: (() => void)[] = [];

  /** Does the work after the requests that are arriving now. The work must be synchronous. */
  take<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      // A timer fires after the requests that have already arrived were accepted.
      if (this.#waiting.length === 1) setTimeout(() => this.#doAll(), 0);
    });
  }

  /** Keeps what waits, which is not of a write. */
  forget(): void {}

  #doAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const work of waiting) work();
  }
}
