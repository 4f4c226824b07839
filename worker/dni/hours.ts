/** The schema of opening hours; opening-times.ts decides whether a place is open. */
import * as v from 'valibot';
import { DAYS, minutesOf, spanOf } from './pure/opening-times.ts';

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
