/** A row of the inbox: who it is, what they want, where it came from, when it is due, and who is at it. */
import type { VNode } from 'preact';
import { channelName } from '../../../worker/dni/pure/channels.ts';
import { pathTo } from '../../address/router.ts';
import { usePlaces } from '../../api/places.ts';
import { user } from '../../api/user.ts';
import { Face } from '../../components/text/people.tsx';
import { formatClock, formatMoment, formatPhone, When } from '../../components/text/values.tsx';
import type { EventOf } from '../leads/lead/lead.ts';
import { nameOf } from '../leads/lead.ts';
import { Actions, Finish, type OpenReminder } from './actions.tsx';
import { kindOf, Waiting } from './waiting.tsx';

interface RowProps {
  reminder: OpenReminder;
  /** What callers said, by the id of the call. */
  spoken: ReadonlyMap<string, string>;
  /** Whether keys act on it. */
  isCurrent: boolean;
  isSeen: boolean;
}

export function Row({ reminder, spoken, isCurrent, isSeen }: RowProps): VNode {
  const { event, lead, taken } = reminder;
  const { data } = event as EventOf<'reminder'>;
  const name = formatPhone(nameOf(lead));
  const phone = data.phone ?? lead.phones?.[0]?.phone;
  return (
    <li class={isSeen ? undefined : 'is-new'} aria-current={isCurrent ? 'true' : undefined}>
      <Finish reminder={data} leadId={lead.lead_id} name={name} isCurrent={isCurrent} />
      <div class="what">
        <p>
          <a class="main" dir="auto" href={pathTo('leads', lead.lead_id)}>
            {name}
          </a>
          {!isSeen && <span class="unseen"> New</span>}
          {taken !== undefined && <TakenBy taken={taken} />}
        </p>
        <Waiting reminder={reminder} spoken={spoken} />
        <Facts reminder={reminder} />
      </div>
      <Actions reminder={data} lead={lead} phone={phone} name={name} isCurrent={isCurrent} />
    </li>
  );
}

/** Says who is answering at the moment. */
function TakenBy({ taken: { by, since } }: { taken: NonNullable<OpenReminder['taken']> }): VNode {
  const isOwn = by.id === user.value?.user_id;
  return (
    <span class="chip taken">
      <Face name={by.name} /> {isOwn ? 'You have' : `${by.name} has`} been on it since {formatClock(since)}
    </span>
  );
}

/** When it is due and since when, the branch and the source, and whose the lead is. */
function Facts({
  reminder: { event, lead, location_id: branch, source },
}: {
  reminder: OpenReminder;
}): VNode {
  const places = usePlaces();
  const { data } = event as EventOf<'reminder'>;
  const { due_time: due } = data;
  const { assigned_to: assignee } = lead;
  const isOverdue = due !== undefined && Date.parse(due) < Date.now();
  return (
    <p class="small soft">
      {due !== undefined && (
        <span class={isOverdue ? 'fault' : ''}>
          {isOverdue ? 'Overdue since' : 'Due'} {formatMoment(due)}
        </span>
      )}
      {' · '}
      {kindOf(data) === undefined ? 'set' : 'came'} <When time={data.event_time} />
      {branch !== undefined && ` · ${places.nameOf(branch)}`}
      {source !== undefined && ` · ${channelName(source)}`}
      {assignee !== undefined && assignee.id !== user.value?.user_id && ` · ${assignee.name}`}
    </p>
  );
}
