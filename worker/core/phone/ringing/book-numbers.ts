/** The numbers of a company in its phone book. Pure. */
import { numbersOf as numbersOfEntry } from '../../../dni/pure/number-entries.ts';
import { onlyKnown } from '../../../shared/http/input.ts';
import type { DniNumber, DniSettings } from '../../../dni/schema.ts';
import type { CallSettings } from './settings-schema.ts';

/** A number that belongs to the company. */
export interface BookNumber {
  number: string;
  /** Its location and source, if it has only one of each. */
  locationId?: string;
  source?: string;
  /** Whether it is a number at the carrier, which would ring itself. */
  isTracking: boolean;
}

/** Returns every number of the company. */
export function numbersOf(settings: CallSettings, dni: DniSettings | undefined): Map<string, BookNumber> {
  const found = listedNumbers(dni?.numbers ?? []);
  const add = (number: string, isTracking: boolean, locationId?: string): void => {
    if (!found.has(number)) found.set(number, { number, ...onlyKnown({ locationId }), isTracking });
  };
  for (const number of settings.unlisted_numbers) add(number, true);
  for (const { number, location_id: locationId } of dni?.targets ?? []) add(number, false, locationId);
  if (dni !== undefined) add(dni.default_number, false);
  return found;
}

/** Returns the tracking numbers. One with several entries keeps the location and source that all of them share. */
function listedNumbers(numbers: readonly DniNumber[]): Map<string, BookNumber> {
  const found = new Map<string, BookNumber>();
  for (const entry of numbers) {
    const { location_id: locationId, source } = entry;
    for (const number of numbersOfEntry(entry)) {
      const known = found.get(number);
      const shared = {
        locationId: known === undefined || known.locationId === locationId ? locationId : undefined,
        source: known === undefined || known.source === source ? source : undefined,
      };
      found.set(number, { number, ...onlyKnown(shared), isTracking: true });
    }
  }
  return found;
}
