/** Which locations are open at a moment. Pure but for the memory of the last minute that was asked about. */
import { type OpeningLine, type OpeningTimes, WallClock } from '../../../dni/pure/opening-times.ts';

const MINUTE_MS = 60_000;

/** What of a location says when it is open. */
export interface Opening {
  location: { hours: readonly OpeningLine[]; timezone: string };
  openingTimes: OpeningTimes;
}

/**
 * A choice asks about every location of a company, and the next choice mostly about the same minute: within it each is
 * worked out once, and the wall clock of each time zone is read once.
 */
export class OpenLocations {
  readonly #clocks = new Map<string, WallClock>();
  #minute = Number.NaN;
  /** The minute of the week in each time zone. */
  readonly #minutes = new Map<string, number>();
  readonly #known = new Map<Opening, boolean>();

  /** By its own hours and time zone; a location that states no hours counts as open. @param now milliseconds since the epoch */
  isOpen(item: Opening, now: number): boolean {
    if (item.location.hours.length === 0) return true;
    // No time zone changes its clock within a minute.
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#minutes.clear();
      this.#known.clear();
    }
    const known = this.#known.get(item);
    if (known !== undefined) return known;
    const isOpen = item.openingTimes.isOpenAt(this.#minuteIn(item.location.timezone, now));
    this.#known.set(item, isOpen);
    return isOpen;
  }

  #minuteIn(timezone: string, now: number): number {
    const known = this.#minutes.get(timezone);
    if (known !== undefined) return known;
    const clock = this.#clocks.get(timezone) ?? new WallClock(timezone);
    this.#clocks.set(timezone, clock);
    const minute = clock.minuteOfWeek(now);
    this.#minutes.set(timezone, minute);
    return minute;
  }
}
