/**
 * Finds the places of US ZIP codes and Canadian forward sortation areas (FSA), with one read at a computed offset of a table that
 * the build packs (build/zip-table.ts); no network, no KV read. Pure.
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

/** The place of a postal code. */
export interface PostalPlace {
  /** Five digits, or the three characters of an FSA. */
  postalCode: string;
  country: 'US' | 'CA';
  /** ISO 3166-2, for instance `US-TX`. */
  region: string;
  /** Decimal degrees of the centroid. */
  latitude: number;
  longitude: number;
  /** `prefix`: the code is unknown, and this is the centroid of the codes with its prefix. */
  precision: 'code' | 'prefix';
}

const ZIP = /^(\d{5})(?:[- ]?\d{4})?$/;
const FSA = /^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])(?:[- ]?\d[ABCEGHJ-NPRSTV-Z]\d)?$/;

const view = new DataView(table);

/** Returns the five digits or the FSA of a postal code; undefined when it is not a US or Canadian one. */
export function normalizePostalCode(text: string): string | undefined {
  const trimmed = text.trim().toUpperCase();
  return ZIP.exec(trimmed)?.[1] ?? FSA.exec(trimmed)?.[1];
}

/**
 * Finds a postal code.
 * @param postalCode from `normalizePostalCode`
 * @returns undefined when its prefix is unknown too
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

/** Generates all postal codes of a country with a place in the table. */
export function* knownPostalCodes(country: PostalPlace['country']): Generator<PostalPlace> {
  for (const code of codesOf(country)) {
    const found = findPostalCode(code);
    if (found?.precision === 'code') yield found;
  }
}
