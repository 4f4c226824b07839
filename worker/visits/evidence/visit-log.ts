/** The visits of a month: with `visit-numbers.ts` the only file that reads and writes their table. */
import type { LRUCache } from 'lru-cache';
import { lruCache } from '../../shared/lru-cache.ts';
import type { Database, Row } from '../../core/engine/storage/database.ts';
import type {
  AdConsent,
  Evidence,
  EvidenceQuestion,
  KeptVisit,
  ReportedVisit,
  VisitIds,
} from '../../dni/evidence.ts';
import { mergedIds } from '../visit-ids.ts';
import { DayCounts, type TapCombination } from './day-counts.ts';
import { lastRow, numberAt } from './row-numbers.ts';
import { addNumbers, MAX_NUMBERS } from './visit-numbers.ts';

/** Most visits of a month. Later ones are not counted. */
const MAX_VISITS = 10_000_000;
/** Most visits of a month that can be found. Later ones are only counted. */
const MAX_TOUCHES = 1_000_000;
/** Most visits of an answer. */
const MAX_FOUND = 50;
/** Most of the latest visits that a search reads. */
const MAX_SEARCHED = 20_000;
/** Ids by which a repeated report is recognized, and for how long. */
const MAX_RECENT = 50_000;
const RECENT_MS = 24 * 60 * 60_000;
/** A visit that is seen again is written at most once in this time. */
const SEEN_STEP_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** How far the beginning of a day is from that of the day in UTC, with a margin for a company that changes its zone. */
const ZONES_MS = 2 * DAY_MS;

const COMBINATION = 'source, campaign, location_id, number';

interface VisitRow extends Row {
  visit_number: number;
  visit_id: string;
  time: number;
  seen_time: number;
  touch: string;
}

interface CountRow extends Row {
  source: string;
  campaign: string;
  location_id: string;
  number: string;
  visits: number;
}

/** The visits of a month. Times only rise, also when the clock steps back. */
export class VisitLog {
  readonly #database: Database;
  readonly #days = new Map<string, DayCounts>();
  #recent: LRUCache<string, number> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Keeps a visit, and counts it if it is new. A repeated report changes the time when it was seen, and adds numbers that the visit
   * was not shown before: another lease, or the overflow number.
   * @param dayAt returns the day of a time in the company's zone
   * @returns the day whose counts have changed; undefined if none has
   */
  keepVisit(visit: ReportedVisit, now: number, dayAt: (time: number) => string): string | undefined {
    const recent = this.#recentAt(now);
    const known = recent.get(visit.visitId);
    const last = lastRow(this.#database, 'visits');
    const time = Math.max(now, last.time);
    if (known !== undefined) {
      this.#database.run(
        'UPDATE visits SET seen_time = ?1 WHERE visit_number = ?2 AND seen_time < ?1 - ?3',
        time,
        known,
        SEEN_STEP_MS,
      );
      addNumbers(this.#database, known, visit);
      const { ad_user_data: data, ad_personalization: personal, ids } = visit.touch;
      const consent = { ad_user_data: data ?? 'denied', ad_personalization: personal ?? 'denied' } as const;
      if (visit.isStored) this.noteConsent(known, consent, ids ?? null);
      return undefined;
    }
    const visitNumber = last.number + 1;
    if (visitNumber > MAX_VISITS) return undefined;
    const day = visit.isCounted ? null : dayAt(time);
    // Loaded before the visit is written, which is then added once.
    const counts = day === null ? undefined : this.#countsOf(day);
    this.#insert(visitNumber, { visit, time, day });
    recent.set(visit.visitId, visitNumber);
    counts?.add(combinationOf(visit));
    return day ?? undefined;
  }

  #insert(
    visitNumber: number,
    { visit, time, day }: { visit: ReportedVisit; time: number; day: string | null },
  ): void {
    const { source, campaign, locationId, number } = combinationOf(visit);
    const hasTouch = visit.isStored && visitNumber <= MAX_TOUCHES;
    const others = visit.numbers.some((each) => each !== number);
    this.#database.run(
      `INSERT INTO visits (visit_number, time, seen_time, day, visit_id, ${COMBINATION}, numbers, touch)
       VALUES (?1, ?2, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)`,
      visitNumber,
      time,
      day,
      visit.visitId,
      source,
      campaign ?? '',
      locationId ?? '',
      number ?? '',
      others && hasTouch ? JSON.stringify(visit.numbers.slice(0, MAX_NUMBERS)) : null,
      hasTouch ? JSON.stringify(visit.touch) : null,
    );
  }

  /**
   * Saves the consent of a later report, and its ids. A visit that ads may not use has none. Writes nothing if that is known, or the
   * visit was erased.
   */
  noteConsent(visitNumber: number, consent: AdConsent, ids: VisitIds | null): void {
    const touch = this.#touchOf(visitNumber);
    if (touch === undefined) return;
    const isAllowed = consent.ad_user_data === 'granted';
    const before = touch.ids ?? null;
    const after = isAllowed ? ((ids && mergedIds(before, ids)) ?? before) : null;
    const { ad_user_data: data = 'denied', ad_personalization: personal = 'denied' } = touch;
    const isSame = data === consent.ad_user_data && personal === consent.ad_personalization;
    if (isSame && after === before) return;
    this.#setTouch(visitNumber, { ...touch, ...consent, ids: after });
  }

  #touchOf(visitNumber: number): KeptVisit['touch'] | undefined {
    const row = this.#database.maybe<{ touch: string }>(
      'SELECT touch FROM visits WHERE visit_number = ? AND touch IS NOT NULL',
      visitNumber,
    );
    return row && (JSON.parse(row.touch) as KeptVisit['touch']);
  }

  #setTouch(visitNumber: number, touch: KeptVisit['touch']): void {
    this.#database.run(
      'UPDATE visits SET touch = ? WHERE visit_number = ?',
      JSON.stringify(touch),
      visitNumber,
    );
  }

  /** Returns the row of a visit that was reported in the last day; undefined if this month has none. */
  rowOf(visitId: string, now: number): number | undefined {
    return this.#recentAt(now).get(visitId);
  }

  /** Returns what the taps of a visit are counted by. @param visitNumber undefined if this month does not have it */
  tapped(
    visitNumber: number | undefined,
  ): Pick<TapCombination, 'source' | 'campaign' | 'landingPage' | 'locationId'> {
    const row = this.#database.maybe<CountRow & { landing_page: string | null }>(
      `SELECT ${COMBINATION}, touch ->> '$.landing_page' AS landing_page FROM visits WHERE visit_number = ?`,
      visitNumber ?? 0,
    );
    return {
      source: row?.source ?? null,
      campaign: row?.campaign || null,
      landingPage: row?.landing_page ?? null,
      locationId: row?.location_id || null,
    };
  }

  /**
   * Finds the visits that were shown a number, the latest first.
   * @param tapped the rows of further visits
   */
  find(
    { number, visitsFrom, until }: EvidenceQuestion,
    tapped: readonly number[],
  ): Pick<Evidence, 'visits' | 'visitCount'> {
    const to = numberAt(this.#database, 'visits', until);
    const from = Math.max(numberAt(this.#database, 'visits', visitsFrom - 1), to - MAX_SEARCHED);
    const shown = `FROM visits WHERE visit_number > ?1 AND visit_number <= ?2 AND touch IS NOT NULL
      AND (number = ?3 OR instr(numbers, '"' || ?3 || '"') > 0)`;
    const visits = this.#database.all<VisitRow>(
      `SELECT * ${shown} ORDER BY visit_number DESC LIMIT ${MAX_FOUND}`,
      from,
      to,
      number,
    );
    const { count: visitCount } = this.#database.one<{ count: number }>(
      `SELECT count(*) AS count ${shown}`,
      from,
      to,
      number,
    );
    const known = new Set(visits.map(({ visit_number: visitNumber }) => visitNumber));
    const others = this.#database.all<VisitRow>(
      'SELECT * FROM visits WHERE visit_number IN (SELECT value FROM json_each(?)) AND touch IS NOT NULL',
      JSON.stringify(tapped.filter((visitNumber) => !known.has(visitNumber))),
    );
    return { visits: [...visits, ...others].map(toVisit), visitCount };
  }

  /** Finds visits by their ids among the latest of the month. */
  byIds(visitIds: readonly string[]): KeptVisit[] {
    const rows = this.#database.all<VisitRow>(
      `SELECT * FROM visits WHERE visit_number > ? AND touch IS NOT NULL
         AND visit_id IN (SELECT value FROM json_each(?)) LIMIT ${MAX_FOUND}`,
      lastRow(this.#database, 'visits').number - MAX_SEARCHED,
      JSON.stringify(visitIds),
    );
    return rows.map(toVisit);
  }

  /** Deletes visits of a person. What remains is a count without an id. */
  erase(visitIds: readonly string[]): void {
    this.#database.run(
      `UPDATE visits SET visit_id = NULL, numbers = NULL, touch = NULL
       WHERE visit_id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(visitIds),
    );
  }

  /** Returns the number of the last visit. */
  lastVisit(): number {
    return lastRow(this.#database, 'visits').number;
  }

  /** Returns the days that later visits than this one are counted on. */
  daysAfter(visitNumber: number): string[] {
    const rows = this.#database.all<{ day: string }>(
      'SELECT DISTINCT day FROM visits WHERE visit_number > ? AND day IS NOT NULL',
      visitNumber,
    );
    return rows.map(({ day }) => day);
  }

  /** Returns the counts of a day. */
  countsOf(day: string): ReturnType<DayCounts['list']> {
    return this.#countsOf(day).list();
  }

  /** Forgets the counts in memory, except for those of the last day. */
  forgetFormerDays(): void {
    const last = [...this.#days.keys()].toSorted().at(-1);
    for (const day of this.#days.keys()) if (day !== last) this.#days.delete(day);
  }

  #countsOf(day: string): DayCounts {
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    const counts = new DayCounts();
    const rows = this.#database.all<CountRow>(
      `SELECT ${COMBINATION}, count(*) AS visits FROM visits
       WHERE visit_number > ? AND day = ? GROUP BY ${COMBINATION}`,
      numberAt(this.#database, 'visits', Date.parse(day) - ZONES_MS),
      day,
    );
    for (const { source, campaign, location_id: locationId, number, visits } of rows) {
      const combination = {
        source,
        campaign: campaign || null,
        locationId: locationId || null,
        number: number || null,
      };
      counts.add(combination, visits);
    }
    this.#days.set(day, counts);
    return counts;
  }

  /** The rows of recent ids, read once after a start of the object. */
  #recentAt(now: number): LRUCache<string, number> {
    if (this.#recent !== undefined) return this.#recent;
    this.#recent = lruCache(MAX_RECENT);
    const rows = this.#database.all<{ visit_id: string; visit_number: number }>(
      `SELECT visit_id, visit_number FROM visits
       WHERE visit_number > ? AND visit_id IS NOT NULL ORDER BY visit_number`,
      Math.max(
        numberAt(this.#database, 'visits', now - RECENT_MS),
        lastRow(this.#database, 'visits').number - MAX_RECENT,
      ),
    );
    for (const row of rows) this.#recent.set(row.visit_id, row.visit_number);
    return this.#recent;
  }
}

function combinationOf({ touch, locationId, number }: ReportedVisit): Parameters<DayCounts['add']>[0] {
  return { source: touch.source, campaign: touch.campaign, locationId, number };
}

function toVisit(row: VisitRow): KeptVisit {
  return {
    visitId: row.visit_id,
    begunTime: row.time,
    seenTime: row.seen_time,
    touch: JSON.parse(row.touch) as KeptVisit['touch'],
  };
}
