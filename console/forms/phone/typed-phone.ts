/** Reads phone numbers as people of a country write them. Pure. */
import { type PhoneCountry, phoneCountry } from './countries.ts';

/** Matches the prefix of international calls in most countries, and in North America. */
const ABROAD = { most: /^00(?=[1-9])/, nanp: /^011(?=[1-9])/ };
const NANP = '1';

/**
 * Converts a phone number to E.164: `020 7946 0958` of Britain becomes `+442079460958`. Returns other texts unchanged, so
 * that `isPhone` refuses them.
 * @param country ISO 3166-1 alpha-2: the country of numbers without a country code
 */
export function toE164(text: string, country: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/^\s*tel:/i, '')
    .replaceAll(/[\s().\-‐-―/\u200E\u202A-\u202C]/g, '')
    .replace(/^\+(\d+)$/, '+$1');
  const home = phoneCountry(country);
  const abroad = plain
    .replace(home?.code === NANP ? ABROAD.nanp : ABROAD.most, '+')
    .replace(ABROAD.most, '+');
  if (/^\+\d+$/.test(abroad)) return withoutTrunk(abroad, home);
  if (home === undefined || !/^\d+$/.test(plain)) return text.trim();
  const national = nationalNumber(plain, home);
  return national === undefined ? text.trim() : `+${home.code}${national}`;
}

/** Returns the number without prefix and country code; undefined if no reading has a possible length. */
function nationalNumber(digits: string, home: PhoneCountry): string | undefined {
  const { code, trunks } = home;
  const readings = [
    ...trunks.filter((trunk) => digits.startsWith(trunk)).map((trunk) => digits.slice(trunk.length)),
    digits,
    ...(digits.startsWith(code) ? [digits.slice(code.length)] : []),
  ];
  return readings.find((reading) => isPossible(reading, home));
}

/** Drops the trunk prefix of `+44 (0)20 7946 0958`. */
function withoutTrunk(number: string, home: PhoneCountry | undefined): string {
  if (home === undefined || home.code === NANP || !number.startsWith(`+${home.code}`)) return number;
  const rest = number.slice(home.code.length + 1);
  if (isPossible(rest, home)) return number;
  const national = nationalNumber(rest, home);
  return national === undefined ? number : `+${home.code}${national}`;
}

function isPossible(digits: string, { lengths }: PhoneCountry): boolean {
  return lengths.some(([from, to]) => digits.length >= from && digits.length <= to);
}
