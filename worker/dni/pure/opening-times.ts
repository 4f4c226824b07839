/** Decides from opening hours and local time whether a place is open. Pure: the time is a parameter. */

export const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const WEEKDAYS: readonly string[] = DAYS.slice(1, 6);

const MINUTES_A_DAY = 24 * 60;
const MINUTES_A_WEEK = 7 * MINUTES_A_DAY;

/** An entry of opening hours in the settings (`hoursSchema`). */
export interface OpeningLine {
  /** A day, or `weekdays`, `weekends`, `everyday`. */
  day_of_week: string;
  from_time: string;
  /** At or before `from_time` means the next day. */
  to_time: string;
}

/** A span of the week: its start in minutes since Sunday 00:00, and its length. */
interface OpenSpan {
  start: number;
  minutes: number;
}

/** Opening hours as spans of the week, calculated once for all requests. */
export class OpeningTimes {
  readonly #spans: readonly OpenSpan[];

  /** @param hours none: the hours are unknown, and the place counts as open */
  constructor(hours: readonly OpeningLine[]) {
    this.#spans = hours.flatMap((line) => {
      const from = minutesOf(line.from_time) ?? 0;
      const minutes = spanOf(line);
      return daysOf(line.day_of_week).map((day) => ({ start: day * MINUTES_A_DAY + from, minutes }));
    });
  }

  /** Tells whether the place is open. @param minute of the week, in local time */
  isOpenAt(minute: number): boolean {
    return (
      this.#spans.length === 0 ||
      this.#spans.some(({ start, minutes }) => (minute - start + MINUTES_A_WEEK) % MINUTES_A_WEEK < minutes)
    );
  }
}

/** Reads the local time of a time zone. Making one takes 15 times as long as reading it (Node 24): keep one a zone. */
export class WallClock {
  readonly #format: Intl.DateTimeFormat;

  /** @param timezone IANA name */
  constructor(timezone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      weekday: 'long',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    });
  }

  /**
   * Returns the minutes since Sunday 00:00.
   * @param now milliseconds since the epoch
   */
  minuteOfWeek(now: number): number {
    const parts = this.#format.formatToParts(now);
    const part = (type: string): string => parts.find((item) => item.type === type)?.value ?? '';
    const day = DAYS.findIndex((name) => name === part('weekday').toLowerCase());
    return day * MINUTES_A_DAY + Number(part('hour')) * 60 + Number(part('minute'));
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

function daysOf(name: string): number[] {
  if (name === 'everyday') return DAYS.map((_, index) => index);
  if (name === 'weekdays') return WEEKDAYS.map((_, index) => index + 1);
  if (name === 'weekends') return [0, 6];
  return [DAYS.findIndex((day) => day === name)];
}
