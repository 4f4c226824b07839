/** What is to do: open reminders, and the calls, texts and forms that nobody answered; the earliest due time first. */
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RemindersBody } from '../../../worker/core/leads/reminders/reference.ts';
import { companyPath } from '../../api/company.ts';
import { usePlaces } from '../../api/places.ts';
import { useResource } from '../../api/resource.ts';
import { user } from '../../api/user.ts';
import { pathTo, place, withQuery } from '../../address/router.ts';
import { Icon } from '../../components/icon.tsx';
import { Empty } from '../../components/notice.tsx';
import { MenuEntry, Popover } from '../../components/over/popover.tsx';
import { toastFailure } from '../../components/over/toasts.tsx';
import { Pages } from '../../components/paging/pages.tsx';
import { Read } from '../../components/read.tsx';
import { formatMoment, formatPhone, When } from '../../components/text/values.tsx';
import { useSaving } from '../../forms/saving.ts';
import { CallButton } from '../calls/actions/call-button.tsx';
import { BlockEntry } from '../calls/actions/block-caller.tsx';
import { dismissReminder, finishReminder, postponeReminder } from '../leads/lead/lead-actions.ts';
import { finishAsNoLead } from './no-lead.ts';
import { useSpoken } from './spoken.ts';
import { branchOf, kindOf, Waiting } from './waiting.tsx';
import type { EventOf } from '../leads/lead/lead.ts';
import { nameOf } from '../leads/lead.ts';
import { laterTimes } from '../leads/lead/reminders/times.ts';

type OpenReminder = RemindersBody['reminders'][number];

/** Whose reminders are shown, by the value of `assigned_to`. */
const OWNERS = [
  ['', 'All'],
  ['me', 'Mine'],
  ['none', 'Unassigned'],
] as const;

/** A double click takes at most half a second (Windows). */
const SETTLING_MS = 500;

const EARLIEST_FIRST = { order: 'Earliest first', first: 'Earliest', next: 'Later' };

export function ToDoScreen(): VNode {
  const { query } = place.value;
  const owner = query.get('assigned_to') ?? '';
  const cursor = query.get('cursor') ?? undefined;
  const parameters = new URLSearchParams({
    size: '50',
    ...(owner === '' ? {} : { assigned_to: owner }),
    ...(cursor === undefined ? {} : { cursor }),
  });
  const shown = useResource<RemindersBody>(companyPath(`/reminders?${parameters}`));
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>To do</h1>
      </div>
      <Owners current={owner} />
      <div class="list-main" aria-busy={shown.isFormer || shown.isBusy}>
        <Read shown={shown}>
          {({ reminders, next_cursor: next }) => (
            <>
              {reminders.length === 0 ? (
                <Nothing isNarrowed={owner !== ''} />
              ) : (
                <Lines reminders={reminders} isFormer={shown.isFormer} />
              )}
              <Pages isFirst={cursor === undefined} next={next} words={EARLIEST_FIRST} />
            </>
          )}
        </Read>
      </div>
    </>
  );
}

function Lines({ reminders, isFormer }: { reminders: OpenReminder[]; isFormer: boolean }): VNode {
  const spoken = useSpoken(reminders);
  const refuseIfMoved = useSettling(reminders.map(({ event }) => event.data.event_id));
  return (
    <ol class={`card to-do ${isFormer ? 'is-former' : ''}`} onClickCapture={refuseIfMoved}>
      {reminders.map((reminder) => (
        <Line key={reminder.event.data.event_id} reminder={reminder} spoken={spoken} />
      ))}
    </ol>
  );
}

/**
 * Keeps the second of two quick presses from the entry that has moved under it.
 * @returns a listener that stops presses in the moment after an entry has left the list
 */
function useSettling(ids: readonly string[]): (event: Event) => void {
  const before = useRef(ids);
  const leftTime = useRef(-Infinity);
  useLayoutEffect(() => {
    if (before.current.some((id) => !ids.includes(id))) leftTime.current = performance.now();
    before.current = ids;
  });
  return (event) => {
    if (performance.now() - leftTime.current > SETTLING_MS) return;
    event.stopPropagation();
    event.preventDefault();
  };
}

function Owners({ current }: { current: string }): VNode {
  return (
    <nav class="tabs" aria-label="Whose">
      <ul>
        {OWNERS.map(([owner, label]) => (
          <li key={owner}>
            <a
              href={withQuery({ assigned_to: owner || undefined, cursor: undefined })}
              aria-current={owner === current ? 'page' : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }): VNode {
  return isNarrowed ? (
    <Empty icon="check" text="Nothing to do here.">
      <a class="button" href={withQuery({ assigned_to: undefined })}>
        Show everything
      </a>
    </Empty>
  ) : (
    <Empty
      icon="check"
      text="Nothing to do. Missed callers, texts and forms appear here until somebody answers them, and so do reminders that you set on a lead."
    />
  );
}

interface LineProps {
  reminder: OpenReminder;
  /** What callers said, by the id of the call. */
  spoken: ReadonlyMap<string, string>;
}

function Line({ reminder: { event, lead, contact }, spoken }: LineProps): VNode {
  const { data } = event as EventOf<'reminder'>;
  const name = formatPhone(nameOf(lead));
  const phone = data.phone ?? lead.phones?.[0]?.phone;
  const { due_time: due } = data;
  const isOverdue = due !== undefined && Date.parse(due) < Date.now();
  const assignee = lead.assigned_to;
  const actions = { reminder: data, lead, phone, name };
  const branch = branchOf(contact);
  const places = usePlaces();
  return (
    <li>
      <Finish reminder={data} leadId={lead.lead_id} name={name} />
      <div class="what">
        <a class="main" dir="auto" href={pathTo('leads', lead.lead_id)}>
          {name}
        </a>
        <Waiting reminder={data} contact={contact} spoken={spoken} />
        <p class="small soft">
          {due !== undefined && (
            <span class={isOverdue ? 'fault' : ''}>
              {isOverdue ? 'Overdue since' : 'Due'} {formatMoment(due)}
            </span>
          )}
          {' · '}
          {kindOf(data) === undefined ? 'set' : 'came'} <When time={data.event_time} />
          {branch !== undefined && ` · ${places.nameOf(branch)}`}
          {assignee !== undefined && assignee.id !== user.value?.user_id && ` · ${assignee.name}`}
        </p>
      </div>
      <Actions {...actions} />
    </li>
  );
}

interface ActionsProps {
  reminder: EventOf<'reminder'>['data'];
  lead: OpenReminder['lead'];
  phone: string | undefined;
  name: string;
}

/** Answers: by a call, and as the person asked, by a text or an e-mail. */
function Actions(props: ActionsProps): VNode {
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
function Finish({
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
