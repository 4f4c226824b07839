/** Whether a folded value matches a query, and how well. Pure. */
import { isInsideWord } from '../../../engine/storage/folding.ts';
import type { SearchQuery } from './query.ts';

/** How well a value matches: the smaller the better. */
export const EQUAL = 0;
export const STARTS = 1;
export const WORD = 2;
export const SUBSTRING = 3;
/** Any match on the timeline. */
export const TIMELINE = 4;

/** Score of a match: the rank of the value times this, plus the place of its field; more than a search has fields. */
export const RANK_STEP = 32;

/** The score of a match, the smaller the better. @param place of the field in the order of the search */
export function scoreOf(rank: number, place: number): number {
  return rank * RANK_STEP + place;
}

/** The rank of a folded text; undefined when it does not match. */
export function rankOfText(text: string, { text: query, words }: SearchQuery): number | undefined {
  if (query === '') return undefined;
  if (text === query) return EQUAL;
  const at = text.indexOf(query);
  if (at === 0) return STARTS;
  if (at > 0 && startsWord(text, query)) return WORD;
  if (words.length > 1 && words.every((word) => startsWord(text, word))) return WORD;
  return at > 0 ? SUBSTRING : undefined;
}

/** The rank of a phone number's digits; undefined when they do not match. */
export function rankOfDigits(digits: string, { digits: needles }: SearchQuery): number | undefined {
  if (needles.includes(digits)) return EQUAL;
  if (needles.some((needle) => digits.startsWith(needle))) return STARTS;
  return needles.some((needle) => digits.includes(needle)) ? SUBSTRING : undefined;
}

/** Whether `word` stands somewhere in `text` where no word goes on. */
function startsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isInsideWord(text, at)) return true;
  }
  return false;
}
