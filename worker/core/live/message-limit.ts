/** Limits the messages of each socket. The counts are lost when the object sleeps, which a flood does not let it do. */

/** The most messages of a socket within a window. */
const MAX_MESSAGES = 30;
const WINDOW_MS = 10_000;

export class MessageLimit {
  readonly #windows = new WeakMap<WebSocket, { count: number; end: number }>();

  /** Counts a message. @returns false if the socket has sent too many */
  admits(socket: WebSocket): boolean {
    const now = Date.now();
    const former = this.#windows.get(socket);
    const window = former !== undefined && former.end > now ? former : { count: 0, end: now + WINDOW_MS };
    window.count += 1;
    this.#windows.set(socket, window);
    return window.count <= MAX_MESSAGES;
  }
}
