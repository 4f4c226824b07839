/** Reads the phones that ring at a location. Pure. */
import type { RingingNumber } from '../dni-settings.ts';

/** Returns the number of a phone that rings, as it was written; '' if it has none. */
export function ringingNumberOf(entry: RingingNumber): string {
  if (typeof entry === 'string') return entry;
  return entry.number ?? entry.phone_number ?? entry.phone ?? '';
}
