/** What two leads of one person have in common: a phone number, a mailbox, or a name with a postal code. Pure. */
import { mailboxKey } from '../../../../shared/contact/email.ts';
import { phoneKey } from '../../../../shared/contact/former-numbers.ts';
import { fold } from '../../../engine/storage/folding.ts';
import { sha256Hex } from '../../../engine/storage/sha256.ts';
import { isEmailKey } from '../../record/match-keys.ts';
import type { FieldValue } from '../../record/answer-schema.ts';
import type { LeadRecord } from '../../record/schema.ts';

/** The reasons, the weakest first. The kind of a key is its place here, and so is the bit of a pair's reasons. */
export const REASONS = ['name_and_postal_code', 'email', 'phone'] as const;
export type DuplicateReason = (typeof REASONS)[number];

/** The least factor that leaves room for the kind. */
const KINDS = 4;
/** Hexadecimal digits of a hash of 48 bits: with the kind, an integer that JavaScript and SQLite hold exactly. */
const HASH_DIGITS = 12;
/** Most postal codes of a lead that are read: a field may have very many values. */
const MOST_POSTAL_CODES = 10;

/** What fields for postal codes are called, in twelve languages. Short names count only as the whole name or label. */
const POSTAL_WORDS = `
  zip code, zipcode, postal code, post code, postcode,
  postleitzahl, code postal, código postal, codice postale, avviamento postale,
  postnummer, kod pocztowy, почтовый индекс, 郵便番号, 邮政编码, 우편번호, الرمز البريدي`
  .split(',')
  .map(fold);
const POSTAL_NAMES = new Set(['zip', 'plz', 'postal', 'cap', 'cep', 'cp', 'индекс', '邮编'].map(fold));
/** A ZIP code with four more digits, which few people know of their own address (USPS, "ZIP+4"). */
const ZIP_PLUS_4 = /^(\d{5})-\d{4}$/;
const NO_WORD = /[^\p{L}\p{N}]+/gu;
/** A whole name in one word, in scripts that write names so. */
const NAME_IN_ONE = /^\p{Lo}{2,}$/u;

/** A field whose values are postal codes, or a part of a complex field. */
export type PostalField = readonly [field: string, part?: string];

interface NamedField {
  name: string;
  label?: string;
  sub_fields?: readonly NamedField[] | undefined;
}

/** Finds the fields for postal codes among a company's lead fields, by their names and labels. */
export function postalFieldsOf(fields: readonly NamedField[]): PostalField[] {
  return fields.flatMap((field): PostalField[] =>
    isPostal(field)
      ? [[field.name]]
      : (field.sub_fields ?? []).filter(isPostal).map(({ name }): PostalField => [field.name, name]),
  );
}

/** Returns the keys of a lead. Leads that share one are likely the same person. */
export function duplicateKeys(lead: LeadRecord, postalFields: readonly PostalField[]): Set<number> {
  const aliases = Object.groupBy(lead.aliases, (alias) => (isEmailKey(alias) ? 'email' : 'phone'));
  const emails = [...lead.emails.map(({ email }) => email), ...(aliases.email ?? [])];
  const phones = [
    // Behind the number of a company, each extension is somebody else's.
    ...lead.phones.map(({ phone, extension }) => phoneKey(phone) + (extension ? ` ${extension}` : '')),
    ...(aliases.phone ?? []).map(phoneKey),
  ];
  return new Set([
    ...namesWithCodes(lead, postalFields).map(keyOf('name_and_postal_code')),
    ...emails.map(mailboxKey).map(keyOf('email')),
    ...phones.map(keyOf('phone')),
  ]);
}

/** Returns the postal codes of a lead, as they are compared: in small letters, without spaces. */
export function postalCodesOf({ fields }: LeadRecord, postalFields: readonly PostalField[]): string[] {
  const codes = postalFields.flatMap(([field, part]) => codesIn(fields[field] ?? [], part));
  return [...new Set(codes)].slice(0, MOST_POSTAL_CODES);
}

/** Reads the bits of a pair's reasons, the strongest first. */
export function reasonsOf(bits: number): DuplicateReason[] {
  return REASONS.filter((_, kind) => (bits & (1 << kind)) !== 0).toReversed();
}

function keyOf(reason: DuplicateReason): (text: string) => number {
  return (text) =>
    Number.parseInt(sha256Hex(text).slice(0, HASH_DIGITS), 16) * KINDS + REASONS.indexOf(reason);
}

function isPostal({ name, label = '' }: NamedField): boolean {
  return [name, label].some((text) => {
    const words = fold(text).replace(NO_WORD, ' ').trim();
    return POSTAL_NAMES.has(words) || POSTAL_WORDS.some((word) => words.includes(word));
  });
}

/** Returns the name with each postal code. First and last name may be in any order; one of them alone is too common. */
function namesWithCodes(lead: LeadRecord, postalFields: readonly PostalField[]): string[] {
  const words = fold(lead.name ?? '')
    .split(NO_WORD)
    .filter((word) => word !== '');
  if (words.length < 2 && !NAME_IN_ONE.test(words[0] ?? '')) return [];
  const sorted = words.toSorted().join(' ');
  return postalCodesOf(lead, postalFields).map((code) => `${sorted}\n${code}`);
}

function codesIn(values: readonly FieldValue[], part: string | undefined): string[] {
  return values.slice(0, MOST_POSTAL_CODES).flatMap((value) => {
    if (typeof value === 'string') return part === undefined ? codeIn(value) : [];
    if (part === undefined || Array.isArray(value)) return [];
    const inner: unknown = Object.entries(value).find(([name]) => name === part)?.[1];
    return Array.isArray(inner) ? codesIn(inner as FieldValue[], undefined) : [];
  });
}

function codeIn(text: string): string[] {
  const code = fold(text);
  const plain = (ZIP_PLUS_4.exec(code)?.[1] ?? code).replace(NO_WORD, '');
  return plain.length < 3 ? [] : [plain];
}
