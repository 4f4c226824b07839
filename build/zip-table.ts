/**
 * Packs the 43,865 postal codes of the npm package `zipcodes` (US ZIP codes of all states, territories and the military post,
 * Canadian forward sortation areas) into the table for worker/edge/lookup/place/zip.ts: 540,100 bytes, five a slot (16-bit latitude
 * and longitude, region), so that a lookup is one read. A step of the coordinates is at most 0.006 degrees (610 m). Each
 * three-digit prefix has its centroid.
 */
import { writeFileSync } from 'node:fs';
import { postalCodes } from './postal-codes.ts';
import {
  encodeSlot,
  fsaPrefixSlot,
  fsaSlot,
  REGIONS,
  type Slot,
  TABLE_BYTES,
  zipPrefixSlot,
  zipSlot,
} from '../worker/edge/lookup/place/zip-format.ts';

/** Writes the table to `path`. @returns the number of codes */
export function buildZipTable(path: string): number {
  const view = new DataView(new ArrayBuffer(TABLE_BYTES));
  const prefixes = new Map<number, Slot[]>();
  let count = 0;
  for (const { code, country, region, ...point } of postalCodes()) {
    const slot: Slot = { ...point, region: REGIONS.indexOf(region, 1) };
    const isZip = country === 'US';
    encodeSlot(view, isZip ? zipSlot(code) : fsaSlot(code), slot);
    const prefix = isZip ? zipPrefixSlot(code) : fsaPrefixSlot(code);
    prefixes.set(prefix, [...(prefixes.get(prefix) ?? []), slot]);
    count += 1;
  }
  for (const [prefix, members] of prefixes) encodeSlot(view, prefix, centroid(members));
  writeFileSync(path, new Uint8Array(view.buffer));
  return count;
}

function centroid(members: readonly Slot[]): Slot {
  const mean = (pick: (slot: Slot) => number): number =>
    members.reduce((sum, slot) => sum + pick(slot), 0) / members.length;
  return {
    latitude: mean((slot) => slot.latitude),
    longitude: mean((slot) => slot.longitude),
    region: members[0]?.region ?? 0,
  };
}
