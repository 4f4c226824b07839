/** Adds what a sheet has to the settings. Pure. */
import {
  byKey,
  type DniLocation,
  type DniNumber,
  type DniSettings,
  type TrackingNumber,
} from '../../draft/dni-settings.ts';
import { withSources } from '../../sources/presets.ts';
import type { Pasted } from './result.ts';
import { withTargets } from './printed-phones.ts';

/**
 * Returns the settings with every valid row. An update changes only the members that the table has a column for; new
 * entries are added. Of a wide sheet, the sources and numbers are added too.
 */
export function withPasted(settings: DniSettings, pasted: Pasted): DniSettings {
  if (pasted.list === 'numbers') return withNumbers(settings, pasted);
  const placed = withTargets(withLocations(settings, pasted), pasted.printed.targets);
  return pasted.numbers === undefined ? placed : withNumbers(placed, pasted.numbers);
}

/** Returns the settings with the locations of a sheet alone. */
export function withLocations(settings: DniSettings, pasted: Pasted): DniSettings {
  return { ...settings, locations: withRows(settings.locations, pasted) };
}

function withNumbers(settings: DniSettings, pasted: Pasted): DniSettings {
  const rules = pasted.isWide ? pasted.unknownSources.map(({ rule }) => rule) : [];
  return { ...withSources(settings, rules), numbers: withRows(settings.numbers, pasted) };
}

function withRows<Entry extends DniLocation | DniNumber>(
  entries: readonly Entry[],
  { rows, columns }: Pick<Pasted, 'rows' | 'columns'>,
): Entry[] {
  const sound = rows.flatMap(({ entry, replaces }) => (entry === undefined ? [] : [{ entry, replaces }]));
  const replacements = new Map(sound.map(({ entry, replaces }) => [replaces, entry]));
  const given = new Set(
    columns.flatMap(({ member }) => (member === 'coordinates' ? ['latitude', 'longitude'] : [member])),
  );
  const kept = [...byKey<Entry>(entries)].map(([key, entry]) => {
    const replacement = replacements.get(key);
    if (replacement === undefined) return entry;
    const said = Object.fromEntries(Object.entries(replacement).filter(([member]) => given.has(member)));
    return { ...entry, ...said, ...areaOf(entry, replacement) };
  });
  const added = sound.filter(({ replaces }) => replaces === undefined).map(({ entry }) => entry as Entry);
  return [...kept, ...added];
}

/** Returns the area that a location serves: postal codes from the table, regions unchanged. */
function areaOf(before: DniLocation | DniNumber, after: DniLocation | TrackingNumber): object {
  if (!('service_area' in before) || before.service_area === undefined) return {};
  const codes = 'service_area' in after ? after.service_area?.postal_codes : undefined;
  const { postal_codes: known, regions } = before.service_area;
  return { service_area: { postal_codes: codes ?? known, regions } };
}
