/**
 * Says in a person's words what is wrong with a value. The API's details name the member of the body, for programs, and those that no
 * schema words itself have the words of its validator (valibot). Pure.
 */
import type { FaultBody } from '../../worker/core/leads/batch/problem-answer-schema.ts';

/** An error in a request. `entry` is what was sent where an entry of a list is wrong: the list may be typed into one field. */
export interface Fault extends FaultBody {
  entry?: string | undefined;
}

/** The part of a problem document that people read. */
interface Readable {
  detail: string;
  errors?: readonly Fault[];
}

/** The place of an entry in a list. */
export const ENTRY = /\/\d+$/;

/** Matches the name before a detail. */
const NAMED = /^(?:"[^"]*"|The body)(?:: | (?=is ))/;
/** Codes of faults that do not name the value themselves. */
const NAMELESS = /^(?:missing|invalid|unknown)_parameter$/;
const EMPTY = 'Fill this in.';
/** Details by the API and its validator, and a person's words for them. The first match counts. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^is required\.$|^Invalid (?:length: Expected (?:>=1|!0) |type: Expected string ).*/s, EMPTY],
  [/^is not a known member\.$/, 'Reload the page and try again.'],
  [/^Invalid code points: Expected <=(\d+) .*/, 'Enter at most $1 characters.'],
  [/^Invalid \w+(?: \w+)?: Expected >=(\d+) but received \d+$/, 'At least $1.'],
  [/^Invalid \w+(?: \w+)?: Expected <=(\d+) but received \d+$/, 'At most $1.'],
  [/^Invalid type: Expected number .*/s, 'Enter a number.'],
  [/^Invalid .*integer: .*/s, 'Enter a whole number.'],
  [/^Invalid type: Expected \(?".*/s, 'Choose one of the list.'],
  [/^Invalid email: .*/s, 'Enter an e-mail address.'],
  [/^Invalid URL: .*/s, 'Enter a web address, such as https://example.com.'],
  [/^Invalid [\w ]+: .*/s, 'This is not valid.'],
  [/^Write \{unit, .*/, 'Enter an amount and its currency.'],
];

/** Returns a problem whose texts are in a person's words. @param sent the body of the request */
export function inWords<Problem extends Readable>(problem: Problem, sent?: unknown): Problem {
  const errors = problem.errors?.map((fault) => ({
    ...fault,
    detail: wordsOf(fault.detail),
    entry: entryIn(sent, fault),
  }));
  const [first] = errors ?? [];
  if (errors === undefined || first === undefined) return { ...problem, detail: wordsOf(problem.detail) };
  const detail =
    errors.length === 1
      ? summaryOf(first, () => undefined)
      : `${errors.length} entries have to be corrected.`;
  return { ...problem, errors, detail };
}

/**
 * Returns the words of a fault away from its field, with the name of the value.
 * @param labelOf returns the label of its field, if it has one
 */
export function summaryOf(fault: FaultBody, labelOf: (path: string) => string | undefined): string {
  const { code, detail } = fault;
  const path = pathOf(fault);
  const name = labelOf(path) ?? nameOf(path);
  return name === '' || !NAMELESS.test(code) ? detail : `${name}: ${detail}`;
}

/** Returns the path of the value that a fault is about: of a parameter, as if it were a member. */
export function pathOf({ pointer, parameter = '' }: FaultBody): string {
  return pointer ?? `/${parameter}`;
}

/** Returns the text of the entry that a fault is about; undefined for other values. */
function entryIn(sent: unknown, fault: FaultBody): string | undefined {
  const path = pathOf(fault);
  if (!ENTRY.test(path)) return undefined;
  let value = sent;
  for (const name of path.slice(1).split('/')) value = (value as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns a detail in a person's words, without the name of the value. */
function wordsOf(detail: string): string {
  const text = detail.replace(NAMED, '');
  const [pattern = /^/, words = ''] = WORDS.find(([one]) => one.test(text)) ?? [];
  return text.replace(pattern, words);
}

/** Returns the name of a value: `Special hours, from` for `/special_hours/1/from`; empty for the whole body. */
function nameOf(pointer: string): string {
  const name = pointer.replaceAll(/\/\d+/g, '').slice(1).replaceAll('_', ' ').replaceAll('/', ', ');
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
