/**
 * Days on which shops of a country are closed, or much quieter than on others of that day of the week. Regional holidays count for
 * the whole country: where they are none, a silence is noticed a day later. Pure.
 */

const DAY_MS = 24 * 60 * 60_000;
const MONDAY = 1;
const FRIDAY = 5;
const SATURDAY = 6;

/**
 * The holidays of countries: `12-25` is a date, `E+1` the first day after Easter Sunday, `11/4*4` the fourth Thursday of November,
 * `5/1*-1` its last Monday; `+1` behind it is the day after. `~` at the beginning: a holiday on a weekend is kept on a day beside it.
 */
const HOLIDAYS: Readonly<Record<string, string>> = {
  US: '~ 01-01 1/1*3 2/1*3 5/1*-1 06-19 07-04 9/1*1 10/1*2 11-11 11/4*4 11/4*4+1 12-25',
  CA: '~ 01-01 2/1*3 E-2 E+1 5/1*4 5/1*3 06-24 07-01 8/1*1 9/1*1 09-30 10/1*2 11-11 12-25 12-26',
  GB: '~ 01-01 01-02 03-17 E-2 E+1 5/1*1 5/1*-1 07-12 8/1*1 8/1*-1 12-25 12-26',
  IE: '~ 01-01 2/1*1 03-17 E-2 E+1 5/1*1 6/1*1 8/1*1 10/1*-1 12-25 12-26',
  AU: '~ 01-01 01-26 3/1*2 E-2 E-1 E+1 04-25 6/1*2 10/1*1 11/2*1 12-25 12-26',
  NZ: '~ 01-01 01-02 02-06 E-2 E+1 04-25 6/1*1 10/1*4 12-25 12-26',
  DE: '01-01 01-06 03-08 E-48 E-2 E+1 05-01 E+39 E+50 E+60 08-15 10-03 10-31 11-01 12-25 12-26',
  AT: '01-01 01-06 E+1 05-01 E+39 E+50 E+60 08-15 10-26 11-01 12-08 12-25 12-26',
  CH: '01-01 01-02 01-06 03-19 E-2 E+1 05-01 E+39 E+50 E+60 08-01 08-15 11-01 12-08 12-25 12-26',
  FR: '01-01 E-2 E+1 05-01 05-08 E+39 E+50 07-14 08-15 11-01 11-11 12-25 12-26',
  IT: '01-01 01-06 E+1 04-25 05-01 06-02 08-15 11-01 12-08 12-25 12-26',
  ES: '01-01 01-06 03-19 E-3 E-2 E+1 05-01 06-24 07-25 08-15 10-12 11-01 12-06 12-08 12-25 12-26',
  PT: '01-01 E-47 E-2 04-25 05-01 E+60 06-10 08-15 10-05 11-01 12-01 12-08 12-25',
  NL: '01-01 E-2 E+1 04-27 05-05 E+39 E+50 12-25 12-26',
  BE: '01-01 E+1 05-01 E+39 E+50 07-21 08-15 11-01 11-11 12-25 12-26',
  LU: '01-01 E+1 05-01 05-09 E+39 E+50 06-23 08-15 11-01 12-25 12-26',
  DK: '01-01 E-3 E-2 E+1 E+39 E+50 06-05 12-25 12-26',
  SE: '01-01 01-06 E-2 E+1 05-01 E+39 06-06 6/5*3 6/5*3+1 6/5*4 6/5*4+1 12-25 12-26',
  NO: '01-01 E-3 E-2 E+1 05-01 05-17 E+39 E+50 12-25 12-26',
  FI: '01-01 01-06 E-2 E+1 05-01 E+39 6/5*3 6/5*3+1 6/5*4 6/5*4+1 12-06 12-25 12-26',
  PL: '01-01 01-06 E+1 05-01 05-03 E+60 08-15 11-01 11-11 12-25 12-26',
  CZ: '01-01 E-2 E+1 05-01 05-08 07-05 07-06 09-28 10-28 11-17 12-25 12-26',
  BR: '01-01 E-48 E-47 E-2 04-21 05-01 E+60 09-07 10-12 11-02 11-15 11-20 12-25',
  MX: '01-01 2/1*1 3/1*3 E-3 E-2 05-01 09-16 11-02 11/1*3 12-12 12-25',
};
/** Those of other countries. */
const COMMON = '01-01 E-2 E+1 05-01 12-25 12-26';
/** Days on which many are away. */
const QUIET: ReadonlySet<string> = new Set(['12-24', '12-27', '12-28', '12-29', '12-30', '12-31', '01-02']);

/** What a day is for the shops of a country. */
export type DayKind = 'usual' | 'quiet' | 'holiday';

/**
 * Returns what a day is.
 * @param country such as `US`
 * @param day its beginning in milliseconds, counted as if it were UTC
 */
export function dayKindOf(country: string, day: number): DayKind {
  const rules = (HOLIDAYS[country] ?? COMMON).split(' ');
  if (isHoliday(rules, day)) return 'holiday';
  return QUIET.has(dateOf(day)) ? 'quiet' : 'usual';
}

function isHoliday(rules: readonly string[], day: number): boolean {
  if (rules.some((rule) => isOn(rule, day))) return true;
  if (!rules.includes('~')) return false;
  const kept: Readonly<Record<number, readonly number[]>> = { [MONDAY]: [-1, -2], 2: [-2], [FRIDAY]: [1] };
  const shifts = kept[new Date(day).getUTCDay()] ?? [];
  return shifts
    .map((shift) => day + shift * DAY_MS)
    .some((other) => isWeekend(other) && rules.some((rule) => rule.includes('-') && isOn(rule, other)));
}

function isWeekend(day: number): boolean {
  return new Date(day).getUTCDay() % SATURDAY === 0;
}

function isOn(rule: string, day: number): boolean {
  if (rule.startsWith('E')) return day === easterOf(day) + Number(rule.slice(1)) * DAY_MS;
  const [, month, weekday, nth, after] = /^(\d+)\/(\d)\*(-?\d)(\+1)?$/.exec(rule) ?? [];
  if (month === undefined) return rule === dateOf(day);
  const of = new Date(after === undefined ? day : day - DAY_MS);
  if (of.getUTCMonth() + 1 !== Number(month) || of.getUTCDay() !== Number(weekday)) return false;
  const date = of.getUTCDate();
  if (nth !== '-1') return Math.ceil(date / 7) === Number(nth);
  return new Date(of.getTime() + 7 * DAY_MS).getUTCMonth() !== of.getUTCMonth();
}

function dateOf(day: number): string {
  return new Date(day).toISOString().slice(5, 10);
}

/** Returns Easter Sunday of a day's year, by the rule of Gauss in Butcher's form. */
function easterOf(day: number): number {
  const year = new Date(day).getUTCFullYear();
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const sum = epact + weekday - 7 * shift + 114;
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1);
}
