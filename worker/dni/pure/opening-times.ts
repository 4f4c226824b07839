/** Decides from opening hours and local time whether a place is open. Pure: the time is a parameter. */

export const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const WEEKDAYS: readonly string[] = DAYS.slice(1, 6);

const MINUTES_A_DAY = 24 * 60;
const DAY_MS = MINUTES_A_DAY * 60_000;

/** An entry of opening hours in the settings (`hoursSchema`). */
export interface OpeningLine {
  /** A day, or `weekdays`, `weekends`, `everyday`. */
  day_of_week: string;
  from_time: string;
  /** At or before `from_time` means the next day. */
  to_time: string;
}

/** An entry of the special days in the settings (`specialHoursSchema`): closed, or other hours. */
export type SpecialDay =
  | { date: string; closed: true }
  | { date: string; closed?: never; from_time: string; to_time: string };

/** A local time. */
export interface LocalTime {
  /** `2026-12-25` */
  date: string;
  /** 0 is Sunday. */
  day: number;
  /** Since midnight. */
  minute: number;
}

/** The hours of a location, as in the settings. */
interface LocationHours {
  hours: readonly OpeningLine[];
  special_hours?: readonly SpecialDay[];
  /** Empty if it is unknown. Then no day is special. */
  timezone: string;
}

/** A span that begins on a day: its start in minutes since midnight, and its length. */
interface OpenSpan {
  start: number;
  minutes: number;
}

const WHOLE_DAY: readonly OpenSpan[] = [{ start: 0, minutes: MINUTES_A_DAY }];

/** Opening hours as spans, calculated once for all requests. */
export class OpeningTimes {
  /** The spans that begin on each day of the week. */
  readonly #weekly: readonly (readonly OpenSpan[])[];
  /** The spans that begin on a special day, by its date; none: closed. */
  readonly #special: ReadonlyMap<string, readonly OpenSpan[]>;
  /** Whether nothing is known: the place counts as open. */
  readonly isUnknown: boolean;

  /** @param hours none: they are unknown, and the place counts as open on days that are not special */
  constructor(hours: readonly OpeningLine[], special: readonly SpecialDay[] = []) {
    this.isUnknown = hours.length === 0 && special.length === 0;
    this.#weekly = DAYS.map((_, day) =>
      hours.length === 0
        ? WHOLE_DAY
        : hours.filter((line) => daysOf(line.day_of_week).includes(day)).map(openSpan),
    );
    const days = Map.groupBy(special, ({ date }) => date);
    this.#special = new Map(
      [...days].map(([date, entries]) => [
        date,
        entries.flatMap((entry) => (entry.closed === true ? [] : openSpan(entry))),
      ]),
    );
  }

  /** Tells whether the place is open at a local time. Hours that go past midnight belong to the day they begin on. */
  isOpenAt({ date, day, minute }: LocalTime): boolean {
    if (this.isUnknown) return true;
    const isWithin = (spans: readonly OpenSpan[], at: number): boolean =>
      spans.some(({ start, minutes }) => at >= start && at - start < minutes);
    if (isWithin(this.#spansOn(date, day), minute)) return true;
    const before = this.#special.size === 0 ? '' : dayBefore(date);
    return isWithin(this.#spansOn(before, (day + 6) % 7), minute + MINUTES_A_DAY);
  }

  #spansOn(date: string, day: number): readonly OpenSpan[] {
    return this.#special.get(date) ?? this.#weekly[day] ?? [];
  }
}

/** Returns the opening times of a location. Its own special days replace the company's on the same date. */
export function openingTimesOf(
  { hours, special_hours: own = [], timezone }: LocationHours,
  ofCompany: readonly SpecialDay[] = [],
): OpeningTimes {
  return new OpeningTimes(hours, specialDaysOf({ special_hours: own, timezone }, ofCompany));
}

/** Returns the special days of a location: its own, and the company's on other dates. */
export function specialDaysOf(
  { special_hours: own = [], timezone }: Omit<LocationHours, 'hours'>,
  ofCompany: readonly SpecialDay[] = [],
): SpecialDay[] {
  if (timezone === '') return [];
  const dates = new Set(own.map(({ date }) => date));
  return [...own, ...ofCompany.filter(({ date }) => !dates.has(date))];
}

/** Reads the local time of a time zone. Making one takes 15 times as long as reading it (Node 24): keep one a zone. */
export class WallClock {
  readonly #format: Intl.DateTimeFormat;

  /** @param timezone IANA name */
  constructor(timezone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      calendar: 'gregory',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      weekday: 'long',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    });
  }

  /** Returns the local time. @param now milliseconds since the epoch */
  read(now: number): LocalTime {
    const parts = new Map(this.#format.formatToParts(now).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
    return {
      date: `${part('year')}-${part('month')}-${part('day')}`,
      day: DAYS.findIndex((name) => name === part('weekday').toLowerCase()),
      minute: Number(part('hour')) * 60 + Number(part('minute')),
    };
  }
}

/** Parses `09:00`, `9:00 am` or `24:00` into minutes since midnight. @returns undefined when it is no time of day */
export function minutesOf(text: string): number | undefined {
  const match = /^(\d{1,2}):(\d{2})(?::00)?\s*([ap])?\.?m?\.?$/i.exec(text);
  if (match === null) return undefined;
  const [, hourText, minuteText, half] = match;
  const hour = Number(hourText);
  const minute = Number(minuteText);
  if (minute > 59) return undefined;
  if (half === undefined) {
    const total = /m/i.test(text) ? Number.NaN : hour * 60 + minute;
    return total <= MINUTES_A_DAY ? total : undefined;
  }
  if (hour < 1 || hour > 12) return undefined;
  return ((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) * 60 + minute;
}

/** Returns the minutes from opening to closing. */
export function spanOf(hours: Pick<OpeningLine, 'from_time' | 'to_time'>): number {
  const span = (minutesOf(hours.to_time) ?? 0) - (minutesOf(hours.from_time) ?? 0);
  return span > 0 ? span : span + MINUTES_A_DAY;
}

function openSpan(line: Pick<OpeningLine, 'from_time' | 'to_time'>): OpenSpan {
  return { start: minutesOf(line.from_time) ?? 0, minutes: spanOf(line) };
}

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10);
}

function daysOf(name: string): number[] {
  if (name === 'everyday') return DAYS.map((_, index) => index);
  if (name === 'weekdays') return WEEKDAYS.map((_, index) => index + 1);
  if (name === 'weekends') return [0, 6];
  return [DAYS.findIndex((day) => day === name)];
}
