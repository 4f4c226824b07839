/** Mail about signing in, what waits to be sent, and what became of it. Written in the transaction of its cause. */
import type { AgedRows } from '../../engine/context/aged-rows.ts';
import { waitAfter } from '../../engine/context/back-off.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, Table } from '../../engine/storage/table.ts';

const HOUR_MS = 60 * 60_000;
/** Most letters to a user, or about a link, in an hour. More are not sent. */
const MOST_IN_AN_HOUR = 5;
/** Attempts, and the waits between them. */
const MOST_ATTEMPTS = 6;
const WAITS = { first: 5_000, longest: 2 * HOUR_MS, factor: 6 };

/**
 * `link`: an invitation or a new password; `new_network`: a sign-in from a network that the account does not know;
 * `code_refused`: the right password with a wrong code; `passkey_copied`: a passkey that may have been copied was refused.
 */
export type LetterKind =
  | 'link'
  | 'password_changed'
  | 'new_network'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'second_factor_reset'
  | 'recovery_code_used'
  | 'code_refused'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_reset'
  | 'passkey_copied';

export interface LetterRecord {
  /** Stays the same when the letter is sent again. */
  letterId: string;
  kind: LetterKind;
  linkId: string | null;
  userId: string | null;
  /** Milliseconds since the epoch. */
  createdTime: number;
  status: 'pending' | 'delivered' | 'failed' | 'not_sent';
  attempts: number;
  nextAttemptTime: number | null;
  lastError: string | null;
}

/** The letters, by the time of writing. */
export const LETTERS: AgedRows = {
  table: 'account_letters',
  key: 'letter_id',
  time: 'created_time',
  where: 'next_attempt_time IS NULL',
};

const ROWS = new Table<LetterRecord>('account_letters', {
  letterId: AS_IS,
  kind: AS_IS,
  linkId: AS_IS,
  userId: AS_IS,
  createdTime: AS_IS,
  status: AS_IS,
  attempts: AS_IS,
  nextAttemptTime: AS_IS,
  lastError: AS_IS,
});
const INSERT = ROWS.insert();
const DUE = ROWS.select('WHERE next_attempt_time <= ? ORDER BY next_attempt_time LIMIT 1');
const OF_LINKS = ROWS.select('WHERE link_id IS NOT NULL ORDER BY created_time, letter_id');

/** Queues a letter to a user, or to the address of a link. */
export function enqueueLetter(
  context: WriteContext,
  about: { kind: LetterKind; linkId?: string; userId?: string },
): void {
  const { database, now } = context;
  const [linkId, userId] = [about.linkId ?? null, about.userId ?? null];
  const { count } = database.one<{ count: number }>(
    'SELECT count(*) AS count FROM account_letters WHERE (link_id = ?1 OR user_id = ?2) AND created_time > ?3',
    linkId,
    userId,
    now - HOUR_MS,
  );
  if (count >= MOST_IN_AN_HOUR) return;
  const letter: LetterRecord = {
    letterId: crypto.randomUUID(),
    kind: about.kind,
    linkId,
    userId,
    createdTime: now,
    status: 'pending',
    attempts: 0,
    nextAttemptTime: now,
    lastError: null,
  };
  database.run(INSERT, ...ROWS.values(letter));
  context.wakeBy(now);
}

/** Returns when the next letter is due, in milliseconds since the epoch. */
export function nextLetterTime(database: Database): number | undefined {
  const row = database.one<{ time: number | null }>(
    'SELECT min(next_attempt_time) AS time FROM account_letters',
  );
  return row.time ?? undefined;
}

/** Finds the letter that has been due longest. */
export function findDueLetter(database: Database, now: number): LetterRecord | undefined {
  return ROWS.maybe(database, DUE, now);
}

/** Finds the newest letter of each link. */
export function lettersOfLinks(database: Database): Map<string, LetterRecord> {
  return new Map(ROWS.all(database, OF_LINKS).map((letter) => [letter.linkId ?? '', letter]));
}

/** The result of an attempt. */
export type LetterResult =
  | { outcome: 'delivered' | 'not_sent'; detail?: string }
  | { outcome: 'failed'; detail: string; isFinal: boolean };

/** Records the result of an attempt. */
export function recordLetter(
  context: WriteContext,
  { letterId, attempts }: LetterRecord,
  result: LetterResult,
): void {
  const isRepeated = result.outcome === 'failed' && !result.isFinal && attempts + 1 < MOST_ATTEMPTS;
  const next = isRepeated ? context.now + waitAfter(attempts, WAITS) : null;
  context.database.run(
    'UPDATE account_letters SET status = ?, attempts = attempts + 1, next_attempt_time = ?, last_error = ? WHERE letter_id = ?',
    isRepeated ? 'pending' : result.outcome,
    next,
    result.detail ?? null,
    letterId,
  );
  if (next !== null) context.wakeBy(next);
}

/** Deletes the letters to a user. */
export function deleteLettersOf(database: Database, userId: string): void {
  database.run('DELETE FROM account_letters WHERE user_id = ?', userId);
}
