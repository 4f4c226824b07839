/** Counts of visits and taps by day, which the objects of the months report: the one file that reads and writes their tables. */
import type { TapCount, VisitCount, VisitCounts } from '../../../dni/evidence.ts';
import type { AgingData } from '../../engine/context/aged-rows.ts';
import { counted, ROWS_AT_A_TIME } from '../../engine/context/aged-rows.ts';
import type { Database, Row } from '../../engine/storage/database.ts';

/** Counts are kept for 25 months, so that a month can be compared with the same one of two years before. */
export const COUNTS_KEPT_MS = 762 * 24 * 60 * 60_000;

/** A table of counts by day and month. */
interface CountTable {
  name: string;
  /** Its other key columns. */
  key: readonly string[];
  /** The column of the count. */
  count: string;
}

const VISITS: CountTable = {
  name: 'visit_counts',
  key: ['source', 'campaign', 'location_id', 'number'],
  count: 'visits',
};
const TAPS: CountTable = {
  name: 'tap_counts',
  key: ['hour', 'source', 'campaign', 'landing_page', 'location_id', 'number'],
  count: 'taps',
};

interface VisitRow extends Row {
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
export function replaceVisitCounts(database: Database, { month, day, counts, taps }: VisitCounts): void {
  replaceCounts(database, VISITS, { month, day, rows: counts.map(toVisitRow) });
  replaceCounts(database, TAPS, { month, day, rows: taps.map(toTapRow) });
}

/** Returns the counts of visits of a day, most visits first. */
export function visitCountsOf(database: Database, day: string): VisitCount[] {
  const key = VISITS.key.join(', ');
  return database
    .all<VisitRow>(
      `SELECT ${key}, sum(visits) AS visits FROM visit_counts WHERE day = ?
       GROUP BY ${key} ORDER BY sum(visits) DESC, ${key}`,
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
export const agingVisitCounts: readonly AgingData[] = [VISITS, TAPS].map(agingCounts);

function agingCounts({ name, key }: CountTable): AgingData {
  const all = ['day', 'month', ...key].join(', ');
  return {
    keptMs: () => COUNTS_KEPT_MS,
    oldestTime: (database) => {
      const { day } = database.one<{ day: string | null }>(`SELECT min(day) AS day FROM ${name}`);
      return day === null ? undefined : Date.parse(day);
    },
    remove: counted((database, until) =>
      database.run(
        `DELETE FROM ${name} WHERE (${all}) IN
           (SELECT ${all} FROM ${name} WHERE day < ? ORDER BY day LIMIT ${ROWS_AT_A_TIME})`,
        new Date(until).toISOString().slice(0, 10),
      ),
    ),
  };
}

/** Writes the rows that changed, and deletes those that are no longer reported, as rare campaigns that became `other`. */
function replaceCounts(
  database: Database,
  { name, key, count }: CountTable,
  { month, day, rows }: { month: string; day: string; rows: readonly Row[] },
): void {
  const columns = key.join(', ');
  const marks = key.map(() => '?').join(', ');
  const valuesOf = (row: Row): (string | number)[] => key.map((column) => row[column] as string | number);
  const keyOf = (row: Row): string => JSON.stringify(valuesOf(row));
  const known = database.all(
    `SELECT ${columns}, ${count} FROM ${name} WHERE day = ? AND month = ?`,
    day,
    month,
  );
  const left = new Map(known.map((row) => [keyOf(row), row]));
  for (const row of rows) {
    const before = left.get(keyOf(row));
    left.delete(keyOf(row));
    if (before?.[count] === row[count]) continue;
    database.run(
      `INSERT INTO ${name} (day, month, ${columns}, ${count}) VALUES (?, ?, ${marks}, ?)
       ON CONFLICT DO UPDATE SET ${count} = excluded.${count}`,
      day,
      month,
      ...valuesOf(row),
      Number(row[count]),
    );
  }
  for (const row of left.values()) {
    database.run(
      `DELETE FROM ${name} WHERE day = ? AND month = ? AND (${columns}) = (${marks})`,
      day,
      month,
      ...valuesOf(row),
    );
  }
}

function toVisitRow({ source, campaign, locationId, number, visits }: VisitCount): Row {
  return { source, campaign: campaign ?? '', location_id: locationId ?? '', number: number ?? '', visits };
}

function toTapRow({ hour, source, landingPage, taps, ...rest }: TapCount): Row {
  const { visits: _, ...shared } = toVisitRow({ ...rest, source: source ?? '', visits: 0 });
  return { ...shared, hour, landing_page: landingPage ?? '', taps };
}
