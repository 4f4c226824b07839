/** Remembers for an hour the audit entries that callers caused by requests that change nothing. */
import { lruCache } from '../../../shared/lru-cache.ts';

const AN_HOUR_MS = 60 * 60 * 1000;
/** Most remembered callers. The one that was inactive longest is dropped first, and its entries are then written again. */
const MAX_CALLERS = 1_000;

/** The text to log: the entry, a note that further entries are omitted, or nothing. */
export type EntryToLog = 'this' | 'further' | 'nothing';

/** Limits each caller's entries per hour, so that repeated requests do not fill the log. */
export class RecentEntries {
  readonly #most: number;
  /** The recorded entries of each caller since the first one. */
  readonly #entries = lruCache<Set<string>>(MAX_CALLERS, AN_HOUR_MS);

  /** @param most the most entries of one caller in an hour */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts an entry of a caller.
   * @param what identifies the entry, which is logged once
   */
  add(caller: string, what: string): EntryToLog {
    const notes = this.#entries.get(caller) ?? new Set();
    if (notes.has(what) || notes.size > this.#most) return 'nothing';
    if (notes.size === 0) this.#entries.set(caller, notes);
    notes.add(what);
    return notes.size > this.#most ? 'further' : 'this';
  }
}
