/** Warns of likely mistakes in valid DNI settings. A warning does not stop a save. Pure. */
import { pointerTo } from '../shared/http/input.ts';
import { findMisplacement } from './coordinates.ts';
import { statedPosition } from './references.ts';
import type { DniNumber, DniSettings } from './schema.ts';
import type { Warning } from './warning-codes.ts';

/** Lists all warnings, in the order of the document. */
export function warningsOf(settings: DniSettings): Warning[] {
  return [
    ...duplicateRules(settings),
    ...misplacedLocations(settings),
    ...sharedNumbers(settings.numbers),
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

/** Warns of numbers with two sources or locations. Several targets are fine: source and location stay known. */
function sharedNumbers(numbers: readonly DniNumber[]): Warning[] {
  const first = new Map<string, DniNumber>();
  return numbers.flatMap((number, index): Warning[] => {
    const { phone_number: phone, source, location_id: location } = number;
    const other = first.get(phone);
    if (other === undefined) {
      first.set(phone, number);
      return [];
    }
    if (other.source === source && other.location_id === location) return [];
    const detail = `${phone} is used for ${useOf(other)} and for ${useOf(number)}, so a call to it cannot be attributed to one of them.`;
    return [{ pointer: pointerTo(['numbers', index, 'phone_number']), code: 'shared_number', detail }];
  });
}

function missingHours({ prefer_open: prefersOpen, locations }: DniSettings): Warning[] {
  if (!prefersOpen || locations.some(({ hours }) => hours.length > 0)) return [];
  const detail = 'No location has opening hours, so prefer_open has no effect.';
  return [{ pointer: pointerTo(['prefer_open']), code: 'no_hours', detail }];
}

function useOf({ source, location_id: location }: DniNumber): string {
  const parts = [
    ...(source === undefined ? [] : [source]),
    ...(location === undefined ? [] : [`at ${location}`]),
  ];
  return parts.length === 0 ? 'every visit' : parts.join(' ');
}
