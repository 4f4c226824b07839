/** Warns of likely mistakes in valid DNI settings. A warning does not stop a save. Pure. */
import { isPool, numbersOf } from './pure/number-entries.ts';
import { pointerTo } from '../shared/http/input.ts';
import { findMisplacement } from './coordinates.ts';
import { statedPosition } from './references.ts';
import { withZone, zoneOfLocations } from './pure/location-zones.ts';
import { openingTimesOf } from './pure/opening-times.ts';
import type { DniNumber, DniSettings } from './schema.ts';
import type { Warning } from './warning-codes.ts';

/** Lists all warnings, in the order of the document. */
export function warningsOf(settings: DniSettings): Warning[] {
  return [
    ...duplicateRules(settings),
    ...misplacedLocations(settings),
    ...sharedNumbers(settings),
    ...unusedPools(settings),
    ...missingHours(settings),
  ];
}

function duplicateRules({ sources }: DniSettings): Warning[] {
  const names = new Map<string, string>();
  return sources.flatMap(({ name, when }, index): Warning[] => {
    const conditions = JSON.stringify(
      Object.entries(when)
        .map(([key, pattern]) => [key, pattern?.toLowerCase()])
        .toSorted(([left = ''], [right = '']) => left.localeCompare(right)),
    );
    const earlier = names.get(conditions);
    if (earlier === undefined) {
      names.set(conditions, name);
      return [];
    }
    const detail = `The rule "${earlier}" has the same conditions and comes first, so this one never matches.`;
    return [{ pointer: pointerTo(['sources', index]), code: 'never_matches', detail }];
  });
}

function misplacedLocations({ locations }: DniSettings): Warning[] {
  return locations.flatMap((location, index): Warning[] => {
    const place = statedPosition(location);
    const misplaced = place && findMisplacement(place);
    if (misplaced === undefined) return [];
    const pointer = pointerTo(['locations', index, 'latitude']);
    return [{ pointer, code: 'outside_area', detail: misplaced.detail }];
  });
}

/**
 * Warns of numbers with two sources or locations, and of numbers that are leased and also shown otherwise. Several targets are
 * fine: source and location stay known.
 */
function sharedNumbers(settings: DniSettings): Warning[] {
  const { numbers, default_number: own, targets } = settings;
  const printed = new Set([own, ...targets.map(({ number }) => number)]);
  const first = new Map<string, DniNumber>();
  return numbers.flatMap((number, index): Warning[] =>
    numbersOf(number).flatMap((phone): Warning[] => {
      const other = first.get(phone);
      if (other === undefined) first.set(phone, number);
      const isOwn = isLeased(number, phone);
      const isShown = printed.has(phone) || other !== undefined;
      if (isShown && (isOwn || (other !== undefined && isLeased(other, phone)))) {
        const pointer = pointerTo(['numbers', index, ...memberOf(number, phone)]);
        const detail = `${phone} is leased to single visits and also shown to others, so its calls cannot be attributed to a visit.`;
        return [{ pointer, code: 'shared_pool_number', detail }];
      }
      if (
        other === undefined ||
        (other.source === number.source && other.location_id === number.location_id)
      ) {
        return [];
      }
      const pointer = pointerTo(['numbers', index, ...memberOf(number, phone)]);
      const detail = `${phone} is used for ${useOf(other, settings)} and for ${useOf(number, settings)}, so a call to it cannot be attributed to one of them.`;
      return [{ pointer, code: 'shared_number', detail }];
    }),
  );
}

function isLeased(entry: DniNumber, phone: string): boolean {
  return isPool(entry) && entry.phone_numbers.includes(phone);
}

/** Returns the path of a number in its entry. */
function memberOf(entry: DniNumber, phone: string): (string | number)[] {
  if (!isPool(entry)) return ['phone_number'];
  const index = entry.phone_numbers.indexOf(phone);
  return index < 0 ? ['overflow'] : ['phone_numbers', index];
}

function unusedPools({ visits, numbers }: DniSettings): Warning[] {
  if (visits) return [];
  return numbers.flatMap((entry, index): Warning[] => {
    if (!isPool(entry)) return [];
    const detail = `Visits are turned off (visits is false), so the pool "${entry.pool}" leases nothing and everybody sees ${entry.overflow}.`;
    return [{ pointer: pointerTo(['numbers', index]), code: 'unused_pool', detail }];
  });
}

function missingHours(settings: DniSettings): Warning[] {
  const { prefer_open: prefersOpen, locations, special_hours: special } = settings;
  const zone = zoneOfLocations(settings);
  const hasHours = locations.some((location) => !openingTimesOf(withZone(location, zone), special).isUnknown);
  if (!prefersOpen || hasHours) return [];
  const detail = 'No location has opening hours, so prefer_open has no effect.';
  return [{ pointer: pointerTo(['prefer_open']), code: 'no_hours', detail }];
}

/** Says for which visits a number is: `visits of Radio near Oslo`. */
function useOf({ source, location_id: id }: DniNumber, { locations }: DniSettings): string {
  if (source === undefined && id === undefined) return 'every visit';
  const name = locations.find(({ location_id: other }) => other === id)?.name ?? id;
  return `visits${source === undefined ? '' : ` of ${source}`}${name === undefined ? '' : ` near ${name}`}`;
}
