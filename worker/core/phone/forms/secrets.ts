/** Recognizes what no form may bring into the company's data: passwords, codes, card and social security numbers. Pure. */
import type { FormField } from '../../../dni/reports/form-report.ts';

const SECRET_TYPES: ReadonlySet<string> = new Set(['password', 'hidden', 'file']);
const SECRET_AUTOCOMPLETE = /^(?:cc-|one-time-code|(?:current|new)-password)/;
const SECRET_WORDS =
  /passw|passwort|contraseña|mot de passe|\bcvv|\bcvc|card.?number|kartennummer|\bssn\b|social.?security|one.?time.?code|\bpin\b|\botp\b|\biban\b/i;
/** Digits of a payment card, in groups or not: 13 to 19, and the first is that of a network (ISO/IEC 7812-1). */
const CARD = /(?<![\d+])[2-6](?:[ -]?\d){12,18}(?!\d)/g;
const SOCIAL_SECURITY = /(?<!\d)(?!000|666|9\d\d)\d{3}[- ]\d{2}[- ]\d{4}(?!\d)/g;
/** What stands in the place of a secret. */
const REMOVED = '[removed]';

/** Tells whether a field is for a secret. The widget does not send such fields. */
export function isSecret({ type, autocomplete, label, name }: FormField): boolean {
  return (
    SECRET_TYPES.has(type) ||
    SECRET_AUTOCOMPLETE.test(autocomplete) ||
    SECRET_WORDS.test(label) ||
    SECRET_WORDS.test(name)
  );
}

/** Returns a text without card numbers and social security numbers. */
export function withoutSecrets(text: string): string {
  return text
    .replaceAll(CARD, (digits) => (isCard(digits.replaceAll(/\D/g, '')) ? REMOVED : digits))
    .replaceAll(SOCIAL_SECURITY, REMOVED);
}

/** Checks the last digit (ISO/IEC 7812-1, annex B). */
function isCard(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
