/** Texts that are sent later: the time in the form of a new text, what waits, and what became of it. */
import type { VNode } from 'preact';
import type { ScheduledTextsBody } from '../../../../../worker/core/phone/messages/scheduled/reference.ts';
import { clockText } from '../../../../../worker/shared/pure/time-style.ts';
import { useResource } from '../../../../api/resource.ts';
import { mayWrite } from '../../../../api/user.ts';
import { toast, toastFailure } from '../../../../components/over/toasts.tsx';
import { formatMoment } from '../../../../components/text/values.tsx';
import { READER } from '../../../../formats/reader.ts';
import { CheckField, TextField } from '../../../../forms/fields.tsx';
import { textOf, valuesOf } from '../../../../forms/form-values.ts';
import { useSaving } from '../../../../forms/saving.ts';
import { leadPath, post } from '../lead-actions.ts';
import type { EventOf } from '../lead.ts';
import { localTime, tomorrowMorning } from '../reminders/times.ts';

type ScheduledText = EventOf<'scheduled_text'>;

/** Where a text is sent later: the lead and, unless it is the one that wrote last, the number. */
export interface LaterProps {
  leadId: string;
  /** Goes back to sending it now. */
  cancel: () => void;
}

/** When a text is sent, in the zone of whoever gets it. */
export function LaterFields({ leadId, cancel }: LaterProps): VNode {
  const { data } = useResource<ScheduledTextsBody>(leadPath(leadId, '/scheduled_texts'));
  const zone = data?.time_zone;
  return (
    <div class="columns">
      <TextField
        label="Send at"
        name="/send_time"
        type="datetime-local"
        defaultValue={localTime(tomorrowMorning(new Date()))}
        hint={zone === undefined || zone === ownZone() ? undefined : `In the time of ${placeOf(zone)}.`}
        required
      />
      <CheckField label="Not if they call or write first" name="/unless_contact" defaultChecked />
      <button type="button" class="link small" onClick={cancel}>
        Send it now instead
      </button>
    </div>
  );
}

/** What became of a text on the timeline. */
export function ScheduledCard({ event, leadId }: { event: ScheduledText; leadId: string }): VNode {
  const { message, state, reason } = event.data;
  return (
    <>
      {state !== 'sent' && (
        <p class="message out" dir="auto">
          {message}
        </p>
      )}
      <p class={state === 'failed' ? 'fault' : 'soft small'}>{stateText(event)}</p>
      {state === 'cancelled' && reason !== undefined && <p class="soft small">{reason}</p>}
      {state === 'open' && mayWrite() && <CancelButton event={event} leadId={leadId} />}
    </>
  );
}

/** The texts to a phone that wait, below the thread with it. */
export function WaitingTexts({ leadId, phone }: { leadId: string; phone: string }): VNode | null {
  const { data } = useResource<ScheduledTextsBody>(leadPath(leadId, '/scheduled_texts'));
  const waiting = data?.scheduled_texts.filter((event) => event.data.phone === phone) ?? [];
  if (waiting.length === 0) return null;
  return (
    <ul class="thread" aria-label="Sent later">
      {waiting.map((event) => (
        <li key={event.data.event_id}>
          <ScheduledCard event={event} leadId={leadId} />
        </li>
      ))}
    </ul>
  );
}

/** Sends a text later, as the fields of `LaterFields` in its form say. */
export async function sendLater(
  { leadId, phone }: { leadId: string; phone?: string },
  message: string,
  form: HTMLFormElement,
): Promise<void> {
  const values = valuesOf(form);
  await post(leadId, '/scheduled_text', {
    message,
    send_time: textOf(values, '/send_time'),
    unless_contact: values['/unless_contact'] === true,
    ...(phone === undefined ? {} : { phone }),
  });
  toast('The text will be sent later.');
}

function CancelButton({ event, leadId }: { event: ScheduledText; leadId: string }): VNode {
  const { event_id: id, send_time: time } = event.data;
  const path = `/events/scheduled_text/${id}`;
  const { isBusy, save } = useSaving(async () => {
    try {
      await post(leadId, `${path}/cancel`);
      toast('Text cancelled.', () => post(leadId, `${path}/reschedule`, { send_time: time }));
    } catch (error) {
      toastFailure(error);
    }
  });
  return (
    <button type="button" class="button slim" disabled={isBusy} onClick={() => save()}>
      Cancel this text
    </button>
  );
}

function stateText({ data }: ScheduledText): string {
  const { state, send_time: time, time_zone: zone, unless_contact: unlessContact, reason } = data;
  const there = zone === ownZone() ? '' : ` (${clockIn(zone, time)} in ${placeOf(zone)})`;
  switch (state) {
    case 'open':
      return `To be sent ${formatMoment(time)}${there}${unlessContact ? ', unless they call or write first' : ''}`;
    case 'sent':
      return `Planned for ${formatMoment(time)}${there}, and sent`;
    case 'cancelled':
      return `Cancelled. It was planned for ${formatMoment(time)}${there}.`;
    default:
      return `Not sent. ${reason ?? ''}`;
  }
}

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns the city of a zone: `America/New_York` is New York. */
function placeOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

function clockIn(zone: string, time: string): string {
  const there = new Date(time).toLocaleTimeString('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
  });
  const [hour = 0, minute = 0] = there.split(':').map(Number);
  return clockText(hour, minute, READER);
}
