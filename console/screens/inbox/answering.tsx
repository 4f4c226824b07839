/** Answers somebody of the inbox by text. Others see meanwhile who is at it; whoever comes second is told before anything is sent. */
import type { RefObject, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { close, place } from '../../address/router.ts';
import { ask, messageOf, Refusal } from '../../api/api.ts';
import { useResource } from '../../api/resource.ts';
import { toast } from '../../components/over/toasts.tsx';
import { leadPath } from '../leads/lead/lead-actions.ts';
import type { Lead } from '../leads/lead/lead.ts';
import { Thread, THREAD_PARAMETERS } from '../leads/lead/timeline/thread.tsx';
import type { OpenReminder } from './actions.tsx';

/** Says so again well before it ends. */
const AGAIN_MS = 60_000;
const GONE = 'Somebody has answered or finished this meanwhile.';

export interface AnsweringProps {
  /** Those of the list; undefined before it is there. */
  reminders: readonly OpenReminder[] | undefined;
}

/** The texts with the person that the URL names: `lead`, `phone`, `reminder`. */
export function Answering({ reminders }: AnsweringProps): VNode | null {
  const { query } = place.value;
  const [leadId, phone, reminderId] = [query.get('lead'), query.get('phone'), query.get('reminder')];
  const row = reminders?.find(({ event }) => event.data.event_id === reminderId);
  const lead = useLeadOf(leadId, row?.lead, reminders !== undefined);
  if (leadId === null || phone === null || reminderId === null || lead === undefined) return null;
  return <Turn key={reminderId} lead={lead} phone={phone} reminderId={reminderId} row={row} />;
}

/**
 * Returns the lead of a row, also once somebody else has answered and it is no row any more: what is written stays open.
 * @param isListRead whether the list is there; a lead that is not in it is read by itself
 */
function useLeadOf(
  leadId: string | null,
  inList: OpenReminder['lead'] | undefined,
  isListRead: boolean,
): TurnProps['lead'] | undefined {
  const known = useRef<OpenReminder['lead']>(undefined);
  if (inList !== undefined) known.current = inList;
  const former = known.current?.lead_id === leadId ? known.current : undefined;
  const isUnknown = leadId !== null && former === undefined && isListRead;
  const { data: read } = useResource<Lead>(isUnknown ? leadPath(leadId) : undefined);
  return former ?? read;
}

interface TurnProps {
  lead: Pick<Lead, 'lead_id' | 'name'>;
  phone: string;
  reminderId: string;
  row: OpenReminder | undefined;
}

function Turn({ lead, phone, reminderId, row }: TurnProps): VNode {
  const isSent = useRef(false);
  const warning = useTurn(lead.lead_id, reminderId, row, isSent);
  return (
    <Thread
      lead={lead}
      phone={phone}
      answer={{
        reminderId,
        warning,
        sent: () => {
          isSent.current = true;
          close(THREAD_PARAMETERS);
          toast('Sending the text.');
        },
      }}
    />
  );
}

/**
 * Takes a row for this user while it is answered.
 * @param isSent whether a text is on its way: the row stays this user's until the carrier has it
 * @returns why somebody else has it, if so
 */
function useTurn(
  leadId: string,
  reminderId: string,
  row: OpenReminder | undefined,
  isSent: RefObject<boolean>,
): string | undefined {
  const [warning, warn] = useState<string>();
  const [wasThere, setThere] = useState(false);
  const path = leadPath(leadId, `/events/reminder/${reminderId}`);
  const holder = row?.taken?.by.id;
  useEffect(() => {
    const take = (): void => {
      ask(`${path}/take`, { method: 'POST' }).then(
        () => warn(undefined),
        // Without an answer nobody knows better: sending asks again.
        (error: unknown) => warn(error instanceof Refusal ? messageOf(error) : undefined),
      );
    };
    take();
    const timer = setInterval(take, AGAIN_MS);
    return () => clearInterval(timer);
    // Whoever was at it may have left it.
  }, [path, holder]);
  useEffect(
    () => () => {
      if (!isSent.current) ask(`${path}/release`, { method: 'POST' }).catch(() => undefined);
    },
    [path],
  );
  useEffect(() => {
    if (row !== undefined) setThere(true);
  }, [row === undefined]);
  return row === undefined && wasThere ? GONE : warning;
}
