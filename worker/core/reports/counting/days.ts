/** Days and hours in the company's zone, for many times in a row. Pure. */
import type { LocalClock } from '../../engine/times/local-clock.ts';

const DAY = 86_400;
/** No zone changes its offset within less. */
const QUARTER = 900;

/** Returns the number of a local day since 1970-01-01. @param day for instance `2026-11-23` */
export function dayNumber(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / (DAY * 1000));
}

/** Writes the number of a day. */
export function writeDay(day: number): string {
  return new Date(day * DAY * 1000).toISOString().slice(0, 10);
}

/** A stretch of time without a change of the offset; seconds since the epoch. */
interface Stretch {
  from: number;
  until: number;
  offset: number;
}

/** Converts times to local times faster than a clock does, by remembering when the offset changes. */
export class LocalTimes {
  readonly #clock: LocalClock;
  readonly #stretches: Stretch[] = [];
  #current: Stretch = { from: 0, until: 0, offset: 0 };

  constructor(clock: LocalClock) {
    this.#clock = clock;
  }

  /** Returns the local time of a time; both in seconds. */
  local(time: number): number {
    const current = this.#current;
    if (time >= current.from && time < current.until) return time + current.offset;
    const found = this.#stretches.find(({ from, until }) => time >= from && time < until);
    this.#current = found ?? this.#measured(time);
    return time + this.#current.offset;
  }

  /** Returns the second at which a local day begins. */
  startOf(day: number): number {
    return Math.floor(this.#clock.toUtc(day * DAY * 1000) / 1000);
  }

  /** Finds the day (UTC) of a time, or the part of it that has one offset. */
  #measured(time: number): Stretch {
    const day = Math.floor(time / DAY) * DAY;
    const [first, last] = [this.#offset(day), this.#offset(day + DAY)];
    const former = this.#stretches.find(({ until, offset }) => until === day && offset === first);
    if (first === last) {
      if (former !== undefined) {
        former.until = day + DAY;
        return former;
      }
      return this.#kept({ from: day, until: day + DAY, offset: first });
    }
    let change = day;
    while (this.#offset(change) === first) change += QUARTER;
    const before = this.#kept({ from: day, until: change, offset: first });
    const after = this.#kept({ from: change, until: day + DAY, offset: last });
    return time < change ? before : after;
  }

  #kept(stretch: Stretch): Stretch {
    this.#stretches.push(stretch);
    return stretch;
  }

  #offset(time: number): number {
    return Math.round(this.#clock.toLocal(time * 1000) / 1000) - time;
  }
}
