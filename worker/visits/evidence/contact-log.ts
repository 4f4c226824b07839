/** The taps and leases of a month: the only file that reads and writes their tables. */
import type { Database, Row } from '../../core/engine/storage/database.ts';
import type {
  EvidenceQuestion,
  KeptLease,
  KeptTap,
  LeasedCall,
  ReportedTap,
  TapCount,
} from '../../dni/evidence.ts';
import type { LeaseBefore } from '../../dni/pure/pool-leaks.ts';
import { countTaps, type TapCombination } from './day-counts.ts';
import { lastRow, numberAt } from './row-numbers.ts';

const MAX_TAPS = 250_000;
/** How far the beginning of a day is from that of the day in UTC, with a margin for a company that changes its zone. */
const ZONES_MS = 2 * 24 * 60 * 60_000;
/** Most taps and most leases of an answer. */
const MAX_FOUND = 50;
/** Earlier taps of a visit or network that are compared with a tap: at most so many, among the latest of all, and how old. */
const MAX_EARLIER = 20;
const MAX_COMPARED = 2_000;
const NETWORK_MS = 24 * 60 * 60_000;
/** Taps of a visit in quick succession are one. */
const SAME_TAP_MS = 10_000;

interface TapRow extends Row {
  tap_number: number;
  time: number;
  number: string;
  target: string;
  visit_id: string | null;
  visit_number: number | null;
  page: string | null;
  network: string | null;
}

/** The visit of a tap, if this month has it, and what the tap is counted by. */
export interface TapContext {
  now: number;
  /** The keyed hash of the sender's network. */
  network: string;
  visitNumber: number | undefined;
  visit: Pick<TapCombination, 'source' | 'campaign' | 'landingPage' | 'locationId'>;
  /** Returns the day and the hour of a time in the company's zone. */
  localAt: (time: number) => { day: string; hour: number };
}

interface LeaseRow extends Row {
  number: string;
  from_time: number;
  until_time: number;
  visit_id: string | null;
}

/** Keeps a tap, and counts it. @returns whether there was room */
export function keepTap(
  database: Database,
  { number, target, visitId, page }: ReportedTap,
  { now, network, visitNumber, visit, localAt }: TapContext,
): boolean {
  const last = lastRow(database, 'taps');
  if (last.number >= MAX_TAPS) return false;
  const time = Math.max(now, last.time);
  const { day, hour } = localAt(time);
  const { source, campaign, landingPage, locationId } = visit;
  const counted: TapCombination = { hour, source, campaign, landingPage, locationId, number };
  database.run(
    `INSERT INTO taps (tap_number, time, number, target, visit_id, visit_number, page, day, counted, network)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    last.number + 1,
    time,
    number,
    target,
    visitId,
    visitNumber ?? null,
    page,
    day,
    JSON.stringify(counted),
    network,
  );
  return true;
}

/** Returns the number of the last tap. */
export function lastTap(database: Database): number {
  return lastRow(database, 'taps').number;
}

/** Returns the days that later taps than this one are counted on. */
export function tapDaysAfter(database: Database, tapNumber: number): string[] {
  const rows = database.all<{ day: string }>(
    'SELECT DISTINCT day FROM taps WHERE tap_number > ? AND day IS NOT NULL',
    tapNumber,
  );
  return rows.map(({ day }) => day);
}

/** Returns the taps of a day by combination. */
export function tapCountsOf(database: Database, day: string): TapCount[] {
  const rows = database.all<{ counted: string; count: number }>(
    'SELECT counted, count(*) AS count FROM taps WHERE tap_number > ? AND day = ? GROUP BY counted',
    numberAt(database, 'taps', Date.parse(day) - ZONES_MS),
    day,
  );
  return countTaps(rows.map(({ counted, count }) => ({ of: JSON.parse(counted) as TapCombination, count })));
}

/** Keeps a lease, or moves the end of one that is renewed. */
export function keepLease(database: Database, { number, visitId, from, until }: KeptLease): void {
  database.run(
    `INSERT INTO leases (number, from_time, until_time, visit_id) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET until_time = max(until_time, excluded.until_time)`,
    number,
    from,
    until,
    visitId,
  );
}

/** Finds the taps on a number, the latest first, and the rows of their visits. */
export function findTaps(
  database: Database,
  { number, tapsFrom, until }: EvidenceQuestion,
): { taps: KeptTap[]; visitNumbers: number[] } {
  const rows = database.all<TapRow>(
    `SELECT * FROM taps WHERE tap_number > ? AND tap_number <= ? AND number = ?
     ORDER BY tap_number DESC LIMIT ${MAX_FOUND}`,
    numberAt(database, 'taps', tapsFrom - 1),
    numberAt(database, 'taps', until),
    number,
  );
  return {
    taps: rows.map((row) => {
      const { time, target, visit_id: visitId, page } = row;
      return { time, number, target, visitId, page, earlier: earlierTaps(database, row) };
    }),
    visitNumbers: rows.flatMap(({ visit_number: visitNumber }) => visitNumber ?? []),
  };
}

/** Finds the visits of the taps before one, of the same visit or network, on any number. */
function earlierTaps(
  database: Database,
  { tap_number: tapNumber, time, visit_id: visitId, network }: TapRow,
): KeptTap['earlier'] {
  const rows = database.all<{ visit_id: string | null }>(
    `SELECT visit_id FROM taps WHERE tap_number >= ?1 AND tap_number < ?2
       AND (visit_id = ?3 AND time < ?5
         OR network = ?4 AND time >= ?6 AND (visit_id IS NOT ?3 OR ?3 IS NULL))
     ORDER BY tap_number DESC LIMIT ${MAX_EARLIER}`,
    tapNumber - MAX_COMPARED,
    tapNumber,
    visitId,
    network,
    time - SAME_TAP_MS,
    time - NETWORK_MS,
  );
  return rows.map((row) => row.visit_id);
}

/** Finds the leases of a number, the latest first. */
export function findLeases(database: Database, { number, visitsFrom, until }: EvidenceQuestion): KeptLease[] {
  const rows = database.all<LeaseRow>(
    `SELECT * FROM leases WHERE number = ? AND from_time <= ? AND until_time >= ?
     ORDER BY from_time DESC LIMIT ${MAX_FOUND}`,
    number,
    until,
    visitsFrom,
  );
  return rows.map((row) => ({ number, visitId: row.visit_id, from: row.from_time, until: row.until_time }));
}

/** Finds the last lease of a number that began before a call. */
export function leaseBefore(database: Database, { number, time }: LeasedCall): LeaseBefore | null {
  const row = database.maybe<LeaseRow>(
    'SELECT * FROM leases WHERE number = ? AND from_time <= ? ORDER BY from_time DESC LIMIT 1',
    number,
    time,
  );
  return row === undefined ? null : { from: row.from_time, until: row.until_time };
}

/** Deletes the taps of visits, and their ids on leases. */
export function eraseContacts(database: Database, visitIds: readonly string[]): void {
  const ids = JSON.stringify(visitIds);
  const isOne = 'visit_id IN (SELECT value FROM json_each(?))';
  database.run(
    `UPDATE taps SET number = '', visit_id = NULL, visit_number = NULL, page = NULL, network = NULL WHERE ${isOne}`,
    ids,
  );
  database.run(`UPDATE leases SET visit_id = NULL WHERE ${isOne}`, ids);
}
