/** Reads dates and times in RFC 3339, and writes them in ISO 8601 in UTC. Pure. */
import * as v from 'valibot';
import type { LocalClock } from './local-clock.ts';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?([Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Returns midnight of a calendar day in UTC; undefined for days that do not exist, such as 2026-02-30, and for texts that are not
 * dates.
 */
export function readDate(text: string): number | undefined {
  const match = DATE.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.getTime() : undefined;
}

/**
 * Reads an RFC 3339 time.
 * @param clock the local time for times without an offset and for dates; without a clock both are refused
 * @returns milliseconds since the epoch, or undefined
 */
export function readMoment(text: string, clock?: LocalClock): number | undefined {
  const date = readDate(text);
  if (date !== undefined) return clock?.toUtc(date);
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [, day = '', hours, minutes, seconds = '0', fraction = '', offset] = match;
  const midnight = readDate(day);
  if (midnight === undefined) return undefined;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const wall =
    midnight + Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * 1000 + milliseconds;
  return offset === undefined ? clock?.toUtc(wall) : wall - readOffset(offset);
}

/** Writes a moment in the form of this API. */
export function writeMoment(moment: number): string {
  return new Date(moment).toISOString();
}

function readOffset(offset: string): number {
  if (/z/i.test(offset)) return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return (offset.startsWith('-') ? -1 : 1) * minutes * MINUTE;
}

/** The schema of a moment: reads RFC 3339 with an offset, returns milliseconds since the epoch. */
export const momentSchema = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const moment = readMoment(dataset.value);
    if (moment !== undefined) return moment;
    addIssue({ message: 'Write an RFC 3339 time with its offset, for instance 2026-03-02T09:30:00Z.' });
    return NEVER;
  }),
);

/**
 * Makes the schema of a calendar day that exists.
 * @param message says how to write a day
 */
export function daySchema(message = 'Write a day as 2026-11-23.'): v.GenericSchema<string, string> {
  return v.pipe(
    v.string(),
    v.isoDate(message),
    v.check(
      (text) => !v.is(isoDate, text) || readDate(text) !== undefined,
      ({ input }) => `There is no day ${input}.`,
    ),
  );
}

const isoDate = v.pipe(v.string(), v.isoDate());
