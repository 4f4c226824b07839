/** What a search looks for, and what it finds. Pure. */
import { fold } from '../../../engine/storage/folding.ts';
import type { LeadScope } from '../../record/access.ts';
import type { EventType } from '../../timeline/schema.ts';
import type { SearchField } from './fields.ts';
import { readPhone } from '../../../../shared/contact/phone-numbers.ts';

/** What stands in a phone number; a query of anything else is no phone number. */
const PHONE = /^[+\d\s().\-/]+$/;
const LEAST_DIGITS = 3;

export interface SearchQuery {
  /** The folded query. */
  text: string;
  /** Its words: what blanks separate. */
  words: readonly string[];
  /** The digits that a phone number must contain, one of them; empty when the query does not look like a number. */
  digits: readonly string[];
}

/** What is searched, and for whom. */
export interface Search {
  query: SearchQuery;
  fields: readonly SearchField[];
  types: readonly EventType[];
  scope: LeadScope | undefined;
}

/** The leads that a search found. */
export interface FoundLeads {
  total: number;
  /** The numbers of all of them, ascending. */
  leads: () => Int32Array;
  /** The numbers of the leads between `start` and `end`, best first. */
  page(window: { start: number; end: number }): number[];
}

/**
 * @param q NFC, trimmed, blanks collapsed
 * @param region ISO 3166-1 alpha-2; numbers without a country code are read in it
 */
export function readQuery(q: string, region: string): SearchQuery {
  const text = fold(q);
  return { text, words: text.split(' ').filter((word) => word !== ''), digits: readDigits(q, region) };
}

/** The query's digits without what only dials: `+`, `00`, one trunk `0`. The whole number, when it is one, as well. */
function readDigits(q: string, region: string): string[] {
  const plain = q.normalize('NFKC');
  if (!PHONE.test(plain)) return [];
  const digits = plain.replace('(0)', '').replaceAll(/\D/g, '');
  const dialled = dropPrefix(dropPrefix(digits, '00'), '0');
  const whole = readPhone(plain, region)?.phone.slice(1);
  const needles = [dialled, ...(whole === undefined ? [] : [whole])];
  return [...new Set(needles)].filter((needle) => needle.length >= LEAST_DIGITS);
}

function dropPrefix(digits: string, prefix: string): string {
  const isDropped = digits.startsWith(prefix) && digits.length - prefix.length >= LEAST_DIGITS;
  return isDropped ? digits.slice(prefix.length) : digits;
}
