/** Counts of visits by day, which the objects of the months report: the one file that reads and writes their table. */
import type { VisitCount, VisitCounts } from '../../dni/evidence.ts';
import type { AgingData } from '../engine/context/aged-rows.ts';
import { counted, ROWS_AT_A_TIME } from '../engine/context/aged-rows.ts';
import type { Database, Row } from '../engine/storage/database.ts';

/** Counts are kept for 25 months, so that a month can be compared with the same one of two years before. */
export const COUNTS_KEPT_MS = 762 * 24 * 60 * 60_000;

const KEY = 'source, campaign, location_id, number';

interface CountRow extends Row {
  source: string;
  campaign: string;
  location_id: string;
  number: string;
  visits: number;
}

/**
 * Replaces the counts that a month's object has of a day. They are totals, so a repeated report changes nothing. A day may be
 * in two months: months are UTC, days the company's.
 */
export function replaceVisitCounts(database: Database, { month, day, counts }: VisitCounts): void {
  const known = database.all<CountRow>(
    `SELECT ${KEY}, visits FROM visit_counts WHERE day = ? AND month = ?`,
    day,
    month,
  );
  const left = new Map(known.map((row) => [keyOf(row), row]));
  for (const row of counts.map(toRow)) {
    const before = left.get(keyOf(row));
    left.delete(keyOf(row));
    if (before?.visits === row.visits) continue;
    database.run(
      `INSERT INTO visit_counts (day, month, ${KEY}, visits) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET visits = excluded.visits`,
      day,
      month,
      ...columnsOf(row),
      row.visits,
    );
  }
  // Rare campaigns that became `other`.
  for (const row of left.values()) {
    database.run(
      `DELETE FROM visit_counts WHERE day = ? AND month = ? AND (${KEY}) = (?, ?, ?, ?)`,
      day,
      month,
      ...columnsOf(row),
    );
  }
}

/** Returns the counts of a day, most visits first. */
export function visitCountsOf(database: Database, day: string): VisitCount[] {
  return database
    .all<CountRow>(
      `SELECT ${KEY}, sum(visits) AS visits FROM visit_counts WHERE day = ?
       GROUP BY ${KEY} ORDER BY sum(visits) DESC, ${KEY}`,
      day,
    )
    .map(({ source, campaign, location_id: locationId, number, visits }) => ({
      source,
      campaign: campaign || null,
      locationId: locationId || null,
      number: number || null,
      visits,
    }));
}

/** Counts of days that ended 25 months ago are deleted. */
export const agingVisitCounts: AgingData = {
  keptMs: () => COUNTS_KEPT_MS,
  oldestTime: (database) => {
    const { day } = database.one<{ day: string | null }>('SELECT min(day) AS day FROM visit_counts');
    return day === null ? undefined : Date.parse(day);
  },
  remove: counted((database, until) =>
    database.run(
      `DELETE FROM visit_counts WHERE (day, month, ${KEY}) IN
         (SELECT day, month, ${KEY} FROM visit_counts WHERE day < ? ORDER BY day LIMIT ${ROWS_AT_A_TIME})`,
      new Date(until).toISOString().slice(0, 10),
    ),
  ),
};

function toRow({ source, campaign, locationId, number, visits }: VisitCount): CountRow {
  return { source, campaign: campaign ?? '', location_id: locationId ?? '', number: number ?? '', visits };
}

function columnsOf({ source, campaign, location_id: locationId, number }: CountRow): string[] {
  return [source, campaign, locationId, number];
}

function keyOf(row: CountRow): string {
  return JSON.stringify(columnsOf(row));
}
