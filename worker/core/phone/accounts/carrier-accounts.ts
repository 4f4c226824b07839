/** The company's accounts with carriers: their API addresses and credentials. */
import type { RequestContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { readCallSettings } from '../ringing/settings.ts';
import type { OpenPhoneBook } from '../ringing/phone-book.ts';
import type { CarrierAccount, CarrierName } from '../ringing/settings-schema.ts';

/** The API addresses of accounts without a `base`. */
const BASES: Record<string, string> = { twilio: 'https://api.twilio.com', telnyx: 'https://api.telnyx.com' };

/** Characters of a value that a refusal quotes. */
const MAX_QUOTED = 64;

/** The account and number that a carrier's request is about. */
interface WebhookOrigin {
  carrier: CarrierName;
  /** Undefined if the carrier does not send it. */
  accountId?: string | undefined;
  /** Undefined if it does not matter. */
  number?: string | undefined;
}

/** Returns the parameter that is wrong, and its remedy; undefined if the request is for the company. */
export function refusalOf(
  book: OpenPhoneBook,
  { carrier, accountId, number }: WebhookOrigin,
): string | undefined {
  const isAccount = book.book.carriers.some(
    (account) => account.carrier === carrier && (accountId ?? account.accountId) === account.accountId,
  );
  if (!isAccount) {
    return `AccountSid is ${quoted(accountId)}, which the call settings do not have for ${carrier}; put it in carriers.`;
  }
  if (number === undefined || book.numbers.has(number)) return undefined;
  return `To is ${quoted(number)}, which is not a number of the company; put it in the DNI settings or in unlisted_numbers.`;
}

function quoted(value: string | undefined): string {
  return value === undefined || value === '' ? 'missing' : JSON.stringify(value.slice(0, MAX_QUOTED));
}

/**
 * Returns the company's account with a carrier: the one that has a number of the company, as far as that is known, else preferably
 * one with API credentials.
 */
export function accountOf(
  context: RequestContext,
  { carrier, number }: { carrier: string; number: string },
): CarrierAccount | undefined {
  const own = accountOfNumber(context, number);
  if (own?.carrier === carrier) return own;
  const accounts = accountsAt(context, carrier);
  return accounts.find(({ api }) => api !== null) ?? accounts[0];
}

/** Returns the company's accounts with a carrier. */
export function accountsAt({ database }: RequestContext, carrier: string): CarrierAccount[] {
  return readCallSettings(database).settings.carriers.filter((each) => each.carrier === carrier);
}

/** Returns the account that has a number of the company; undefined if that is not known, or the settings do not have it any more. */
export function accountOfNumber({ database }: RequestContext, number: string): CarrierAccount | undefined {
  const known = database.maybe<{ carrier: string; account_id: string }>(
    'SELECT carrier, account_id FROM number_accounts WHERE number = ?',
    number,
  );
  return known && findAccount(database, known);
}

/** Finds an account in the call settings. */
export function findAccount(
  database: Database,
  wanted: { carrier: string; account_id: string },
): CarrierAccount | undefined {
  return readCallSettings(database).settings.carriers.find(
    ({ carrier, account_id: id }) => carrier === wanted.carrier && id === wanted.account_id,
  );
}

/**
 * Remembers which account has a number: the one that its calls and texts come from, or that it was bought or imported with.
 * @param number `origin`: where the carrier reaches this deployment, as far as it is known
 */
export function rememberAccount(
  database: Database,
  {
    number,
    carrier,
    accountId,
    origin = null,
  }: { number: string; carrier: string; accountId: string; origin?: string | null | undefined },
): void {
  database.run(
    `INSERT INTO number_accounts (number, carrier, account_id, origin) VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT (number) DO UPDATE SET carrier = ?2, account_id = ?3, origin = coalesce(?4, origin)
     WHERE carrier <> ?2 OR account_id <> ?3 OR origin IS NOT coalesce(?4, origin)`,
    number,
    carrier,
    accountId,
    origin,
  );
}

/** Returns where the carrier of a number reaches this deployment; null if that is not known. */
export function originOfNumber(database: Database, number: string): string | null {
  const sql = 'SELECT origin FROM number_accounts WHERE number = ?';
  return database.maybe<{ origin: string | null }>(sql, number)?.origin ?? null;
}

/** Returns the address of the carrier's API. */
export function baseOf({ carrier, api }: CarrierAccount): string {
  return api?.base ?? BASES[carrier] ?? '';
}

/** Returns the `Authorization` for the carrier's API. */
export function authorizationOf({ carrier, api }: CarrierAccount): string | undefined {
  if (api === null) return undefined;
  if (carrier === 'telnyx') return `Bearer ${api.secret}`;
  return `Basic ${Buffer.from(`${api.user}:${api.secret}`).toString('base64')}`;
}

/**
 * Returns the `Authorization` for a carrier's address; undefined outside its API, which must not get the credentials.
 */
export function authorizationFor(account: CarrierAccount, address: string): string | undefined {
  const origins = [baseOf(account), BASES[account.carrier]].map((base) => URL.parse(base ?? '')?.origin);
  const origin = URL.parse(address)?.origin;
  return origin !== undefined && origins.includes(origin) ? authorizationOf(account) : undefined;
}
