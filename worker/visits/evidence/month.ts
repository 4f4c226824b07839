/** The evidence of a month: visits, taps and leases in one database. */
import type { Database } from '../../core/engine/storage/database.ts';
import type { Evidence, EvidenceQuestion, KeptLease, LeasedCall, ReportedTap } from '../../dni/evidence.ts';
import type { LeaseBefore } from '../../dni/pure/pool-leaks.ts';
import { eraseContacts, findLeases, findTaps, keepLease, keepTap, leaseBefore } from './contact-log.ts';
import { VisitLog } from './visit-log.ts';

export class Month {
  readonly visits: VisitLog;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    this.visits = new VisitLog(database);
  }

  keepTap(tap: ReportedTap, now: number): void {
    const visitNumber = tap.visitId === null ? undefined : this.visits.rowOf(tap.visitId, now);
    keepTap(this.#database, tap, { now, visitNumber });
    // The cookies of other scripts may be younger than the visit's report.
    if (visitNumber !== undefined && tap.ids !== null) this.visits.addIds(visitNumber, tap.ids);
  }

  /** Keeps a lease, or moves the end of one that is renewed. */
  keepLease(lease: KeptLease): void {
    keepLease(this.#database, lease);
  }

  /** Finds the visits, taps and leases of a number, and the visits of the taps; the latest first. */
  find(question: EvidenceQuestion): Evidence {
    const { taps, visitNumbers } = findTaps(this.#database, question);
    const leases = findLeases(this.#database, question);
    return { ...this.visits.find(question, visitNumbers), taps, leases };
  }

  /** Finds for each call the last lease of its number that began before it. */
  leasesBefore(calls: readonly LeasedCall[]): (LeaseBefore | null)[] {
    return calls.map((call) => leaseBefore(this.#database, call));
  }

  /** Deletes the visits of a person, with taps and leases. Only counts remain. */
  erase(visitIds: readonly string[]): void {
    this.visits.erase(visitIds);
    eraseContacts(this.#database, visitIds);
  }
}
