/**
 * The decisions that visitors keep: one KV entry per company and visitor, with memory in front of it. When KV
 * fails, nothing throws: the visitor is decided about again.
 */
import { LRUCache } from 'lru-cache';
import { answerKey } from '../../../shared/cache-keys.ts';
import { Dependency } from '../../../shared/limits/dependency.ts';
import {
  decisionIn,
  type KeptDecision,
  type KeptEntry,
  merged,
  readEntry,
  withDecision,
  writtenForm,
} from './kept-entry.ts';
import type { LookupEnv } from '../lookup-app.ts';

/** Past this a visitor is answered afresh: a slow cache is no reason to keep a page waiting. */
const READ_TIMEOUT_MS = 500;
/** Visitors that an isolate remembers; one takes about 300 bytes, with all postal codes 3 kB. */
const REMEMBERED_VISITORS = 5_000;
/** How long a decision is remembered that may differ from the kept one, because KV or the resolver did not answer. */
const PROVISIONAL_MS = 60_000;
const DAY_S = 24 * 60 * 60;

/** Whose decision it is. */
export interface Owner {
  companyId: string;
  /** The visitor's keyed hash. */
  visitor: string;
  /** The forced postal code, if there was one. */
  zip: string | undefined;
  /** `cache_days` of the company: how long a decision counts. */
  days: number;
}

/** What KV said; `failed` means that there may be a decision that is not known here. */
export type Reading = { outcome: 'read'; decision: KeptDecision | undefined } | { outcome: 'failed' };

const FAILED = Symbol('KV did not answer');

export class KeptDecisions {
  readonly #entries = new LRUCache<string, KeptEntry>({ max: REMEMBERED_VISITORS });
  readonly #provisional = new LRUCache<string, { decision: KeptDecision; until: number }>({
    max: REMEMBERED_VISITORS,
  });
  readonly #reads = new Dependency('reading kept answers', { timeoutMs: READ_TIMEOUT_MS });
  readonly #writes = new Dependency('writing kept answers', { pauses: false });

  /** The decision, from this isolate's memory alone. */
  remembered(owner: Owner): KeptDecision | undefined {
    const now = Date.now();
    const kept = decisionIn(this.#entries.get(entryKey(owner)), owner, now);
    if (kept !== undefined || this.#provisional.size === 0) return kept;
    const provisional = this.#provisional.get(decisionKey(owner));
    return provisional !== undefined && provisional.until > now ? provisional.decision : undefined;
  }

  /** The decision from KV, in one read. */
  async read(env: LookupEnv, owner: Owner): Promise<Reading> {
    const key = entryKey(owner);
    const stored = await this.#reads.ask(() => env.CACHE.get(key, 'json'), FAILED);
    if (stored === FAILED) return { outcome: 'failed' };
    // KV answers for a minute with what it had, so what this isolate has told the visitor meanwhile goes first.
    const entry = merged(this.#entries.get(key), readEntry(stored, owner.days));
    if (entry.own !== undefined || entry.zips.size > 0) this.#entries.set(key, entry);
    return { outcome: 'read', decision: decisionIn(entry, owner, Date.now()) };
  }

  /**
   * Keeps a decision, in memory at once. A postal code for which the visitor has no room left is not kept.
   * @returns the write to KV
   */
  async keep(env: LookupEnv, owner: Owner, decision: KeptDecision): Promise<void> {
    const key = entryKey(owner);
    const entry = withDecision(this.#entries.get(key), owner, decision);
    if (entry === undefined) return;
    this.#entries.set(key, entry);
    const options = { expirationTtl: owner.days * DAY_S };
    await this.#writes.ask(() => env.CACHE.put(key, writtenForm(entry), options), undefined);
  }

  /** Remembers a decision for a minute, in memory alone. */
  keepProvisionally(owner: Owner, decision: KeptDecision): void {
    this.#provisional.set(decisionKey(owner), { decision, until: Date.now() + PROVISIONAL_MS });
  }
}

function entryKey({ companyId, visitor }: Owner): string {
  return answerKey(companyId, visitor);
}

function decisionKey(owner: Owner): string {
  return `${entryKey(owner)} ${owner.zip ?? ''}`;
}
