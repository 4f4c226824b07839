/** What is to be done with the numbers of a company: mended, put back, given back, kept. The carrier is asked behind it. */
import { type Fault, Problem } from '../../../shared/http/problems.ts';
import type { AuditAction } from '../../engine/context/audit-schema.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';
import { findNumber, lastCallTo, saveNumber } from './number-store.ts';
import { audit, inUse } from './ordering.ts';
import { type CarrierNumber, modifiedAfter } from './schema.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A number that was called less long ago is not given back. */
const QUIET_MS = 30 * DAY_MS;
/** How long a number is kept before it is given back. */
export const QUARANTINE_MS: number = 30 * DAY_MS;

const NO_SUCH_NUMBER = 'The company has no such number.';

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
  action: AuditAction,
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
