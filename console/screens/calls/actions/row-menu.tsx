/** What can be done about a call from its row: rate it, block its caller. */
import type { VNode } from 'preact';
import { pathTo } from '../../../address/router.ts';
import { mayWrite } from '../../../api/user.ts';
import { Icon } from '../../../components/icon.tsx';
import { MenuEntry, Popover } from '../../../components/over/popover.tsx';
import { toastFailure } from '../../../components/over/toasts.tsx';
import { BlockEntry } from './block-caller.tsx';
import { type Call, callerName } from '../call.ts';
import { isTurnedAway } from './spam.ts';
import { rateCall } from './call-actions.ts';

const RATINGS = [
  ['good', 'check', 'A good lead'],
  ['not_a_lead', 'trash', 'Not a lead'],
] as const;

/** Nothing for those who only read: the row leads to the lead. */
export function RowMenu({ call }: { call: Call }): VNode | null {
  if (!mayWrite()) return null;
  return (
    <Popover
      class="button slim icon plain"
      label={`More about the call of ${callerName(call)}`}
      button={<Icon name="more" />}
    >
      {(close) => (
        <>
          {call.lead_id !== null && (
            <a href={pathTo('leads', call.lead_id)} onClick={close}>
              <Icon name="leads" /> Go to the lead
            </a>
          )}
          {RATINGS.filter(([rating]) => rating !== call.lead_status).map(([rating, icon, label]) => (
            <MenuEntry
              key={rating}
              icon={icon}
              label={rating === 'good' && isTurnedAway(call) ? 'This was a person' : label}
              close={close}
              press={() => void rateCall(call, rating, doneBy(call, rating)).catch(toastFailure)}
            />
          ))}
          {call.direction === 'inbound' && <BlockEntry phone={call.from} close={close} />}
        </>
      )}
    </Popover>
  );
}

function doneBy(call: Call, rating: 'good' | 'not_a_lead'): string | undefined {
  const isPerson = rating === 'good' && isTurnedAway(call);
  return isPerson ? 'A lead, to be called back. They get through next time.' : undefined;
}
