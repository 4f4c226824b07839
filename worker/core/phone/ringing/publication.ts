/** Publishes the phone book to the edge: sealed, and retried until KV has it. */
import { within } from '../../../shared/limits/bounded-wait.ts';
import { phoneBookKey } from '../../../shared/cache-keys.ts';
import { seal } from '../../../shared/secrets/sealing.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { waitAfter } from '../../engine/context/back-off.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { commit } from '../../engine/commit/commit.ts';
import { PHONE_BOOK_PURPOSE } from './phone-book.ts';
import type { CompanyContext, CoreEnv } from '../../engine/context/company-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import { openPhoneBook, phoneBookOf } from './company-phone-book.ts';

/** Milliseconds until the first retry, doubled after each further failure. */
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 10 * 60_000;
/** How long a save waits for KV before it leaves the publication to the alarm. */
const PUBLISH_TIMEOUT_MS = 2_000;

interface PublicationRow extends Row {
  book_version: number;
  publish_failures: number;
  next_publish_time: number | null;
}

/** Returns when the phone book must be published next, in milliseconds since the epoch; undefined if KV has it. */
export function nextPhoneBookTime(database: Database): number | undefined {
  return readRow(database).next_publish_time ?? undefined;
}

/**
 * Writes the newest phone book to KV. An earlier write may still be in progress, so the next one starts only after
 * it, and KV ends with the newest.
 * @returns whether KV has it; after a failure the database has the time of the next try
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
    const wait = waitAfter(failures, { first: FIRST_RETRY_MS, longest: LONGEST_RETRY_MS });
    change(company, (context) => {
      context.database.run(
        'UPDATE call_settings SET publish_failures = publish_failures + 1, next_publish_time = ?',
        context.now + wait,
      );
      context.wakeBy(context.now + wait);
    });
  }
  return false;
}

/** Writes the newest phone book. @returns true; rejects if KV fails */
async function putNewest(
  company: CompanyContext,
  { CACHE, OPERATOR_TOKEN: secret }: CoreEnv,
): Promise<boolean> {
  const { book_version: version } = readRow(company.database);
  // Without a secret there is no key to seal with. The edge then asks the company's object.
  if (secret !== undefined && secret !== '') {
    const sealed = await seal(JSON.stringify(openPhoneBook(company).book), secret, PHONE_BOOK_PURPOSE);
    await CACHE.put(phoneBookKey(company.companyId), sealed);
  }
  change(company, (context) => {
    context.database.run(
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

function change(company: CompanyContext, write: (context: WriteContext) => void): void {
  commit(company, contextOfActor(company, { kind: 'system', name: 'publication' }), write, 'reserve');
}

/** Has the phone book rebuilt and, if the company takes calls, published. */
export function renewPhoneBook(context: WriteContext): void {
  phoneBookOf(context).forget();
  const changed = context.database.run(
    `UPDATE call_settings SET book_version = book_version + 1, publish_failures = 0, next_publish_time = ?
     WHERE version > 0`,
    context.now,
  );
  if (changed > 0) context.wakeBy(context.now);
}
