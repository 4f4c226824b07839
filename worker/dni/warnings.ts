/** What is possible in the DNI settings and yet probably not meant: it is told, and the save holds. Pure. */
import { pointerTo } from '../shared/http/input.ts';
import { misplacement } from './coordinates.ts';
import { saidPlace } from './references.ts';
import type { DniNumber, DniSettings } from './schema.ts';
import type { Warning } from './warning-codes.ts';

/** Every warning, in the order of the document. */
export function warningsOf(settings: DniSettings): Warning[] {
  return [
    ...doubledRules(settings),
    ...misplacedLocations(settings),
    ...sharedNumbers(settings.numbers),
    ...missingHours(settings),
  ];
}

function doubledRules({ sources }: DniSettings): Warning[] {
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
    const detail = `The rule "${earlier}" has the same conditions and comes first, so this one never names a visit.`;
    return [{ pointer: pointerTo(['sources', index]), code: 'never_matches', detail }];
  });
}

function misplacedLocations({ locations }: DniSettings): Warning[] {
  return locations.flatMap((location, index): Warning[] => {
    const place = saidPlace(location);
    const misplaced = place && misplacement(place);
    if (misplaced === undefined) return [];
    const pointer = pointerTo(['locations', index, 'latitude']);
    return [{ pointer, code: 'outside_area', detail: misplaced.detail }];
  });
}

/** A number that stands for several targets is no fault, since the source and the location of a call to it are the same. */
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
    const detail = `${phone} stands for ${meaning(other)} and for ${meaning(number)}: of a call to it nobody can tell which.`;
    return [{ pointer: pointerTo(['numbers', index, 'phone_number']), code: 'shared_number', detail }];
  });
}

function missingHours({ prefer_open: prefersOpen, locations }: DniSettings): Warning[] {
  if (!prefersOpen || locations.some(({ hours }) => hours.length > 0)) return [];
  const detail = 'No location has opening hours, so none is preferred for being open.';
  return [{ pointer: pointerTo(['prefer_open']), code: 'no_hours', detail }];
}

function meaning({ source, location_id: location }: DniNumber): string {
  const parts = [
    ...(source === undefined ? [] : [source]),
    ...(location === undefined ? [] : [`at ${location}`]),
  ];
  return parts.length === 0 ? 'every visit' : parts.join(' ');
}
