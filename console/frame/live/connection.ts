/**
 * The connection that tells this page what has changed. It is closed while the page is in the browser's back/forward cache, opened
 * again with growing waits, and silent about a short loss.
 */
import { signal } from '@preact/signals';
import type { Hint, LiveMessage } from '../../../worker/core/live/messages.ts';
import { ask } from '../../api/api.ts';
import { companyPath } from '../../api/company.ts';
import type { PeopleHere } from '../../api/presence.ts';

/** The Worker's codes (worker/core/live/messages.ts). */
const ENDED = 4001;
const RIGHTS = 4003;
const REPLACED = 4004;

const PING_MS = 30_000;
/** Longest wait for the answer to a ping. */
const PONG_MS = 10_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** The wait where no attempt has ever succeeded: this deployment has no sockets. */
const NEVER_WAIT_MS = 10 * 60_000;
/** Attempts before that. */
const ENOUGH_ATTEMPTS = 4;
/** A page without a connection for so long asks at intervals, and says so. */
const LASTING_MS = 20_000;
const ASK_MS = 30_000;

/** What a page does with the messages. */
export interface Listener {
  /** Some things have changed. @param time of the newest change, in milliseconds since the epoch */
  changed(hints: readonly Hint[], time: number): void;
  /** Anything may have changed. @param time of the newest change, Infinity if it is unknown */
  anyChanged(time: number): void;
  present(leadId: string, people: PeopleHere): void;
  /** The page is connected from now on. What no change tells of may have been missed before. */
  connected(): void;
}

/** Whether the connection has been lost for so long that people should know. */
export const isLost = signal(false);

export class Connection {
  readonly #listener: Listener;
  #socket: WebSocket | undefined;
  /** The number of the newest change that this page knows of. */
  #position: number | undefined;
  /** This clock minus the Worker's, plus the shortest way of a message, so that no change seems earlier than it is. */
  #clockOffset = Infinity;
  #leadId: string | null = null;
  #attempts = 0;
  #wait: ReturnType<typeof setTimeout> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;
  #lostTime: number | undefined;
  #isEnded = false;
  #isStopped = true;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** Connects, and stays connected. @returns a function that ends it */
  start(): () => void {
    const pulse = setInterval(() => this.#ping(), PING_MS);
    const fallback = setInterval(() => this.#askInstead(), ASK_MS);
    const listeners: [EventTarget, string, () => void][] = [
      [window, 'online', () => this.#soon()],
      [window, 'focus', () => this.#soon()],
      [document, 'visibilitychange', () => this.#ping()],
      [window, 'pagehide', () => this.#stop()],
      [window, 'pageshow', () => this.#begin()],
    ];
    for (const [target, name, listener] of listeners) target.addEventListener(name, listener);
    this.#begin();
    return () => {
      for (const [target, name, listener] of listeners) target.removeEventListener(name, listener);
      clearInterval(pulse);
      clearInterval(fallback);
      this.#stop();
    };
  }

  /** Tells which lead this page shows, so that others on it know. */
  show(leadId: string | null): void {
    this.#leadId = leadId;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ lead_id: leadId }));
  }

  #begin(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    void this.#connect();
  }

  #stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#wait);
    clearTimeout(this.#pong);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  /** Connects without waiting any longer, if there is a connection to be had. */
  #soon(): void {
    if (this.#isStopped || this.#socket !== undefined || this.#attempts >= ENOUGH_ATTEMPTS) return;
    clearTimeout(this.#wait);
    void this.#connect();
  }

  async #connect(): Promise<void> {
    if (this.#isStopped || this.#socket !== undefined) return;
    if (this.#isEnded) {
      // Another window may have switched the session: it comes back when this one is used.
      if (!document.hasFocus()) return;
      this.#isEnded = false;
      // Asks for the password if the session has really ended.
      await ask('/me').catch(() => undefined);
    }
    if (!navigator.onLine || this.#isStopped || this.#socket !== undefined) return;
    const url = new URL(`/console/api${companyPath('/live')}`, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#read(String(data)));
    socket.addEventListener('close', ({ code }) => this.#closed(socket, code));
  }

  #read(text: string): void {
    clearTimeout(this.#pong);
    if (text === 'pong') return;
    const message = JSON.parse(text) as LiveMessage;
    if (message.type === 'present') return this.#listener.present(message.lead_id, message.people);
    this.#clockOffset = Math.min(this.#clockOffset, Date.now() - message.now);
    if (message.type === 'hello') return this.#greeted(message);
    const hasGap = message.after !== this.#position;
    this.#position = message.sequence;
    if (hasGap) this.#listener.anyChanged(Infinity);
    else this.#listener.changed(message.changes, message.time + this.#clockOffset);
  }

  #greeted({ sequence, time }: Extract<LiveMessage, { type: 'hello' }>): void {
    this.#attempts = 0;
    this.#lostTime = undefined;
    isLost.value = false;
    if (this.#position === undefined && time !== null) this.#listener.anyChanged(time + this.#clockOffset);
    else if (this.#position !== sequence) this.#listener.anyChanged(Infinity);
    this.#position = sequence;
    this.#listener.connected();
    if (this.#leadId !== null) this.show(this.#leadId);
  }

  #closed(socket: WebSocket, code: number): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    clearTimeout(this.#pong);
    this.#lostTime ??= Date.now();
    this.#attempts += 1;
    this.#isEnded = code === ENDED;
    // What this user may see is other than before.
    if (code === RIGHTS) this.#position = -1;
    // A newer page of this user replaces the oldest, which then asks.
    if (code === REPLACED) this.#attempts = ENOUGH_ATTEMPTS;
    this.#wait = setTimeout(() => void this.#connect(), this.#nextWait());
  }

  #nextWait(): number {
    const isHopeless = this.#position === undefined && this.#attempts >= ENOUGH_ATTEMPTS;
    const longest = isHopeless ? NEVER_WAIT_MS : LONGEST_WAIT_MS;
    const wait = isHopeless ? longest : Math.min(longest, FIRST_WAIT_MS * 2 ** (this.#attempts - 1));
    // After an update of the Worker not all pages come at once.
    return wait * (0.5 + Math.random() / 2);
  }

  /** Finds out whether the connection still works, for instance after the computer slept. */
  #ping(): void {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return this.#soon();
    socket.send('ping');
    clearTimeout(this.#pong);
    this.#pong = setTimeout(() => {
      this.#closed(socket, 0);
      socket.close();
    }, PONG_MS);
  }

  #askInstead(): void {
    if (this.#lostTime === undefined || Date.now() - this.#lostTime < LASTING_MS) return;
    isLost.value = this.#position !== undefined;
    this.#listener.anyChanged(Infinity);
  }
}
