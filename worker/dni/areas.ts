/** Finds countries, US states and Canadian provinces by name, with their bounding boxes (build/area-table.ts). Pure. */
import table from '../../dist/tables/areas.bin';
import type { Coordinates } from './pure/distance.ts';

/** West, south, east, north, in degrees. */
export type Box = [west: number, south: number, east: number, north: number];

export interface Area {
  /** ISO 3166-1 (`US`) or 3166-2 (`US-TX`). */
  code: string;
  /** Display name. */
  name: string;
  /** Names and codes that `findCountry` and `findRegion` accept. */
  names: string[];
  boxes: Box[];
}

export interface AreaTable {
  countries: Area[];
  regions: Area[];
}

/** Degrees added around a box: regions are drawn by the centres of their postal codes, and borders are coarse. */
const MARGIN = 1;
/** Countries with regions in the table. */
const WITH_REGIONS: ReadonlySet<string> = new Set(['US', 'CA']);

// A file of bytes beside the script: as code, it would be parsed with the script, and count as script.
const { countries, regions } = JSON.parse(new TextDecoder().decode(table)) as AreaTable;
const countriesByName = byName(countries);
const regionsByName = byName(regions);

/** Finds a country by its two- or three-letter code or its English name. */
export function findCountry(text: string): Area | undefined {
  return countriesByName.get(comparable(text));
}

/** Finds a state or province by code or name. @param country the country it is in; undefined: the US or Canada */
export function findRegion(text: string, country: Area | undefined): Area | undefined {
  if (country !== undefined && !WITH_REGIONS.has(country.code)) return undefined;
  const region = regionsByName.get(comparable(text));
  return country === undefined || region?.code.startsWith(country.code) === true ? region : undefined;
}

/** Tells whether a point may lie in the area. */
export function mayLieIn({ boxes }: Area, { latitude, longitude }: Coordinates): boolean {
  return boxes.some(
    ([west, south, east, north]) =>
      longitude >= west - MARGIN &&
      longitude <= east + MARGIN &&
      latitude >= south - MARGIN &&
      latitude <= north + MARGIN,
  );
}

function byName(areas: readonly Area[]): ReadonlyMap<string, Area> {
  return new Map(areas.flatMap((area) => area.names.map((name) => [comparable(name), area] as const)));
}

/** Removes accents, capitals, spaces and punctuation for comparing: `U.S.A.` becomes `usa`, `Québec` becomes `quebec`. */
function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
