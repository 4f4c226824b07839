/** Gives back the numbers that a company has bought, before it is erased: the carrier would go on charging for them. */
import { addressRules, type CompanyContext, type CoreEnv } from '../../../engine/context/company-context.ts';
import { findAccount } from '../../accounts/carrier-accounts.ts';
import { marketOf, ourAddresses } from '../markets/markets.ts';
import { listPaidNumbers } from '../number-store.ts';
import type { CarrierNumber } from '../schema.ts';
import { change, CUT_OFF_MS, DONE } from './changes.ts';
import { releaseAnyway } from './releasing.ts';

/** Numbers that are given back at a time. */
const AT_A_TIME = 5;
/** No further number is asked about after this time, so that the operator gets an answer. */
const BUDGET_MS = 20_000;

/** A number that the carrier may go on charging for. */
export interface PaidNumber {
  number: string;
  /** Why it is still there. */
  detail: string;
}

/** Lists the numbers that the company has bought, or may have bought, and has not given back. */
export function paidNumbers({ database }: Pick<CompanyContext, 'database'>): PaidNumber[] {
  return listPaidNumbers(database).map(({ number, detail, state }) => ({
    number,
    detail: detail ?? (isDelivered(state) ? 'It is still at the carrier.' : 'It is being bought.'),
  }));
}

/**
 * Gives back the numbers that were bought, also those in use, as far as the time allows. What fails is with the number as its detail,
 * and is tried again by the next call.
 */
export async function giveUpNumbers(company: CompanyContext, env: CoreEnv): Promise<void> {
  const paid = listPaidNumbers(company.database);
  for (const record of paid.filter(isUnasked)) {
    change(company, record, () => ({ ...DONE, state: 'refused', detail: 'The company was to be erased.' }));
  }
  const until = Date.now() + BUDGET_MS;
  const waiting = paid.filter(({ state }) => isDelivered(state));
  while (waiting.length > 0 && Date.now() < until) {
    await Promise.all(waiting.splice(0, AT_A_TIME).map((record) => giveUp(company, env, record)));
  }
}

async function giveUp(company: CompanyContext, env: CoreEnv, before: CarrierNumber): Promise<void> {
  const { carrier, accountId, origin } = before;
  const account = findAccount(company.database, { carrier, account_id: accountId });
  if (account === undefined) {
    change(company, before, () => ({ detail: 'The call settings no longer have the account.' }));
    return;
  }
  const now = Date.now();
  // Should the object be killed meanwhile, the background reads what has become of it.
  const record = change(company, before, () => ({
    ...DONE,
    state: 'quarantined',
    task: 'release',
    releaseTime: now,
    nextTime: now + CUT_OFF_MS,
  }));
  if (record === undefined) return;
  const market = marketOf(account, company.companyId, addressRules(env));
  await releaseAnyway({
    company,
    record,
    market,
    ours: ourAddresses(carrier, { origin, companyId: company.companyId }),
  });
}

function isDelivered(state: CarrierNumber['state']): boolean {
  return state === 'active' || state === 'imported' || state === 'quarantined';
}

/** Tells whether the carrier was not asked yet to sell a number. */
function isUnasked({ state, askedTime }: CarrierNumber): boolean {
  return state === 'wanted' && askedTime === null;
}
