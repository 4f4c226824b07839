/** The phone book on its way to the edge: sealed, and tried again until KV has it. */
import { within } from '../../bounded-wait.ts';
import { phoneBookKey } from '../../cache-keys.ts';
import { seal } from '../../sealing.ts';
import type { WriteCall } from '../call.ts';
import { callBy } from '../api-calls.ts';
import { commit } from '../commit.ts';
import { PHONE_BOOK_PURPOSE } from './published.ts';
import type { CompanyContext, CoreEnv } from '../core-app.ts';
import type { Database, Row } from '../database.ts';
import { phoneBookOf } from './company-phone-book.ts';

/** A first retry after this many milliseconds, doubled at each further failure. */
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 10 * 60_000;
/** How long a save waits for KV before it answers and leaves the rest to the alarm. */
const PUBLISH_TIMEOUT_MS = 2_000;

interface PublicationRow extends Row {
  book_version: number;
  publish_failures: number;
  next_publish_time: number | null;
}

/** When the phone book has to be published (again), in milliseconds since the epoch; undefined when KV has it. */
export function nextPhoneBookTime(database: Database): number | undefined {
  return readRow(database).next_publish_time ?? undefined;
}

/**
 * Gives the newest phone book to KV. A write whose end nobody waited for may still arrive, so the next one begins only
 * after it: what KV received last is the newest.
 * @returns whether KV has it now; after a failure the time of the next try is in the database
 */
export async function publishPhoneBook(company: CompanyContext, env: CoreEnv): Promise<boolean> {
  const isPublished = await within(
    phoneBookOf(company).publishing(() => putNewest(company, env)),
    PUBLISH_TIMEOUT_MS,
    false,
  );
  const { next_publish_time: next, publish_failures: failures } = readRow(company.database);
  if (next === null) return true;
  if (!isPublished) {
    const wait = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
    change(company, (call) => {
      call.database.run(
        'UPDATE call_settings SET publish_failures = publish_failures + 1, next_publish_time = ?',
        call.now + wait,
      );
      call.wakeBy(call.now + wait);
    });
  }
  return false;
}

/** @returns true; rejects when KV does not take it */
async function putNewest(
  company: CompanyContext,
  { CACHE, OPERATOR_TOKEN: secret }: CoreEnv,
): Promise<boolean> {
  const { book_version: version } = readRow(company.database);
  // Without a secret there is no key: the edge then asks the company's object.
  if (secret !== undefined && secret !== '') {
    const sealed = await seal(JSON.stringify(phoneBookOf(company).read().book), secret, PHONE_BOOK_PURPOSE);
    await CACHE.put(phoneBookKey(company.companyId), sealed);
  }
  change(company, (call) => {
    call.database.run(
      'UPDATE call_settings SET publish_failures = 0, next_publish_time = NULL WHERE book_version = ?',
      version,
    );
  });
  return true;
}

function readRow(database: Database): PublicationRow {
  return database.one<PublicationRow>(
    'SELECT book_version, publish_failures, next_publish_time FROM call_settings',
  );
}

function change(company: CompanyContext, write: (call: WriteCall) => void): void {
  commit(company, callBy(company, { kind: 'system', name: 'publication' }), write);
}

/** Has the phone book made anew and, for a company that takes calls, given to the edge. */
export function renewPhoneBook(call: WriteCall): void {
  phoneBookOf(call).forget();
  const changed = call.database.run(
    `UPDATE call_settings SET book_version = book_version + 1, publish_failures = 0, next_publish_time = ?
     WHERE version > 0`,
    call.now,
  );
  if (changed > 0) call.wakeBy(call.now);
}
