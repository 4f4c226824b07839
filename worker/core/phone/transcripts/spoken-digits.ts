/** Reads the digits in spoken words, as people say card numbers: "four one double one", "vier eins eins eins". Pure. */
import { withPlainDigits } from '../../../shared/contact/plain-digits.ts';

/** The words for 0 to 9 in the languages that a company can choose, without those that are more often other words. */
const UNITS: readonly (readonly string[])[] = [
  ['zero', 'oh', 'o', 'nought', 'nil', 'cero', 'zéro', 'null', 'nul', 'noll'],
  ['one', 'uno', 'una', 'un', 'une', 'eins', 'ein', 'één', 'een', 'jeden', 'ett'],
  ['two', 'dos', 'deux', 'zwei', 'zwo', 'due', 'twee', 'dwa', 'dois', 'duas', 'två'],
  ['three', 'tres', 'trois', 'drei', 'tre', 'drie', 'trzy', 'três'],
  ['four', 'cuatro', 'quatre', 'vier', 'quattro', 'cztery', 'quatro', 'fyra'],
  ['five', 'cinco', 'cinq', 'fünf', 'fuenf', 'cinque', 'vijf', 'pięć', 'fem'],
  ['six', 'seis', 'sechs', 'sei', 'zes', 'sześć', 'sex'],
  ['seven', 'siete', 'sept', 'sieben', 'sette', 'zeven', 'siedem', 'sete', 'sju'],
  ['eight', 'ocho', 'huit', 'acht', 'otto', 'osiem', 'oito', 'åtta'],
  ['nine', 'nueve', 'neuf', 'neun', 'nove', 'negen', 'dziewięć', 'nio'],
];
/** Words from 10 to 19, and the tens; after these a unit may follow. */
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
/** Words after which a number says how many digits follow: "the last four are". */
const COUNTED = /^(?:last|next|first|final|other)$/;
/** How often the next digit is said. */
const TIMES: Readonly<Record<string, number>> = { double: 2, triple: 3, treble: 3 };

const DIGITS: ReadonlyMap<string, string> = new Map([
  ...UNITS.flatMap((words, digit) => words.map((word) => [word, String(digit)] as const)),
  ...TEENS.map((word, index) => [word, String(10 + index)] as const),
]);

/** A word or a group of digits in one of some texts. */
export interface Token {
  /** Which text. */
  text: number;
  start: number;
  end: number;
  word: string;
}

/** Digits that were said or written, with the tokens that say them. */
export interface DigitGroup {
  digits: string;
  first: number;
  last: number;
}

const TOKEN = /\+?\p{Nd}+|[\p{L}\p{M}]+/gu;

/** Returns the words and groups of digits of some texts, in their order. */
export function tokensOf(texts: readonly string[]): Token[] {
  return texts.flatMap((each, text) =>
    [...each.matchAll(TOKEN)].map(({ 0: word, index }) => ({
      text,
      start: index,
      end: index + word.length,
      word: word.toLowerCase(),
    })),
  );
}

/** Returns the groups of digits among tokens. Those that follow each other without another word are neighbours. */
export function digitGroups(tokens: readonly Token[]): DigitGroup[] {
  const groups: DigitGroup[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const group = groupAt(tokens, index);
    if (group === undefined) continue;
    groups.push(group);
    index = group.last;
  }
  return groups;
}

function groupAt(tokens: readonly Token[], index: number): DigitGroup | undefined {
  const word = tokens[index]?.word ?? '';
  const pair = pairAt(word, tokens[index + 1]?.word ?? '');
  if (pair !== undefined) return { digits: pair, first: index, last: index + 1 };
  const tens = TENS.indexOf(word) + 2;
  const digits = tens >= 2 ? `${tens}0` : digitsOf(word);
  const isCount = plainDigits(word) === undefined && COUNTED.test(tokens[index - 1]?.word ?? '');
  return digits === undefined || isCount ? undefined : { digits, first: index, last: index };
}

/** Returns the digits that two words say together: "double one", "forty two". */
function pairAt(word: string, next: string): string | undefined {
  const single = digitsOf(next);
  if (single?.length !== 1) return undefined;
  const times = TIMES[word];
  if (times !== undefined) return single.repeat(times);
  const tens = TENS.indexOf(word) + 2;
  return tens >= 2 && single !== '0' ? `${tens}${single}` : undefined;
}

/** Returns the digits of a word or of a written number. */
function digitsOf(word: string): string | undefined {
  return plainDigits(word) ?? DIGITS.get(word);
}

/** Returns the digits of a number that is written in the digits of any script; a plus stays. */
function plainDigits(word: string): string | undefined {
  return /^\+?\p{Nd}+$/u.test(word) ? withPlainDigits(word) : undefined;
}
