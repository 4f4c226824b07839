/** Takes from libphonenumber-js how the numbers of each calling code are written, for the console, for which its own data is too large. */
import { writeFileSync } from 'node:fs';
import metadata from 'libphonenumber-js/metadata.max';
import type { Notation, PhoneNotations } from '../console/formats/phone-abroad.ts';

/** A format's members: the pattern, what it becomes, leading digits from short to long, its national form, whether that may be left out, its form abroad. */
type Format = [
  pattern: string,
  form: string,
  leading?: string[],
  national?: unknown,
  optional?: unknown,
  abroad?: string,
];

/** What the data has in place of a form abroad, for numbers that cannot be called from there. */
const NONE_ABROAD = 'NA';
/** The place of the formats in the data of a country, or of a network of no country. */
const FORMATS = 4;

/** Writes the notations of all calling codes but North America's, which the console knows, to `path`. */
export function buildPhoneNotations(path: string): void {
  const countries: Record<string, unknown[]> = metadata.countries;
  const networks: Record<string, unknown[]> = metadata.nonGeographic;
  // The first country has the formats of all that share the code.
  const first = Object.entries(metadata.country_calling_codes).map(
    ([code, [country = '']]) => [code, countries[country] ?? []] as const,
  );
  const notations: PhoneNotations = Object.fromEntries(
    [...first, ...Object.entries(networks)]
      .filter(([code]) => code !== '1')
      .map(([code, data]) => [code, ((data[FORMATS] || []) as Format[]).flatMap(notationOf)]),
  );
  writeFileSync(path, JSON.stringify(notations));
}

function notationOf([pattern, form, leading = [], , , abroad = form]: Format): Notation[] {
  return abroad === NONE_ABROAD ? [] : [[pattern, abroad.replaceAll(/[^\d$]+/g, ' '), leading.at(-1) ?? '']];
}
