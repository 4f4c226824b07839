/** The schema of opening hours; opening-times.ts decides whether a place is open. */
import * as v from 'valibot';
import { DAYS, minutesOf, type SpecialDay, spanOf } from './pure/opening-times.ts';

const DAY_NAMES = [...DAYS, 'weekdays', 'weekends', 'everyday'] as const;

const LINE_EXAMPLE = '{"day_of_week": "weekdays", "from_time": "09:00", "to_time": "17:00"}';
/** The error text for opening hours that are not a list. */
export const HOURS_EXAMPLE = `Write opening hours as a list of entries, for instance [${LINE_EXAMPLE}].`;

const timeSchema = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => minutesOf(text) !== undefined,
    'Write a time of day as 09:00, 17:30 or 5:30 PM; 24:00 is the end of the day.',
  ),
);

/**
 * An entry of opening hours. `to_time` at or before `from_time` means the next day; equal times mean all day.
 * `duration` is in hours, rounded up, and is calculated if absent.
 */
export const hoursSchema = v.pipe(
  v.strictObject(
    {
      day_of_week: v.pipe(
        v.string(),
        v.trim(),
        v.toLowerCase(),
        v.picklist(DAY_NAMES, `Use one of ${DAY_NAMES.join(', ')}; one entry for each day or group.`),
      ),
      from_time: timeSchema,
      to_time: timeSchema,
      duration: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(24))),
    },
    `Write an entry of opening hours as ${LINE_EXAMPLE}.`,
  ),
  v.forward(
    v.check(
      (hours) => hours.duration === undefined || Math.abs(hours.duration - spanOf(hours) / 60) < 1,
      'The duration in hours does not match from_time and to_time. Leave it out, and it is calculated.',
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

/** The most special days of a location, and of the company. */
const MAX_SPECIAL_HOURS = 200;
const SPECIAL_EXAMPLE =
  '{"date": "2026-12-25", "closed": true} or {"date": "2026-12-24", "from_time": "09:00", "to_time": "12:00"}';

const dateSchema = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => isDate(text), 'Write a day as 2026-12-25.'),
);

/**
 * An entry of the special days: the place is closed on this date, or open at other hours than on that day of the week. Several
 * entries with hours may have the same date.
 */
const specialDaySchema = v.pipe(
  v.strictObject(
    {
      date: dateSchema,
      closed: v.exactOptional(v.boolean()),
      from_time: v.exactOptional(timeSchema),
      to_time: v.exactOptional(timeSchema),
    },
    `Write a special day as ${SPECIAL_EXAMPLE}.`,
  ),
  v.check(
    ({ closed = false, from_time: from, to_time: to }) =>
      closed ? from === undefined && to === undefined : from !== undefined && to !== undefined,
    `Either closed, or open from a time to a time: ${SPECIAL_EXAMPLE}.`,
  ),
  v.transform(({ date, closed = false, from_time: from = '', to_time: to = '' }): SpecialDay =>
    closed ? { date, closed: true } : { date, from_time: from, to_time: to },
  ),
);

/** The special days of a location, or of all. */
export const specialHoursSchema = v.pipe(
  v.array(specialDaySchema, `Write special days as a list, for instance [${SPECIAL_EXAMPLE}].`),
  v.maxLength(MAX_SPECIAL_HOURS, `At most ${MAX_SPECIAL_HOURS} entries.`),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const days = dataset.value;
    days.forEach((entry, index) => {
      const others = days.filter(({ date }) => date === entry.date);
      if (entry.closed !== true || others.length === 1) return;
      addIssue({
        message: `${entry.date} is closed here, and has another entry.`,
        path: [{ type: 'array', origin: 'value', input: days, key: index, value: entry }],
      });
    });
  }),
);

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
