/** Opening hours: what they may look like, and whether a moment lies in them. Pure: takes the moment as a number. */
import * as v from 'valibot';

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const WEEKDAYS: readonly string[] = DAYS.slice(1, 6);
const DAY_NAMES = [...DAYS, 'weekdays', 'weekends', 'everyday'] as const;

const LINE_EXAMPLE = '{"day_of_week": "weekdays", "from_time": "09:00", "to_time": "17:00"}';
/** What to write instead of hours in words. */
export const HOURS_EXAMPLE = `Write opening hours as a list of lines, for instance [${LINE_EXAMPLE}].`;

const MINUTES_A_DAY = 24 * 60;
const MINUTES_A_WEEK = 7 * MINUTES_A_DAY;

const timeSchema = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => minutesOf(text) !== undefined,
    'Write a time of day as 09:00, 17:30 or 5:30 PM; 24:00 is the end of the day.',
  ),
);

/**
 * One line of opening hours. `to_time` at or before `from_time` means past midnight; both the same means all day.
 * `duration` is in whole hours, a started hour counts; absent, it is worked out.
 */
export const hoursSchema = v.pipe(
  v.strictObject(
    {
      day_of_week: v.pipe(
        v.string(),
        v.trim(),
        v.toLowerCase(),
        v.picklist(DAY_NAMES, `Use one of ${DAY_NAMES.join(', ')}; a line for each day or these groups.`),
      ),
      from_time: timeSchema,
      to_time: timeSchema,
      duration: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(24))),
    },
    `Write a line of opening hours as ${LINE_EXAMPLE}.`,
  ),
  v.forward(
    v.check(
      (hours) => hours.duration === undefined || Math.abs(hours.duration - spanOf(hours) / 60) < 1,
      'The duration in hours does not fit from_time and to_time; leave it out to have it worked out.',
    ),
    ['duration'],
  ),
  v.transform((hours) => ({
    duration: hours.duration ?? Math.ceil(spanOf(hours) / 60),
    from_time: hours.from_time,
    to_time: hours.to_time,
    day_of_week: hours.day_of_week,
  })),
);

export type OpeningHours = v.InferOutput<typeof hoursSchema>;

/** A time of the week in which a place is open: minutes since Sunday 00:00, and how long. */
interface OpenSpan {
  start: number;
  minutes: number;
}

/** Opening hours as the choice of a location reads them: worked out once for all requests. */
export class OpeningTimes {
  readonly #spans: readonly OpenSpan[];

  /** @param hours no line at all means that nothing is known, which counts as open */
  constructor(hours: readonly OpeningHours[]) {
    this.#spans = hours.flatMap((line) => {
      const from = minutesOf(line.from_time) ?? 0;
      const minutes = spanOf(line);
      return daysOf(line.day_of_week).map((day) => ({ start: day * MINUTES_A_DAY + from, minutes }));
    });
  }

  /** @param minute of the week, on the wall clock of the place */
  isOpenAt(minute: number): boolean {
    return (
      this.#spans.length === 0 ||
      this.#spans.some(({ start, minutes }) => (minute - start + MINUTES_A_WEEK) % MINUTES_A_WEEK < minutes)
    );
  }
}

/** The wall clock of a time zone. Making one takes 15 times as long as reading it (Node 24), so they are made once for each zone. */
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
   * Minutes since Sunday 00:00.
   * @param now milliseconds since the epoch
   */
  minuteOfWeek(now: number): number {
    const parts = this.#format.formatToParts(now);
    const part = (type: string): string => parts.find((item) => item.type === type)?.value ?? '';
    const day = DAYS.findIndex((name) => name === part('weekday').toLowerCase());
    return day * MINUTES_A_DAY + Number(part('hour')) * 60 + Number(part('minute'));
  }
}

/** Minutes since midnight of `09:00`, `9:00 am`, `24:00`; undefined when it is no time of day. */
function minutesOf(text: string): number | undefined {
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

/** Minutes from opening to closing. */
function spanOf(hours: { from_time: string; to_time: string }): number {
  const span = (minutesOf(hours.to_time) ?? 0) - (minutesOf(hours.from_time) ?? 0);
  return span > 0 ? span : span + MINUTES_A_DAY;
}

function daysOf(name: string): number[] {
  if (name === 'everyday') return DAYS.map((_, index) => index);
  if (name === 'weekdays') return WEEKDAYS.map((_, index) => index + 1);
  if (name === 'weekends') return [0, 6];
  return [DAYS.findIndex((day) => day === name)];
}
