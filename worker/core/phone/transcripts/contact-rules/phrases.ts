/** Words and phrases, as rules compare them: without case, accents and punctuation. Pure. */
import { fold } from '../../../engine/storage/folding.ts';

/** Most words of a phrase. */
export const MAX_PHRASE_WORDS = 12;
/** Fewest letters before a `*`: with one letter, a phrase would mean nearly everything. */
const MIN_BEGINNING = 2;

/** Scripts without blanks between words: each character counts as a word. */
const CHARACTER = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]`;
const WORD = new RegExp(String.raw`${CHARACTER}|(?:(?!${CHARACTER})[\p{L}\p{N}])+`, 'gu');
/** Matches a `*` that does not end a word. */
const STRAY_STAR = /(?<![\p{L}\p{N}])\*|\*(?=[\p{L}\p{N}*])/u;

/** A word of a phrase. */
export interface PhraseWord {
  text: string;
  /** Whether the phrase means each word that begins so: `book*`. */
  isBeginning: boolean;
}

/** Returns the words of a text in their order. Whatever is no letter or digit parts them. */
export function wordsIn(text: string): string[] {
  return fold(text).match(WORD) ?? [];
}

/** Returns the words of a phrase. */
export function wordsOfPhrase(phrase: string): PhraseWord[] {
  const folded = fold(phrase);
  return [...folded.matchAll(WORD)].map((match) => ({
    text: match[0],
    isBeginning: folded[match.index + match[0].length] === '*',
  }));
}

/** Returns what two spellings of a phrase have in common: `Tune-up!` and `tune up` are one phrase. */
export function phraseKey(words: readonly PhraseWord[]): string {
  return words.map(({ text, isBeginning }) => (isBeginning ? `${text}*` : text)).join(' ');
}

/** Returns what is wrong with a phrase; undefined for nothing. */
export function faultOfPhrase(phrase: string): string | undefined {
  const words = wordsOfPhrase(phrase);
  if (STRAY_STAR.test(fold(phrase))) return 'Write * only at the end of a word, such as book*.';
  if (words.length === 0) return 'Write a word.';
  if (words.length > MAX_PHRASE_WORDS) return `Write at most ${MAX_PHRASE_WORDS} words.`;
  const isShort = words.some(({ text, isBeginning }) => isBeginning && text.length < MIN_BEGINNING);
  return isShort ? `Write at least ${MIN_BEGINNING} letters before *.` : undefined;
}
