/** The phone book of a company: kept in its object's memory, and published to the edge, sealed, and retried until KV has it. */
import { phoneBookKey } from '../../../shared/cache-keys.ts';
import { within } from '../../../shared/limits/bounded-wait.ts';
import { seal } from '../../../shared/secrets/sealing.ts';
import { commit } from '../../engine/commit/commit.ts';
import { waitAfter } from '../../engine/context/back-off.ts';
import type { CompanyContext, CompanyState, CoreEnv } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import { timeZoneOf } from '../../company/dni/time-zone.ts';
import { makePhoneBook, OpenPhoneBook, PHONE_BOOK_PURPOSE, type PhoneBook } from './phone-book.ts';
import { awayUsers } from '../../people/users/away-users.ts';
import { listUsers } from '../../people/users/users.ts';
import { readCallSettings } from './settings.ts';
import type { CallSettings } from './settings-schema.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';

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

/** Returns the phone book of a company. It is shared: nobody changes it in place. */
export function openPhoneBook({ memory }: Pick<CompanyState, 'memory'>): OpenPhoneBook {
  return memory.of(CompanyPhoneBook).read();
}

/** Holds the phone book of a company, and its publication in progress. */
class CompanyPhoneBook {
  readonly #company: CompanyState;
  #open: OpenPhoneBook | undefined;
  /** The publication in progress, whether or not somebody waits for it. */
  #publishing: Promise<boolean> | undefined;

  constructor(company: CompanyState) {
    this.#company = company;
  }

  read(): OpenPhoneBook {
    this.#open ??= new OpenPhoneBook(readPhoneBook(this.#company));
    return this.#open;
  }

  /** Forgets the phone book, so that the next read builds it again. */
  forget(): void {
    this.#open = undefined;
  }

  /** Starts a publication, or returns the one in progress. */
  publishing(publish: () => Promise<boolean>): Promise<boolean> {
    this.#publishing ??= publish().finally(() => {
      this.#publishing = undefined;
    });
    return this.#publishing;
  }
}

/** Returns the phone book as it would be with other call settings. */
export function phoneBookWith(
  company: Pick<CompanyState, 'database' | 'memory'>,
  settings: CallSettings,
): OpenPhoneBook {
  return new OpenPhoneBook(readPhoneBook(company, settings));
}

/** Has the phone book rebuilt and, if the company takes calls, published. */
export function renewPhoneBook(context: WriteContext): void {
  context.memory.of(CompanyPhoneBook).forget();
  const changed = context.database.run(
    `UPDATE call_settings SET book_version = book_version + 1, publish_failures = 0, next_publish_time = ?
     WHERE version > 0`,
    context.now,
  );
  if (changed > 0) context.wakeBy(context.now);
}

/** Builds the phone book from the company's settings and users. */
function readPhoneBook(
  company: Pick<CompanyState, 'database' | 'memory'>,
  callSettings = readCallSettings(company.database).settings,
): PhoneBook {
  const { database } = company;
  const dni = dniSettingsOf(company);
  const settings = settingsOf(company);
  const { version } = database.one<{ version: number }>('SELECT book_version AS version FROM call_settings');
  const options = settings.options();
  return makePhoneBook({
    version,
    settings: callSettings,
    dni: dni.read()?.settings,
    users: listUsers(database),
    region: options.default_region,
    countries: options.outgoing.countries,
    zone: timeZoneOf(company),
    away: awayUsers(database),
  });
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
    company.memory.of(CompanyPhoneBook).publishing(() => putNewest(company, env)),
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
