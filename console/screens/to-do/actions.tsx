/** What is done with an entry of To do: it is finished, answered, postponed or taken off. */
import type { VNode } from 'preact';
import type { RemindersBody } from '../../../worker/core/leads/reminders/reference.ts';
import { pathTo } from '../../address/router.ts';
import { Icon } from '../../components/icon.tsx';
import { MenuEntry, Popover } from '../../components/over/popover.tsx';
import { toastFailure } from '../../components/over/toasts.tsx';
import { useSaving } from '../../forms/saving.ts';
import { BlockEntry } from '../calls/actions/block-caller.tsx';
import { CallButton } from '../calls/actions/call-button.tsx';
import { dismissReminder, finishReminder, postponeReminder } from '../leads/lead/lead-actions.ts';
import { laterTimes } from '../leads/lead/reminders/times.ts';
import type { EventOf } from '../leads/lead/lead.ts';
import { finishAsNoLead } from './no-lead.ts';
import { kindOf } from './waiting.tsx';

export type OpenReminder = RemindersBody['reminders'][number];

export interface ActionsProps {
  reminder: EventOf<'reminder'>['data'];
  lead: OpenReminder['lead'];
  phone: string | undefined;
  name: string;
}

/** Answers: by a call, and as the person asked, by a text or an e-mail. */
export function Actions(props: ActionsProps): VNode {
  const { reminder, lead, phone, name } = props;
  const kind = kindOf(reminder);
  const email = lead.emails?.[0]?.email;
  return (
    <div class="row">
      {kind === 'text' && phone !== undefined && (
        <a class="button slim" href={threadOf(lead.lead_id, phone)} aria-label={`Answer ${name}`}>
          Answer
        </a>
      )}
      {kind === 'form' && email !== undefined && (
        <a class="button slim" href={`mailto:${encodeURIComponent(email)}`} aria-label={`E-mail ${name}`}>
          E-mail
        </a>
      )}
      {phone !== undefined && <CallButton leadId={lead.lead_id} name={name} phone={phone} />}
      <More {...props} />
    </div>
  );
}

function threadOf(leadId: string, phone: string): string {
  return `${pathTo('leads', leadId)}?${new URLSearchParams({ over: 'thread', phone })}`;
}

/** Finishes a reminder: the circle in front of it. */
export function Finish({
  reminder: { event_id: id },
  leadId,
  name,
}: Pick<ActionsProps, 'reminder' | 'name'> & { leadId: string }): VNode {
  const { isBusy, save } = useSaving(() => finishReminder(leadId, id).catch(toastFailure));
  return (
    <button
      type="button"
      class="button finish"
      aria-label={`Done: ${name}`}
      title="Done"
      disabled={isBusy}
      onClick={() => save()}
    >
      <Icon name="check" size={16} />
    </button>
  );
}

/** Rarer actions. Only super admins block callers. */
function More({ reminder, lead: { lead_id: leadId }, phone, name }: ActionsProps): VNode {
  const { event_id: id, due_time: from, call_id: callId } = reminder;
  const { isBusy, save } = useSaving((work: () => Promise<void>) => work().catch(toastFailure));
  return (
    <Popover
      class="button slim icon plain"
      label={`More about ${name}`}
      disabled={isBusy}
      button={<Icon name="more" />}
    >
      {(close) => (
        <>
          {phone !== undefined && (
            <a href={threadOf(leadId, phone)} onClick={close}>
              <Icon name="text" /> Write a text
            </a>
          )}
          {from !== undefined && (
            <Later close={close} postpone={(to) => save(() => postponeReminder(leadId, id, { from, to }))} />
          )}
          {kindOf(reminder) !== undefined && (
            <MenuEntry
              icon="check"
              label="No answer needed"
              close={close}
              press={() => save(() => dismissReminder(leadId, id))}
            />
          )}
          {callId !== undefined && (
            <MenuEntry
              icon="trash"
              label="Not a lead"
              close={close}
              press={() => save(() => finishAsNoLead(leadId, { callId, reminder: id }))}
            />
          )}
          <BlockEntry phone={phone} close={close} />
        </>
      )}
    </Popover>
  );
}

interface LaterProps {
  close: () => void;
  postpone: (to: Date) => void;
}

/** Offers times to postpone a reminder to. */
function Later({ close, postpone }: LaterProps): VNode {
  return (
    <fieldset class="later">
      <legend>Later</legend>
      {laterTimes(new Date()).map(({ label, time }) => (
        <MenuEntry key={label} icon="clock" label={label} close={close} press={() => postpone(time)} />
      ))}
    </fieldset>
  );
}
