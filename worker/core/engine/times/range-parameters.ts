/** Reads time ranges in queries: names, or two moments, in the caller's local time. Adds every fault to `faults`. */
import * as v from 'valibot';
import type { Fault } from '../../../shared/http/problems.ts';
import { fixedClock, type LocalClock, zoneClock } from './local-clock.ts';
import { readMoment } from './moments.ts';
import { type RangeContext, relativeRange, type TimeRange, unknownRange } from './relative-ranges.ts';

/** The parameters of the caller's local time. */
export interface ClockParameters {
  /** IANA time zone; it takes precedence over `tz_offset`. */
  tz?: string | undefined;
  /** Minutes ahead of UTC. */
  tz_offset: number;
}

/** Minutes that the caller's clock is ahead of UTC. */
export const tzOffsetSchema = v.optional(
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^(?:[+-]?\d{1,4})?$/, 'Write whole minutes, for instance -300.'),
    v.transform(Number),
    v.minValue(-720, 'No place is more than 720 minutes behind UTC.'),
    v.maxValue(840, 'No place is more than 840 minutes ahead of UTC.'),
  ),
  '0',
);

/** Returns the clock for times without an offset: that of `tz`, or else the one with the offset. */
export function clockOf({ tz, tz_offset: minutes }: ClockParameters, faults: Fault[]): LocalClock {
  const clock = tz === undefined ? fixedClock(minutes) : zoneClock(tz);
  if (clock !== undefined) return clock;
  refuse(faults, 'invalid_parameter', 'tz', 'Write an IANA time zone, for instance America/Chicago.');
  return fixedClock(0);
}

/** Returns the range for a name; undefined if there is no name. */
export function named(
  name: string | undefined,
  parameter: string,
  context: RangeContext,
  faults: Fault[],
): TimeRange | undefined {
  if (name === undefined) return undefined;
  const range = relativeRange(name, context);
  if (range !== undefined) return range;
  faults.push(unknownRange(name, parameter));
  return { start: undefined, end: undefined };
}

/**
 * Returns the half-open range between two moments.
 * @param given the two parameters by name, the start first
 */
export function between(
  given: Record<string, string | undefined>,
  clock: LocalClock,
  faults: Fault[],
): TimeRange {
  const [start, end] = Object.entries(given).map(([parameter, text]) => {
    if (text === undefined) return undefined;
    const moment = readMoment(text.trim(), clock);
    if (moment === undefined)
      refuse(faults, 'invalid_parameter', parameter, 'Write an RFC 3339 time or a date.');
    return moment;
  });
  if (start !== undefined && end !== undefined && start > end) {
    const [parameter = 'from'] = Object.keys(given);
    refuse(faults, 'reversed_range', parameter, 'The range ends before it starts.');
  }
  return { start, end };
}

/** Adds a fault of a query parameter. */
export function refuse(faults: Fault[], code: Fault['code'], parameter: string, detail: string): void {
  faults.push({ parameter, code, detail });
}
