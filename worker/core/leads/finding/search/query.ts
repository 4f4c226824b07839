/** The query of a search, and its result. Pure. */
import { fold } from '../../../engine/storage/folding.ts';
import type { LeadScope } from '../../record/access.ts';
import type { EventType } from '../../timeline/schema.ts';
import type { SearchField } from './fields.ts';
import { formsOf } from '../../../../shared/contact/former-numbers.ts';
import { readPhone } from '../../../../shared/contact/phone-numbers.ts';

/** A query of these characters may be a phone number. */
const PHONE = /^[+\d\s().\-/]+$/;
const LEAST_DIGITS = 3;
/** Countries in which an 8 is dialled before the area code. */
const TRUNK_8: ReadonlySet<string> = new Set(['RU', 'KZ', 'BY', 'TM']);

export interface SearchQuery {
  /** The folded query. */
  text: string;
  /** The words of the query, which blanks separate. */
  words: readonly string[];
  /** A phone number must contain one of these digit strings. Empty if the query does not look like a phone number. */
  digits: readonly string[];
}

/** A search with its fields and the caller's scope. */
export interface Search {
  query: SearchQuery;
  fields: readonly SearchField[];
  types: readonly EventType[];
  /** Whether what was said in calls is searched. */
  isSpoken: boolean;
  scope: LeadScope | undefined;
}

/** The leads that a search found. */
export interface FoundLeads {
  total: number;
  /** Returns the numbers of all found leads, ascending. */
  leads: () => Int32Array;
  /** Returns the numbers of the leads from position `start` to before `end`, best first. */
  page(window: { start: number; end: number }): number[];
  /** Returns the place of a found lead in the order of the search; smaller is better, several leads may share a place. */
  placeOf: (leadNumber: number) => number;
}

/**
 * Reads the text of a query.
 * @param q NFC, trimmed, blanks collapsed
 * @param region ISO 3166-1 alpha-2 code; the region of numbers without a country code
 */
export function readQuery(q: string, region: string): SearchQuery {
  const text = fold(q);
  return { text, words: text.split(' ').filter((word) => word !== ''), digits: readDigits(q, region) };
}

/**
 * Returns the query's digits without the dialling prefix (`+`, `00`, one trunk `0`, or Russia's 8 in its zone). If the query is a
 * complete number, maybe with its extension, also returns its digits in E.164, in all forms that the number has had.
 */
function readDigits(q: string, region: string): string[] {
  const plain = q
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Pd}/gu, '-');
  const whole = readPhone(plain, region);
  const isNumber = PHONE.test(plain);
  if (!isNumber && whole?.extension === undefined) return [];
  const digits = plain.replace('(0)', '').replaceAll(/\D/g, '');
  const dialled = dropPrefix(dropPrefix(digits, /^00/), TRUNK_8.has(region) ? /^[08]/ : /^0/);
  const needles = [
    ...(isNumber ? [dialled] : []),
    ...(whole === undefined ? [] : formsOf(whole.phone).map((form) => form.slice(1))),
  ];
  return [...new Set(needles)].filter((needle) => needle.length >= LEAST_DIGITS);
}

function dropPrefix(digits: string, prefix: RegExp): string {
  const rest = digits.replace(prefix, '');
  return rest.length >= LEAST_DIGITS ? rest : digits;
}
