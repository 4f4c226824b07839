/** The taps and leases of a month: the only file that reads and writes their tables. */
import type { Database, Row } from '../../core/engine/storage/database.ts';
import type { EvidenceQuestion, KeptLease, KeptTap, LeasedCall, ReportedTap } from '../../dni/evidence.ts';
import type { LeaseBefore } from '../../dni/pure/pool-leaks.ts';
import { lastRow, numberAt } from './row-numbers.ts';

const MAX_TAPS = 250_000;
/** Most taps and most leases of an answer. */
const MAX_FOUND = 50;

interface TapRow extends Row {
  time: number;
  number: string;
  target: string;
  visit_id: string | null;
  visit_number: number | null;
  page: string | null;
}

interface LeaseRow extends Row {
  number: string;
  from_time: number;
  until_time: number;
  visit_id: string | null;
}

/** Keeps a tap. @param visitNumber the row of its visit, if this month has it */
export function keepTap(
  database: Database,
  { number, target, visitId, page }: ReportedTap,
  { now, visitNumber }: { now: number; visitNumber: number | undefined },
): void {
  const last = lastRow(database, 'taps');
  if (last.number >= MAX_TAPS) return;
  database.run(
    `INSERT INTO taps (tap_number, time, number, target, visit_id, visit_number, page)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    last.number + 1,
    Math.max(now, last.time),
    number,
    target,
    visitId,
    visitNumber ?? null,
    page,
  );
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
    taps: rows.map(({ time, target, visit_id: visitId, page }) => ({ time, number, target, visitId, page })),
    visitNumbers: rows.flatMap(({ visit_number: visitNumber }) => visitNumber ?? []),
  };
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
    `UPDATE taps SET number = '', visit_id = NULL, visit_number = NULL, page = NULL WHERE ${isOne}`,
    ids,
  );
  database.run(`UPDATE leases SET visit_id = NULL WHERE ${isOne}`, ids);
}
