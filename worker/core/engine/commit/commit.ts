/**
 * The only way to write. A change runs in one transaction with its actor, its request and its time. Steps that every change of
 * the company needs belong here.
 */
import { companyFull, isFull } from '../../../shared/http/full-databases.ts';
import { logFailure } from '../../../shared/log.ts';
import { Problem } from '../../../shared/http/problems.ts';
import type { RequestContext, WriteContext } from '../context/request-context.ts';
import { writeAudit } from './audit.ts';
import type { AuditEntry } from '../context/audit-schema.ts';
import { CHANGES_KEPT_MS, writeChanges } from './stream.ts';
import type { NewChange } from '../context/stream-schema.ts';
import type { CompanyContext } from '../context/company-context.ts';
import { type Room, ValueTooLarge } from '../storage/database.ts';
import { featuresOf } from '../context/feature.ts';

/**
 * Makes a change in one transaction. Rolls it back if it throws.
 * @param change makes the change; it must be synchronous
 * @param room `reserve` for changes that free room, and for signing in
 * @returns what the change returns
 * @throws Problem those of the change; `permission_denied` for an actor who reads only; `company_full` and `value_too_large` at the
 *   limits of the database
 */
export function commit<Result>(
  company: CompanyContext,
  context: RequestContext,
  change: (context: WriteContext) => Result,
  room: Room = 'common',
): Result {
  if (context.isReadOnly) throw readsOnly();
  if (!company.database.hasRoom(room)) throw companyFull();
  const { write, reports } = startWrite(company, context);
  const result = inTransaction(company, context, { write, reports, change });
  if (reports.due < Infinity) company.wakeBy(reports.due);
  for (const learn of featuresOf(company).saved) learn(company, reports);
  return result;
}

function inTransaction<Result>(
  company: CompanyContext,
  context: RequestContext,
  { write, reports, change }: Writing<Result>,
): Result {
  try {
    return company.database.transaction(() => {
      const made = change(write);
      if (reports.changes.length > 0) {
        for (const react of featuresOf(company).reactions) react(write, reports.changes);
        write.wakeBy(context.now + CHANGES_KEPT_MS);
      }
      writeChanges(context, reports.changes);
      writeAudit(context, reports.entries);
      return made;
    });
  } catch (error) {
    // Data that was read during the change may have been rolled back.
    company.memory.forget();
    throw problemOfStorage(error) ?? error;
  }
}

/**
 * Writes a record of an event, for instance in the audit log. If the database is full, logs that instead of throwing, so that a
 * refused request keeps its own error.
 */
export function commitIfRoom(
  company: CompanyContext,
  context: RequestContext,
  change: (context: WriteContext) => void,
  room: Room = 'common',
): void {
  try {
    commit(company, context, change, room);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'company_full') throw error;
    logFailure({ company_id: company.companyId, request_id: context.requestId }, error);
  }
}

/** Refuses a change by somebody who reads only. */
export function readsOnly(): Problem {
  return new Problem('permission_denied', 'Your role, viewer, reads and changes nothing. Ask a super admin.');
}

/** A change that is to be made in a transaction. */
interface Writing<Result> {
  write: WriteContext;
  reports: WriteReports;
  change: (context: WriteContext) => Result;
}

/** The reports of a change, which are written with it. */
interface WriteReports {
  changes: NewChange[];
  /** Users whose notifications it changes. */
  notified: string[];
  /** Leads that consoles read again without an entry. */
  hinted: string[];
  entries: AuditEntry[];
  /** When the alarm is needed, in milliseconds since the epoch. */
  due: number;
}

function startWrite(
  { database }: CompanyContext,
  context: RequestContext,
): { write: WriteContext; reports: WriteReports } {
  const reports: WriteReports = { changes: [], notified: [], hinted: [], entries: [], due: Infinity };
  const write: WriteContext = {
    ...context,
    wakeBy: (time) => {
      reports.due = Math.min(reports.due, time);
    },
    emit: (change) => void reports.changes.push(change),
    notify: (userId) => void reports.notified.push(userId),
    hint: (leadId) => void reports.hinted.push(leadId),
    reportedLeads: () => [...new Set(reports.changes.flatMap(({ leadId }) => leadId ?? []))],
    audit: (entry) => void reports.entries.push(entry),
    attempt: (part) => {
      const { changes, notified, entries } = reports;
      const before = [changes.length, notified.length, entries.length] as const;
      try {
        return database.transaction(part);
      } catch (error) {
        [changes.length, notified.length, entries.length] = before;
        throw error;
      }
    },
  };
  return { write, reports };
}

/** Returns the problem for a database error about limits; undefined for other errors. */
export function problemOfStorage(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || error instanceof Problem) return undefined;
  if (isFull(error)) return companyFull();
  // The platform passes on SQLite's message.
  if (error instanceof ValueTooLarge || /string or blob too big|SQLITE_TOOBIG/i.test(error.message)) {
    const detail = 'A record, or its copy on a timeline or in a merge, would be larger than 2 MB; send less.';
    return new Problem('value_too_large', detail);
  }
  return undefined;
}
