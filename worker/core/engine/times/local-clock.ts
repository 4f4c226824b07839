/** The caller's local time: an offset from UTC, or an IANA time zone with its daylight saving time. Pure. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Converts between moments (milliseconds since the epoch) and local times (counted as if they were UTC). */
export interface LocalClock {
  toLocal(moment: number): number;
  /**
   * Returns the moment of a local time: the earlier one if the local time occurs twice. A skipped local time is read with the
   * offset before the skip.
   */
  toUtc(local: number): number;
}

/**
 * Returns a clock with a fixed offset.
 * @param minutes the offset from UTC: 330 in India, -300 in New York in winter
 */
export function fixedClock(minutes: number): LocalClock {
  return {
    toLocal: (moment) => moment + minutes * MINUTE,
    toUtc: (local) => local - minutes * MINUTE,
  };
}

/** Returns the clock of an IANA time zone; undefined if the zone is unknown. */
export function zoneClock(timeZone: string): LocalClock | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
    });
  } catch {
    return undefined;
  }
  const toLocal = (moment: number): number => moment + offsetAt(format, moment);
  return {
    toLocal,
    toUtc: (local) => {
      const before = local - offsetAt(format, local - DAY);
      const after = local - offsetAt(format, local + DAY);
      const exact = [before, after].filter((moment) => toLocal(moment) === local);
      return exact.length > 0 ? Math.min(...exact) : before;
    },
  };
}

/** Returns how many milliseconds the zone is ahead of UTC at `moment`. */
function offsetAt(format: Intl.DateTimeFormat, moment: number): number {
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const year = parts['era'] === 'BC' ? 1 - Number(parts['year']) : Number(parts['year']);
  const wall = Date.UTC(
    year,
    Number(parts['month']) - 1,
    Number(parts['day']),
    Number(parts['hour']),
    Number(parts['minute']),
    Number(parts['second']),
  );
  return wall - Math.floor(moment / 1000) * 1000;
}
