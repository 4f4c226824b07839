/**
 * The one way to write. A change runs in one transaction with its actor, its request and its time. Whatever has to happen
 * with every change of the company belongs here.
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
 * @param change synchronous
 * @param room `reserve` for what frees room, and for signing in
 * @returns what the change returns
 * @throws Problem those of the change; `company_full` and `value_too_large` at the limits of the database
 */
export function commit<Result>(
  company: CompanyContext,
  context: RequestContext,
  change: (context: WriteContext) => Result,
  room: Room = 'common',
): Result {
  if (!company.database.hasRoom(room)) throw companyFull();
  const { write, told } = startWrite(company, context);
  try {
    const result = company.database.transaction(() => {
      const made = change(write);
      if (told.changes.length > 0) {
        for (const react of featuresOf(company).reactions) react(write, told.changes);
        write.wakeBy(context.now + CHANGES_KEPT_MS);
      }
      writeChanges(context, told.changes);
      writeAudit(context, told.entries);
      return made;
    });
    if (told.due < Infinity) company.wakeBy(told.due);
    return result;
  } catch (error) {
    // What was read during the change may have been rolled back.
    company.memory.forget();
    throw problemOfStorage(error) ?? error;
  }
}

/**
 * Writes a record of something that has happened, for instance in the audit log. If the database is full, that is logged and
 * nothing is thrown: a refused request keeps its own error.
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

/** Reports of a change besides its result. */
interface Told {
  changes: NewChange[];
  entries: AuditEntry[];
  /** When the alarm is wanted, in milliseconds since the epoch. */
  due: number;
}

function startWrite(
  { database }: CompanyContext,
  context: RequestContext,
): { write: WriteContext; told: Told } {
  const told: Told = { changes: [], entries: [], due: Infinity };
  const write: WriteContext = {
    ...context,
    wakeBy: (time) => {
      told.due = Math.min(told.due, time);
    },
    emit: (change) => void told.changes.push(change),
    toldLeads: () => [...new Set(told.changes.flatMap(({ leadId }) => leadId ?? []))],
    audit: (entry) => void told.entries.push(entry),
    attempt: (part) => {
      const before = { changes: told.changes.length, entries: told.entries.length };
      try {
        return database.transaction(part);
      } catch (error) {
        told.changes.length = before.changes;
        told.entries.length = before.entries;
        throw error;
      }
    },
  };
  return { write, told };
}

/** Returns the problem for a database error about limits; undefined for other errors. */
export function problemOfStorage(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || error instanceof Problem) return undefined;
  if (isFull(error)) return companyFull();
  // The message of SQLite, which the platform passes on.
  if (error instanceof ValueTooLarge || /string or blob too big|SQLITE_TOOBIG/i.test(error.message)) {
    const detail =
      'A record, or what a timeline or a merge keeps of it, would be larger than 2 MB; send less.';
    return new Problem('value_too_large', detail);
  }
  return undefined;
}
