/** Reads the days and amounts of a column, as spreadsheets and ad platforms write them. A column is written in one way. Pure. */

/** An amount, and the currency that is written beside it. */
export interface Amount {
  amount: number;
  unit: string | undefined;
}

type Reader<Value> = (text: string) => Value | undefined;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Signs of one currency. A dollar sign may be that of many. */
const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP' };

const ISO_DAY = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$/;
/** Matches `23.11.2026`, whose first number is always the day. */
const DOTTED_DAY = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/;
const SLASHED_DAY = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;
/** Matches `Nov 23, 2026` and `Mon, Nov 23, 2026`. */
const MONTH_FIRST = /^(?:[a-z]{3,9},\s*)?([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})$/i;
/** Matches `23 Nov 2026`. */
const DAY_FIRST = /^(\d{1,2})\s+([a-z]{3})[a-z]*\.?,?\s+(\d{4})$/i;

const POINT_AMOUNT = /^(?:\d+|\d{1,3}(?:[, '’\u00A0\u202F]\d{3})+)(?:\.\d+)?$/;
const COMMA_AMOUNT = /^(?:\d+|\d{1,3}(?:[. '’\u00A0\u202F]\d{3})+)(?:,\d+)?$/;
/** Matches an amount that can only have a decimal comma. */
const DECIMAL_COMMA = /^(?:\d{1,3}(?:[. '’\u00A0\u202F]\d{3})*|\d+),(?:\d{1,2}|\d{4,})$|\.\d{3},/;
/** Matches a minus sign, a currency, and the digits between, in the orders that occur. */
const SIGNED =
  /^([-−]?)\s*(?:(\p{Sc}|[A-Z]{3})\s*)?(?:([-−])\s*)?(\d(?:[\d.,'’\s]*\d)?)\s*(\p{Sc}|[A-Z]{3})?$/u;

/**
 * Returns a reader for the days of a column: `2026-11-23`, `20261123`, `23.11.2026`, `Nov 23, 2026`, `23 Nov 2026`, and `11/23/2026`
 * or `23/11/2026` if some day of the column says which of them it is.
 */
export function dayReader(texts: readonly string[]): Reader<string> {
  const slashed = texts.flatMap((text) => {
    const [, first, second] = SLASHED_DAY.exec(text) ?? [];
    return first === undefined ? [] : [[Number(first), Number(second)] as const];
  });
  const isDayFirst = slashed.some(([first]) => first > 12);
  const isMonthFirst = slashed.some(([, second]) => second > 12);
  return (text) => {
    const [, year, month, date] = ISO_DAY.exec(text) ?? [];
    if (year !== undefined) return dayOf(year, month, date);
    const [, first, second, last] = SLASHED_DAY.exec(text) ?? [];
    if (first === undefined) return wordedDay(text);
    if (isDayFirst === isMonthFirst) return undefined;
    return isDayFirst ? dayOf(last, second, first) : dayOf(last, first, second);
  };
}

function wordedDay(text: string): string | undefined {
  const [, day, month, year] = DOTTED_DAY.exec(text) ?? [];
  if (day !== undefined) return dayOf(year, month, day);
  const [, name = '', date, ofYear] = MONTH_FIRST.exec(text) ?? [];
  if (date !== undefined) return dayOf(ofYear, monthOf(name), date);
  const [, first, word = '', then] = DAY_FIRST.exec(text) ?? [];
  return first === undefined ? undefined : dayOf(then, monthOf(word), first);
}

function monthOf(name: string): string {
  return String(MONTHS.indexOf(name.toLowerCase()) + 1);
}

function dayOf(year = '', month = '', date = ''): string {
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
}

/**
 * Returns a reader for the amounts of a column: with a currency sign or code before or after, spaces, apostrophes, commas or points
 * between thousands, and a decimal comma if some amount of the column can have nothing else.
 */
export function amountReader(texts: readonly string[]): Reader<Amount> {
  const hasComma = texts.some((text) => DECIMAL_COMMA.test(SIGNED.exec(text)?.[4] ?? ''));
  return (text) => {
    const [, minus, before, inner, digits = '', after] = SIGNED.exec(text) ?? [];
    if (!(hasComma ? COMMA_AMOUNT : POINT_AMOUNT).test(digits)) return undefined;
    const plain = digits.replaceAll(hasComma ? /[^\d,]/g : /[^\d.]/g, '').replace(',', '.');
    const sign = before ?? after ?? '';
    return {
      amount: Number(plain) * (minus || inner ? -1 : 1),
      unit: SIGNS[sign] ?? (/^[A-Z]{3}$/.test(sign) ? sign : undefined),
    };
  };
}
