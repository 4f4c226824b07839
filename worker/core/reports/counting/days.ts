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

/** Most stretches that are remembered: more only come of single days far apart, such as mistaken times. */
const MOST_STRETCHES = 500;

/** Converts times to local times faster than a clock does, by remembering when the offset changes. */
export class LocalTimes {
  readonly #clock: LocalClock;
  #stretches: readonly Stretch[] = [];
  #current: Stretch = { from: 0, until: 0, offset: 0 };

  constructor(clock: LocalClock) {
    this.#clock = clock;
  }

  /** Returns the local time of a time; both in seconds. */
  local(time: number): number {
    const current = this.#current;
    if (time >= current.from && time < current.until) return time + current.offset;
    this.#current = this.#stretchAt(time) ?? this.#measured(time);
    return time + this.#current.offset;
  }

  /** Returns the second at which a local day begins. */
  startOf(day: number): number {
    return Math.floor(this.#clock.toUtc(day * DAY * 1000) / 1000);
  }

  #stretchAt(time: number): Stretch | undefined {
    return this.#stretches.find(({ from, until }) => time >= from && time < until);
  }

  /** Measures the day (UTC) of a time, in which the offset changes at most once. */
  #measured(time: number): Stretch {
    const day = Math.floor(time / DAY) * DAY;
    const end = day + DAY;
    const [first, last] = [this.#offset(day), this.#offset(end)];
    if (first === last) return this.#kept({ from: day, until: end, offset: first });
    let change = day;
    while (this.#offset(change) === first) change += QUARTER;
    const before = this.#kept({ from: day, until: change, offset: first });
    const after = this.#kept({ from: change, until: end, offset: last });
    return time < change ? before : after;
  }

  /** Remembers a stretch as one with its neighbours of the same offset. */
  #kept(stretch: Stretch): Stretch {
    let { from, until } = stretch;
    const others = this.#stretches.filter((other) => {
      const isSame = other.offset === stretch.offset && (other.until === from || other.from === until);
      if (isSame) [from, until] = [Math.min(from, other.from), Math.max(until, other.until)];
      return !isSame;
    });
    const whole = { ...stretch, from, until };
    this.#stretches = [...(others.length < MOST_STRETCHES ? others : []), whole];
    return whole;
  }

  #offset(time: number): number {
    return Math.round(this.#clock.toLocal(time * 1000) / 1000) - time;
  }
}
