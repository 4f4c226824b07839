/** What is to do: open reminders, and the calls, texts and forms that nobody answered; the earliest due time first. */
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RemindersBody } from '../../../worker/core/leads/reminders/reference.ts';
import { companyPath } from '../../api/company.ts';
import { usePlaces } from '../../api/places.ts';
import { useResource } from '../../api/resource.ts';
import { user } from '../../api/user.ts';
import { pathTo, place, withQuery } from '../../address/router.ts';
import { Empty } from '../../components/notice.tsx';
import { Pages } from '../../components/paging/pages.tsx';
import { Read } from '../../components/read.tsx';
import { formatMoment, formatPhone, When } from '../../components/text/values.tsx';
import { Actions, type ActionsProps, Finish, type OpenReminder } from './actions.tsx';
import { useSpoken } from './spoken.ts';
import { branchOf, kindOf, Waiting } from './waiting.tsx';
import type { EventOf } from '../leads/lead/lead.ts';
import { nameOf } from '../leads/lead.ts';

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
  return (
    <li>
      <Finish reminder={data} leadId={lead.lead_id} name={name} />
      <div class="what">
        <a class="main" dir="auto" href={pathTo('leads', lead.lead_id)}>
          {name}
        </a>
        <Waiting reminder={data} contact={contact} spoken={spoken} />
        <Facts reminder={data} lead={lead} branch={branchOf(contact)} />
      </div>
      <Actions reminder={data} lead={lead} phone={phone} name={name} />
    </li>
  );
}

/** When it is due and since when, the branch that was called, and whose the lead is. */
function Facts({
  reminder: { due_time: due, ...reminder },
  lead: { assigned_to: assignee },
  branch,
}: Pick<ActionsProps, 'reminder' | 'lead'> & { branch: string | undefined }): VNode {
  const places = usePlaces();
  const isOverdue = due !== undefined && Date.parse(due) < Date.now();
  return (
    <p class="small soft">
      {due !== undefined && (
        <span class={isOverdue ? 'fault' : ''}>
          {isOverdue ? 'Overdue since' : 'Due'} {formatMoment(due)}
        </span>
      )}
      {' · '}
      {kindOf(reminder) === undefined ? 'set' : 'came'} <When time={reminder.event_time} />
      {branch !== undefined && ` · ${places.nameOf(branch)}`}
      {assignee !== undefined && assignee.id !== user.value?.user_id && ` · ${assignee.name}`}
    </p>
  );
}
