/** Reads the fields of a form: the person, and what else they answered. Pure. */
import { MAX_VALUE, type FormField } from '../../../dni/reports/form-report.ts';
import { readEmail } from '../../../shared/contact/email.ts';
import type { PhoneNumber } from '../../../shared/contact/phone-numbers.ts';
import { type Meaning, meaningOf } from './meanings.ts';
import { findPhone, phoneByValue } from './phone-fields.ts';
import type { FormAnswer, FormContent } from './schema.ts';
import { withPlainDigits } from '../../../shared/contact/plain-digits.ts';
import { isSecret, withoutSecrets } from './secrets.ts';

/** Longest name of a lead. */
const MAX_NAME = 200;
/** Most characters of all answers together. */
const MAX_ANSWERS_LENGTH = 20_000;
/** Names in these scripts have the family name first. */
const FAMILY_FIRST = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Gravity Forms numbers the parts of a name: 3 is the first name, 6 the last. An address has a part 1 or 5, too. */
const GRAVITY_PART = /^(input_\d+)[._]([13-6])$/;

/** A field of which the value is known. */
interface Field extends FormField {
  meaning: Meaning;
}

/** The first field of each kind of name. */
type Names = Map<Meaning, Field>;

/** Reads a form. @param region the company's default region, for phone numbers without a country */
export function readForm(sent: readonly FormField[], region: string): FormContent {
  const fields = withMeanings(
    sent.map((field) => ({ ...field, value: cleaned(field.value) })).filter(isAnswer),
  );
  const used = new Set<FormField>();
  const phone = takePhone(fields, region, used);
  const email = takeEmail(fields, used);
  const named = fields.filter((field) => isName(field) && !used.has(field));
  const names: Names = new Map(named.toReversed().map((field) => [field.meaning, field]));
  const name = nameOf(names);
  // What is no part of the name is an answer, such as a middle name.
  for (const field of names.values()) if (name?.includes(nameIn(field)) === true) used.add(field);
  return {
    email,
    phone: phone?.phone,
    extension: phone?.extension,
    name,
    answers: answersOf(fields.filter((field) => !used.has(field))),
  };
}

function isAnswer(field: FormField): boolean {
  return field.value !== '' && !isSecret(field);
}

function withMeanings(fields: readonly FormField[]): Field[] {
  const parts = new Map(fields.map(({ name }) => [name, GRAVITY_PART.exec(name)] as const));
  const addresses = new Set(
    [...parts.values()].flatMap((part) => (part?.[2] === '1' || part?.[2] === '5' ? (part[1] ?? []) : [])),
  );
  return fields.map((field) => {
    const meaning = meaningOf(field);
    const [, of = '', part] = parts.get(field.name) ?? [];
    const isName = meaning === 'other' && (part === '3' || part === '6') && !addresses.has(of);
    return { ...field, meaning: isName ? (part === '3' ? 'first' : 'last') : meaning };
  });
}

function takePhone(fields: readonly Field[], region: string, used: Set<FormField>): PhoneNumber | undefined {
  const plain = fields.map((field) => ({ ...field, value: withPlainDigits(field.value.normalize('NFKC')) }));
  const found = findPhone(plain, region);
  if (found !== undefined) {
    for (const [index, field] of fields.entries()) {
      const as = plain[index];
      if (as !== undefined && found.fields.has(as)) used.add(field);
    }
    return found.number;
  }
  for (const [index, field] of fields.entries()) {
    const number = field.meaning === 'other' ? phoneByValue(plain[index]?.value ?? '', region) : undefined;
    if (number === undefined) continue;
    used.add(field);
    return number;
  }
  return undefined;
}

/** Takes the first address: of a field for one, else of any line. */
function takeEmail(fields: readonly Field[], used: Set<FormField>): string | undefined {
  const of = (meaning: Meaning): [Field, string][] =>
    fields.flatMap((field): [Field, string][] => {
      const email = field.meaning === meaning && !used.has(field) ? readAddress(field.value) : undefined;
      return email === undefined ? [] : [[field, email]];
    });
  const [field, email] = of('email')[0] ?? of('other')[0] ?? [];
  if (field !== undefined) used.add(field);
  return email;
}

/** Reads an e-mail address, also one in full width, and one of a domain that is not ASCII (RFC 5891), which becomes ASCII. */
function readAddress(value: string): string | undefined {
  const text = value.normalize('NFKC').trim();
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  if (/^[\x20-\x7E]*$/.test(domain) || /[\s/?#:@\\]/.test(domain)) return readEmail(text);
  const host = URL.parse(`http://${domain}`)?.hostname;
  return host === undefined ? undefined : readEmail(`${text.slice(0, at)}@${host}`);
}

function isName({ meaning, value }: Field): boolean {
  return ['name', 'first', 'last'].includes(meaning) && readEmail(value) === undefined;
}

/** Returns the name in a field, without the number of a card. */
function nameIn({ value }: Field): string {
  return withoutSecrets(value).replaceAll(/\s+/g, ' ');
}

/** Returns the whole name. A form that asks for a name and a last name means the first name by the former. */
function nameOf(names: Names): string | undefined {
  const [name, first, last] = (['name', 'first', 'last'] as const).map((meaning) => {
    const field = names.get(meaning);
    return field && nameIn(field);
  });
  const isWhole =
    name !== undefined && [first, last].every((part) => part === undefined || name.includes(part));
  const parts = first === undefined ? [name, last] : [first, last ?? name];
  const given = (isWhole ? [name] : parts).filter((part) => part !== undefined);
  if (given.length > 1 && given.every((part) => FAMILY_FIRST.test(part))) given.reverse();
  const whole = given.join(' ').slice(0, MAX_NAME);
  return whole === '' ? undefined : whole;
}

function answersOf(fields: readonly Field[]): FormAnswer[] {
  let length = 0;
  return fields
    .map(({ label, name, value, meaning }) => ({
      label: withoutSecrets(cleaned(label) || name),
      value: withoutSecrets(value, meaning === 'phone'),
    }))
    .filter((answer) => {
      length += answer.label.length + answer.value.length;
      return length <= MAX_ANSWERS_LENGTH;
    });
}

/** Returns a text without control characters and marks of direction, except line breaks. */
function cleaned(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/gu, ' ')
    .slice(0, MAX_VALUE)
    .trim();
}
