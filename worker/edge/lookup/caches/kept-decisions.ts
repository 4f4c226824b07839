/**
 * Caches visitors' decisions: one KV entry per company and visitor, with memory in front of it. When KV fails, nothing throws
 * and the visitor gets a new decision.
 */
import { lruCache } from '../../../shared/lru-cache.ts';
import { answerKey } from '../../../shared/cache-keys.ts';
import { Dependency } from '../../../shared/limits/dependency.ts';
import type { LookupEnv } from '../lookup-app.ts';
import { isObject } from '../../../shared/http/input.ts';
import type { CompiledSettings } from '../choice/compiled-settings.ts';
import type { Decision } from '../choice/decision.ts';
import type { Place } from '../place/place.ts';

/** Longest wait for KV; after that the visitor gets a new decision. */
const READ_TIMEOUT_MS = 500;
/** Visitors that an isolate remembers, at about 300 bytes each, or 3 kB with all postal codes. */
const REMEMBERED_VISITORS = 5_000;
/** How long a provisional decision is remembered, made because KV or the resolver did not answer. */
const PROVISIONAL_MS = 60_000;
const DAY_S = 24 * 60 * 60;
/** The version of stored entries. An entry of an unknown version is ignored. */
const SHAPE = 1;
/** Most postal codes stored for a visitor. */
const MAX_POSTAL_CODES = 16;
const DAY_MS = 24 * 3_600_000;
/** How long a postal code is protected from replacement. With the limit above it bounds the writes of a visitor. */
const POSTAL_CODE_STAYS_MS = DAY_MS;

/** The company and visitor of a decision. */
export interface Owner {
  companyId: string;
  /** The visitor's keyed hash. */
  visitor: string;
  /** The forced postal code, if any. */
  zip: string | undefined;
  /** `cache_days` of the company: how long a decision is valid. */
  days: number;
}

/** The result of reading KV; `failed`: there may be a decision. */
export type Reading = { outcome: 'read'; decision: KeptDecision | undefined } | { outcome: 'failed' };

const FAILED = Symbol('KV did not answer');

/** The place of a decision without coordinates, for its explanation. */
type KeptPlace = Pick<Place, 'postal_code' | 'region' | 'country' | 'city' | 'origin'>;

/** A decision with its time, place and number. */
export interface KeptDecision extends Pick<Decision, 'source' | 'location_id'> {
  phone_number: string;
  /** Milliseconds since the epoch. */
  time: number;
  reason: Decision['reason'];
  /** Absent when the place was unknown. */
  place?: KeptPlace;
}

/** The decisions for a visitor. */
export interface KeptEntry {
  /** The decision for the visitor's place. */
  readonly own?: KeptDecision | undefined;
  /** The decisions for postal codes that the visitor searched. */
  readonly zips: ReadonlyMap<string, KeptDecision>;
}

export class KeptDecisions {
  readonly #entries = lruCache<KeptEntry>(REMEMBERED_VISITORS);
  readonly #provisional = lruCache<{ decision: KeptDecision; until: number }>(REMEMBERED_VISITORS);
  readonly #reads = new Dependency('reading kept answers', { timeoutMs: READ_TIMEOUT_MS });
  readonly #writes = new Dependency('writing kept answers', { pauses: false });

  /** Returns the decision from this isolate's memory. */
  remembered(owner: Owner): KeptDecision | undefined {
    const now = Date.now();
    const kept = decisionIn(this.#entries.get(entryKey(owner)), owner, now);
    if (kept !== undefined || this.#provisional.size === 0) return kept;
    const provisional = this.#provisional.get(decisionKey(owner));
    return provisional !== undefined && provisional.until > now ? provisional.decision : undefined;
  }

  /** Reads the decision from KV. */
  async read(env: LookupEnv, owner: Owner): Promise<Reading> {
    const key = entryKey(owner);
    const stored = await this.#reads.ask(() => env.CACHE.get(key, 'json'), FAILED);
    if (stored === FAILED) return { outcome: 'failed' };
    // KV may return an old value for a minute, so newer decisions of this isolate come first.
    const entry = merged(this.#entries.get(key), readEntry(stored));
    if (entry.own !== undefined || entry.zips.size > 0) this.#entries.set(key, entry);
    return { outcome: 'read', decision: decisionIn(entry, owner, Date.now()) };
  }

  /**
   * Stores a decision, in memory at once. A postal code beyond the visitor's limit is not stored.
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

  /** Remembers a decision for a minute, in memory only. */
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

/** Returns the decision for the visitor's place or a postal code, unless it is older than `days`. */
function decisionIn(
  entry: KeptEntry | undefined,
  { zip, days }: { zip: string | undefined; days: number },
  now: number,
): KeptDecision | undefined {
  const decision = zip === undefined ? entry?.own : entry?.zips.get(zip);
  return decision !== undefined && isLive(decision, days, now) ? decision : undefined;
}

/**
 * Adds a decision to the entry and removes those older than `days`.
 * @returns undefined when the limit of postal codes is reached
 */
function withDecision(
  entry: KeptEntry | undefined,
  { zip, days }: { zip: string | undefined; days: number },
  decision: KeptDecision,
): KeptEntry | undefined {
  const now = decision.time;
  const own = entry?.own !== undefined && isLive(entry.own, days, now) ? entry.own : undefined;
  const zips = new Map([...(entry?.zips ?? [])].filter(([, kept]) => isLive(kept, days, now)));
  if (zip === undefined) return { own: decision, zips };
  if (!zips.has(zip) && zips.size >= MAX_POSTAL_CODES) {
    const [oldest] = [...zips].sort(([, a], [, b]) => a.time - b.time);
    if (oldest === undefined || now - oldest[1].time < POSTAL_CODE_STAYS_MS) return undefined;
    zips.delete(oldest[0]);
  }
  return { own, zips: zips.set(zip, decision) };
}

/** Merges the entry in memory with the one of KV; the first has priority. Pure. */
export function merged(first: KeptEntry | undefined, second: KeptEntry): KeptEntry {
  if (first === undefined) return second;
  return { own: first.own ?? second.own, zips: new Map([...second.zips, ...first.zips]) };
}

/** Tells whether the settings still have the decision's source, location and number. */
export function isCurrent(kept: KeptDecision, compiled: CompiledSettings): boolean {
  return (
    compiled.sourceNames.has(kept.source) &&
    compiled.phoneNumbers.has(kept.phone_number) &&
    (kept.location_id === null
      ? compiled.locations.length === 0
      : compiled.locationsById.has(kept.location_id))
  );
}

/** Serialises an entry for KV. */
function writtenForm({ own, zips }: KeptEntry): string {
  return JSON.stringify({ shape: SHAPE, own, ...(zips.size > 0 ? { zips: Object.fromEntries(zips) } : {}) });
}

/** Reads the value of KV, and leaves out whatever it does not understand. Pure. */
export function readEntry(stored: unknown): KeptEntry {
  if (!isObject(stored) || stored['shape'] !== SHAPE) return { zips: new Map() };
  const zips = isObject(stored['zips']) ? Object.entries(stored['zips']) : [];
  return {
    own: asDecision(stored['own']),
    zips: new Map(
      zips.flatMap(([zip, kept]) => {
        const decision = asDecision(kept);
        return decision === undefined ? [] : [[zip, decision] as const];
      }),
    ),
  };
}

function isLive(decision: KeptDecision, days: number, now: number): boolean {
  return decision.time + days * DAY_MS > now;
}

function asDecision(kept: unknown): KeptDecision | undefined {
  if (!isObject(kept)) return undefined;
  const { source, location_id, phone_number, time, reason, place } = kept;
  if (typeof source !== 'string' || typeof phone_number !== 'string') return undefined;
  if (typeof location_id !== 'string' && location_id !== null) return undefined;
  if (typeof time !== 'number' || typeof reason !== 'string') return undefined;
  return {
    source,
    location_id,
    phone_number,
    time,
    reason: reason as Decision['reason'],
    ...(isObject(place) ? { place: place as unknown as KeptPlace } : {}),
  };
}
