/** Where countries, and the states and provinces of the US and Canada, lie: boxes of degrees (build/area-table.ts). Pure. */
import table from '../../dist/tables/areas.json';
import type { Coordinates } from './pure/distance.ts';

/** West, south, east, north, in degrees. */
export type Box = [west: number, south: number, east: number, north: number];

export interface Area {
  /** ISO 3166-1 (`US`) or 3166-2 (`US-TX`). */
  code: string;
  /** For people to read. */
  name: string;
  /** The names by which `findCountry` and `findRegion` know it. */
  names: string[];
  boxes: Box[];
}

export interface AreaTable {
  countries: Area[];
  regions: Area[];
}

/** Degrees around a box that still count: regions are drawn by the centres of their postal codes, borders coarsely. */
const MARGIN = 1;
/** Countries whose regions are known. */
const WITH_REGIONS: ReadonlySet<string> = new Set(['US', 'CA']);

const { countries, regions } = table as unknown as AreaTable;
const countriesByName = byName(countries);
const regionsByName = byName(regions);

/** The country that a text means: its code of two or three letters or its English name; undefined when it is not known. */
export function findCountry(text: string): Area | undefined {
  return countriesByName.get(plain(text));
}

/** The state or province that a text means. @param country where it is; undefined: in the US or Canada, if at all */
export function findRegion(text: string, country: Area | undefined): Area | undefined {
  if (country !== undefined && !WITH_REGIONS.has(country.code)) return undefined;
  const region = regionsByName.get(plain(text));
  return country === undefined || region?.code.startsWith(country.code) === true ? region : undefined;
}

/** Whether a point may lie in the area. */
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
  return new Map(areas.flatMap((area) => area.names.map((name) => [plain(name), area] as const)));
}

/** The text without accents, capitals and what stands around and between its words: `U.S.A.`, `Québec`. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
