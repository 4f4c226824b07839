/** The step of the first call: add the carrier's account, give the numbers its addresses, then call. */
import type { VNode } from 'preact';
import { formatPhone, When } from '../../components/text/values.tsx';
import { pathTo, withQuery } from '../../address/router.ts';
import { Addresses } from '../phone/accounts/account-list.tsx';
import { carrierName } from '../phone/accounts/accounts.ts';
import type { Bought } from '../numbers/bought/bought.ts';
import { useBought } from '../numbers/bought/use-bought.ts';
import { type DniNumber, isPool } from '../draft/dni-settings.ts';
import type { StepProps } from './step.ts';

export function CallStep({ facts, settings: { published } }: StepProps): VNode {
  const { first_call: call, carriers } = facts;
  const { data: bought } = useBought();
  const first = firstNumber(published.numbers);
  const isReady = ringHere(published.numbers, bought?.numbers ?? []);
  if (call !== null) return <FirstCall call={call} />;
  if (carriers.length === 0) {
    return (
      <>
        <p class="soft">
          Add the account of the phone company that has your tracking numbers. Calls are refused without it.
        </p>
        <a class="button" href={withQuery({ over: 'carrier', key: undefined, of: undefined })}>
          Add your carrier’s account
        </a>
      </>
    );
  }
  return (
    <>
      {!isReady &&
        carriers.map((carrier) => (
          <details key={carrier}>
            <summary>Give your numbers these addresses at {carrierName(carrier)}</summary>
            <Addresses carrier={carrier} />
          </details>
        ))}
      <p>
        {first === undefined
          ? 'Then call one of the numbers from your own phone.'
          : `${isReady ? 'Call' : 'Then call'} ${formatPhone(first)} from your own phone.`}{' '}
        The call and its lead appear here a moment later.{' '}
        <a href={pathTo('numbers', 'phone')}>Check the account, and choose who rings</a>
      </p>
    </>
  );
}

function FirstCall({ call }: { call: NonNullable<StepProps['facts']['first_call']> }): VNode {
  const { number, time, lead_id: lead } = call;
  return (
    <p>
      <b>{formatPhone(number)}</b> was called <When time={time} />.{' '}
      <a href={lead === null ? pathTo('calls') : pathTo('leads', lead)}>
        {lead === null ? 'See the calls' : 'Open the lead'}
      </a>
    </p>
  );
}

/** Tells whether all numbers were bought or imported here, so that they have our addresses. */
function ringHere(entries: readonly DniNumber[], bought: readonly Bought[]): boolean {
  const ready = new Set(bought.filter(({ wiring }) => wiring === 'ready').map(({ number }) => number));
  const numbers = entries.flatMap((entry) =>
    isPool(entry) ? [...entry.phone_numbers, entry.overflow] : [entry.phone_number],
  );
  return numbers.length > 0 && numbers.every((number) => ready.has(number));
}

function firstNumber([first]: readonly DniNumber[]): string | undefined {
  return first && (isPool(first) ? first.phone_numbers[0] : first.phone_number);
}
