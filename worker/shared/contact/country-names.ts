/** Reads countries in lists of forms: their codes, flags, and names in twelve languages. Pure. */
import { getCountries } from './numbering.ts';
import { unmarked } from '../../../widget/secrets.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'pl', 'ru', 'ja', 'ar'];
/** Usual names that the standard does not have. */
const OTHERS: Readonly<Record<string, string>> = {
  usa: 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  uae: 'AE',
};
/** The letters of a flag: two regional indicators. */
const FLAG = /[\u{1F1E6}-\u{1F1FF}]{2}/u;
const FIRST_INDICATOR = 0x1f1e6;

let names: ReadonlyMap<string, string> | undefined;

/** Returns the country that a text names: ISO 3166-1 alpha-2. Undefined for none. */
export function regionNamed(text: string): string | undefined {
  names ??= makeNames();
  const [flag] = FLAG.exec(text) ?? [];
  if (flag !== undefined) return names.get(lettersOf(flag));
  const [name = '', ...others] = text.split(/[(+\d]/);
  return (
    names.get(folded(name).trim()) ?? others.map((each) => names?.get(folded(each).trim())).find(Boolean)
  );
}

function lettersOf(flag: string): string {
  const letters = Array.from(
    flag,
    (each) => (each.codePointAt(0) ?? 0) - FIRST_INDICATOR + 'a'.charCodeAt(0),
  );
  return String.fromCharCode(...letters);
}

function makeNames(): ReadonlyMap<string, string> {
  const made = new Map(Object.entries(OTHERS));
  for (const region of getCountries()) made.set(region.toLowerCase(), region);
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const region of getCountries()) {
      const name = folded(display.of(region) ?? '').trim();
      if (name !== '' && !made.has(name)) made.set(name, region);
    }
  }
  return made;
}

/** Returns the words of a text: in lower case, without marks, and with one blank between them. */
export function folded(text: string): string {
  return unmarked(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase();
}
