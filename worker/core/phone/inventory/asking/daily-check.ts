/**
 * Checks once a day whether the numbers at the carriers still send their calls here, and finds numbers whose order was given up
 * although the carrier has sold them. Changes nothing at the carrier.
 */
import { addressRules, type CompanyContext, type CoreEnv } from '../../../engine/context/company-context.ts';
import type { BackgroundTask } from '../../../engine/context/background.ts';
import { contextOfActor } from '../../../engine/context/contexts.ts';
import { commit } from '../../../engine/commit/commit.ts';
import { reportAstray } from '../../accounts/carrier-troubles.ts';
import { type FoundNumber, sendsCallsHere } from '../../accounts/found-numbers.ts';
import { numbersAtCarrier } from '../../accounts/numbers-at-carriers.ts';
import { readCallSettings } from '../../ringing/settings.ts';
import type { CarrierAccount } from '../../ringing/settings-schema.ts';
import type { OurAddresses } from '../markets/carrier-market.ts';
import { marketOf, ourAddresses } from '../markets/markets.ts';
import { hasNumbers, listAstray, numbersToCheck, readLimits, setLastCheck } from '../number-store.ts';
import { LATE_MS } from '../ordering.ts';
import type { CarrierNumber } from '../schema.ts';
import { ACTOR, change, DONE } from './changes.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The most numbers that are looked for one by one in a check, because the list of the account lacks them. */
const MOST_LOOKS = 100;

/** Reads the numbers of each account once a day, and notes what has changed. */
export const checkingNumbers: BackgroundTask = {
  kind: 'check of numbers at carriers',
  nextTime: ({ database }) =>
    hasNumbers(database) ? readLimits(database).lastCheckTime + DAY_MS : undefined,
  run: async (company, env) => {
    await checkNumbers(company, env);
  },
};

/** An account whose numbers could not be read. */
interface FailedCheck {
  account: CarrierAccount;
  detail: string;
}

/** Checks the numbers of all accounts now. @returns the accounts that could not be read */
export async function checkNumbers(company: CompanyContext, env: CoreEnv): Promise<FailedCheck[]> {
  // First, so that an account that cannot be read is asked again tomorrow and not at once.
  commit(company, contextOfActor(company, ACTOR), ({ database, now, wakeBy }) => {
    setLastCheck(database, now);
    wakeBy(now + DAY_MS);
  });
  const failures: FailedCheck[] = [];
  for (const account of readCallSettings(company.database).settings.carriers) {
    // The addresses of others are about to change.
    const records = numbersToCheck(company.database, account, Date.now() - LATE_MS).filter(
      ({ task }) => task !== 'wire' && task !== 'put_back',
    );
    if (records.length === 0) {
      report(company, account);
      continue;
    }
    const failure = await checkAccount(company, env, { account, records });
    if (failure !== undefined) failures.push({ account, detail: failure });
  }
  return failures;
}

async function checkAccount(
  company: CompanyContext,
  env: CoreEnv,
  { account, records }: { account: CarrierAccount; records: readonly CarrierNumber[] },
): Promise<string | undefined> {
  const rules = addressRules(env);
  const list = await numbersAtCarrier(account, rules);
  if ('failure' in list) return list.failure;
  const here = { companyId: company.companyId };
  const ours = ({ carrier, origin }: CarrierNumber): OurAddresses =>
    ourAddresses(carrier, { ...here, origin });
  const isListed = (record: CarrierNumber): boolean =>
    list.numbers.has(record.number) || record.state === 'refused';
  for (const record of records.filter(isListed)) {
    note(company, record, { found: list.numbers.get(record.number), ours: ours(record) });
  }
  // The list may have changed from one page to the next, or have more numbers than are read.
  const market = marketOf(account, company.companyId, rules);
  for (const record of records.filter((each) => !isListed(each)).slice(0, MOST_LOOKS)) {
    const found = await market.find(record.number);
    if (found.kind === 'done') note(company, record, { found: found.value, ours: ours(record) });
  }
  report(company, account);
  return undefined;
}

/** Notifies super admins of the account's numbers whose calls go elsewhere, once until there are none. */
function report(company: CompanyContext, { carrier, account_id: accountId }: CarrierAccount): void {
  commit(company, contextOfActor(company, ACTOR), (context) => {
    const astray = listAstray(context.database, { carrier, accountId }).length;
    reportAstray(context, { carrier, accountId, astray });
  });
}

function note(
  company: CompanyContext,
  record: CarrierNumber,
  { found, ours }: { found: FoundNumber | undefined; ours: OurAddresses },
): void {
  if (found === undefined) {
    if (record.state === 'refused') return;
    change(company, record, ({ now }) => ({ wiring: 'gone', checkedTime: now }));
    return;
  }
  const wiring = sendsCallsHere(found.addresses, ours) ? 'ready' : 'wrong';
  const { carrierNumberId } = found;
  change(company, record, ({ now }) => ({
    // An order that was given up has been delivered after all.
    ...(record.state === 'refused' ? { ...DONE, state: 'active' as const, carrierNumberId } : {}),
    wiring,
    checkedTime: now,
  }));
}
