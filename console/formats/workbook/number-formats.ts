/**
 * Writes numbers of workbooks as people see them there, as far as that is clear: days as 2026-11-03, digits without separators of
 * thousands, long numbers with all their digits. Pure.
 */
import { dateFromSerial, format, getFormatDateInfo, isDateFormat } from 'numfmt';

/** The formats that files only number (ECMA-376, part 1, 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"$"#,##0',
  6: '"$"#,##0',
  7: '"$"#,##0.00',
  8: '"$"#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  41: '#,##0',
  42: '"$"#,##0',
  43: '#,##0.00',
  44: '"$"#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};
/** East Asian calendars: all of them are days, except for 32 to 35 and 55, 56 of some languages, which are times. */
const EAST_ASIAN_DAYS = [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58];

/** Days between the beginnings of the two date systems. */
const DAYS_TO_1904 = 1462;
/** Digits that Excel keeps. Further ones are noise of binary fractions. */
const DIGITS = 15;
/** Matches the currency and the language of a format: `[$€-407]`. The language would decide on the decimal sign. */
const LANGUAGE = /\[\$([^\]-]*)(?:-[^\]]*)?\]/g;
/** Matches what is no sign of a format: quoted and escaped text, the width of a character, fillers, colours. */
const NO_SIGN = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g;
/** Matches formats that hide digits: fractions and powers. */
const HIDES_DIGITS = /E[+-]|[#?\d] *\/ *[#?\d]/i;
/** Longest code of a format that Excel takes. */
const LONGEST_PATTERN = 255;
/** Every digit in one group. */
const WITHOUT_GROUPS = { grouping: [99, 99], throws: false, invalid: '' };
const DAY_MS = 24 * 60 * 60 * 1000;

/** Writes a number in a format. */
export type FormatNumber = (value: number) => string;

/** Returns the function for a format. @param pattern the code of a format, such as `00000` */
export function formatterOf(pattern: string, { is1904 }: { is1904: boolean }): FormatNumber {
  // The formatter finds the second kind in its own cache: `constructor`.
  if (pattern.length > LONGEST_PATTERN || pattern in {}) return plainNumber;
  const plain = pattern.replaceAll(LANGUAGE, (_, sign: string) => (sign === '' ? '' : `"${sign}"`));
  const signs = plain.replaceAll(NO_SIGN, '');
  if (/^(?:General)?$|^@$/i.test(signs.trim()) && !/["\\]/.test(plain)) return plainNumber;
  if (isDateFormat(plain)) return dateFormatter(plain, is1904 ? DAYS_TO_1904 : 0);
  if (HIDES_DIGITS.test(signs)) return plainNumber;
  return (value) => numberIn(plain, value);
}

/** Returns the pattern of a format that files only number. */
export function builtInPattern(id: number): string {
  return BUILT_IN[id] ?? (EAST_ASIAN_DAYS.includes(id) ? 'yyyy-mm-dd' : 'General');
}

/** Writes all digits of a number, without exponent. */
export function plainNumber(value: number): string {
  const text = String(Number(value.toPrecision(DIGITS)));
  if (!text.includes('e')) return text;
  if (Math.abs(value) >= 1) return BigInt(Math.round(value)).toString();
  return value.toFixed(20).replace(/\.?0+$/, '');
}

function numberIn(pattern: string, value: number): string {
  const text = seen(pattern, value);
  // Accountants write negative amounts in brackets, which not every reader of amounts knows.
  if (value < 0 && /^[^\d(]*\(.*\)$/.test(text)) return `-${seen(pattern, -value)}`;
  // A format may hide a number, or be one that nobody can read.
  return text === '' ? plainNumber(value) : text;
}

function seen(pattern: string, value: number): string {
  return format(pattern, value, WITHOUT_GROUPS).trim();
}

/** Days are written as 2026-11-03, with the time if there is one, because 3/11 may be in March; times as they are seen. */
function dateFormatter(pattern: string, shift: number): FormatNumber {
  const { year, month, day, seconds } = getFormatDateInfo(pattern);
  // The minutes of `mm:ss` count as months there.
  const hasDay = year || day || (month && !seconds);
  return (value) => {
    if (!hasDay) return value < 0 ? `-${numberIn(pattern, -value)}` : numberIn(pattern, value);
    const moment = dayAndTime(value + shift);
    return moment ?? plainNumber(value);
  };
}

/** Returns undefined for a number that is no day. */
function dayAndTime(serial: number): string | undefined {
  if (serial < 0 || serial > 2_958_466) return undefined;
  // To the second: hours and minutes are binary fractions.
  const seconds = Math.round(serial * (DAY_MS / 1000)) / (DAY_MS / 1000);
  const [year, ...parts] = dateFromSerial(seconds);
  const [month, day, hour, minute, second] = parts.map((part) => String(part).padStart(2, '0'));
  const date = `${String(year).padStart(4, '0')}-${month}-${day}`;
  if (hour === '00' && minute === '00' && second === '00') return date;
  return `${date} ${hour}:${minute}${second === '00' ? '' : `:${second}`}`;
}
