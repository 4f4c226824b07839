/** What callers had noted in the audit log by requests that change nothing, within the last hour. The company's object remembers it. */
import { LRUCache } from 'lru-cache';

const AN_HOUR_MS = 60 * 60 * 1000;
/** Callers that are remembered; beyond it those that did nothing for the longest time are forgotten, and told of again. */
const MAX_CALLERS = 1_000;

/** What the log is to say: this, that further ones are left out, or nothing. */
export type Noted = 'this' | 'further' | 'nothing';

/** Bounds the notes of each caller by the hour, so that nobody fills the log by asking again and again. */
export class RecentNotes {
  readonly #most: number;
  /** By caller: what was noted since the first of it. */
  readonly #notes = new LRUCache<string, Set<string>>({ max: MAX_CALLERS, ttl: AN_HOUR_MS });

  /** @param most notes of one caller in an hour */
  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a note to the account of its caller. @param what the same is noted once */
  add(caller: string, what: string): Noted {
    const notes = this.#notes.get(caller) ?? new Set();
    if (notes.has(what) || notes.size > this.#most) return 'nothing';
    if (notes.size === 0) this.#notes.set(caller, notes);
    notes.add(what);
    return notes.size > this.#most ? 'further' : 'this';
  }
}
