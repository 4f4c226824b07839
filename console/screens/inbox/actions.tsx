/** What is done with a row of the inbox: the person is answered, called, assigned, postponed or taken off. Each has a key. */
import type { VNode } from 'preact';
import type { RemindersBody } from '../../../worker/core/leads/reminders/reference.ts';
import { withQuery } from '../../address/router.ts';
import { user } from '../../api/user.ts';
import { Icon, type IconName } from '../../components/icon.tsx';
import { useKey } from '../../components/keys.tsx';
import { MenuEntry, Popover } from '../../components/over/popover.tsx';
import { toastFailure } from '../../components/over/toasts.tsx';
import { useSaving } from '../../forms/saving.ts';
import { BlockEntry } from '../calls/actions/block-caller.tsx';
import { CallButton } from '../calls/actions/call-button.tsx';
import { AssignButton } from '../leads/lead/assign-button.tsx';
import { dismissReminder, finishReminder, postponeReminder } from '../leads/lead/lead-actions.ts';
import type { EventOf } from '../leads/lead/lead.ts';
import { laterTimes } from '../leads/lead/reminders/times.ts';
import { finishAsNoLead } from './no-lead.ts';
import { kindOf } from './waiting.tsx';

export type OpenReminder = RemindersBody['reminders'][number];

export interface ActionsProps {
  reminder: EventOf<'reminder'>['data'];
  lead: OpenReminder['lead'];
  phone: string | undefined;
  name: string;
  /** Whether keys act on this row. */
  isCurrent: boolean;
}

export function Actions(props: ActionsProps): VNode {
  const { reminder, lead, phone, name, isCurrent } = props;
  const { event_id: id, due_time: from } = reminder;
  const key = (letter: string): string | undefined => (isCurrent ? letter : undefined);
  return (
    <div class="row">
      <Answers {...props} />
      {phone !== undefined && (
        <CallButton leadId={lead.lead_id} name={name} phone={phone} hotkey={key('c')} reminderId={id} />
      )}
      <AssignButton lead={lead} isInRow={{ name, hotkey: key('a') }} />
      {from !== undefined && <Later {...props} from={from} />}
      {kindOf(reminder) !== undefined && (
        <Quick
          icon="close"
          label={`No answer needed: ${name}`}
          hotkey={key('x')}
          press={() => dismissReminder(lead.lead_id, id)}
        />
      )}
      <More {...props} />
    </div>
  );
}

/** Writes to the person: as they asked, and in any way that they can be reached. */
function Answers({ reminder, lead, phone, name, isCurrent }: ActionsProps): VNode {
  const [textKey, mailKey] = [useKey('t'), useKey('m')];
  const email = lead.emails?.[0]?.email;
  return (
    <>
      {phone !== undefined && (
        <a
          ref={isCurrent ? textKey : null}
          class="button slim"
          href={threadOf(lead.lead_id, phone, reminder.event_id)}
          aria-label={`Text ${name}`}
        >
          <Icon name="text" size={16} /> Text
        </a>
      )}
      {kindOf(reminder) === 'form' && email !== undefined && (
        <a
          ref={isCurrent ? mailKey : null}
          class="button slim"
          href={`mailto:${encodeURIComponent(email)}`}
          aria-label={`E-mail ${name}`}
        >
          <Icon name="mail" size={16} /> E-mail
        </a>
      )}
    </>
  );
}

/** Opens the texts with a person over the inbox. */
function threadOf(leadId: string, phone: string, reminderId: string): string {
  return withQuery({ over: 'thread', lead: leadId, phone, reminder: reminderId });
}

/** Finishes a reminder: the circle in front of it. */
export function Finish({
  reminder: { event_id: id },
  leadId,
  name,
  isCurrent,
}: Pick<ActionsProps, 'reminder' | 'name' | 'isCurrent'> & { leadId: string }): VNode {
  const press = (): Promise<void> => finishReminder(leadId, id);
  return (
    <Quick
      icon="check"
      class="finish"
      label={`Done: ${name}`}
      hotkey={isCurrent ? 'd' : undefined}
      press={press}
    />
  );
}

interface QuickProps {
  icon: IconName;
  label: string;
  class?: string;
  hotkey: string | undefined;
  press: () => Promise<void>;
}

/** A small button that does something at once. */
function Quick({ icon, label, class: className = 'slim icon plain', hotkey, press }: QuickProps): VNode {
  const key = useKey(hotkey ?? '');
  const { isBusy, save } = useSaving(() => press().catch(toastFailure));
  return (
    <button
      ref={hotkey === undefined ? null : key}
      type="button"
      class={`button ${className}`}
      aria-label={label}
      title={label.split(':', 1)[0]}
      disabled={isBusy}
      onClick={() => save()}
    >
      <Icon name={icon} size={16} />
    </button>
  );
}

/** Offers times to postpone to. */
function Later({ reminder, lead, name, isCurrent, from }: ActionsProps & { from: string }): VNode {
  const { isBusy, save } = useSaving((to: Date) =>
    postponeReminder(lead.lead_id, reminder.event_id, { from, to }).catch(toastFailure),
  );
  return (
    <Popover
      class="button slim icon plain"
      label={`Later: ${name}`}
      hotkey={isCurrent ? 'l' : undefined}
      disabled={isBusy}
      button={<Icon name="clock" />}
    >
      {(close) =>
        laterTimes(new Date()).map(({ label, time }) => (
          <MenuEntry key={label} icon="clock" label={label} close={close} press={() => save(time)} />
        ))
      }
    </Popover>
  );
}

/** Rarer actions. Only super admins block callers. */
function More({ reminder, lead: { lead_id: leadId }, phone, name }: ActionsProps): VNode | null {
  const { event_id: id, call_id: callId } = reminder;
  const { isBusy, save } = useSaving((work: () => Promise<void>) => work().catch(toastFailure));
  if (callId === undefined && (phone === undefined || user.value?.role_id !== 'superadmin')) return null;
  return (
    <Popover
      class="button slim icon plain"
      label={`More about ${name}`}
      disabled={isBusy}
      button={<Icon name="more" />}
    >
      {(close) => (
        <>
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
