/** Orders numbers: what is to be bought or imported is saved here, and the carrier is asked behind it. */
import { newId } from '../../../shared/http/ids.ts';
import { Problem } from '../../../shared/http/problems.ts';
import type { AuditAction } from '../../engine/context/audit-schema.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import {
  countOrders,
  deleteNumber,
  findByDigits,
  monthlyCost,
  readLimits,
  saveNumber,
  setMonthlyCap,
} from './number-store.ts';
import {
  type CarrierNumber,
  isEnded,
  modifiedAfter,
  type NumberImport,
  type Price,
  type Purchase,
} from './schema.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The most numbers that a company may order in a day. */
export const ORDERS_PER_DAY = 100;
/** The most numbers of a company that are kept here. */
export const MOST_NUMBERS = 2_000;
/** An order that was given up is looked for this long: the carrier may be late. */
export const LATE_MS: number = 7 * DAY_MS;

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
  place: '',
  locationId: null,
  source: null,
} as const;

/** The numbers of a request, and the id of the order of those that were not there before. */
export interface Ordered {
  orderId: string;
  records: CarrierNumber[];
}

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
): Ordered {
  const orderId = newId(context.now);
  const unique = [...new Map(numbers.map((each) => [each.number, each])).values()];
  const records = unique.map(({ number, name, place = '', ...meant }) => {
    const known = findByDigits(context.database, number);
    if (known !== undefined && !isEnded(known)) return { record: known, isNew: false };
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
      orderId,
      place,
      locationId: meant.location_id ?? null,
      source: meant.source ?? null,
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
  return { orderId, records: records.map(({ record }) => record) };
}

/**
 * Imports numbers that the account has: they get our addresses, and what they had is kept. What they cost counts, but is spent
 * already, so that the monthly cap refuses none.
 * @param terms as of `orderNumbers`
 * @throws Problem `too_many_values`; `in_use` for a number that is being put back
 */
export function importNumbers(
  context: WriteContext,
  { carrier, account_id: accountId, numbers }: NumberImport,
  { priceOf, origin }: { priceOf: (number: string) => Price; origin: string },
): Ordered {
  const orderId = newId(context.now);
  const wanted = [...new Set(numbers)].map((number) => ({
    number,
    known: findByDigits(context.database, number),
  }));
  requireRoom(context, wanted.filter(({ known }) => known === undefined || isEnded(known)).length, 0);
  const records = wanted.map(({ number, known }) => {
    if (known?.task === 'put_back') throw inUse(`${number} is being put back; import it again afterwards.`);
    if (known !== undefined && !isEnded(known)) return known;
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
      price: priceOf(number),
      orderedTime: null,
      orderId,
      createdTime: context.now,
      modificationTime: context.now,
    };
    if (known !== undefined) deleteNumber(context.database, known.numberId);
    saveNumber(context.database, record);
    audit(context, 'number.imported', record);
    return record;
  });
  context.wakeBy(context.now);
  return { orderId, records };
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

/** The refusal of what is under way, or in use. */
export function inUse(detail: string): Problem {
  return new Problem('in_use', detail);
}

/** Logs what is done with a number. */
export function audit(
  context: WriteContext,
  action: AuditAction,
  { numberId, number, carrier }: CarrierNumber,
): void {
  context.audit({ action, subject: `number:${numberId}`, detail: { number, carrier } });
}
