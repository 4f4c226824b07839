/** The evidence of a month: visits, taps and leases in one database. */
import type { Database } from '../../core/engine/storage/database.ts';
import type {
  Evidence,
  EvidenceQuestion,
  KeptLease,
  LeasedCall,
  ReportedTap,
  VisitCounts,
} from '../../dni/evidence.ts';
import type { LeaseBefore } from '../../dni/pure/pool-leaks.ts';
import {
  eraseContacts,
  findLeases,
  findTaps,
  keepLease,
  keepTap,
  lastTap,
  leaseBefore,
  tapCountsOf,
  type TapContext,
  tapDaysAfter,
} from './contact-log.ts';
import { VisitLog } from './visit-log.ts';

/** Names the last visit and the last tap whose days the company has. */
export interface Counted {
  visit: number;
  tap: number;
}

export class Month {
  readonly visits: VisitLog;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    this.visits = new VisitLog(database);
  }

  /** Keeps and counts a tap. @returns whether there was room */
  keepTap(tap: ReportedTap, context: Pick<TapContext, 'now' | 'network' | 'localAt'>): boolean {
    const visitNumber = tap.visitId === null ? undefined : this.visits.rowOf(tap.visitId, context.now);
    const visit = this.visits.tapped(visitNumber);
    const isKept = keepTap(this.#database, tap, { ...context, visitNumber, visit });
    // The cookies of other scripts may be younger than the visit's report.
    if (visitNumber !== undefined && tap.ids !== null)
      this.visits.noteConsent(visitNumber, tap.consent, tap.ids);
    return isKept;
  }

  /** Returns the last visit and the last tap. */
  last(): Counted {
    return { visit: this.visits.lastVisit(), tap: lastTap(this.#database) };
  }

  /** Returns the days that later visits or taps than these are counted on. */
  daysAfter({ visit, tap }: Counted): string[] {
    return [...new Set([...this.visits.daysAfter(visit), ...tapDaysAfter(this.#database, tap)])];
  }

  /** Returns the counts of a day. */
  countsOf(day: string): Pick<VisitCounts, 'day' | 'counts' | 'taps'> {
    return { day, counts: this.visits.countsOf(day), taps: tapCountsOf(this.#database, day) };
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
