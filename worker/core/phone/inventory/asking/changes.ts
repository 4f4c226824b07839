/** How the records of numbers change by what carriers answer. */
import { ACCOUNT_REFUSED } from '../../accounts/carrier-api.ts';
import { endAstray } from '../../accounts/carrier-troubles.ts';
import { tellHoldingsBy } from '../../../company/numbers/held-numbers.ts';
import type { CompanyContext } from '../../../engine/context/company-context.ts';
import { contextOfActor } from '../../../engine/context/contexts.ts';
import type { WriteContext } from '../../../engine/context/request-context.ts';
import { commit } from '../../../engine/commit/commit.ts';
import type { ApiResult, CarrierMarket, OurAddresses } from '../markets/carrier-market.ts';
import { deleteNumber, ENDED_KEPT_MS, findNumber, listAstray, saveNumber } from '../number-store.ts';
import { type CarrierNumber, isEnded, modifiedAfter } from '../schema.ts';

/** Longer than a request takes. After it, a request without an answer acts no more. */
export const CUT_OFF_MS = 45_000;
/** Waits before a number is read back, and before a failed request is repeated. */
const WAITS_MS = [15_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000];
/** A number that the company no longer has is free for others after this time, together with those that end meanwhile. */
const FREED_AFTER_MS = 60_000;
/** The answer of a carrier that gets too many requests. */
const BUSY = 429;

/** What asking about a number needs. */
export interface Work {
  company: CompanyContext;
  record: CarrierNumber;
  market: CarrierMarket;
  ours: OurAddresses;
}

/** An answer that is not what was asked for. */
export type Failure = Exclude<ApiResult<unknown>, { kind: 'done' }>;

/** Nothing is to be asked any more. */
export const DONE = { task: null, nextTime: null, attempts: 0, detail: null } as const;
export const ACTOR = { kind: 'system', name: 'numbers' } as const;

/** Changes a number, unless somebody has changed it meanwhile. @returns the number; undefined if it was changed */
export function change(
  company: CompanyContext,
  before: CarrierNumber,
  changes: (context: WriteContext) => Partial<CarrierNumber>,
): CarrierNumber | undefined {
  return write(company, before, (context) => {
    const modificationTime = modifiedAfter(before, context.now);
    const record = { ...before, ...changes(context), modificationTime };
    saveNumber(context.database, record);
    const isMended = before.wiring !== record.wiring && record.wiring === 'ready';
    if (isMended && listAstray(context.database, record).length === 0) endAstray(context, record);
    if (record.nextTime !== null) context.wakeBy(record.nextTime);
    if (isEnded(record)) {
      context.wakeBy(context.now + ENDED_KEPT_MS);
      tellHoldingsBy(context, context.now + FREED_AFTER_MS);
    }
    return record;
  });
}

/** Forgets a number, unless somebody has changed it meanwhile. */
export function forget(company: CompanyContext, before: CarrierNumber): void {
  write(company, before, (context) => {
    deleteNumber(context.database, before.numberId);
    tellHoldingsBy(context, context.now + FREED_AFTER_MS);
    return before;
  });
}

/**
 * Notes that a request is about to change something at the carrier. It is saved first: if the object is killed, it is known that
 * the request may still act. @returns undefined if somebody has changed the number meanwhile
 */
export function announce(
  { company, record }: Work,
  changes: Partial<CarrierNumber> = {},
): CarrierNumber | undefined {
  return change(company, record, ({ now }) => ({ ...changes, unsettledUntil: now + CUT_OFF_MS }));
}

/** The request that was announced has been answered. An earlier one may be without an answer. */
export function answered({ unsettledUntil }: CarrierNumber): Partial<CarrierNumber> {
  return { unsettledUntil };
}

/** The task is repeated after a wait, which grows. */
export function later({ attempts }: CarrierNumber, detail: string): Partial<CarrierNumber> {
  const wait = WAITS_MS[Math.min(attempts, WAITS_MS.length - 1)] ?? 0;
  return { attempts: attempts + 1, nextTime: Date.now() + wait, detail };
}

/** A request that the carrier refused is over, another one is repeated. */
export function failed(record: CarrierNumber, answer: Failure): Partial<CarrierNumber> {
  return isFinal(answer) ? { ...settled(record), detail: answer.detail } : later(record, answer.detail);
}

/** The task is over. A number that is to be given back stays so. */
export function settled({ releaseTime }: CarrierNumber): Partial<CarrierNumber> {
  return releaseTime === null ? DONE : { ...DONE, task: 'release', nextTime: releaseTime };
}

/** Tells whether a refusal is about this number: one about the account, or about too many requests, may be over soon. */
export function isFinal(answer: Failure): boolean {
  if (answer.kind !== 'refused') return false;
  const { status } = answer;
  return status === undefined || (status !== BUSY && !ACCOUNT_REFUSED.includes(status));
}

/** Tells whether the carrier has only had too many requests. */
export function isBusy(answer: Failure): boolean {
  return answer.kind === 'refused' && answer.status === BUSY;
}

function write(
  company: CompanyContext,
  before: CarrierNumber,
  change: (context: WriteContext) => CarrierNumber,
): CarrierNumber | undefined {
  return commit(company, contextOfActor(company, ACTOR), (context) => {
    const now = findNumber(context.database, before.numberId);
    return now?.modificationTime === before.modificationTime ? change(context) : undefined;
  });
}
