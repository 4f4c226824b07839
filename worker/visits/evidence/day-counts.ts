/** Counts the visits of a day by source, campaign, location and number, within a bound. Pure. */
import { type LocalClock, zoneClock } from '../../core/engine/times/local-clock.ts';
import type { VisitCount } from '../../dni/evidence.ts';

/** Most combinations of a day. Beyond it the rarest campaigns become `other`. */
export const MOST_COMBINATIONS = 2_000;
/** The campaign of the visits whose own campaign was too rare. */
export const OTHER = 'other';

/** What a visit is counted by. */
export type Combination = Omit<VisitCount, 'visits'>;

export class DayCounts {
  #counts = new Map<string, VisitCount>();

  /** Adds visits of a combination. */
  add(combination: Combination, visits = 1): void {
    addTo(this.#counts, { ...combination, visits });
    // Twice the bound, so that a day of many campaigns is not merged at every visit.
    if (this.#counts.size > 2 * MOST_COMBINATIONS) this.#counts = merged(this.#counts);
  }

  /** Returns the counts, at most `MOST_COMBINATIONS`. Their sum is that of all visits. */
  list(): VisitCount[] {
    return [...merged(this.#counts).values()];
  }
}

/** Returns the days of times. Remembers the clock of the last zone, which takes long to make. */
export class DayClock {
  #timeZone = '';
  #clock: LocalClock | undefined;

  /** Returns the day of a time (milliseconds since the epoch) in a zone, for instance `2026-11-23`. */
  dayAt(time: number, timeZone: string): string {
    if (timeZone !== this.#timeZone) {
      this.#clock = zoneClock(timeZone);
      this.#timeZone = timeZone;
    }
    return new Date(this.#clock?.toLocal(time) ?? time).toISOString().slice(0, 10);
  }
}

/** Merges the rarest campaigns, and if that is not enough the rarest combinations, until the bound is kept. */
function merged(counts: ReadonlyMap<string, VisitCount>): Map<string, VisitCount> {
  if (counts.size <= MOST_COMBINATIONS) return new Map(counts);
  return withoutRarest(withoutRareCampaigns(counts));
}

function withoutRareCampaigns(counts: ReadonlyMap<string, VisitCount>): Map<string, VisitCount> {
  const byCampaign = Map.groupBy(counts.values(), ({ campaign }) => campaign);
  byCampaign.delete(null);
  byCampaign.delete(OTHER);
  const sum = (list: readonly VisitCount[]): number => list.reduce((total, { visits }) => total + visits, 0);
  const rarestFirst = [...byCampaign]
    .map(([campaign, list]) => ({ campaign: campaign ?? '', list, visits: sum(list) }))
    .toSorted((a, b) => a.visits - b.visits || (a.campaign < b.campaign ? -1 : 1));
  const left = new Map(counts);
  for (const { list } of rarestFirst) {
    if (left.size <= MOST_COMBINATIONS) break;
    for (const count of list) {
      left.delete(keyOf(count));
      addTo(left, { ...count, campaign: OTHER });
    }
  }
  return left;
}

/** Merges the rarest combinations of each source into one without a location and number. */
function withoutRarest(counts: ReadonlyMap<string, VisitCount>): Map<string, VisitCount> {
  const left = new Map(counts);
  const rarestFirst = [...counts.values()].toSorted((a, b) => a.visits - b.visits);
  for (const count of rarestFirst) {
    if (left.size <= MOST_COMBINATIONS) break;
    left.delete(keyOf(count));
    addTo(left, { ...count, campaign: OTHER, locationId: null, number: null });
  }
  return left;
}

function addTo(counts: Map<string, VisitCount>, added: VisitCount): void {
  const key = keyOf(added);
  const known = counts.get(key);
  counts.set(key, known === undefined ? added : { ...known, visits: known.visits + added.visits });
}

function keyOf({ source, campaign, locationId, number }: Combination): string {
  return JSON.stringify([source, campaign, locationId, number]);
}
