/** The first call: the carrier is told where calls go, then somebody calls. */
import type { VNode } from 'preact';
import { Code, CopyButton } from '../../components/code.tsx';
import { formatPhone, When } from '../../components/values.tsx';
import { pathTo, place } from '../../router.ts';
import type { StepProps } from './step.ts';

export function CallStep({ facts, settings: { published } }: StepProps): VNode {
  const { first_call: call } = facts;
  if (call !== null) {
    const lead = call.lead_id;
    return (
      <p>
        <b>{formatPhone(call.number)}</b> was called <When time={call.time} />.{' '}
        <a href={lead === null ? pathTo('calls') : pathTo('leads', lead)}>
          {lead === null ? 'See the calls' : 'See the lead that it became'}
        </a>
      </p>
    );
  }
  const [first] = published.numbers;
  const address = `${location.origin}/carriers/twilio/${place.value.company}/call`;
  return (
    <>
      <p class="soft">
        Have your carrier send the calls of your tracking numbers here, with its name in the place of twilio
        where it is another one:
      </p>
      <Code label="The address for calls" code={address} />
      <CopyButton text={address} />
      <p>
        {first === undefined
          ? 'Then call one of the numbers from your own phone.'
          : `Then call ${formatPhone(first.phone_number)} from your own phone.`}{' '}
        The call and its lead are here a moment later.
      </p>
    </>
  );
}
