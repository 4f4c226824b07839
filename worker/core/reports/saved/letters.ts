/** Mail to people outside the company that waits to be sent. A letter is deleted once it was sent or given up. */
import { waitAfter } from '../../engine/context/back-off.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, Table } from '../../engine/storage/table.ts';

/** Attempts, and the waits between them: about a day in all. */
const MOST_ATTEMPTS = 8;
const WAITS = { first: 5_000, longest: 8 * 60 * 60_000, factor: 6 };

export interface LetterRecord {
  /** Stays the same when the letter is sent again. */
  letterId: string;
  recipientId: string;
  /** Null for the question whether they want reports. */
  reportId: string | null;
  /** The place of the report in the console, with its days; empty for the question. */
  path: string;
  /** Milliseconds since the epoch. */
  createdTime: number;
  attempts: number;
  nextAttemptTime: number;
}

const ROWS = new Table<LetterRecord>('report_letters', {
  letterId: AS_IS,
  recipientId: AS_IS,
  reportId: AS_IS,
  path: AS_IS,
  createdTime: AS_IS,
  attempts: AS_IS,
  nextAttemptTime: AS_IS,
});
const INSERT = ROWS.insert();
const DUE = ROWS.select('WHERE next_attempt_time <= ? ORDER BY next_attempt_time LIMIT 1');

/** Queues a letter in place of a former one about the same. */
export function enqueueLetter(
  context: WriteContext,
  given: Pick<LetterRecord, 'recipientId' | 'reportId' | 'path'>,
): void {
  const { database, now } = context;
  database.run(
    'DELETE FROM report_letters WHERE recipient_id = ? AND report_id IS ?',
    given.recipientId,
    given.reportId,
  );
  const times = { createdTime: now, attempts: 0, nextAttemptTime: now };
  database.run(INSERT, ...ROWS.values({ ...given, ...times, letterId: crypto.randomUUID() }));
  context.wakeBy(now);
}

/** Returns when the next letter is due, in milliseconds since the epoch. */
export function nextLetterTime(database: Database): number | undefined {
  const row = database.one<{ time: number | null }>(
    'SELECT min(next_attempt_time) AS time FROM report_letters',
  );
  return row.time ?? undefined;
}

/** Finds the letter that has been due longest. */
export function findDueLetter(database: Database, now: number): LetterRecord | undefined {
  return ROWS.maybe(database, DUE, now);
}

/** Postpones a letter that could not be sent, or gives it up. */
export function postponeLetter(
  context: WriteContext,
  { letterId, attempts }: LetterRecord,
  leastWaitMs: number,
): void {
  if (attempts + 1 >= MOST_ATTEMPTS) {
    endLetter(context, letterId);
    return;
  }
  const next = context.now + Math.max(leastWaitMs, waitAfter(attempts, WAITS));
  context.database.run(
    'UPDATE report_letters SET attempts = attempts + 1, next_attempt_time = ? WHERE letter_id = ?',
    next,
    letterId,
  );
  context.wakeBy(next);
}

/** Ends a letter. */
export function endLetter({ database }: WriteContext, letterId: string): void {
  database.run('DELETE FROM report_letters WHERE letter_id = ?', letterId);
}

/** Ends the letters to a recipient. */
export function dropLetters({ database }: WriteContext, recipientId: string): void {
  database.run('DELETE FROM report_letters WHERE recipient_id = ?', recipientId);
}
