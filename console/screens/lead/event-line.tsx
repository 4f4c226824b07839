/** An event of the timeline: who, what, when; what can be done about it; what was said about it. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Form } from '../../components/fields.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { MenuEntry, Popover } from '../../components/popover.tsx';
import { useSaving } from '../../components/saving.ts';
import { toastFailure } from '../../components/toasts.tsx';
import { plural, When } from '../../components/values.tsx';
import { user } from '../../session.ts';
import { Comments } from './comments.tsx';
import { EventBody, headlineOf } from './event-body.tsx';
import { changeNote, removeNote, unmergeLead } from './lead-actions.ts';
import type { Lead, TimelineEvent } from './lead.ts';

const ICONS: Record<string, IconName> = {
  note: 'note',
  call: 'call',
  sms: 'text',
  email_message: 'mail',
  reminder: 'bell',
  lead_created: 'plus',
  lead_modified: 'pencil',
  lead_assigned: 'leads',
  lead_unassigned: 'leads',
  state_change: 'state',
  lead_merged: 'merge',
  lead_unmerged: 'merge',
};

interface EventProps {
  event: TimelineEvent;
  lead: Lead;
}

export function EventLine({ event, lead }: EventProps): VNode {
  const [isEditing, setEditing] = useState(false);
  const { data, type } = event;
  const [showsComments, showComments] = useState(data.comment_count > 0);
  return (
    <li class={`event ${type}`}>
      <span class="event-icon">
        <Icon name={ICONS[type] ?? 'info'} size={16} />
      </span>
      <div class="event-main">
        <div class="event-head">
          <span>
            <b>{data.created_by_entity.name ?? 'Somebody'}</b> {headlineOf(event)}
          </span>
          <span class="soft small">
            <When time={data.event_time} />
          </span>
          <EventMenu event={event} lead={lead} edit={() => setEditing(true)} />
        </div>
        {isEditing ? (
          <NoteEdit event={event} lead={lead} end={() => setEditing(false)} />
        ) : (
          <EventBody event={event} />
        )}
        {showsComments ? (
          <Comments event={event} leadId={lead.lead_id} />
        ) : (
          <button type="button" class="link small" onClick={() => showComments(true)}>
            {data.comment_count > 0 ? plural(data.comment_count, 'comment') : 'Comment'}
          </button>
        )}
      </div>
    </li>
  );
}

function EventMenu({ event, lead, edit }: EventProps & { edit: () => void }): VNode | null {
  const { type, data } = event;
  const isOwn = data.created_by_entity.user_id === user.value?.user_id;
  if (type === 'note' && (isOwn || user.value?.role_id !== 'agent')) {
    return <NoteMenu event={event} lead={lead} edit={edit} />;
  }
  if (type !== 'lead_merged' || data.merged_from_lead_id !== undefined) return null;
  const secondary = String(data['secondary_lead_id']);
  return (
    <button
      type="button"
      class="button slim"
      onClick={() => void unmergeLead(lead.lead_id, secondary).catch(toastFailure)}
    >
      Undo the merge
    </button>
  );
}

function NoteMenu({ event, lead, edit }: EventProps & { edit: () => void }): VNode {
  const remove = (): void => {
    removeNote(lead.lead_id, event.data.event_id).catch(toastFailure);
  };
  return (
    <Popover class="button plain icon slim" label="About this note" button={<Icon name="more" size={16} />}>
      {(close) => (
        <>
          <MenuEntry icon="pencil" label="Change" close={close} press={edit} />
          <MenuEntry icon="trash" label="Remove" close={close} press={remove} />
        </>
      )}
    </Popover>
  );
}

function NoteEdit({ event, lead, end }: EventProps & { end: () => void }): VNode {
  const [message, setMessage] = useState(event.data.message ?? '');
  const { error, isBusy, save } = useSaving(async () => {
    await changeNote(lead.lead_id, event.data.event_id, message);
    end();
  });
  return (
    <Form error={error} onSubmit={() => save()}>
      <textarea
        name="/message"
        aria-label="Note"
        value={message}
        onInput={(input) => setMessage(input.currentTarget.value)}
      />
      <div class="row end">
        <button type="button" class="button slim plain" onClick={end}>
          Cancel
        </button>
        <button type="submit" class="button slim primary" disabled={isBusy}>
          Save
        </button>
      </div>
    </Form>
  );
}
