/** Packs the postal codes of the npm package `zipcodes` into the table that worker/lookup/zip.ts reads. */
import { writeFileSync } from 'node:fs';
import zipcodes from 'zipcodes';
import {
  encodeSlot,
  fsaPrefixSlot,
  fsaSlot,
  REGIONS,
  type Slot,
  TABLE_BYTES,
  zipPrefixSlot,
  zipSlot,
} from '../worker/lookup/zip-format.ts';

/** The province of a Canadian postal code is its first letter (Canada Post, Addressing Guidelines). */
const PROVINCES: Record<string, string> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  X: 'NT',
  Y: 'YT',
};
/** Nunavut shares the letter X with the Northwest Territories and has these three areas of it. */
const NUNAVUT = ['X0A', 'X0B', 'X0C'];

/** Writes the table to `path`; returns how many codes it holds. */
export function buildZipTable(path: string): number {
  const view = new DataView(new ArrayBuffer(TABLE_BYTES));
  const prefixes = new Map<number, Slot[]>();
  let count = 0;
  for (const entry of Object.values(zipcodes.codes)) {
    const slot: Slot = {
      latitude: Number(entry.latitude),
      longitude: Number(entry.longitude),
      region: regionOf(entry),
    };
    // The pole and the null island are the data set's way of saying "nowhere" (H0H is Santa Claus).
    if (slot.region < 1 || Math.abs(slot.latitude) > 85 || (slot.latitude === 0 && slot.longitude === 0))
      continue;
    const isZip = entry.country === 'US';
    encodeSlot(view, isZip ? zipSlot(entry.zip) : fsaSlot(entry.zip), slot);
    const prefix = isZip ? zipPrefixSlot(entry.zip) : fsaPrefixSlot(entry.zip);
    prefixes.set(prefix, [...(prefixes.get(prefix) ?? []), slot]);
    count += 1;
  }
  for (const [prefix, members] of prefixes) encodeSlot(view, prefix, centroid(members));
  writeFileSync(path, new Uint8Array(view.buffer));
  return count;
}

function regionOf(entry: zipcodes.ZipCode): number {
  const fsa = entry.zip;
  const code =
    entry.country === 'US' ? entry.state : NUNAVUT.includes(fsa) ? 'NU' : (PROVINCES[fsa[0] ?? ''] ?? '');
  return REGIONS.indexOf(code, 1);
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
