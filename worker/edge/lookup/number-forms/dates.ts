/** Recognises numbers whose digits may also be a date. Pure. */

/** Years on pages. Two-digit years only near the present, since any two digits could be a year. */
const YEARS = { from: 1900, to: 2100 };
const SHORT_YEARS = { from: 0, to: 35 };

/** Tells whether `digits` may be day, month and four-digit year, with the year at either end. */
export function mayBeDate(digits: string): boolean {
  return isDate(digits.slice(-4), digits.slice(0, -4)) || isDate(digits.slice(0, 4), digits.slice(4));
}

/** Tells whether `digits` may be day, month and a two-digit year at the end. */
export function mayBeShortDate(digits: string): boolean {
  return isDate(digits.slice(-2), digits.slice(0, -2));
}

/** Tells whether year and rest are a date. @param rest the digits of day and month, in any order */
function isDate(year: string, rest: string): boolean {
  const { from, to } = year.length === 4 ? YEARS : SHORT_YEARS;
  const isDay = [1, 2].some((length) => {
    const [small = 0, large = 0] = [Number(rest.slice(0, length)), Number(rest.slice(length))].sort(
      (a, b) => a - b,
    );
    return small >= 1 && small <= 12 && large <= 31;
  });
  return rest.length <= 4 && isDay && Number(year) >= from && Number(year) <= to;
}
