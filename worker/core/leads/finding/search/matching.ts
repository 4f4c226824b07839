/** Ranks how well a folded value matches a query. Pure. */
import { isInsideWord } from '../../../engine/storage/folding.ts';
import type { SearchQuery } from './query.ts';

/** Ranks of matches; a smaller rank is better. */
export const EQUAL = 0;
export const STARTS = 1;
export const WORD = 2;
export const SUBSTRING = 3;
/** The rank of all matches on the timeline. */
export const TIMELINE = 4;

/**
 * The score of a match is the rank of the value times this factor, plus the place of its field. The factor is greater than the
 * number of fields of a search.
 */
export const RANK_STEP = 32;

/**
 * Returns the score of a match; a smaller score is better.
 * @param place the place of the field in the order of the search
 */
export function scoreOf(rank: number, place: number): number {
  return rank * RANK_STEP + place;
}

/** Returns the rank of a folded text; undefined if it does not match. */
export function rankOfText(text: string, { text: query, words }: SearchQuery): number | undefined {
  if (query === '') return undefined;
  if (text === query) return EQUAL;
  const at = text.indexOf(query);
  if (at === 0) return STARTS;
  if (at > 0 && startsWord(text, query)) return WORD;
  if (words.length > 1 && words.every((word) => startsWord(text, word))) return WORD;
  return at > 0 ? SUBSTRING : undefined;
}

/** Returns the rank of a phone number's digits; undefined if they do not match. */
export function rankOfDigits(digits: string, { digits: needles }: SearchQuery): number | undefined {
  if (needles.includes(digits)) return EQUAL;
  if (needles.some((needle) => digits.startsWith(needle))) return STARTS;
  return needles.some((needle) => digits.includes(needle)) ? SUBSTRING : undefined;
}

/** Tells whether `text` contains `word` at the start of a word. */
function startsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isInsideWord(text, at)) return true;
  }
  return false;
}
