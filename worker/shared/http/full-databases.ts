/** What the platform says when an object's database takes no more, in the object and to whoever has asked it. Pure. */
import { Problem } from './problems.ts';

/**
 * Whether a database refused to grow. When that is at the commit of the object's own transaction, the object is ended, its answer is
 * dropped, and whoever asked it gets this error instead.
 */
export function isFull(error: unknown): boolean {
  // The message of SQLite, which the platform passes on.
  return error instanceof Error && /database or disk is full|SQLITE_FULL/i.test(error.message);
}

/** The refusal of what has no room. */
export function companyFull(): Problem {
  const detail = 'The database of the company is full; remove leads that you do not need.';
  return new Problem('company_full', detail);
}
