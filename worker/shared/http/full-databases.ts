/** Recognises the platform's error for a full database, inside the Durable Object and in its callers. Pure. */
import { Problem } from './problems.ts';

/**
 * Tells whether a database refused to grow. If that happens at the commit of the object's own transaction, the platform ends
 * the object, drops its answer, and gives its caller this error.
 */
export function isFull(error: unknown): boolean {
  // SQLite's message, passed on by the platform.
  return error instanceof Error && /database or disk is full|SQLITE_FULL/i.test(error.message);
}

/** Refuses a write that does not fit. */
export function companyFull(): Problem {
  const detail =
    'The database of the company is full. Erase leads that you do not need, or keep less with the option retention.';
  return new Problem('company_full', detail);
}
