/**
 * Tells whether fewer visits explain a silence: nobody calls a number that nobody is shown, as when a campaign has ended, and nobody
 * sends a form on a site that nobody visits. Then there is no fault, or it is that of the script, which is told by itself.
 */
import type { Database, Row } from '../../engine/storage/database.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The days before a silence that are compared with those in it. */
const COMPARED_DAYS = 28;
/** Fewer visits a day say nothing: the number stands on paper, or visits are not counted. */
const LEAST_VISITS = 1;

interface DayRow extends Row {
  day: string;
  number: string;
  visits: number;
}

/** The visits by day, of a number and of all. They are read when they are first asked for. */
export class ShownVisits {
  readonly #database: Database;
  readonly #now: number;
  readonly #from: number;
  #days: Map<string, Map<string, number>> | undefined;

  /** @param now the local time @param from the first local time that is asked for */
  constructor(database: Database, { now, from }: { now: number; from: number }) {
    this.#database = database;
    this.#now = now;
    this.#from = from;
  }

  /**
   * Returns what part of the usual visits came after a time, at most 1.
   * @param last the local time of what was heard last
   * @param number that the visits were shown, E.164; undefined for all visits
   */
  after(last: number, number?: string): number {
    const begin = startOf(last);
    const days = this.#of(number ?? '');
    const sum = (from: number, until: number): number => {
      let visits = 0;
      for (let day = from; day < until; day += DAY_MS) visits += days.get(dateOf(day)) ?? 0;
      return visits;
    };
    const usual = sum(begin - COMPARED_DAYS * DAY_MS, begin) / COMPARED_DAYS;
    if (usual < LEAST_VISITS) return 1;
    // The first day counts as a whole, also what was before the silence. The latest is looked at by itself too: the weekend before may
    // have had visits and usually has no calls.
    const parts = [begin, Math.max(begin, startOf(this.#now - DAY_MS / 2))].map(
      (from) => (sum(from, this.#now) + 1) / ((usual * (this.#now - from)) / DAY_MS + 1),
    );
    return Math.min(1, ...parts);
  }

  #of(number: string): ReadonlyMap<string, number> {
    this.#days ??= this.#read();
    return this.#days.get(number) ?? new Map();
  }

  /** Returns the visits by number and day; those of all numbers under ''. */
  #read(): Map<string, Map<string, number>> {
    const found = new Map<string, Map<string, number>>();
    const rows = this.#database.all<DayRow>(
      'SELECT day, number, sum(visits) AS visits FROM visit_counts WHERE day >= ? GROUP BY day, number',
      dateOf(this.#from - COMPARED_DAYS * DAY_MS),
    );
    for (const { day, number, visits } of rows) {
      for (const key of number === '' ? [''] : ['', number]) {
        const days = found.get(key) ?? new Map<string, number>();
        found.set(key, days.set(day, (days.get(day) ?? 0) + visits));
      }
    }
    return found;
  }
}

function startOf(time: number): number {
  return time - (time % DAY_MS);
}

function dateOf(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}
