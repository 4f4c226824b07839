/** Shows the contents of an event. */
import type { VNode } from 'preact';
import { channelName } from '../../../../../worker/dni/pure/channels.ts';
import { useStates } from '../../../../api/company.ts';
import { later } from '../../../../components/parts/lazy.tsx';
import { LIFT_REASONS } from '../../../../components/text/lift-reasons.ts';
import { automaticText } from '../../../../components/text/message-status.ts';
import { withQuery } from '../../../../address/router.ts';
import { formatMoment, formatPhone, plural, StateChip } from '../../../../components/text/values.tsx';
import { visitEventText } from '../../../calls/call.ts';
import type { EventOf, Lead, TimelineEvent } from '../lead.ts';

const Changes = later<Pick<EventOf<'lead_modified'>['data'], 'changes'>>(
  async () => (await import('./changes.tsx')).Changes,
);
const Conflicts = later<Pick<EventOf<'lead_merged'>['data'], 'conflicts'>>(
  async () => (await import('./changes.tsx')).Conflicts,
);
const CallCard = later<{ event: EventOf<'call'>; lead: Lead }>(
  async () => (await import('./call-card.tsx')).CallCard,
);
const ScheduledCard = later<{ event: EventOf<'scheduled_text'>; leadId: string }>(
  async () => (await import('./scheduled-texts.tsx')).ScheduledCard,
);
const FormCard = later<Pick<EventOf<'form'>, 'data'>>(async () => (await import('./form-card.tsx')).FormCard);

/** Events with a message that a person wrote. */
type Conversation = EventOf<'note' | 'call' | 'sms' | 'email_message' | 'reminder'>;

/** The text after the user's name, by type of event. */
const HEADLINES: { [Type in TimelineEvent['type']]: (event: EventOf<Type>) => string } = {
  note: () => 'wrote a note',
  call: callHeadline,
  sms: ({ inbound }) => (inbound ? 'received a text' : 'sent a text'),
  email_message: ({ inbound }) => (inbound ? 'received an e-mail' : 'sent an e-mail'),
  reminder: (event) =>
    isToAnswer(event) ? `${waitingText(event.data)} waits for an answer` : 'set a reminder',
  lead_created: () => 'created the lead',
  lead_modified: () => 'edited the lead',
  lead_assigned: ({ data }) => `assigned the lead to ${data.to.name}`,
  lead_unassigned: ({ data }) => `unassigned ${data.from?.name ?? 'somebody'}`,
  state_change: () => 'changed the state',
  lead_merged: () => 'merged another lead into this one',
  lead_unmerged: () => 'undid a merge',
  visit: ({ data }) => `found the visit that led to a ${data.form_id === undefined ? 'call' : 'form'}`,
  scheduled_text: () => 'planned a text',
  opt_out: optOutHeadline,
  form: ({ data }) => (data.spam.length === 0 ? 'received a form' : 'received a form that looks like spam'),
};

/** Tells whether an event is the reminder of a call, text or form that nobody answered. Its text is for programs. */
export function isToAnswer(event: { type: string; data: object }): boolean {
  const { data } = event;
  return event.type === 'reminder' && ['call_id', 'text_id', 'form_id'].some((id) => id in data);
}

/** Names what waits: a missed call, a text, a form. */
function waitingText({ text_id: text, form_id: form }: EventOf<'reminder'>['data']): string {
  if (text !== undefined) return 'a text';
  return form === undefined ? 'a missed call' : 'a form';
}

/** Returns the text after the user's name; for an unknown type, the type. */
export function headlineOf(event: TimelineEvent): string {
  const headline = HEADLINES[event.type] as ((event: TimelineEvent) => string) | undefined;
  return headline?.(event) ?? event.type.replaceAll('_', ' ');
}

export function EventBody({ event, lead }: { event: TimelineEvent; lead: Lead }): VNode | null {
  switch (event.type) {
    case 'lead_modified':
      return <Changes changes={event.data.changes} />;
    case 'state_change':
      return <StateChange from={String(event.data.from)} to={event.data.to} />;
    case 'lead_created':
      return <InitialTags data={event.data} />;
    case 'visit':
      return <p class="message">{visitEventText(event.data)}</p>;
    case 'form':
      return <FormCard data={event.data} />;
    case 'scheduled_text':
      return <ScheduledCard event={event} leadId={lead.lead_id} />;
    case 'lead_merged':
      return <Conflicts conflicts={event.data.conflicts} />;
    default:
      // A type that is newer than this page may have a message too.
      return <Message event={event as Conversation} lead={lead} />;
  }
}

function Message({ event, lead }: { event: Conversation; lead: Lead }): VNode {
  const { type, inbound } = event;
  const { message, subject, tags } = event.data;
  const isConversation = type === 'sms' || type === 'email_message';
  const side = inbound ? 'in' : 'out';
  return (
    <>
      {subject !== undefined && <p class="subject">{subject}</p>}
      {message !== undefined && !isToAnswer(event) && (
        <p class={`message ${isConversation ? side : ''}`}>{message}</p>
      )}
      {event.type === 'call' ? <CallCard event={event} lead={lead} /> : <Facts event={event} />}
      <Tags tags={tags} />
    </>
  );
}

/** Shows the details of texts and reminders. */
function Facts({ event }: { event: Conversation }): VNode | null {
  if (event.type === 'sms') return <TextFacts data={event.data} />;
  if (event.type !== 'reminder') return null;
  const { due_time: due, done_time: done, answer_needed: isNeeded } = event.data;
  const word = isNeeded === false ? 'No answer needed' : 'Done';
  if (done !== undefined)
    return (
      <p class="soft">
        {word} {formatMoment(done)}
      </p>
    );
  if (due !== undefined) return <p class="soft">Due {formatMoment(due)}</p>;
  return null;
}

/** Shows the phone of a text with a link to its thread, its files, and whether it was sent. */
function TextFacts({ data }: Pick<EventOf<'sms'>, 'data'>): VNode {
  const { phone, status, automatic, error, media = [] } = data;
  return (
    <>
      {status === 'failed' && <p class="fault">Not sent. {error}</p>}
      <p class="row soft small">
        {automatic === true && <span>{automaticText(data)}</span>}
        {media.length > 0 && <span>{plural(media.length, 'attachment')}</span>}
        {typeof phone === 'string' && phone.startsWith('+') && (
          <a href={withQuery({ over: 'thread', phone })}>Texts with {formatPhone(phone)}</a>
        )}
      </p>
    </>
  );
}

function StateChange({ from, to }: { from: string; to: string }): VNode {
  const { data: states } = useStates();
  return (
    <p class="row">
      <StateChip state={from} states={states} />
      <span aria-hidden="true">→</span>
      <span class="unseen">to</span>
      <StateChip state={to} states={states} />
    </p>
  );
}

/** Shows the sources and the tags of a new lead. */
function InitialTags({ data: { source_tags: sources, tags } }: Pick<EventOf<'lead_created'>, 'data'>): VNode {
  return (
    <>
      <Tags tags={sources.map(channelName)} />
      <Tags tags={tags} />
    </>
  );
}

/** Shows each once: a source that was written in two ways has one name. */
function Tags({ tags = [] }: { tags: readonly string[] | undefined }): VNode | null {
  if (tags.length === 0) return null;
  return (
    <p class="row">
      {[...new Set(tags)].map((tag) => (
        <span key={tag} class="chip">
          <span>{tag}</span>
        </span>
      ))}
    </p>
  );
}

function optOutHeadline({ data: { phone, state, reason } }: EventOf<'opt_out'>): string {
  if (state === 'added') return `opted ${formatPhone(phone)} out of texts and calls`;
  const [, why = ''] = LIFT_REASONS.find(([each]) => each === reason) ?? [];
  return `lifted the opt-out of ${formatPhone(phone)}${why && `: ${why.charAt(0).toLowerCase()}${why.slice(1)}`}`;
}

/** Describes the outcome of a call. */
function callHeadline({ inbound, data }: EventOf<'call'>): string {
  if (!inbound) return UNANSWERED.get(String(data.outcome)) ?? 'called';
  const outcome = MISSED.get(String(data.outcome));
  return outcome ?? 'answered a call';
}

/** Outcomes of outgoing calls. There is none yet while the phones ring. */
const UNANSWERED: ReadonlyMap<string, string> = new Map([
  ['null', 'is calling'],
  ['missed', 'called: nobody answered'],
  ['abandoned', 'called, and hung up before an answer'],
  ['busy', 'called: the line was busy'],
  ['failed', 'tried to call: it failed'],
]);

const MISSED: ReadonlyMap<string, string> = new Map([
  ['missed', 'missed a call'],
  ['abandoned', 'missed a call: the caller hung up'],
  ['busy', 'missed a call: the line was busy'],
  ['voicemail', 'received a voicemail'],
  ['blocked', 'blocked a call'],
  ['failed', 'missed a call: it failed'],
]);
