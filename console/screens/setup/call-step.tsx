/** The step of the first call: add the carrier's account, give the numbers its addresses, then call. */
import type { VNode } from 'preact';
import { formatPhone, When } from '../../components/text/values.tsx';
import { pathTo } from '../../address/router.ts';
import { Addresses } from '../numbers/phone/account-list.tsx';
import { carrierName } from '../numbers/phone/accounts.ts';
import { type DniNumber, isPool } from '../numbers/dni-settings.ts';
import type { StepProps } from './step.ts';

export function CallStep({ facts, settings: { published } }: StepProps): VNode {
  const { first_call: call, carriers } = facts;
  if (call !== null) {
    const lead = call.lead_id;
    return (
      <p>
        <b>{formatPhone(call.number)}</b> was called <When time={call.time} />.{' '}
        <a href={lead === null ? pathTo('calls') : pathTo('leads', lead)}>
          {lead === null ? 'See the calls' : 'Open the lead'}
        </a>
      </p>
    );
  }
  if (carriers.length === 0) {
    return (
      <>
        <p class="soft">
          Add the account of the phone company that has your tracking numbers. Calls are refused without it.
        </p>
        <a class="button" href={`${pathTo('numbers', 'phone')}?over=carrier`}>
          Add your carrier’s account
        </a>
      </>
    );
  }
  const first = firstNumber(published.numbers);
  return (
    <>
      {carriers.map((carrier) => (
        <details key={carrier}>
          <summary>Give your numbers these addresses at {carrierName(carrier)}</summary>
          <Addresses carrier={carrier} />
        </details>
      ))}
      <p>
        {first === undefined
          ? 'Then call one of the numbers from your own phone.'
          : `Then call ${formatPhone(first)} from your own phone.`}{' '}
        The call and its lead appear here a moment later.{' '}
        <a href={pathTo('numbers', 'phone')}>Check the account, and choose who rings</a>
      </p>
    </>
  );
}

function firstNumber([first]: readonly DniNumber[]): string | undefined {
  return first && (isPool(first) ? first.phone_numbers[0] : first.phone_number);
}
