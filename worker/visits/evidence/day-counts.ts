/** Counts the visits and the taps of a day by what they have in common, within a bound. Pure. */
import { type LocalClock, zoneClock } from '../../core/engine/times/local-clock.ts';
import type { TapCount, VisitCount } from '../../dni/evidence.ts';
import { CombinationCounts, OTHER } from './combination-counts.ts';

/** What a visit is counted by. */
export type Combination = Omit<VisitCount, 'visits'>;
/** What a tap is counted by. */
export type TapCombination = Omit<TapCount, 'taps'>;

export class DayCounts {
  readonly #counts = new CombinationCounts<Combination>({
    texts: ['campaign'],
    rest: { campaign: OTHER, locationId: null, number: null },
  });

  /** Adds visits of a combination. */
  add({ source, campaign, locationId, number }: Combination, visits = 1): void {
    this.#counts.add({ source, campaign, locationId, number }, visits);
  }

  /** Returns the counts. Beyond the bound, the rarest campaigns are `other`. */
  list(): VisitCount[] {
    return this.#counts.list().map(({ of, count: visits }) => ({ ...of, visits }));
  }
}

/** Returns the counts of a day's taps. Beyond the bound, the rarest landing pages, then campaigns, are `other`. */
export function countTaps(taps: readonly { of: TapCombination; count: number }[]): TapCount[] {
  const counts = new CombinationCounts<TapCombination>({
    texts: ['landingPage', 'campaign'],
    rest: { campaign: OTHER, landingPage: OTHER, locationId: null, number: null },
  });
  for (const { of, count } of taps) counts.add(of, count);
  return counts.list().map(({ of, count }) => ({ ...of, taps: count }));
}

/** Returns the days and hours of times. Remembers the clock of the last zone, which takes long to make. */
export class DayClock {
  #timeZone = '';
  #clock: LocalClock | undefined;

  /** Returns the day of a time (milliseconds since the epoch) in a zone, for instance `2026-11-23`. */
  dayAt(time: number, timeZone: string): string {
    return this.#localAt(time, timeZone).slice(0, 10);
  }

  /** Returns the hour of the day, 0 to 23. */
  hourAt(time: number, timeZone: string): number {
    return Number(this.#localAt(time, timeZone).slice(11, 13));
  }

  #localAt(time: number, timeZone: string): string {
    if (timeZone !== this.#timeZone) {
      this.#clock = zoneClock(timeZone);
      this.#timeZone = timeZone;
    }
    return new Date(this.#clock?.toLocal(time) ?? time).toISOString();
  }
}
