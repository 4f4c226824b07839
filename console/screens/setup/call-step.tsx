/** The step of the first call: set the carrier's webhook address, then call. */
import type { VNode } from 'preact';
import { Code, CopyButton } from '../../components/text/code.tsx';
import { formatPhone, When } from '../../components/text/values.tsx';
import { pathTo, place } from '../../address/router.ts';
import { type DniNumber, isPool } from '../numbers/dni-settings.ts';
import type { StepProps } from './step.ts';

export function CallStep({ facts, settings: { published } }: StepProps): VNode {
  const { first_call: call } = facts;
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
  const first = firstNumber(published.numbers);
  const address = `${location.origin}/carriers/twilio/${place.value.company}/call`;
  return (
    <>
      <p class="soft">
        At your carrier, set this address as the call webhook of your tracking numbers. If your carrier is not
        Twilio, replace twilio with its name:
      </p>
      <Code label="The address for calls" code={address} />
      <CopyButton text={address} />
      <p>
        {first === undefined
          ? 'Then call one of the numbers from your own phone.'
          : `Then call ${formatPhone(first)} from your own phone.`}{' '}
        The call and its lead appear here a moment later.
      </p>
    </>
  );
}

function firstNumber([first]: readonly DniNumber[]): string | undefined {
  return first && (isPool(first) ? first.phone_numbers[0] : first.phone_number);
}
