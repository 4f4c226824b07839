/** Formats phone numbers of other countries than the US with a table that is loaded with this module. */
import table from '../../dist/tables/phone-notations.json';

/** How some numbers of a calling code are written: a pattern, what it becomes, and how such numbers begin. */
export type Notation = [pattern: string, form: string, leading: string];

/** The notations by calling code. */
export type PhoneNotations = Record<string, Notation[]>;

const MAX_CODE_LENGTH = 3;
const notations = table as unknown as PhoneNotations;

/** Formats `+442079460958` as `+44 20 7946 0958`. @param phone E.164 */
export function formatAbroad(phone: string): string {
  for (let end = 2; end <= MAX_CODE_LENGTH + 1; end++) {
    const known = notations[phone.slice(1, end)];
    if (known !== undefined) return `${phone.slice(0, end)} ${inGroups(phone.slice(end), known)}`;
  }
  return phone;
}

function inGroups(digits: string, known: readonly Notation[]): string {
  const found = known.find(
    ([pattern, , leading]) =>
      new RegExp(`^(?:${pattern})$`).test(digits) && new RegExp(`^(?:${leading})`).test(digits),
  );
  return found === undefined ? digits : digits.replace(new RegExp(found[0]), found[1]);
}
