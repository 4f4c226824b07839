/**
 * US ZIP codes and Canadian forward sortation areas (FSA): where each lies. One read at a computed offset of a table
 * that the build packs (build/zip-table.ts); no network, no KV read. Pure.
 */
import table from '../../../../dist/tables/zip-table.bin';
import {
  codesOf,
  decodeSlot,
  fsaSlot,
  fsaPrefixSlot,
  REGIONS,
  zipPrefixSlot,
  zipSlot,
} from './zip-format.ts';

/** Where a postal code lies. */
export interface PostalPlace {
  /** As the table knows it: five digits, or the three characters of an FSA. */
  postalCode: string;
  country: 'US' | 'CA';
  /** ISO 3166-2, for instance `US-TX`. */
  region: string;
  /** Decimal degrees of the centroid. */
  latitude: number;
  longitude: number;
  /** `prefix` when the code itself is unknown and its neighbours' centroid stands in. */
  precision: 'code' | 'prefix';
}

const ZIP = /^(\d{5})(?:[- ]?\d{4})?$/;
const FSA = /^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])(?:[- ]?\d[ABCEGHJ-NPRSTV-Z]\d)?$/;

const view = new DataView(table);

/** The five digits or the FSA that `text` starts with, or undefined when it is no US or Canadian postal code. */
export function normalizePostalCode(text: string): string | undefined {
  const trimmed = text.trim().toUpperCase();
  return ZIP.exec(trimmed)?.[1] ?? FSA.exec(trimmed)?.[1];
}

/**
 * Where a postal code lies.
 * @param postalCode as `normalizePostalCode` returns it
 * @returns undefined when not even its prefix is known
 */
export function findPostalCode(postalCode: string): PostalPlace | undefined {
  const isZip = /^\d/.test(postalCode);
  const country = isZip ? 'US' : 'CA';
  const exact = decodeSlot(view, isZip ? zipSlot(postalCode) : fsaSlot(postalCode));
  const found = exact ?? decodeSlot(view, isZip ? zipPrefixSlot(postalCode) : fsaPrefixSlot(postalCode));
  if (found === undefined) return undefined;
  return {
    postalCode,
    country,
    region: `${country}-${REGIONS[found.region] ?? ''}`,
    latitude: found.latitude,
    longitude: found.longitude,
    precision: exact === undefined ? 'prefix' : 'code',
  };
}

/** Every postal code of a country that the table has a place for. */
export function* knownPostalCodes(country: PostalPlace['country']): Generator<PostalPlace> {
  for (const code of codesOf(country)) {
    const found = findPostalCode(code);
    if (found?.precision === 'code') yield found;
  }
}
