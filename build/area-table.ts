/** Packs the bounding boxes of countries, US states and Canadian provinces for worker/dni/areas.ts. */
import { writeFileSync } from 'node:fs';
import { borders } from '@rapideditor/country-coder';
import zipcodes from 'zipcodes';
import type { Area, AreaTable } from '../worker/dni/areas.ts';
import { boxAround, boxesOfCountry } from './country-boxes.ts';
import { postalCodes } from './postal-codes.ts';

/** Names that the data set misspells or omits. */
const NAMES: Readonly<Record<string, string>> = {
  NT: 'NORTHWEST TERRITORIES',
  PR: 'PUERTO RICO',
  GU: 'GUAM',
};
/** Degrees of longitude from a region's centre beyond which land, such as Wake Island, is left out of its box. */
const FAR_AWAY = 30;

/** A region with fewer postal codes gets no box from their centres. */
const LEAST_CODES = 5;

/** Writes the table to `path`. @returns the number of areas */
export function buildAreaTable(path: string): number {
  const table: AreaTable = { countries: countries(), regions: regions() };
  writeFileSync(path, JSON.stringify(table));
  return table.countries.length + table.regions.length;
}

function countries(): Area[] {
  return borders.features.flatMap(({ properties }): Area[] => {
    const { iso1A2: code, iso1A3, nameEn, aliases = [] } = properties;
    const boxes = code?.length === 2 ? boxesOfCountry(code) : [];
    if (code === undefined || boxes.length === 0) return [];
    const names = [code, iso1A3, nameEn, ...aliases].filter((name) => name !== undefined);
    return [{ code, name: nameEn, names: [...new Set(names)], boxes }];
  });
}

function regions(): Area[] {
  const points = new Map<string, [longitude: number, latitude: number][]>();
  for (const { country, region, longitude, latitude } of postalCodes()) {
    const code = `${country}-${region}`;
    points.set(code, [...(points.get(code) ?? []), [longitude, latitude]]);
  }
  const names = new Map(Object.entries(zipcodes.states.full).map(([name, region]) => [region, name]));
  const known = [...points].filter(([, list]) => list.length >= LEAST_CODES);
  return known.map(([code, list]) => {
    const region = code.slice(3);
    const name = titled(NAMES[region] ?? names.get(region) ?? region);
    return { code, name, names: [...new Set([region, code, name])], boxes: [boxAround(nearby(list))] };
  });
}

function nearby(points: readonly [longitude: number, latitude: number][]): [number, number][] {
  const longitudes = points.map(([longitude]) => longitude).toSorted((left, right) => left - right);
  const middle = longitudes[Math.floor(longitudes.length / 2)] ?? 0;
  return points.filter(([longitude]) => Math.abs(longitude - middle) < FAR_AWAY);
}

function titled(name: string): string {
  if (name.length === 2) return name;
  return name.toLowerCase().replaceAll(/\b(?!of\b|and\b)[a-z]/g, (letter) => letter.toUpperCase());
}
