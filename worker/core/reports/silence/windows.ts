/** Makes the hours of a window from what is known: the days of `heard_hours`, the company's zone, its holidays. Pure. */
import type { SpecialDay } from '../../../dni/pure/opening-times.ts';
import type { HeardDay } from '../../company/heard/heard-hours.ts';
import type { LocalClock } from '../../engine/times/local-clock.ts';
import { type DayKind, dayKindOf } from './rhythm/holidays.ts';
import { type KindOfSilence, KINDS_OF_SILENCE, partOn } from './rhythm/kinds.ts';
import { type Hours, WINDOW_HOURS } from './rhythm/rhythm.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_HOURS = 7 * 24;
/** The hours of a window and the current one. */
const LENGTH = WINDOW_HOURS + 1;

/** Where the days of a company begin, and what they are. */
interface Calendar {
  clock: Pick<LocalClock, 'toLocal'>;
  /** ISO 3166-1 alpha-2. */
  region: string;
  specialDays: readonly SpecialDay[];
}

/** The hours until now of all that may be silent. */
export class Windows {
  /** The first hour, in milliseconds since the epoch. */
  readonly start: number;
  readonly #slots = new Uint8Array(LENGTH);
  readonly #factors: Readonly<Record<KindOfSilence, Float64Array>>;

  /** @param now milliseconds since the epoch */
  constructor(now: number, { clock, region, specialDays }: Calendar) {
    this.start = now - (now % HOUR_MS) - WINDOW_HOURS * HOUR_MS;
    const closed = new Set(specialDays.filter((day) => day.closed === true).map(({ date }) => date));
    const kinds = new Map<number, DayKind>();
    this.#factors = {
      script: new Float64Array(LENGTH),
      calls: new Float64Array(LENGTH),
      number: new Float64Array(LENGTH),
      forms: new Float64Array(LENGTH),
    };
    let ahead = 0;
    for (let index = 0; index < LENGTH; index += 1) {
      const hour = this.start + index * HOUR_MS;
      // The clock of a zone takes long, and changes twice a year.
      if (index % 24 === 0) ahead = clock.toLocal(hour) - hour;
      const local = hour + ahead;
      const day = local - (local % DAY_MS);
      const kind = kinds.get(day) ?? kindOf(day, region, closed);
      kinds.set(day, kind);
      this.#slots[index] = Math.floor(local / HOUR_MS) % WEEK_HOURS;
      for (const each of KINDS_OF_SILENCE) this.#factors[each][index] = partOn(each, kind);
    }
  }

  /** Returns the hours in which something was heard on some days. */
  of(kind: KindOfSilence, days: readonly HeardDay[]): Hours {
    const heard = new Uint8Array(LENGTH);
    for (const { day, hours } of days) {
      const first = Math.floor((day - this.start) / HOUR_MS);
      for (let hour = 0; hour < 24; hour += 1) {
        const index = first + hour;
        if ((hours & (1 << hour)) !== 0 && index >= 0 && index < LENGTH) heard[index] = 1;
      }
    }
    return { heard, slots: this.#slots, factors: this.#factors[kind] };
  }

  /** Returns when an hour of the window ends, in milliseconds since the epoch. */
  endOf(index: number): number {
    return this.start + (index + 1) * HOUR_MS;
  }
}

function kindOf(day: number, region: string, closed: ReadonlySet<string>): DayKind {
  return closed.has(new Date(day).toISOString().slice(0, 10)) ? 'holiday' : dayKindOf(region, day);
}
