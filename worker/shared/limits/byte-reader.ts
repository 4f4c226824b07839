/** Reads a body from outside a part at a time, so that neither its length nor its slowness takes more than a bound. */

/** Reads the bytes of a body in order. */
export class ByteReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
  readonly #timer: ReturnType<typeof setTimeout>;
  /** Read, but not taken yet. */
  #waiting: Uint8Array<ArrayBuffer>[] = [];
  #length = 0;
  #isLate = false;
  #isOver = false;

  /** @param milliseconds after which reading fails */
  constructor({ body }: Response, milliseconds: number) {
    this.#reader = body?.getReader();
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.cancel();
    }, milliseconds);
  }

  /** Returns the next bytes, which stay to be taken. @returns fewer than `count` if the body ends before @throws Error as `take` */
  async peek(count: number): Promise<Uint8Array<ArrayBuffer>> {
    while (this.#length < count && (await this.#pull()));
    if (this.#waiting.length > 1) this.#waiting = [Buffer.concat(this.#waiting)];
    return (this.#waiting[0] ?? new Uint8Array()).subarray(0, count);
  }

  /**
   * Takes the next bytes.
   * @returns fewer than `count` if the body ends before
   * @throws Error if it breaks off, or takes too long
   */
  async take(count: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.peek(count);
    this.#drop(bytes.length);
    return bytes;
  }

  /** Passes over bytes without keeping them. @throws Error as `take` */
  async passOver(count: number): Promise<void> {
    let left = count;
    for (;;) {
      left -= this.#drop(left);
      if (left === 0 || !(await this.#pull())) return;
    }
  }

  /** Reads no more. */
  cancel(): void {
    clearTimeout(this.#timer);
    void this.#reader?.cancel().catch(() => undefined);
  }

  /** Drops bytes that were read. @returns how many there were, at most `count` */
  #drop(count: number): number {
    let left = count;
    for (let [first] = this.#waiting; first !== undefined && left > 0; [first] = this.#waiting) {
      if (first.length > left) this.#waiting[0] = first.subarray(left);
      else this.#waiting.shift();
      left -= Math.min(left, first.length);
    }
    this.#length -= count - left;
    return count - left;
  }

  /** Waits for the next part of the body. @returns false at its end */
  async #pull(): Promise<boolean> {
    if (this.#reader === undefined || this.#isOver) return false;
    const { done, value } = await this.#reader.read();
    if (this.#isLate) throw new Error('The answer took too long.');
    if (done) {
      this.#isOver = true;
      return false;
    }
    this.#waiting.push(value);
    this.#length += value.length;
    return true;
  }
}
