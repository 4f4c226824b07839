/** Reads the names of countries as sheets write them. Pure. */
import { plainHeader } from './headers.ts';

/** The languages in which sheets name countries. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'da', 'nb', 'sv', 'fi', 'pl'];
/** Names that no list of countries has. */
const OTHERS: Readonly<Record<string, string>> = {
  usa: 'US',
  uk: 'GB',
  england: 'GB',
  'great britain': 'GB',
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
/** Codes that may be countries: the platform knows the names of those that are. */
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

let codes: ReadonlyMap<string, string> | undefined;

/** Returns the code (ISO 3166-1 alpha-2) of a country by its code or name; undefined for other texts. */
export function countryNamed(text: string): string | undefined {
  const plain = plainHeader(text);
  if (plain === '') return undefined;
  codes ??= new Map(LANGUAGES.flatMap(namesIn));
  return OTHERS[plain] ?? codes.get(plain);
}

function namesIn(language: string): [name: string, code: string][] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  return PAIRS.flatMap((pair) => {
    // Former codes are those of today: UK is GB.
    const { region: code = pair } = new Intl.Locale(`und-${pair}`);
    const name = names.of(pair);
    return name === undefined ? [] : [pair, name].map((word): [string, string] => [plainHeader(word), code]);
  });
}
