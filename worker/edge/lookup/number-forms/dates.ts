/** Whether the digits of a number may also be a day. Pure. */

/** Years that pages speak of. Of years with two digits only those near to now: any two digits could be one. */
const YEARS = { from: 1900, to: 2100 };
const SHORT_YEARS = { from: 0, to: 35 };

/** Whether `digits` may be day, month and year in any order, the year in full at one end. */
export function mayBeDate(digits: string): boolean {
  return isDate(digits.slice(-4), digits.slice(0, -4)) || isDate(digits.slice(0, 4), digits.slice(4));
}

/** The same for a year of two digits, which comes last. */
export function mayBeShortDate(digits: string): boolean {
  return isDate(digits.slice(-2), digits.slice(0, -2));
}

/** @param rest the digits of day and month, in any order */
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
