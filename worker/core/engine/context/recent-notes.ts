/** Remembers, for an hour, which audit entries callers caused by requests that change nothing. */
import { LRUCache } from 'lru-cache';

const AN_HOUR_MS = 60 * 60 * 1000;
/** Callers that are remembered; the one inactive longest is dropped first, and its entries are written again. */
const MAX_CALLERS = 1_000;

/** What to log: the entry, a note that further entries are omitted, or nothing. */
export type Noted = 'this' | 'further' | 'nothing';

/** Limits each caller's entries per hour, so that repeated requests do not fill the log. */
export class RecentNotes {
  readonly #most: number;
  /** By caller: what was noted since the first of it. */
  readonly #notes = new LRUCache<string, Set<string>>({ max: MAX_CALLERS, ttl: AN_HOUR_MS });

  /** @param most notes of one caller in an hour */
  constructor(most: number) {
    this.#most = most;
  }

  /** Counts an entry of a caller. @param what identifies the entry; it is logged once */
  add(caller: string, what: string): Noted {
    const notes = this.#notes.get(caller) ?? new Set();
    if (notes.has(what) || notes.size > this.#most) return 'nothing';
    if (notes.size === 0) this.#notes.set(caller, notes);
    notes.add(what);
    return notes.size > this.#most ? 'further' : 'this';
  }
}
