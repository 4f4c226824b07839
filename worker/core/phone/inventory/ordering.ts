/** Orders numbers: what is to be bought, imported, mended, put back or given back is saved here, and the carrier is asked behind it. */
import { newId } from '../../../shared/http/ids.ts';
import { type Fault, Problem } from '../../../shared/http/problems.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';
import {
  countOrders,
  deleteNumber,
  findByDigits,
  findNumber,
  lastCallTo,
  monthlyCost,
  readLimits,
  saveNumber,
  setMonthlyCap,
} from './number-store.ts';
import { type CarrierNumber, modifiedAfter, type NumberImport, type Price, type Purchase } from './schema.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The most numbers that a company may order in a day. */
export const ORDERS_PER_DAY = 100;
/** The most numbers of a company that are kept here. */
export const MOST_NUMBERS = 2_000;
/** A number that was called less long ago is not given back. */
const QUIET_MS = 30 * DAY_MS;
/** How long a number is kept before it is given back. */
export const QUARANTINE_MS: number = 30 * DAY_MS;
/** An order that was given up is looked for this long: the carrier may be late. */
export const LATE_MS: number = 7 * DAY_MS;

const NO_SUCH_NUMBER = 'The company has no such number.';
/** What a new record starts with. */
const NEW = {
  attempts: 0,
  carrierNumberId: null,
  former: null,
  wiring: 'unknown',
  checkedTime: null,
  detail: null,
  askedTime: null,
  unsettledUntil: 0,
  releaseTime: null,
} as const;

/**
 * Orders numbers. One that is ordered or there already is not ordered again.
 * @param terms `priceOf`: what a number costs in a month; `origin`: of this deployment for carriers
 * @returns the numbers, ordered ones as `wanted`
 * @throws Problem `over_budget` above the monthly cap, `rate_limited` above the daily bound, `too_many_values`
 */
export function orderNumbers(
  context: WriteContext,
  { carrier, account_id: accountId, numbers }: Purchase,
  { priceOf, origin }: { priceOf: (number: string) => Price; origin: string },
): CarrierNumber[] {
  const records = uniqueBy(numbers).map(({ number, name }) => {
    const known = findByDigits(context.database, number);
    if (known !== undefined && !isOver(known)) return { record: known, isNew: false };
    const record: CarrierNumber = {
      ...NEW,
      // A refused order stays known by its id.
      numberId: known?.numberId ?? newId(context.now),
      carrier,
      accountId,
      number,
      name,
      state: 'wanted',
      isBought: true,
      task: 'buy',
      nextTime: context.now,
      origin,
      price: priceOf(number),
      orderedTime: context.now,
      askedTime: known?.state === 'refused' ? lateOrder(known, context.now) : null,
      createdTime: context.now,
      modificationTime: known === undefined ? context.now : modifiedAfter(known, context.now),
    };
    return { record, isNew: true };
  });
  const ordered = records.flatMap(({ record, isNew }) => (isNew ? record : []));
  const cost = ordered.reduce((sum, { price }) => sum + price.amount, 0);
  requireRoom(context, ordered.length, cost);
  requireOrders(context, ordered.length);
  for (const record of ordered) {
    saveNumber(context.database, record);
    audit(context, 'number.ordered', record);
  }
  if (ordered.length > 0) context.wakeBy(context.now);
  return records.map(({ record }) => record);
}

/**
 * Imports numbers that the account has: they get our addresses, and what they had is kept.
 * @throws Problem `too_many_values`; `in_use` for a number that is being put back
 */
export function importNumbers(
  context: WriteContext,
  { carrier, account_id: accountId, numbers }: NumberImport,
  { price, origin }: { price: Price; origin: string },
): CarrierNumber[] {
  const records = [...new Set(numbers)].map((number) => {
    const known = findByDigits(context.database, number);
    if (known?.task === 'put_back') throw inUse(`${number} is being put back; import it again afterwards.`);
    if (known !== undefined && !isOver(known)) return known;
    const record: CarrierNumber = {
      ...NEW,
      numberId: newId(context.now),
      carrier,
      accountId,
      number,
      name: '',
      state: 'imported',
      isBought: false,
      task: 'wire',
      nextTime: context.now,
      origin,
      price,
      orderedTime: null,
      createdTime: context.now,
      modificationTime: context.now,
    };
    if (known !== undefined) deleteNumber(context.database, known.numberId);
    requireRoom(context, 1, 0);
    saveNumber(context.database, record);
    audit(context, 'number.imported', record);
    return record;
  });
  context.wakeBy(context.now);
  return records;
}

/** Gives a number our addresses again. @throws Problem `in_use` for one that the account does not have, or that is being put back */
export function mendNumber(context: WriteContext, numberId: string, origin: string): CarrierNumber {
  const record = requireOwn(context, numberId);
  if (record.task === 'wire') return record;
  return plan(context, record, 'number.mended', { task: 'wire', nextTime: context.now, origin });
}

/**
 * Gives an imported number the settings that it had, and forgets it. An import that is still under way ends.
 * @throws Problem `in_use` for a number without such settings
 */
export function putNumberBack(context: WriteContext, numberId: string): CarrierNumber {
  const record = requireNumber(context, numberId);
  const fault = faultOfPuttingBack(record);
  if (fault !== undefined) throw inUse(fault);
  if (record.task === 'put_back') return record;
  return plan(context, record, 'number.put_back', {
    state: record.isBought ? 'active' : 'imported',
    task: 'put_back',
    nextTime: context.now,
    releaseTime: null,
  });
}

/**
 * Puts back several numbers, or none if one cannot be.
 * @throws Problem `not_found` or `in_use`, with the place of each number that cannot be put back
 */
export function putNumbersBack(context: WriteContext, numberIds: readonly string[]): CarrierNumber[] {
  const errors = numberIds.flatMap((numberId, index): Fault[] => {
    const pointer = `/number_ids/${index}`;
    const record = findNumber(context.database, numberId);
    if (record === undefined) return [{ pointer, code: 'not_found', detail: NO_SUCH_NUMBER }];
    const fault = faultOfPuttingBack(record);
    return fault === undefined ? [] : [{ pointer, code: 'in_use', detail: `${record.number}: ${fault}` }];
  });
  const [first] = errors;
  if (first !== undefined) throw new Problem(first.code, first.detail, { errors });
  return [...new Set(numberIds)].map((numberId) => putNumberBack(context, numberId));
}

/**
 * Gives a number back after its quarantine; one that the account no longer has at once.
 * @throws Problem `in_use` if something uses it, or it was called lately
 */
export function releaseNumber(context: WriteContext, numberId: string): CarrierNumber {
  const record = requireOwn(context, numberId);
  if (record.state === 'quarantined') return record;
  if (record.task === 'wire') throw inUse('The carrier is being asked about the number already.');
  const use = useOf(context, record.number);
  if (use !== undefined) throw inUse(use);
  const releaseTime = context.now + (record.wiring === 'gone' ? 0 : QUARANTINE_MS);
  return plan(context, record, 'number.quarantined', {
    state: 'quarantined',
    task: 'release',
    nextTime: releaseTime,
    releaseTime,
  });
}

/** Keeps a number that was to be given back. Whether the account still has it is read if the carrier was asked to take it. */
export function keepNumber(context: WriteContext, numberId: string): CarrierNumber {
  const record = requireNumber(context, numberId);
  if (record.state !== 'quarantined') return record;
  const isAsked = record.task === 'release' && record.unsettledUntil > 0;
  const check = { task: 'wire', nextTime: Math.max(context.now, record.unsettledUntil) } as const;
  return plan(context, record, 'number.kept', { ...kept(record), ...(isAsked ? check : {}) });
}

/** Returns what a number becomes that is not given back after all. */
export function kept({ isBought, task, nextTime }: CarrierNumber): Partial<CarrierNumber> {
  const state = isBought ? 'active' : 'imported';
  const rest = task === 'release' ? ({ task: null, nextTime: null } as const) : { task, nextTime };
  return { state, ...rest, releaseTime: null, attempts: 0 };
}

/** Says why a number is not given back; undefined if nothing uses it. */
export function useOf(
  context: Pick<WriteContext, 'database' | 'memory' | 'now'>,
  number: string,
): string | undefined {
  if (openPhoneBook(context).numbers.has(number)) {
    return 'The number is in the settings or in a pool; take it out first.';
  }
  const last = lastCallTo(context.database, number);
  return last !== undefined && last > context.now - QUIET_MS
    ? 'The number was called within the last 30 days.'
    : undefined;
}

/** Sets what all numbers may cost in a month. */
export function changeMonthlyCap(context: WriteContext, cap: number): void {
  const before = readLimits(context.database).monthlyCap;
  setMonthlyCap(context.database, cap);
  context.audit({ action: 'number.cap_changed', subject: 'company', detail: { before, after: cap } });
}

function requireRoom({ database }: WriteContext, count: number, cost: number): void {
  if (count === 0) return;
  const known = monthlyCost(database);
  if (known.numbers + count > MOST_NUMBERS) {
    throw new Problem('too_many_values', `A company may have at most ${MOST_NUMBERS} numbers here.`);
  }
  const { monthlyCap } = readLimits(database);
  if (cost > 0 && known.cost + cost > monthlyCap) {
    const detail = `With these, numbers would cost ${(known.cost + cost).toFixed(2)} a month; the cap is ${monthlyCap.toFixed(2)}.`;
    throw new Problem('over_budget', detail);
  }
}

function requireOrders({ database, now }: WriteContext, count: number): void {
  if (count > 0 && countOrders(database, now - DAY_MS) + count > ORDERS_PER_DAY) {
    throw new Problem('rate_limited', `At most ${ORDERS_PER_DAY} numbers may be ordered in a day.`);
  }
}

/** Returns when the carrier was asked for a number that was refused, if it may still deliver it. */
function lateOrder({ askedTime }: CarrierNumber, now: number): number | null {
  return askedTime !== null && askedTime > now - LATE_MS ? askedTime : null;
}

function faultOfPuttingBack(record: CarrierNumber): string | undefined {
  if (!isOwn(record)) return 'The account does not have the number.';
  // An import that has not begun at the carrier has changed nothing there.
  return record.isBought && record.former === null
    ? 'It was bought here, so it had no other addresses.'
    : undefined;
}

function plan(
  context: WriteContext,
  before: CarrierNumber,
  action: string,
  changes: Partial<CarrierNumber>,
): CarrierNumber {
  const modificationTime = modifiedAfter(before, context.now);
  const record = { ...before, ...changes, attempts: 0, detail: null, modificationTime };
  saveNumber(context.database, record);
  audit(context, action, record);
  if (record.nextTime !== null) context.wakeBy(record.nextTime);
  return record;
}

function requireNumber({ database }: WriteContext, numberId: string): CarrierNumber {
  const record = findNumber(database, numberId.toLowerCase());
  if (record === undefined) throw new Problem('not_found', NO_SUCH_NUMBER);
  return record;
}

/** Returns a number that the account has. @throws Problem `not_found`, `in_use` */
function requireOwn(context: WriteContext, numberId: string): CarrierNumber {
  const record = requireNumber(context, numberId);
  if (!isOwn(record)) throw inUse('The account does not have the number.');
  if (record.task === 'put_back') throw inUse('The number is being put back.');
  return record;
}

function isOwn({ state }: CarrierNumber): boolean {
  return state === 'active' || state === 'imported' || state === 'quarantined';
}

function isOver({ state }: CarrierNumber): boolean {
  return state === 'refused' || state === 'released';
}

function uniqueBy<Item extends { number: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.number, item])).values()];
}

function inUse(detail: string): Problem {
  return new Problem('in_use', detail);
}

function audit(context: WriteContext, action: string, { numberId, number, carrier }: CarrierNumber): void {
  context.audit({ action, subject: `number:${numberId}`, detail: { number, carrier } });
}
