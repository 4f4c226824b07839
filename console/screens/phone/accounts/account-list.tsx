/** The accounts with carriers, the addresses for their numbers, and the check of each account. */
import type { VNode } from 'preact';
import type { AccountCheck, CarrierAddresses } from '../../../../worker/core/phone/accounts/reference.ts';
import { AddLink, Titled } from '../../../components/list.tsx';
import { Failure, Notice } from '../../../components/notice.tsx';
import { Table } from '../../../components/table.tsx';
import { Code, CopyButton } from '../../../components/over/code.tsx';
import { formatPhone, plural } from '../../../components/text/values.tsx';
import { withQuery } from '../../../address/router.ts';
import { companyPath } from '../../../api/company.ts';
import { useResource } from '../../../api/resource.ts';
import { accountKeyOf, carrierName, useCheck } from './accounts.ts';
import type { Account } from '../phone-settings.ts';

/** The most numbers listed after a check. */
const MOST_SHOWN = 100;

type CheckedNumber = AccountCheck['numbers'][number];

const USES: Record<CarrierAddresses['carriers'][number]['addresses'][number]['use'], string> = {
  call: 'A call comes in (POST)',
  fallback: 'The first address fails (POST)',
  status: 'Status of calls',
  text: 'A message comes in (POST)',
};

export function AccountList({ accounts }: { accounts: readonly Account[] }): VNode {
  return (
    <Titled id="accounts" title="Carrier accounts" beside={<AddLink over="carrier" label="Add an account" />}>
      {accounts.length === 0 && (
        <p class="soft">
          No account yet. Add the account that has your tracking numbers, and calls to them ring your phones.
        </p>
      )}
      {accounts.map((account) => (
        <AccountCard key={accountKeyOf(account)} account={account} />
      ))}
    </Titled>
  );
}

function AccountCard({ account }: { account: Account }): VNode {
  const { carrier, account_id: id, api } = account;
  const { check, error, isBusy, save } = useCheck(account);
  const name = carrierName(carrier);
  return (
    <section class="card padded" aria-label={`${name} ${id}`}>
      <div class="row">
        <h3 class="grow">
          <a class="main" href={withQuery({ over: 'carrier', key: accountKeyOf(account) })}>
            {name} <span class="soft long">{id}</span>
          </a>
        </h3>
        <button type="button" class="button" disabled={isBusy || api === null} onClick={() => save()}>
          Check the account
        </button>
      </div>
      {api === null && (
        <p class="soft">
          Without API credentials it takes calls, but cannot be checked, send messages or play recordings.
        </p>
      )}
      {error !== undefined && <Failure error={error} retry={() => save()} />}
      {check !== undefined && <CheckResult check={check} />}
      <details>
        <summary>Addresses for its numbers</summary>
        <Addresses carrier={carrier} />
      </details>
    </section>
  );
}

/** Shows the addresses to be set at the carrier. */
export function Addresses({ carrier }: { carrier: string }): VNode {
  const { data } = useResource<CarrierAddresses>(companyPath('/calls/accounts/addresses'));
  const addresses = data?.carriers.find((each) => each.carrier === carrier)?.addresses ?? [];
  return (
    <>
      {addresses.map(({ use, address }) => (
        <div key={use} class="address">
          <p class="label">{USES[use]}</p>
          <div class="row">
            <Code label={USES[use]} code={address} />
            <CopyButton text={address} />
          </div>
        </div>
      ))}
    </>
  );
}

function CheckResult({ check: { is_ok: isOk, detail, numbers } }: { check: AccountCheck }): VNode {
  const wrong = numbers.filter(({ state }) => state === 'wrong');
  return (
    <>
      <output>
        <Notice kind={isOk ? 'good' : 'warning'}>{detail}</Notice>
      </output>
      {wrong.length > 0 && (
        <Table caption="Numbers with other addresses" columns={['Number', 'Not ours']}>
          {wrong.slice(0, MOST_SHOWN).map((number) => (
            <tr key={number.number}>
              <th scope="row">{formatPhone(number.number)}</th>
              <td>
                <WrongAddresses number={number} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {wrong.length > MOST_SHOWN && (
        <p class="soft">And {plural(wrong.length - MOST_SHOWN, 'further number')}.</p>
      )}
    </>
  );
}

function WrongAddresses({ number: { addresses } }: { number: CheckedNumber }): VNode {
  const wrong = addresses.filter((each) => !each.is_ours);
  return (
    <ul class="plain-list">
      {wrong.map(({ use, found }) => (
        <li key={use}>
          {USES[use]}: <span class="long">{found ?? 'none'}</span>
        </li>
      ))}
    </ul>
  );
}
