/** An event of the timeline: user, action and time, with its menu and comments. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Icon, type IconName } from '../../../../components/icon.tsx';
import { MenuEntry, Popover } from '../../../../components/over/popover.tsx';
import { toastFailure } from '../../../../components/over/toasts.tsx';
import { When } from '../../../../components/text/values.tsx';
import { useSaving } from '../../../../forms/saving.ts';
import { isManager, mayWrite, user } from '../../../../api/user.ts';
import { Comments, isCommentBegun } from './comments.tsx';
import { EventBody, headlineOf, isToAnswer } from './event-body.tsx';
import { finishReminder, removeNote, reopenReminder, unmergeLead } from '../lead-actions.ts';
import type { EventOf, Lead, TimelineEvent } from '../lead.ts';
import { later } from '../../../../components/parts/lazy.tsx';
import type { NoteEditProps } from './note-edit.tsx';

const NoteEdit = later<NoteEditProps>(async () => (await import('./note-edit.tsx')).NoteEdit);

const ICONS: Readonly<Partial<Record<TimelineEvent['type'], IconName>>> = {
  note: 'note',
  call: 'call',
  sms: 'text',
  email_message: 'mail',
  reminder: 'bell',
  scheduled_text: 'text',
  lead_created: 'plus',
  lead_modified: 'pencil',
  lead_assigned: 'leads',
  lead_unassigned: 'leads',
  state_change: 'state',
  lead_merged: 'merge',
  lead_unmerged: 'merge',
};

const MISSED: ReadonlySet<string> = new Set(['missed', 'abandoned', 'busy', 'voicemail', 'failed']);

interface EventProps {
  event: TimelineEvent;
  lead: Lead;
}

export function EventLine({ event, lead }: EventProps): VNode {
  const [isEditing, setEditing] = useState(false);
  const { data, type } = event;
  const [isWanted, wantComment] = useState(false);
  const [isBegun] = useState(() => isCommentBegun({ event, leadId: lead.lead_id }));
  const showsComments = data.comment_count > 0 || isWanted || isBegun;
  return (
    <li class={`event ${type} ${isMissed(event) ? 'is-missed' : ''}`}>
      <span class="event-icon">
        <Icon name={ICONS[type] ?? 'info'} size={16} />
      </span>
      <div class="event-main">
        <div class="event-head">
          <Headline event={event} />
          <span class="soft small">
            <When time={data.event_time} />
          </span>
          {mayWrite() && <EventMenu event={event} lead={lead} edit={() => setEditing(true)} />}
          {!showsComments && mayWrite() && (
            <button type="button" class="link small on-demand" onClick={() => wantComment(true)}>
              Comment
            </button>
          )}
        </div>
        {isEditing && event.type === 'note' ? (
          <NoteEdit event={event} leadId={lead.lead_id} end={() => setEditing(false)} />
        ) : (
          <EventBody event={event} lead={lead} />
        )}
        {showsComments && <Comments event={event} leadId={lead.lead_id} isWanted={isWanted} />}
      </div>
    </li>
  );
}

/** Who did what. What the product itself has done has no author. */
function Headline({ event }: { event: TimelineEvent }): VNode {
  const { created_by: author, created_by_entity: entity } = event.data;
  const text = headlineOf(event);
  if (author.startsWith('system:') || isToAnswer(event)) {
    return <b>{text.charAt(0).toUpperCase() + text.slice(1)}</b>;
  }
  return (
    <span>
      <b>{entity.name ?? 'Somebody'}</b> {text}
    </span>
  );
}

/** Tells whether a call of the lead was not answered. */
function isMissed(event: TimelineEvent): boolean {
  return event.type === 'call' && event.inbound && MISSED.has(event.data.outcome ?? '');
}

function EventMenu({ event, lead, edit }: EventProps & { edit: () => void }): VNode | null {
  const isOwn = event.data.created_by_entity.user_id === user.value?.user_id;
  if (event.type === 'note' && (isOwn || isManager())) {
    return <NoteMenu event={event} lead={lead} edit={edit} />;
  }
  if (event.type === 'reminder') return <ReminderButton event={event} lead={lead} />;
  if (event.type !== 'lead_merged' || event.data.merged_from_lead_id !== undefined) return null;
  const { secondary_lead_id: secondary } = event.data;
  return (
    <button
      type="button"
      class="button slim"
      onClick={() => void unmergeLead(lead.lead_id, secondary).catch(toastFailure)}
    >
      Undo merge
    </button>
  );
}

/** Finishes a reminder, or opens it again. One from another system has no state. */
function ReminderButton({ event, lead }: { event: EventOf<'reminder'>; lead: Lead }): VNode | null {
  const { state, event_id: id } = event.data;
  const { isBusy, save } = useSaving((change: typeof finishReminder) =>
    change(lead.lead_id, id).catch(toastFailure),
  );
  if (state === undefined) return null;
  const isOpen = state === 'open';
  return (
    <button
      type="button"
      class="button slim"
      disabled={isBusy}
      onClick={() => save(isOpen ? finishReminder : reopenReminder)}
    >
      {isOpen ? 'Done' : 'Reopen'}
    </button>
  );
}

function NoteMenu({ event, lead, edit }: EventProps & { edit: () => void }): VNode {
  const remove = (): void => {
    removeNote(lead.lead_id, event.data.event_id).catch(toastFailure);
  };
  return (
    <Popover class="button plain icon slim" label="Note actions" button={<Icon name="more" size={16} />}>
      {(close) => (
        <>
          <MenuEntry icon="pencil" label="Edit" close={close} press={edit} />
          <MenuEntry icon="trash" label="Remove" close={close} press={remove} />
        </>
      )}
    </Popover>
  );
}
