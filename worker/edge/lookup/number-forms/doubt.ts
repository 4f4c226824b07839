/**
 * A short regular expression for forms that are certain to be the number, which most pages have. With it browsers seldom need the
 * long one (text-context.ts), which takes ten times as long to compile. It finds no form certain that the long one would leave
 * alone, and leaves all others to the long one. The input is the same, with or without the edges of elements. Pure.
 */
import { DIGITS, JOINTS } from './slots.ts';

const S = '\\x02';
/** Characters between a word and a number that do not join them. */
const SIGN = `[${JOINTS}\\s!(),.:;?|\\xb7\\u2010-\\u2015\\u2022\\uff08\\uff1a]`;
/**
 * The last letters of words before the number, except of words that text-context.ts knows: currencies, registers, and `number`. For
 * each alphabet it lists the letters with which no such word ends.
 */
const WORD_END =
  '(?:[AEGHJMOQSVWXZa-nqu-z\\xdf-\\xf6\\xf8-\\xff\\u0386-\\u0481\\u3041-\\u3096\\u4e00-\\u9fff]|[^Nnr]o|[^R]p|[^KNekn]r|[^Ro]s|[^F]t)';
/** Text before the form, without the marks of forms that may be a date or a count. */
const BEFORE = `[^dsy ]* (?:[^${S}]*${WORD_END}${SIGN})?${SIGN}*${S}`;

/** A form in one piece that is no Internet address, version, thousands or decimal. */
const FORM = `[^${S}${JOINTS}]*`;
const FORM_WITH_DOTS = `${FORM}[^\\d${S}${JOINTS}]`;
const IN_ONE_PIECE = `(?:[^'.\\u2019${S}${JOINTS}]*|(?!\\d\\.|[^${S}]*\\.\\d\\.)${FORM_WITH_DOTS}${FORM_WITH_DOTS}\\d{4})${S}`;

/** Ends of the phrase, after which the text does not matter. */
const END = `[!)?|]|[.:](?:\\s|$)`;
/** A next word that is no currency, and begins with a capital letter or has no digits after it that may belong to the number. */
const NEXT = `[A-DG-QS-Z][a-z]|E[a-tv-z]|F[a-su-z]|R[a-oqrt-z]|(?:[(|\\u2013\\u2014a-df-jl-y]|e[^u])[^${DIGITS}]*$`;

/** Matches if the long expression must decide; same input. */
export const DOUBT = `^(?!${BEFORE}${IN_ONE_PIECE}[${JOINTS}]*(?:$|${END}|[${JOINTS}\\s,;]+(?:$|${NEXT})))`;
