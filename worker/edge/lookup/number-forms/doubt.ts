/**
 * Where neither the form of a number nor what is beside it can make it anything else, as on most pages. The short expression
 * spares a browser the long one (surroundings.ts), which takes ten times as long to compile: what holds here is not held back
 * there, and everything else is left to be judged there. It sees the same text, and holds whether edges of elements are
 * in it or not. Pure.
 */
import { DIGITS, JOINTS } from './slots.ts';

const S = '\\x02';
/** Between a word and a number, none of which ties anything to it. */
const SIGN = `[${JOINTS}\\s!(),.:;?|\\xb7\\u2010-\\u2015\\u2022\\uff08\\uff1a]`;
/**
 * How a word before the number ends that is no currency, no register and no `number`, and says so by its last two letters.
 * Of the alphabets those letters in which none of them ends.
 */
const WORD_END =
  '(?:[AEGHJMOQSVWXZa-nqu-z\\xdf-\\xf6\\xf8-\\xff\\u0386-\\u0481\\u3041-\\u3096\\u4e00-\\u9fff]|[^Nnr]o|[^R]p|[^KNekn]r|[^Ro]s|[^F]t)';
/** The marks for which the digits alone may be a date or a count are missing. */
const BEFORE = `[^dsy ]* (?:[^${S}]*${WORD_END}${SIGN})?${SIGN}*${S}`;

/** In one piece, and neither an Internet address nor thousands nor a decimal. */
const FORM = `[^${S}${JOINTS}]*`;
const FORM_WITH_DOTS = `${FORM}[^\\d${S}${JOINTS}]`;
const IN_ONE_PIECE = `(?:[^'.\\u2019${S}${JOINTS}]*|${FORM_WITH_DOTS}${FORM_WITH_DOTS}\\d{4})${S}`;

/** Behind these whatever follows is another matter. */
const END = `[!)?|]|[.:](?:\\s|$)`;
/** The next word is no currency; and begins with a capital letter, or no digits follow that may belong to the number. */
const NEXT = `[A-DG-QS-Z][a-z]|E[a-tv-z]|F[a-su-z]|R[a-oqrt-z]|(?:[(|\\u2013\\u2014a-df-jl-y]|e[^u])[^${DIGITS}]*$`;

/** Holds where the long expression has to be asked; for the same text. */
export const DOUBT = `^(?!${BEFORE}${IN_ONE_PIECE}[${JOINTS}]*(?:$|${END}|[${JOINTS}\\s,;]+(?:$|${NEXT})))`;
