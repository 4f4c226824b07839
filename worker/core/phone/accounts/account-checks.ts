/** Checks whether an account with a carrier answers, and whether the company's numbers send their calls here. */
import { Problem } from '../../../shared/http/problems.ts';
import type { AddressRules } from '../../../shared/http/public-addresses.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { countWithin } from '../calls/hourly-counts.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';
import type { CarrierAccount } from '../ringing/settings-schema.ts';
import { addressesOf, isSameAddress } from './addresses.ts';
import { findAccount } from './carrier-accounts.ts';
import type { AccountCheck } from './reference.ts';
import { type FoundAddresses, NEEDED } from './found-numbers.ts';
import { numbersAtCarrier } from './numbers-at-carriers.ts';

/** The most checks of a company in an hour. Each reads all numbers of an account. */
const CHECKS_PER_HOUR = 60;
const SCOPE = 'account checks';

type CheckedNumber = AccountCheck['numbers'][number];
type Address = ReturnType<typeof addressesOf>[number];

/** Finds an account. @throws Problem `not_found` */
export function requireAccount(
  context: RequestContext,
  wanted: Pick<CarrierAccount, 'carrier' | 'account_id'>,
): CarrierAccount {
  const account = findAccount(context.database, wanted);
  if (account === undefined) throw new Problem('not_found', 'The call settings have no such account.');
  return account;
}

/** Counts a check. @throws Problem `rate_limited` after too many in an hour */
export function countCheck(context: WriteContext): void {
  const detail = `At most ${CHECKS_PER_HOUR} checks in an hour; wait before the next one.`;
  countWithin(context, [{ scope: SCOPE, limit: CHECKS_PER_HOUR, detail }]);
}

/** Checks an account. @param here the origin of this deployment for carriers, and the rules for the account's address */
export async function checkAccount(
  context: RequestContext,
  account: CarrierAccount,
  here: { origin: string; companyId: string; addresses: AddressRules },
): Promise<AccountCheck> {
  const { carrier, account_id } = account;
  const found = await numbersAtCarrier(account, here.addresses);
  if ('failure' in found) return { carrier, account_id, is_ok: false, detail: found.failure, numbers: [] };
  const ours = addressesOf(carrier, here);
  const numbers = [...openPhoneBook(context).numbers.values()]
    .filter(({ isTracking }) => isTracking)
    .map(({ number }) => checkNumber(number, { found: found.numbers.get(number)?.addresses, ours }));
  const wrong = numbers.filter(({ state }) => state === 'wrong').length;
  const ready = numbers.filter(({ state }) => state === 'ready').length;
  return { carrier, account_id, is_ok: wrong === 0 && ready > 0, detail: detailOf(ready, wrong), numbers };
}

function checkNumber(
  number: string,
  { found, ours }: { found: FoundAddresses | undefined; ours: readonly Address[] },
): CheckedNumber {
  if (found === undefined) return { number, state: 'elsewhere', addresses: [] };
  const addresses = ours.map(({ use, address }) => ({
    use,
    expected: address,
    found: found[use],
    is_ours: isSameAddress(found[use], address),
  }));
  const isReady = addresses.every((each) => each.is_ours || !NEEDED.includes(each.use));
  return { number, state: isReady ? 'ready' : 'wrong', addresses };
}

function detailOf(ready: number, wrong: number): string {
  if (ready + wrong === 0) return 'The account answers, but has none of the company’s tracking numbers.';
  if (wrong === 0) return `The account answers. All its tracking numbers send their calls here: ${ready}.`;
  return `The account answers. Tracking numbers that do not send their calls here: ${wrong} of ${ready + wrong}.`;
}
