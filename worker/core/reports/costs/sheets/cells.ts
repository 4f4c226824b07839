/** Reads the days and amounts of a column, as spreadsheets and ad platforms write them. A column is written in one way. Pure. */

/** An amount, and the currency that is written beside it. */
export interface Amount {
  amount: number;
  unit: string | undefined;
  /** The currencies that the sign may stand for, if there are several. */
  units?: readonly string[];
}

type Reader<Value> = (text: string) => Value | undefined;

/** Which number of 3/11/2026 comes first. */
export type DayOrder = 'day_first' | 'month_first';
/** What stands before the decimals. */
export type DecimalSign = 'point' | 'comma';

/** The months by the beginning of their names, in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|ene|gen)/,
  /^(?:feb|fév|fev)/,
  /^(?:mar|mär|mrt)/,
  /^(?:apr|avr|abr)/,
  /^(?:may|mai|mag|mei)/,
  /^(?:jun|juin|giu)/,
  /^(?:jul|juil|lug)/,
  /^(?:aug|aoû|aou|ago)/,
  /^(?:sep|set)/,
  /^(?:oct|okt|ott|out)/,
  /^nov/,
  /^(?:dec|dez|dic|déc)/,
];

/** Currencies by their sign. A sign of several tells only which they are. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP'],
  R$: ['BRL'],
  US$: ['USD'],
  CA$: ['CAD'],
  C$: ['CAD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  NZ$: ['NZD'],
  HK$: ['HKD'],
  S$: ['SGD'],
  MX$: ['MXN'],
  '₹': ['INR'],
  '₽': ['RUB'],
  '₺': ['TRY'],
  '₩': ['KRW'],
  '₪': ['ILS'],
  '₴': ['UAH'],
  zł: ['PLN'],
  zl: ['PLN'],
  Kč: ['CZK'],
  Ft: ['HUF'],
  lei: ['RON'],
  Fr: ['CHF'],
  '¥': ['JPY', 'CNY'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  Rs: ['INR', 'PKR', 'LKR', 'NPR', 'MUR'],
  $: ['USD', 'CAD', 'AUD', 'NZD', 'HKD', 'SGD', 'MXN', 'ARS', 'CLP', 'COP', 'TWD'],
};

/** Matches `2026-11-23`, `20261123`, and a time that begins with the day. */
const ISO_DAY =
  /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?:[T ]\d{2}:\d{2}[\d:.]*(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?)?$/;
/** Matches `23.11.2026`, whose first number is always the day. */
const DOTTED_DAY = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/;
const SLASHED_DAY = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;
/** Matches `Nov 23, 2026` and `Mon, Nov 23, 2026`. */
const MONTH_FIRST = /^(?:\p{L}{3,9},\s*)?(\p{L}{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})$/u;
/** Matches `23 Nov 2026` and `23. November 2026`. */
const DAY_FIRST = /^(\d{1,2})\.?\s+(\p{L}{3,9})\.?,?\s+(\d{4})$/u;

/** Matches thousands in threes, and in lakh: `12,34,567`. */
const POINT_AMOUNT = /^(?:\d+|\d{1,3}(?:[, '’\u00A0\u202F]\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})(?:\.\d+)?$/;
const COMMA_AMOUNT = /^(?:\d+|\d{1,3}(?:[. '’\u00A0\u202F]\d{3})+)(?:,\d+)?$/;
/** Match an amount that can only have a decimal comma, or only a decimal point. */
const DECIMAL_COMMA = /,(?:\d{1,2}|\d{4,})$|^0,\d|\.\d{3}[.,]/;
const DECIMAL_POINT = /\.(?:\d{1,2}|\d{4,})$|^0\.\d|,\d{2,3}[.,]/;
/** Matches thousands, or three decimals. */
const EITHER = /^\d{1,3}[.,]\d{3}$/;
/** Matches a minus sign, a currency, and the digits between, in the orders that occur. */
const SIGNED =
  /^([-−]?)\s*(?:([A-Z]{0,3}\p{Sc}|[A-Z]{3}|kr|z[łl]|Kč|Ft|lei|Rs|Fr)\.?\s*)?(?:([-−])\s*)?(\d(?:[\d.,'’\s]*\d)?)\s*(?:([A-Z]{0,3}\p{Sc}|[A-Z]{3}|kr|z[łl]|Kč|Ft|lei|Rs|Fr)\.?)?$/u;
/** Matches a cell for nothing: a dash, or as spreadsheets write it in the format of accountants: `$ -`. */
const NOTHING = /^\p{Sc}?\s*[-–—]{1,2}$/u;
/** Matches a negative amount as accountants write it. */
const BRACKETED = /^\(([^()]+)\)$/;

/**
 * Returns a reader for the days of a column: `2026-11-23`, `20261123`, `23.11.2026`, `Nov 23, 2026`, `23 Nov 2026`, and `11/23/2026`
 * or `23/11/2026` if some day of the column, or `order`, says which of them it is.
 */
export function dayReader(texts: readonly string[], order?: DayOrder): Reader<string> {
  const { isDayFirst, isMonthFirst } = ordersIn(texts);
  const isUnsaid = isDayFirst === isMonthFirst;
  const isFirst = isUnsaid ? (isDayFirst ? undefined : order && order === 'day_first') : isDayFirst;
  return (text) => {
    const [, year, month, date] = ISO_DAY.exec(text) ?? [];
    if (year !== undefined) return dayOf(year, month, date);
    const [, first, second, last] = SLASHED_DAY.exec(text) ?? [];
    if (first === undefined) return wordedDay(text);
    if (first === second) return dayOf(last, first, second);
    if (isFirst === undefined) return undefined;
    return isFirst ? dayOf(last, second, first) : dayOf(last, first, second);
  };
}

/** Returns which number of `3/11/2026` comes first, if some day of a column shows it. */
export function dayOrderIn(texts: readonly string[]): DayOrder | undefined {
  const { isDayFirst, isMonthFirst } = ordersIn(texts);
  if (isDayFirst === isMonthFirst) return undefined;
  return isDayFirst ? 'day_first' : 'month_first';
}

/** Tells whether nothing in a column says if `3/11/2026` is in March or in November. */
export function areDaysAmbiguous(texts: readonly string[]): boolean {
  const { pairs, isDayFirst, isMonthFirst } = ordersIn(texts);
  return !isDayFirst && !isMonthFirst && pairs.some(([first, second]) => first !== second);
}

function ordersIn(texts: readonly string[]): {
  pairs: (readonly [first: number, second: number])[];
  isDayFirst: boolean;
  isMonthFirst: boolean;
} {
  const pairs = texts.flatMap((text) => {
    const [, first, second] = SLASHED_DAY.exec(text) ?? [];
    return first === undefined ? [] : [[Number(first), Number(second)] as const];
  });
  return {
    pairs,
    isDayFirst: pairs.some(([first]) => first > 12),
    isMonthFirst: pairs.some(([, second]) => second > 12),
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
  return String(MONTHS.findIndex((pattern) => pattern.test(name.toLowerCase())) + 1);
}

function dayOf(year = '', month = '', date = ''): string {
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
}

/**
 * Returns a reader for the amounts of a column: with a currency sign or code before or after, spaces, apostrophes, commas or points
 * between thousands, and a decimal comma if some amount of the column can have nothing else, or `decimal` says so.
 */
export function amountReader(texts: readonly string[], decimal?: DecimalSign): Reader<Amount> {
  const hasComma = (decimalIn(texts) ?? decimal) === 'comma';
  return (text) => {
    const parts = partsOf(text);
    if (parts === undefined || !(hasComma ? COMMA_AMOUNT : POINT_AMOUNT).test(parts.digits)) return undefined;
    const plain = parts.digits.replaceAll(hasComma ? /[^\d,]/g : /[^\d.]/g, '').replace(',', '.');
    const { sign } = parts;
    const units = Object.hasOwn(SIGNS, sign) ? SIGNS[sign] : undefined;
    const amount = Number(plain) * (parts.isNegative ? -1 : 1);
    if (units !== undefined && units.length > 1) return { amount, unit: undefined, units };
    return { amount, unit: units?.[0] ?? (/^[A-Z]{3}$/.test(sign) ? sign : undefined) };
  };
}

/** Returns what stands before the decimals, if some amount of a column shows it. */
export function decimalIn(texts: readonly string[]): DecimalSign | undefined {
  const digitsOf = texts.map((text) => partsOf(text)?.digits ?? '');
  if (digitsOf.some((digits) => DECIMAL_COMMA.test(digits))) return 'comma';
  return digitsOf.some((digits) => DECIMAL_POINT.test(digits)) ? 'point' : undefined;
}

/** Tells whether nothing in a column says if `1.150` or `12,300` has thousands or decimals. */
export function areAmountsAmbiguous(texts: readonly string[]): boolean {
  return decimalIn(texts) === undefined && texts.some((text) => EITHER.test(partsOf(text)?.digits ?? ''));
}

/** Returns the parts of a text that is an amount. */
function partsOf(text: string): { digits: string; sign: string; isNegative: boolean } | undefined {
  if (NOTHING.test(text)) return { digits: '0', sign: '', isNegative: false };
  const inner = BRACKETED.exec(text)?.[1];
  const [, minus, before, after, digits, behind] = SIGNED.exec(inner ?? text) ?? [];
  if (digits === undefined) return undefined;
  const isNegative = inner !== undefined || minus !== '' || after !== undefined;
  return { digits, sign: before ?? behind ?? '', isNegative };
}
