/**
 * Writes that come at the same moment are made in one turn of the object, each in a transaction of its own. The platform saves
 * together what one turn has written, so a page of the database that all of them touch is written once. None is answered
 * before it is saved (Cloudflare, "Durable Objects: output gates").
 */

export class SharedTurn {
  #waiting: (() => void)[] = [];

  /** Does the work at the end of what is coming in now. It must not wait for anything. */
  take<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      // A timer fires once the requests that have already arrived have been taken.
      if (this.#waiting.length === 1) setTimeout(() => this.#doAll(), 0);
    });
  }

  #doAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const work of waiting) work();
  }
}
