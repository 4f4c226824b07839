/** Decides which locations are open. Pure except for a cache of the last minute. */
import { type LocalTime, type OpeningTimes, WallClock } from '../../../dni/pure/opening-times.ts';

const MINUTE_MS = 60_000;

/** The opening hours of a location. */
export interface Opening {
  timezone: string;
  openingTimes: OpeningTimes;
}

/**
 * Caches results for a minute: a choice checks all locations of a company, and the next choice is mostly in the same minute. The
 * local time of each time zone is read once.
 */
export class OpenLocations {
  readonly #clocks = new Map<string, WallClock>();
  #minute = Number.NaN;
  /** The local time in each time zone. */
  readonly #times = new Map<string, LocalTime>();
  readonly #known = new Map<Opening, boolean>();

  /** Tells whether a location is open; one without hours counts as open, except on special days. @param now milliseconds since the epoch */
  isOpen(item: Opening, now: number): boolean {
    if (item.openingTimes.isUnknown) return true;
    // No time zone changes its clock within a minute.
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#times.clear();
      this.#known.clear();
    }
    const known = this.#known.get(item);
    if (known !== undefined) return known;
    const isOpen = item.openingTimes.isOpenAt(this.#timeIn(item.timezone, now));
    this.#known.set(item, isOpen);
    return isOpen;
  }

  #timeIn(timezone: string, now: number): LocalTime {
    const known = this.#times.get(timezone);
    if (known !== undefined) return known;
    const clock = this.#clocks.get(timezone) ?? new WallClock(timezone);
    this.#clocks.set(timezone, clock);
    const time = clock.read(now);
    this.#times.set(timezone, time);
    return time;
  }
}
