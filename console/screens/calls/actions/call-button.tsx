/** Calls a lead: the carrier rings the user's own phone, then the lead's. If no carrier can, the own phone dials. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask, Refusal } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { changed } from '../../../api/resource.ts';
import { Icon } from '../../../components/icon.tsx';
import { useKey } from '../../../components/keys.tsx';
import { toast, toastFailure } from '../../../components/over/toasts.tsx';
import { formatPhone } from '../../../components/text/values.tsx';
import { useSaving } from '../../../forms/saving.ts';
import type { Call } from '../call.ts';

interface CallButtonProps {
  leadId: string;
  /** The name of the lead, for screen readers. */
  name: string;
  /** The number to call; absent: the one that the lead used last. */
  phone?: string | undefined;
  /** The label, `Call back` for instance. */
  verb?: string;
  hotkey?: string | undefined;
  /** The reminder that the call answers: it is refused if somebody else is at that. */
  reminderId?: string;
}

export function CallButton(props: CallButtonProps): VNode {
  const { leadId, name, phone, verb = 'Call', hotkey, reminderId } = props;
  const key = useKey(hotkey ?? '');
  const [isLeftToPhone, setLeftToPhone] = useState(false);
  const { isBusy, save } = useSaving(async () => {
    try {
      await placeCall(leadId, { phone, reminder_id: reminderId });
    } catch (error) {
      // No carrier of the company calls out.
      setLeftToPhone(error instanceof Refusal && error.problem.code === 'service_unavailable');
      toastFailure(error);
    }
  });
  if (isLeftToPhone && phone !== undefined) {
    return (
      <a
        ref={hotkey === undefined ? null : key}
        class="button slim"
        href={`tel:${phone}`}
        aria-label={`${verb} ${name} from this device`}
      >
        <Icon name="call" size={16} /> From this device
      </a>
    );
  }
  return (
    <button
      ref={hotkey === undefined ? null : key}
      type="button"
      class="button slim"
      aria-label={`${verb} ${name}`}
      disabled={isBusy}
      onClick={() => save()}
    >
      <Icon name="call" size={16} /> {verb}
    </button>
  );
}

async function placeCall(
  leadId: string,
  body: { phone: string | undefined; reminder_id: string | undefined },
): Promise<void> {
  const lead = companyPath(`/leads/${leadId}`);
  const { body: call } = await ask<Call>(`${lead}/call`, { method: 'POST', body });
  changed(lead, companyPath('/calls'), companyPath('/reminders'));
  const { placed_by: by, from } = call;
  if (by !== null)
    toast(`Your phone ${formatPhone(by.number)} rings. Pick up to call ${formatPhone(from ?? '')}.`);
}
