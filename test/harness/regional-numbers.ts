/**
 * Generates numbers of every region, and pairs of them to swap. Google's own library generates and reads them, not the library
 * with which the edge writes them.
 */
import { type PhoneNumber, PhoneNumberFormat, PhoneNumberType, PhoneNumberUtil } from 'google-libphonenumber';

export const numbering = PhoneNumberUtil.getInstance();

/** A number of a region. */
export interface RegionalNumber {
  region: string;
  e164: string;
  /** Calling code. */
  code: string;
  /** The national number, without the calling code. */
  digits: string;
  /** The usual notations within the region and abroad. */
  national: string;
  international: string;
}

export type Pair = readonly [old: RegionalNumber, next: RegionalNumber];

/** Fixed, mobile and freephone numbers, and other numbers of companies. */
const TYPES = [
  PhoneNumberType.FIXED_LINE,
  PhoneNumberType.MOBILE,
  PhoneNumberType.TOLL_FREE,
  PhoneNumberType.SHARED_COST,
  PhoneNumberType.UAN,
];
/** Numbers of other countries to swap to. */
const ABROAD = [
  ['US', '+14155550199'],
  ['GB', '+442079460999'],
  ['DE', '+493012345678'],
] as const;

/** All regions with a numbering plan. */
export const regions: readonly string[] = numbering.getSupportedRegions();

/** Returns a number of each type in the region. */
export function numbersOf(region: string): RegionalNumber[] {
  return TYPES.flatMap((type) => {
    const number = numbering.getExampleNumberForType(region, type);
    return number ? [describe(number, region)] : [];
  });
}

/** Pairs each number of the region with one of every other type, one of its own type, and numbers of other countries. */
export function pairsOf(region: string): Pair[] {
  const numbers = numbersOf(region);
  return numbers.flatMap((old) => {
    const abroad = ABROAD.map(([region, e164]) => describe(numbering.parse(e164, region), region));
    const others = [...numbers, ...alikeTo(old), ...abroad];
    return others.filter(({ e164 }) => e164 !== old.e164).map((next) => [old, next] as const);
  });
}

/** Reads a text as a phone in the region would. @returns the number (E.164); undefined when it is none */
export function readIn(region: string, text: string): string | undefined {
  try {
    return numbering.format(numbering.parse(text, region), PhoneNumberFormat.E164);
  } catch {
    return undefined;
  }
}

/** Returns a number of the same type with other last digits. */
function alikeTo({ e164, region }: RegionalNumber): RegionalNumber[] {
  const type = numbering.getNumberType(numbering.parse(e164, region));
  for (let offset = 1; offset < 99; offset++) {
    const last = String((Number(e164.slice(-2)) + offset) % 100).padStart(2, '0');
    const number = numbering.parse(e164.slice(0, -2) + last, region);
    if (numbering.isValidNumber(number) && numbering.getNumberType(number) === type)
      return [describe(number, region)];
  }
  return [];
}

function describe(number: PhoneNumber, region: string): RegionalNumber {
  return {
    region,
    e164: numbering.format(number, PhoneNumberFormat.E164),
    code: String(number.getCountryCode()),
    digits: numbering.getNationalSignificantNumber(number),
    national: numbering.format(number, PhoneNumberFormat.NATIONAL),
    international: numbering.format(number, PhoneNumberFormat.INTERNATIONAL),
  };
}
