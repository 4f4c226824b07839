/** The caller's wall clock: an offset from GMT, or an IANA time zone with its summer time. Pure. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Translates between moments (milliseconds since the epoch) and wall times (counted as if the wall showed UTC). */
export interface LocalClock {
  toLocal(moment: number): number;
  /** A wall time that comes twice is the earlier moment; one that is skipped is read with the offset before the skip. */
  toUtc(local: number): number;
}

/** @param minutes what is added to GMT: 330 in India, -300 in New York in winter */
export function fixedClock(minutes: number): LocalClock {
  return {
    toLocal: (moment) => moment + minutes * MINUTE,
    toUtc: (local) => local - minutes * MINUTE,
  };
}

/** The clock of an IANA time zone; undefined when there is no such zone. */
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

/** Milliseconds that the zone is ahead of GMT at `moment`. */
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
