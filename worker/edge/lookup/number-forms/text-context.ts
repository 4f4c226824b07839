/**
 * Recognises by context the digits that are not the phone number: part of a longer run, a price, an order number, a file name, an
 * address, or after another calling code. One regular expression decides; its input is the marks of a form and the text before it,
 * the form, and the text after it, separated by `\x02`. Pure.
 */
import { WIDTHLESS } from './slots.ts';

/** The marks of a form, which precede a blank. */
export const MARKS = {
  /** It may lack its country's 0, and then look like the end of a longer number. */
  bare: 'b',
  /** Its country has longer numbers, so that further digits may belong to it. */
  open: 'o',
  /** It has so few digits that such numbers are common in prose. */
  short: 's',
  /** Its digits may be a date with a year of four digits, or of two. */
  date: 'd',
  shortDate: 'y',
  /** Its country prints no digit by itself, except those that follow as further marks, such as a prefix: v1 for 1 212 555 0134. */
  groups: 'v',
  /** Its area code has a single digit; followed by the calling code: w61 for 2 9517 5503. */
  smallArea: 'w',
  /** Its country groups it like thousands: 63 123 456. */
  thousands: 't',
  /** Its country uses four groups, like an Internet address; followed by the lengths of the first two: q22 for 32 12 34 56. */
  quarters: 'q',
};

const S = '\\x02';
const REST = `[^${S}]*`;
/** Invisible characters next to a number. */
const HIDDEN = `[\\0${WIDTHLESS}]*`;
const DIGIT = '\\p{Nd}';
const OTHER_ZERO = '[\\u0660\\u06f0\\u0966\\u09e6\\uff10]';
const LETTER = '\\p{L}';
/**
 * The letters and digits of common scripts. They replace `\\p{L}`, whose 600 ranges a browser would compile at each use in the
 * expression.
 */
const LETTERS =
  'A-Za-z\xaa\xb5\xba\xc0-\xd6\xd8-\xf6\xf8-\u02af\u0370-\u0373\u0386-\u0481\u048a-\u0587\u05d0-\u05f2\u0620-\u064a\u0671-\u06d3\u0710-\u0963\u0971-\u09e5\u09f0-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u103f\u1050-\u17d3\u1820-\u1fff\u3041-\u3096\u30a1-\u30fa\u3105-\u9fff\ua000-\ud7ff';
const DIGITS =
  '0-9\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\u0ed0-\u0ed9\u1040-\u1049\u17e0-\u17e9\uff10-\uff19';
/** Up to three characters that are no letters or digits. */
const SIGNS = `[^${LETTER}${DIGIT}${S}]{0,3}`;
const BRACKET = '[([\\u3010\\uff08]';
/** The separator of a range in East Asia: 8800~5. */
const TILDE = '~\\u223c\\u301c\\uff5e';
/** Characters that join digits, as in an order number or a range (0134–36); the edge of a unit does not. */
const TIE = `[-.,:/${TILDE}\\u2010-\\u2013\\0${WIDTHLESS}]*`;

/** Signs of currencies, narrow and wide, and their names. */
const CURRENCY_SIGN = '[$£¥\\u20a0-\\u20cf\\uff04]';
const CURRENCY_NAME =
  '(?:AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|[Ee]uros?|Ft|GBP|HUF|INR|JPY|Kč|kr|MXN|NOK|NZD|PLN|R[ps]|RUB|SEK|TRY|USD|ZAR|zł)';
/** Registers with numbers, and things with numbers. */
const REGISTER = '(?:ASIN|DOI|EAN|GTIN|IBAN|IMEI|IS[BS]N|NPI|PMID|SKU|UPC|VAT)';
const THING =
  '(?:[Aa]ccount|[Cc](?:ase|ustomer)|[Ii](?:nvoice|tem)|[Oo]rder|[Pp]art|[Ss]erial|[Tt](?:icket|racking))';
const NUMBER_OF = '(?:[Nn](?:o|r|umber)|ID|#)';
/** Words and letters before phone numbers; a number sign may follow the nouns. */
const PHONE_NOUN =
  '(?:[Cc]ell?|CELL?|[Ff](?:ax|on)|FAX|GSM|[Mm]ob(?:ile?)?|MOB(?:ILE)?|[Pp]h(?:one)?|PHONE|[Tt](?:[eé]l(?:[eé](?:fax|fon[eo]?|phone))?|lf)|TEL(?:E(?:FAX|FON[EO]?|PHONE))?)';
const PHONE_WORD = `(?:${PHONE_NOUN}|[Cc]all|CALL|[Ss]ms|SMS|[Tt]ext|[Ww]hats[Aa]pp)`;
const PHONE_LETTER = '[CcFfHhMmOoPpTtWw]';
/** Words between a number and the last digits of another. */
const OR = '(?:and|bis|bzw\\.|e|eller|en|et|o|oder|och|of|or|ou|through|to|u|und|y|или|и)';
/** Emergency numbers, which are printed next to other numbers: `0800 123 456 or 999`. */
const EMERGENCY = `(?:[1-9]1[0-9]|000|988|999)(?!${DIGIT})`;
/** Units of measurement. */
const UNIT = `(?:[°′″]|(?:cm|ft|g|ha?|kg|km|lbs?|m[²³]?|mi|min|ml|mm|px)(?!${LETTER}))`;
/** All calling codes. */
export const CALLING_CODE =
  '(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-69]|3[578]|42|5[09]|6[789]|8[05789]|9[679])\\d)';

/** A complete phone number, which may be directly next to another. */
const NUMBER = `(?:${DIGIT}{9}|[+(]${DIGIT}(?:[()\\s.-]{0,3}${DIGIT}){6}|${DIGIT}{1,5}[)\\s.-]{1,3}${DIGIT}(?:[)\\s.-]{0,3}${DIGIT}){4})`;
/** A complete phone number after a hyphen. Digits and hyphens alone are not enough: 1234-5678-1234-5678. */
const GROUPED_NUMBER = `(?:[+(][${DIGIT}()\\s.-]{6,}${DIGIT}|${DIGIT}+[).\\s][${DIGIT}().\\s-]{5,}${DIGIT}|${DIGIT}{3}-${DIGIT}{3}-${DIGIT}{4}|0${DIGIT}{1,4}-${DIGIT}{5,8}(?![${DIGIT}-]))`;

/** Ends of the text before a form that exclude it; the name of the group is the reason (widget/findings.ts). */
const BEFORE = [
  // A word before a bracket does not exclude the form: Phone(212) 555-0134.
  `(?<part1>(?:\\w[${WIDTHLESS}]*|${DIGIT}${TIE})${S}(?!${BRACKET})|[#@=&%+${TILDE}]\\0?${S}|\\w\\0?[-/]\\0?${S})`,
  `(?<price1>(?:${CURRENCY_SIGN}|[^${LETTER}]${CURRENCY_NAME}\\.?)\\s?\\0?${S})`,
  `(?<register1>[^${LETTER}]${REGISTER}(?:[-\\s]1[03])?${SIGNS}${S})`,
  `(?<register2>[^${LETTER}]${THING}\\s?${NUMBER_OF}[.:]*\\s?${S}${DIGIT}+${S})`,
  // After another calling code, unless it is a time or a postal code: 8:00-17.
  `(?<abroad>(?:[+\\uff0b]${SIGNS}${DIGIT}{1,3}|[^:\\w${DIGIT}-](?:(?:00|011)${SIGNS}${CALLING_CODE}|${OTHER_ZERO}{2}${SIGNS}${DIGIT}{1,3}))${SIGNS}(?:0${SIGNS})?${S})`,
];
/** Exceptions: ends of the text before a form that is a phone number anyway. */
const BEFORE_EXCEPTIONS = [
  `[^${LETTER}${DIGIT}_](?:${PHONE_WORD}[.:]*[/-]?|${PHONE_NOUN}[.:\\s]*#|${PHONE_LETTER}(?=${S}${REST}[^${DIGIT}${S}]))\\0?${S}`,
  `(?:${NUMBER}${DIGIT}*[,/]|${GROUPED_NUMBER}[-\\u2010-\\u2013])\\0?${S}`,
];

/** Starts of the text after a form that exclude it. */
const AFTER = [
  // A file or a domain; a sentence begins with a capital letter: 212-555-0134.Call now.
  `(?<part2>[${WIDTHLESS}]*[\\w${DIGIT}]|\\0?[@=%]|${TIE}${DIGIT}|\\0?-\\0?[${LETTER}_]|\\0?\\.\\0?(?![A-Z][a-z])\\w|\\0?/\\0?(?!${PHONE_WORD}|[A-Z]${LETTER}{2})[${LETTER}_])`,
  `(?<price2>\\0?\\s?(?:${CURRENCY_SIGN}|${CURRENCY_NAME}(?![${LETTER}${DIGIT}])))`,
];
/** Exceptions: an extension, another number or its label after a form that is a phone number anyway. */
const AFTER_EXCEPTIONS = [
  `[xX]\\W?${DIGIT}|[eE][xX][tT]`,
  `[,/]\\0?${NUMBER}|[-\\u2010-\\u2013]\\0?${GROUPED_NUMBER}`,
  // The next number's label: 4618FAX.
  `${PHONE_NOUN}(?![${LETTER}_])`,
];
/** A pause and further digits after a link's number: tel:+12125550134p5. */
const PAUSE = `\\w* ${S}${REST}${S}[PWpw]${DIGIT}`;

/** The last digits of another number, which shares the first digits of this one, so that both stay: 0134 or 0135. */
const LAST_DIGITS = `(?!${EMERGENCY})${DIGIT}{2,4}(?!${DIGIT}|\\s?[${LETTER}${DIGIT}]|[-/:.\\u2010-\\u2014]${DIGIT})`;
const SHARED = [
  `${S}\\s*[${TILDE}]\\s*${LAST_DIGITS.replace('{2,4}', '{1,4}')}`,
  `${S}(?:\\s*/\\s*|\\s+(?:${OR}|[-\\u2010-\\u2014])\\s+)${LAST_DIGITS}`,
  `${S}(?:\\s*[/,;&]|\\s+${OR})\\s*[-\\u2010-\\u2013]\\s?${DIGIT}{1,4}(?!${DIGIT})`,
  `${lastGroup('or')}\\s+${OR}\\s+\\k<or>${DIGIT}{1,3}(?!${DIGIT})`,
  `${lastGroup('and')}\\s*[,;&]\\s*\\k<and>${LAST_DIGITS.replace('{2,4}', '{1,3}')}`,
];
/** Digits grouped as something else: 52.5200, 2.125.550.134, 212.55.50.134, 31.12.2024, 2.1.25.550134. */
const THOUSAND = "(?:[.'\u2019]\\d{3})";
const ADDRESS_PART = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
/** Between elements, and between the parts of a date, which many languages set apart: 31. 12. 2024. */
const EDGES = `\\0\\x01${WIDTHLESS}`;
const DATE_SIGN = '-./\\u2010-\\u2013';
const DATE_GAP = `[${EDGES}\\s]*[${DATE_SIGN}][${EDGES}\\s]*`;
const LOOSE_DATE_GAP = `[${EDGES}]*[${DATE_SIGN}\\s][${DATE_SIGN}${EDGES}\\s]*`;
const DAY = `${DIGIT}${DIGIT}?`;
const YEAR = `${DIGIT}{4}`;
/** A version: 2.1.25.550134. Turkey groups 444.1.444 so. */
const VERSION = `(?!\\d{3}\\.\\d\\.\\d{3}${S})(?=[1-9]\\d*(?:\\.\\d+){2,}${S})(?=\\d\\.|[^${S}]*\\.\\d[.${S}])`;
const LARGE_GROUPS = `(?:\\.\\d\\d+)+${S}`;
const GROUPED_OTHERWISE = [
  `${S}(?:0\\.\\d+|[1-9]\\d?\\.\\d{4,}|[1-9]\\d{3,}\\.\\d\\d?)${S}`,
  `^(?!\\w*${MARKS.thousands})${REST}${S}[1-9](?:\\d?${THOUSAND}{2,}|\\d\\d${THOUSAND}{3,})${S}`,
  `^${['22', '23', '32'].map(ownQuarters).join('')}${REST}${S}${ADDRESS_PART}(?:\\.${ADDRESS_PART}){3}${S}`,
  `^\\w*${MARKS.date}\\w* ${REST}${S}(?:${DAY}${LOOSE_DATE_GAP}${DAY}${LOOSE_DATE_GAP}${YEAR}|${YEAR}${DATE_GAP}${DAY}${DATE_GAP}${DAY})${S}`,
  `^\\w*${MARKS.shortDate}\\w* ${REST}${S}${DAY}${DATE_GAP}${DAY}${DATE_GAP}${DIGIT}{2}${S}`,
  `^${['1', '7', '8'].map(ownLead).join('')}\\w*${MARKS.groups}\\w* ${REST}${S}${VERSION}`,
  `^\\w*${MARKS.smallArea}(?<code>\\d+)(?!\\d)\\w* ${REST}${S}${VERSION}(?!(?:\\k<code>\\.)?\\d${LARGE_GROUPS})`,
];

/** Matches forms that stay; the name of the matching group is the reason. */
export const STAYS = inRanges(
  [
    `^(?!${REST}(?:${BEFORE_EXCEPTIONS.join('|')}))${REST}(?:${BEFORE.join('|')})`,
    `^(?!${PAUSE})${REST}${S}${REST}${S}(?!${AFTER_EXCEPTIONS.join('|')})(?:${AFTER.join('|')})`,
    `(?<shared>^${REST}${S}${REST}(?:${SHARED.join('|')}))`,
    `(?<grouped>${GROUPED_OTHERWISE.join('|')})`,
    `(?<part3>^\\w*${MARKS.bare}\\w* ${REST}${DIGIT}[^${LETTER}${DIGIT},;:\\x01${S}]{1,3}${S}\\(?(?!${OTHER_ZERO})[^0+\\uff0b(])`,
    `(?<part4>^\\w*${MARKS.open}\\w* ${REST}${S}${REST}${S}[\\s\\0]+${DIGIT}{1,5}[\\s\\0]*(?:$|[,;)(|]|\\.(?!${DIGIT})))`,
    `(?<short>^\\w*${MARKS.short}\\w* ${REST}(?:${DIGIT}\\s${S}|${S}${DIGIT}{1,6}${S}\\s?(?:${UNIT}|\\0?\\s${DIGIT})))`,
  ].join('|'),
);

/** Excludes numbers in four groups whose first two have these lengths. */
function ownQuarters(lengths: string): string {
  const [first, second] = Array.from(lengths, (length) => `\\d{${length}}\\.`);
  return `(?!\\w*${MARKS.quarters}${lengths}\\w* ${REST}${S}${first}${second}\\d\\d\\.\\d\\d${S})`;
}

/** Excludes numbers with this digit as a prefix. */
function ownLead(digit: string): string {
  return `(?!\\w*${MARKS.groups}\\d*${digit}\\w* ${REST}${S}${digit}${LARGE_GROUPS})`;
}

/** Matches the last group of the form and captures its first digit. */
function lastGroup(name: string): string {
  return `[^${DIGIT}${S}]\\0?(?<${name}>${DIGIT})${DIGIT}{1,3}${S}`;
}

/** Replaces Unicode classes in the expression by ranges, and separators by invisible characters. */
function inRanges(source: string): string {
  const named = (text: string): string => text.replaceAll(LETTER, LETTERS).replaceAll(DIGIT, DIGITS);
  // A class of characters, in which a name stands for itself; a name by itself; any other escaped character.
  return source
    .replaceAll('\\0?', HIDDEN)
    .replaceAll(/\[(?:\\.|[^\]\\])*\]|\\p\{\w+\}|\\./gs, (part) =>
      part.startsWith('\\p') ? `[${named(part)}]` : named(part),
    );
}
