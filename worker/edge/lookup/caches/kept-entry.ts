/** What one KV entry keeps of a visitor: its shape, what fits in, and how former shapes are read. Pure. */
import { isObject } from '../../../shared/http/input.ts';
import type { CompiledSettings } from '../choice/compiled-settings.ts';
import type { Decision } from '../choice/decision.ts';
import type { Place } from '../place/place.ts';

/** The shape that is written. An entry of a shape that is not known counts as none: the visitor is decided about again. */
const SHAPE = 2;
/** Postal codes that are kept for a visitor. */
const MAX_POSTAL_CODES = 16;
const DAY_MS = 24 * 3_600_000;
/** How long a postal code keeps its place when all are taken. With the number above it bounds what one visitor writes. */
const POSTAL_CODE_STAYS_MS = DAY_MS;

/** Where a decision was made for, without coordinates: as much as explains it. */
export type KeptPlace = Pick<Place, 'postal_code' | 'region' | 'country' | 'city' | 'origin'>;

/** A decision, when it was made, for which place, and what number it led to then. */
export interface KeptDecision extends Pick<Decision, 'source' | 'location_id'> {
  phone_number: string;
  /** Milliseconds since the epoch. */
  time: number;
  /** Absent in what the first version kept. */
  reason?: Decision['reason'];
  /** Absent when the place was unknown. */
  place?: KeptPlace;
}

export interface KeptEntry {
  /** The decision for the visitor's own place. */
  readonly own?: KeptDecision | undefined;
  /** Those for the postal codes that the visitor asked for. */
  readonly zips: ReadonlyMap<string, KeptDecision>;
}

/** The decision for the own place or for a postal code, unless it was made longer than `days` ago. */
export function decisionIn(
  entry: KeptEntry | undefined,
  { zip, days }: { zip: string | undefined; days: number },
  now: number,
): KeptDecision | undefined {
  const decision = zip === undefined ? entry?.own : entry?.zips.get(zip);
  return decision !== undefined && isLive(decision, days, now) ? decision : undefined;
}

/**
 * The entry with one decision more, and without those that are older than `days`.
 * @returns undefined when there is no room for another postal code
 */
export function withDecision(
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

/** Both together; what the first has goes before what the second has. */
export function merged(first: KeptEntry | undefined, second: KeptEntry): KeptEntry {
  if (first === undefined) return second;
  return { own: first.own ?? second.own, zips: new Map([...second.zips, ...first.zips]) };
}

/** Whether the settings still have what was decided on: the source, the location and the number. */
export function isCurrent(kept: KeptDecision, compiled: CompiledSettings): boolean {
  return (
    compiled.sourceNames.has(kept.source) &&
    compiled.phoneNumbers.has(kept.phone_number) &&
    (kept.location_id === null
      ? compiled.locations.length === 0
      : compiled.locationsById.has(kept.location_id))
  );
}

/** The value for KV. */
export function writtenForm({ own, zips }: KeptEntry): string {
  return JSON.stringify({ shape: SHAPE, own, ...(zips.size > 0 ? { zips: Object.fromEntries(zips) } : {}) });
}

/**
 * What KV has, of whichever version; anything that is not understood is left out.
 * @param days what `cache_days` is: the first version kept when a decision ends instead of when it was made
 */
export function readEntry(stored: unknown, days: number): KeptEntry {
  if (!isObject(stored)) return { zips: new Map() };
  if (stored['shape'] === SHAPE) {
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
  const { decision, expires } = stored;
  if (stored['shape'] !== undefined || !isObject(decision) || typeof expires !== 'number') {
    return { zips: new Map() };
  }
  return { own: asDecision({ ...decision, time: expires - days * DAY_MS }), zips: new Map() };
}

function isLive(decision: KeptDecision, days: number, now: number): boolean {
  return decision.time + days * DAY_MS > now;
}

function asDecision(kept: unknown): KeptDecision | undefined {
  if (!isObject(kept)) return undefined;
  const { source, location_id, phone_number, time, reason, place } = kept;
  if (typeof source !== 'string' || typeof phone_number !== 'string') return undefined;
  if (typeof location_id !== 'string' && location_id !== null) return undefined;
  if (typeof time !== 'number') return undefined;
  return {
    source,
    location_id,
    phone_number,
    time,
    ...(typeof reason === 'string' ? { reason: reason as Decision['reason'] } : {}),
    ...(isObject(place) ? { place: place as unknown as KeptPlace } : {}),
  };
}
