/** Keeps out what no form may bring into the company's data, with the script's list: whoever sends a form, the script or not. Pure. */
import * as list from '../../../../widget/secrets.ts';
import { withPlainDigits } from '../../../shared/contact/plain-digits.ts';
import type { FormField } from '../../../dni/reports/form-report.ts';

const SECRET_TYPES: ReadonlySet<string> = new Set(['password', 'hidden', 'file']);

/** Tells whether a field is for a secret. The widget does not send such fields. */
export function isSecret({ type, autocomplete, label, name, value }: FormField): boolean {
  return SECRET_TYPES.has(type) || list.isSecret([autocomplete, label, name], withPlainDigits(value));
}

/**
 * Returns a text without card numbers and social security numbers.
 * @param isPhone whether it is a phone number, maybe without a plus
 */
export function withoutSecrets(text: string, isPhone = false): string {
  const plain = withPlainDigits(text);
  const clean = list.withoutSecrets(plain, isPhone);
  return clean === plain ? text : clean;
}
