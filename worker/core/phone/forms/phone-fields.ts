/**
 * Reads the phone number of a form, which may be in several fields: a calling code beside it, an area code, parts, an extension, and
 * the same number in full. What cannot be sure is no phone number: somebody else might have it. Pure.
 */
import { regionNamed } from '../../../shared/contact/country-names.ts';
import { isE164, isValidPhone, type PhoneNumber, readPhone } from '../../../shared/contact/phone-numbers.ts';
import type { Meaning } from './meanings.ts';

/** A field with its meaning; `value` has ASCII digits. */
export interface ReadField {
  name: string;
  type: string;
  value: string;
  meaning: Meaning;
}

/** A phone number, and the fields in which it is. */
export interface FoundPhone {
  number: PhoneNumber;
  fields: ReadonlySet<ReadField>;
}

/** A number with its calling code: a plus or 00, and not less than the shortest numbers have. */
const FULL = /^(?:\+|00[ .-]?)[1-9](?:[ ()./-]{0,3}\d){6,14}(?!\d)/;
/** The digits of a calling code. */
const CODE = /(?:^|\D)0{0,2}([1-9]\d{0,3}(?:[ -]\d{3})?)(?:\D|$)/;
/** Most digits of a part of a number in fields of its own. */
const LONGEST_PART = 9;
/** Digits at the end by which the same number is recognized. */
const LEAST_SAME = 6;
/** The extension of a number has at most as many digits (ITU-T E.164 has none). */
const EXTENSION = /^\D{0,5}(\d{1,7})$/;

/** Finds the first phone number. @param region the company's country, for numbers without another one */
export function findPhone(fields: readonly ReadField[], region: string): FoundPhone | undefined {
  for (const [index, { meaning }] of fields.entries()) {
    const found = meaning === 'phone' || meaning === 'area' ? phoneAt(fields, index, region) : undefined;
    if (found !== undefined) return withExtension(fields, withRepeated(fields, found));
  }
  return undefined;
}

/** Reads a phone number that stands in a field without a word for it; undefined unless it is one for sure. */
export function phoneByValue(value: string, region: string): PhoneNumber | undefined {
  const read = readPhone(value, region);
  return read !== undefined && (FULL.test(value) || isValidPhone(read.phone)) ? read : undefined;
}

function phoneAt(fields: readonly ReadField[], index: number, region: string): FoundPhone | undefined {
  const parts = partsAt(fields, index);
  for (let length = parts.length; length > 0; length -= 1) {
    const found = phoneIn(fields, { index, parts: parts.slice(0, length) }, region);
    // Parts that do not belong together could be possible, but hardly assigned.
    if (found !== undefined && (length === 1 || isValidPhone(found.number.phone))) return found;
  }
  return undefined;
}

/** Reads a number from its fields, and what is beside them. */
function phoneIn(
  fields: readonly ReadField[],
  { index, parts }: { index: number; parts: readonly ReadField[] },
  region: string,
): FoundPhone | undefined {
  const value = parts.map((part) => part.value).join(' ');
  const found = (number: PhoneNumber | undefined, ...others: ReadField[]): FoundPhone | undefined =>
    number && { number, fields: new Set([...parts, ...others]) };
  if (FULL.test(value)) return found(readPhone(value, region));
  const full = fields.find((field) => FULL.test(field.value) && isSame(field.value, value));
  if (full !== undefined) return found(readPhone(full.value, region), full);
  const end = index + parts.length;
  const code = codeBeside(fields, index, end);
  if (code !== undefined) return found(withCode(value, code.value), code);
  const country = fields.find(({ meaning }) => meaning === 'country');
  const isBeside = country !== undefined && (fields[index - 1] === country || fields[end] === country);
  return found(nationalNumber(value, { region, country: country?.value, isBeside }));
}

/** Returns the fields that may have parts of one number: an area code and the rest, or three parts. */
function partsAt(fields: readonly ReadField[], index: number): ReadField[] {
  const [first, ...rest] = fields.slice(index, index + 4);
  if (first === undefined) return [];
  const isNext = (field: ReadField): boolean =>
    isPart(field) &&
    (field.meaning === 'phone' ||
      (field.meaning === 'other' && (first.meaning === 'area' || stemOf(field.name) === stemOf(first.name))));
  const end = isPart(first) ? rest.findIndex((field) => !isNext(field)) : 0;
  return [first, ...(end < 0 ? rest : rest.slice(0, end))];
}

function isPart({ value }: ReadField): boolean {
  return /^\(?\d[\d -]*\)?$/.test(value) && digitsOf(value).length <= LONGEST_PART;
}

/** Returns what the names of fields have in common that belong together: `phone` of `phone[area]`, `phone1` and `phone-2`. */
function stemOf(name: string): string {
  return name.replace(/(?:[[._-][a-z]*\d*\]?|\d+)$/i, '');
}

/** Tells whether a full number ends with the digits of a national one. */
function isSame(full: string, national: string): boolean {
  const digits = digitsOf(national).replace(/^0+/, '');
  return digits.length >= LEAST_SAME && digitsOf(full).endsWith(digits);
}

/** Finds the calling code of the number between two places: beside it, or with the same stem of its name. */
function codeBeside(fields: readonly ReadField[], index: number, end: number): ReadField | undefined {
  const stem = stemOf(fields[index]?.name ?? '');
  const beside = [fields[index - 1], fields[end]];
  return (
    beside.find((field) => field?.meaning === 'code') ??
    fields.find(({ meaning, name }) => meaning === 'code' && stem !== '' && stemOf(name) === stem)
  );
}

/** Reads a number with a calling code, or the name of its country; undefined if that is not understood. */
function withCode(value: string, code: string): PhoneNumber | undefined {
  const region = regionNamed(code);
  const [, found] = CODE.exec(code) ?? [];
  if (found === undefined) return region === undefined ? undefined : possible(value, region);
  const [digits, own] = [digitsOf(found), digitsOf(value)];
  // Some write the code again.
  const texts = [...(own.startsWith(digits) ? [`+${own}`] : []), `+${digits} ${value}`];
  const numbers = texts.flatMap((text) => possible(text, region ?? 'US') ?? []);
  return numbers.find(({ phone }) => isValidPhone(phone)) ?? numbers[0];
}

/** Reads a number that its country's lengths allow. */
function possible(text: string, region: string): PhoneNumber | undefined {
  const read = readPhone(text, region);
  return read !== undefined && isE164(read.phone) ? read : undefined;
}

/**
 * Reads a number without a calling code.
 * @param where the company's country, and the one that the visitor chose, maybe as a part of their address
 */
function nationalNumber(
  value: string,
  { region, country, isBeside }: { region: string; country: string | undefined; isBeside: boolean },
): PhoneNumber | undefined {
  const chosen = country === undefined ? region : regionNamed(country);
  const atHome = sure(value, region);
  if (chosen === region || chosen === undefined) return atHome;
  const there = sure(value, chosen);
  if (there === undefined || !isValidPhone(there.phone)) return isBeside ? undefined : atHome;
  const isOnlyThere = atHome === undefined || atHome.phone === there.phone || !isValidPhone(atHome.phone);
  return isBeside || isOnlyThere ? there : undefined;
}

/** Reads a number as one of a country, or as one with a calling code without a plus. */
function sure(value: string, region: string): PhoneNumber | undefined {
  const atHome = readPhone(value, region);
  if (atHome !== undefined && isValidPhone(atHome.phone)) return atHome;
  const abroad = readPhone(`+${digitsOf(value)}`, region);
  if (abroad !== undefined && isValidPhone(abroad.phone)) return abroad;
  // A zero for long distance would be gone if the country had one.
  const isForeign = /^\D*0/.test(value) && atHome?.phone.endsWith(digitsOf(value)) === true;
  return isForeign ? undefined : atHome;
}

/** Adds the fields that have the same number in full. */
function withRepeated(fields: readonly ReadField[], { number, fields: used }: FoundPhone): FoundPhone {
  const isRepeated = ({ value }: ReadField): boolean =>
    FULL.test(value) && digitsOf(value).replace(/^00/, '') === digitsOf(number.phone);
  return { number, fields: new Set([...used, ...fields.filter(isRepeated)]) };
}

/** Adds the extension in the field after the number. */
function withExtension(fields: readonly ReadField[], { number, fields: used }: FoundPhone): FoundPhone {
  const last = fields.findLastIndex((field) => used.has(field));
  const field = fields[last + 1];
  const [, extension] = EXTENSION.exec(field?.value ?? '') ?? [];
  const isNew = number.extension === undefined && extension !== undefined;
  if (field?.meaning !== 'extension' || !isNew) return { number, fields: used };
  return { number: { ...number, extension }, fields: new Set([...used, field]) };
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}
