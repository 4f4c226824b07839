/** The dialog to import numbers that an account has: what they send where now, and what comes here after it. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ImportableNumbers } from '../../../../../worker/core/phone/inventory/answer-schema.ts';
import { close, go, withQuery } from '../../../../address/router.ts';
import { ask } from '../../../../api/api.ts';
import { Failure, Notice, Waiting } from '../../../../components/notice.tsx';
import { Dialog } from '../../../../components/over/dialog.tsx';
import { Code } from '../../../../components/over/code.tsx';
import { plural } from '../../../../components/text/values.tsx';
import { Form, Submit } from '../../../../forms/fields.tsx';
import { useLatest, useSaving } from '../../../../forms/saving.ts';
import { carrierName } from '../../../phone/accounts/accounts.ts';
import type { Account } from '../../../phone/phone-settings.ts';
import { AccountNeeded, useAccountChoice, useAccounts } from '../account-choice.tsx';
import { boughtPath, importNumbers } from '../use-bought.ts';
import type { Importable } from './changes.ts';
import { ImportTable } from './import-table.tsx';

/** The most numbers of a request. */
const MOST_AT_ONCE = 500;

const leave = (): void => close(['over', 'key']);

export function ImportNumbers(): VNode {
  const accounts = useAccounts();
  const { account, select } = useAccountChoice(accounts);
  return (
    <Dialog title="Import numbers" size="wide" onClose={leave}>
      {select}
      {account === undefined ? (
        <AccountNeeded accounts={accounts} />
      ) : (
        <AccountNumbers key={`${account.carrier}/${account.account_id}`} account={account} />
      )}
    </Dialog>
  );
}

function AccountNumbers({ account }: { account: Account }): VNode {
  const { carrier, account_id } = account;
  const [numbers, setNumbers] = useState<readonly Importable[]>();
  const reading = useLatest(async () => {
    const parameters = new URLSearchParams({ carrier, account_id });
    const { body } = await ask<ImportableNumbers>(boughtPath(`/importable?${parameters}`));
    setNumbers(body.numbers);
  });
  useEffect(() => reading.save(), []);
  if (reading.error !== undefined) return <Failure error={reading.error} retry={() => reading.save()} />;
  if (numbers === undefined) return <Waiting text={`Reading your numbers at ${carrierName(carrier)}`} />;
  return <ImportForm account={account} numbers={numbers} />;
}

function ImportForm({ account, numbers }: { account: Account; numbers: readonly Importable[] }): VNode {
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  // Those that change something come first.
  const free = numbers
    .filter(({ is_known: isKnown }) => !isKnown)
    .toSorted((one, other) => other.changes.length - one.changes.length);
  const { error, isBusy, save } = useSaving(async () => {
    const order = await importNumbers(account, [...selected]);
    go(withQuery({ over: undefined, key: undefined, order }), { replace: true });
  });
  const isTooMany = selected.size > MOST_AT_ONCE;
  return (
    <Form name="import-numbers" error={error} onSubmit={() => save()}>
      <Summary account={account} numbers={numbers} />
      {free.length > 0 && <ImportTable numbers={free} selected={selected} select={select} />}
      {isTooMany && (
        <Notice kind="warning">
          At most {MOST_AT_ONCE} numbers can be imported at once. Import these in parts.
        </Notice>
      )}
      <div class="dialog-foot">
        <button type="button" class="button" onClick={leave}>
          Cancel
        </button>
        <Submit disabled={isBusy || isTooMany || selected.size === 0}>
          Import {selected.size === 0 ? 'numbers' : plural(selected.size, 'number')}
        </Submit>
      </div>
    </Form>
  );
}

/** What the account has, and what an import does. */
function Summary({ account, numbers }: { account: Account; numbers: readonly Importable[] }): VNode {
  const carrier = carrierName(account.carrier);
  const known = numbers.filter(({ is_known: isKnown }) => isKnown).length;
  const changing = numbers.filter(({ is_known: isKnown, changes }) => !isKnown && changes.length > 0).length;
  const [example] = numbers.find(({ changes }) => changes.length > 0)?.changes ?? [];
  if (numbers.length === known) {
    return (
      <p>
        {numbers.length === 0
          ? `Your account at ${carrier} has no numbers. Buy some, here or there.`
          : `All ${plural(known, 'number')} of your account at ${carrier} are in your list already.`}
      </p>
    );
  }
  return (
    <>
      <p>
        Your account at {carrier} has {plural(numbers.length, 'number')}
        {known > 0 && `; ${known} of them ${known === 1 ? 'is' : 'are'} in your list already`}.{' '}
        {changing === 0
          ? 'All others send their calls and texts here already.'
          : `${plural(changing, 'number sends', 'numbers send')} calls or texts elsewhere: after the import they come here. What each has now is kept, and you can put it back.`}
      </p>
      {example !== undefined && (
        <details class="after">
          <summary>The address for calls after the import</summary>
          <Code label="The address for calls after the import" code={example.after ?? ''} />
        </details>
      )}
    </>
  );
}
