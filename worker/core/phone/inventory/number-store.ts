/** Reads and writes the numbers at carriers and their limits. No other file writes these tables. */
import type { AgedRows } from '../../engine/context/aged-rows.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, FLAG, json, nullableJson, Table } from '../../engine/storage/table.ts';
import { rememberAccount } from '../accounts/carrier-accounts.ts';
import type { CarrierAccount } from '../ringing/settings-schema.ts';
import type { CarrierNumber } from './schema.ts';

const NUMBERS: Table<CarrierNumber> = new Table<CarrierNumber>('carrier_numbers', {
  numberId: AS_IS,
  carrier: AS_IS,
  accountId: AS_IS,
  number: AS_IS,
  name: AS_IS,
  state: AS_IS,
  isBought: FLAG,
  task: AS_IS,
  nextTime: AS_IS,
  attempts: AS_IS,
  origin: AS_IS,
  carrierNumberId: AS_IS,
  price: json(),
  former: nullableJson(),
  wiring: AS_IS,
  checkedTime: AS_IS,
  detail: AS_IS,
  orderedTime: AS_IS,
  askedTime: AS_IS,
  unsettledUntil: AS_IS,
  releaseTime: AS_IS,
  orderId: AS_IS,
  place: AS_IS,
  locationId: AS_IS,
  source: AS_IS,
  createdTime: AS_IS,
  modificationTime: AS_IS,
});
const SAVE = NUMBERS.upsert(['numberId'], ['createdTime']);
/** Numbers that the company has, or may have. */
const KEPT = `state IN ('wanted', 'buying', 'unsure', 'pending', 'active', 'imported', 'quarantined')`;

/** Numbers that were bought here and that the carrier may go on charging for. */
const PAID = `is_bought = 1 AND wiring <> 'gone' AND ${KEPT}`;

/** Numbers whose addresses at the carrier are not ours. */
const ASTRAY = `state IN ('active', 'imported') AND wiring IN ('wrong', 'gone') AND task IS NULL`;

/** How long numbers are listed that were refused or given back. */
export const ENDED_KEPT_MS = 90 * 24 * 60 * 60_000;
/** Numbers that were refused or given back, by when. */
export const ENDED_NUMBERS: AgedRows = {
  table: 'carrier_numbers',
  key: 'number_id',
  time: 'modification_time',
  where: "state IN ('refused', 'released')",
};

/** Saves a number, new or not. */
export function saveNumber(database: Database, record: CarrierNumber): void {
  database.run(SAVE, ...NUMBERS.values(record));
  if (record.state === 'active' || record.state === 'imported') rememberAccount(database, record);
}

/** Deletes a number that is no longer ours. */
export function deleteNumber(database: Database, numberId: string): void {
  database.run('DELETE FROM carrier_numbers WHERE number_id = ?', numberId);
}

/** Finds a number by its id. */
export function findNumber(database: Database, numberId: string): CarrierNumber | undefined {
  return NUMBERS.maybe(database, NUMBERS.select('WHERE number_id = ?'), numberId);
}

/** Finds a number by its digits. */
export function findByDigits(database: Database, number: string): CarrierNumber | undefined {
  return NUMBERS.maybe(database, NUMBERS.select('WHERE number = ?'), number);
}

/** Lists all numbers. They are bounded by what a company may have, and may order in the time that ended ones are kept. */
export function listNumbers(database: Database): CarrierNumber[] {
  return NUMBERS.all(database, NUMBERS.select('ORDER BY number'));
}

/** Lists the numbers that were bought, or may have been, and that the company has not given back. */
export function listPaidNumbers(database: Database): CarrierNumber[] {
  return NUMBERS.all(database, NUMBERS.select(`WHERE ${PAID} ORDER BY number`));
}

/**
 * Lists the numbers that no longer send their calls here, of all accounts or of one. Those about to be mended or given back are not
 * among them.
 */
export function listAstray(
  database: Database,
  account?: { carrier: string; accountId: string },
): CarrierNumber[] {
  const { carrier = null, accountId = null } = account ?? {};
  return NUMBERS.all(
    database,
    NUMBERS.select(
      `WHERE ${ASTRAY} AND carrier = coalesce(?, carrier) AND account_id = coalesce(?, account_id) ORDER BY number`,
    ),
    carrier,
    accountId,
  );
}

/** Returns the number whose task at a carrier is due first. */
export function nextNumber(database: Database, carrier: string): CarrierNumber | undefined {
  return NUMBERS.maybe(
    database,
    NUMBERS.select('WHERE carrier = ? AND next_time IS NOT NULL ORDER BY next_time, number_id LIMIT 1'),
    carrier,
  );
}

/** Lists the numbers of an account that may be there: those we have, and those that a late answer may have bought. */
export function numbersToCheck(
  database: Database,
  { carrier, account_id: accountId }: Pick<CarrierAccount, 'carrier' | 'account_id'>,
  askedSince: number,
): CarrierNumber[] {
  return NUMBERS.all(
    database,
    NUMBERS.select(
      `WHERE carrier = ? AND account_id = ?
         AND (state IN ('active', 'imported', 'quarantined') OR (state = 'refused' AND asked_time >= ?))
       ORDER BY checked_time, number_id`,
    ),
    carrier,
    accountId,
    askedSince,
  );
}

/** Tells whether there are numbers to check. */
export function hasNumbers(database: Database): boolean {
  return database.maybe('SELECT 1 FROM carrier_numbers LIMIT 1') !== undefined;
}

/** Returns how many numbers a company has or may have, and what they cost in a month. Those that are gone cost nothing. */
export function monthlyCost(database: Database): { numbers: number; cost: number } {
  return database.one<{ numbers: number; cost: number }>(
    `SELECT count(*) AS numbers, coalesce(sum(max(0, price ->> '$.amount')) FILTER (WHERE wiring <> 'gone'), 0) AS cost
     FROM carrier_numbers WHERE ${KEPT}`,
  );
}

/** Counts the numbers that were ordered since a time, refused ones included. */
export function countOrders(database: Database, since: number): number {
  return database.one<{ count: number }>(
    'SELECT count(*) AS count FROM carrier_numbers WHERE ordered_time > ?',
    since,
  ).count;
}

interface Limits {
  monthlyCap: number;
  lastCheckTime: number;
}

/** Returns the monthly cap, and when the addresses of the numbers were last checked. */
export function readLimits(database: Database): Limits {
  return database.one<Limits & Record<string, number>>(
    'SELECT monthly_cap AS monthlyCap, last_check_time AS lastCheckTime FROM number_limits',
  );
}

export function setMonthlyCap(database: Database, cap: number): void {
  database.run('UPDATE number_limits SET monthly_cap = ?', cap);
}

export function setLastCheck(database: Database, time: number): void {
  database.run('UPDATE number_limits SET last_check_time = ?', time);
}

/** Tells when a company's number was last called; undefined if never. */
export function lastCallTo(database: Database, number: string): number | undefined {
  return database.maybe<{ time: number }>(
    'SELECT started_time AS time FROM calls WHERE number = ? ORDER BY started_time DESC LIMIT 1',
    number,
  )?.time;
}
