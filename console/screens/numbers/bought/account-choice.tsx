/** The account at which numbers are bought or imported: chosen if there are several, and asked for if there is none. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { pathTo, place } from '../../../address/router.ts';
import { Failure, Waiting } from '../../../components/notice.tsx';
import { accountKeyOf, carrierName } from '../../phone/accounts/accounts.ts';
import { usePhone } from '../../phone/phone-draft.ts';
import type { Account } from '../../phone/phone-settings.ts';

/** The accounts with credentials for the carrier's API. */
export interface Accounts {
  /** Undefined until they are read. */
  usable: readonly Account[] | undefined;
  /** An account without these credentials. */
  incomplete: Account | undefined;
  failure: unknown;
  retry: () => void;
}

export function useAccounts(): Accounts {
  const { shown, settings } = usePhone();
  return {
    usable: settings?.carriers.filter(({ api }) => api !== null),
    incomplete: settings?.carriers.find(({ api }) => api === null),
    failure: shown.failure,
    retry: () => void shown.resource?.refresh(),
  };
}

/** Says that an account is needed, and leads to its form; `here` opens the form over the present screen. */
export function AccountNeeded({ accounts, here = false }: { accounts: Accounts; here?: boolean }): VNode {
  const { usable, incomplete, failure, retry } = accounts;
  if (failure !== undefined) return <Failure error={failure} retry={retry} />;
  if (usable === undefined) return <Waiting />;
  const query = new URLSearchParams({
    over: 'carrier',
    ...(incomplete === undefined ? {} : { key: accountKeyOf(incomplete) }),
  });
  const at = here ? pathTo(place.value.screen, ...place.value.rest) : pathTo('numbers', 'phone');
  return (
    <p>
      {incomplete === undefined
        ? 'Numbers are bought and imported through your account at Twilio, SignalWire or Telnyx; none is set yet. '
        : `Your account at ${carrierName(incomplete.carrier)} has no credentials for its API, through which numbers are bought and imported. `}
      <a href={`${at}?${query}`}>{incomplete === undefined ? 'Add the account' : 'Add the credentials'}</a>
    </p>
  );
}

/** The chosen account, and the select to choose another one. */
export interface AccountChoice {
  account: Account | undefined;
  select: VNode | null;
}

export function useAccountChoice({ usable = [] }: Accounts): AccountChoice {
  const [key, choose] = useState<string>();
  const account = usable.find((each) => accountKeyOf(each) === key) ?? usable[0];
  const select =
    usable.length < 2 || account === undefined ? null : (
      <label class="field">
        <span class="label">Account</span>
        <select value={accountKeyOf(account)} onChange={({ currentTarget: { value } }) => choose(value)}>
          {usable.map((each) => (
            <option key={accountKeyOf(each)} value={accountKeyOf(each)}>
              {carrierName(each.carrier)} {each.account_id}
            </option>
          ))}
        </select>
      </label>
    );
  return { account, select };
}
