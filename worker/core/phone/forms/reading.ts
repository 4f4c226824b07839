/** Reads the fields of a form by their meaning: `autocomplete` first, then the type, then words of the label and the name. Pure. */
import { MAX_VALUE, type FormField } from '../../../dni/reports/form-report.ts';
import { readEmail } from '../../../shared/contact/email.ts';
import { readPhone } from '../../../shared/contact/phone-numbers.ts';
import type { FormAnswer, FormContent } from './schema.ts';
import { isSecret, withoutSecrets } from './secrets.ts';

type Meaning = 'email' | 'phone' | 'name' | 'first' | 'last' | 'other';

const BY_AUTOCOMPLETE: Readonly<Record<string, Meaning>> = {
  email: 'email',
  tel: 'phone',
  'tel-national': 'phone',
  name: 'name',
  'given-name': 'first',
  'family-name': 'last',
};

/** Words of labels and names in the languages of many sites; the first match counts. */
const BY_WORDS: readonly (readonly [RegExp, Meaning])[] = [
  [/e-?mail|correo|courriel/i, 'email'],
  [/phone|mobile|\bcell|\btel\b|telefon|téléphone|teléfono|handy|whats-?app/i, 'phone'],
  [/first.?name|given.?name|vorname|prénom|\bfname\b/i, 'first'],
  [/last.?name|family.?name|surname|nachname|apellido|\blname\b/i, 'last'],
  [/company|firm|business|user.?name|organi[sz]ation|street|city|product|event|file/i, 'other'],
  [/^(?:your |full |ihr |contact )*name\b|\bfull.?name|your.?name|\bnombre\b|^nom\b/i, 'name'],
];
/** Longest name of a lead. */
const MAX_NAME = 200;
/** Most characters of all answers together. */
const MAX_ANSWERS_LENGTH = 20_000;

/** Reads a form. @param region the company's default region, for phone numbers without a country */
export function readForm(fields: readonly FormField[], region: string): FormContent {
  const found = new Map<Meaning, string>();
  const answers: FormAnswer[] = [];
  let length = 0;
  for (const field of fields) {
    const value = cleaned(field.value);
    if (value === '' || isSecret({ ...field, value })) continue;
    const meaning = meaningOf(field);
    const known = found.has(meaning) ? undefined : valueOf(meaning, value, region);
    if (known !== undefined) {
      found.set(meaning, known);
      continue;
    }
    const answer = {
      label: withoutSecrets(cleaned(field.label) || field.name),
      value: withoutSecrets(value, meaning === 'phone'),
    };
    length += answer.label.length + answer.value.length;
    if (length <= MAX_ANSWERS_LENGTH) answers.push(answer);
  }
  const whole = [found.get('first'), found.get('last')].filter(Boolean).join(' ');
  const name = (found.get('name') ?? whole).slice(0, MAX_NAME);
  return {
    email: found.get('email'),
    phone: found.get('phone'),
    name: name === '' ? undefined : name,
    answers,
  };
}

/** Returns the meaning of a field. */
export function meaningOf({ autocomplete, type, label, name }: FormField): Meaning {
  const byAutocomplete = BY_AUTOCOMPLETE[autocomplete];
  if (byAutocomplete !== undefined) return byAutocomplete;
  if (type === 'email') return 'email';
  if (type === 'tel') return 'phone';
  if (type !== 'text' && type !== '') return 'other';
  for (const text of [label, name]) {
    const match = BY_WORDS.find(([words]) => words.test(text));
    if (match !== undefined) return match[1];
  }
  return 'other';
}

/** Returns the value of a contact field; undefined if it is none, so that it becomes an answer. */
function valueOf(meaning: Meaning, value: string, region: string): string | undefined {
  if (meaning === 'other') return undefined;
  if (meaning === 'email') return readEmail(value);
  if (meaning === 'phone') return readPhone(value, region)?.phone;
  return withoutSecrets(value).replaceAll(/\s+/g, ' ');
}

/** Returns a text without control characters and marks of direction, except line breaks. */
function cleaned(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/gu, ' ')
    .slice(0, MAX_VALUE)
    .trim();
}
