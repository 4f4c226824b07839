/** Words for the status of a text, and for texts that nobody wrote. */
import type { MessageBody } from '../../../worker/core/phone/messages/reference.ts';

export const STATUS_NAMES: Readonly<Record<MessageBody['status'], string>> = {
  received: 'Received',
  queued: 'Sending',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Failed',
};

/** Says what sent a text that nobody wrote: a keyword, or the rule for missed calls. */
export function automaticText({ missed_call_id: call }: { missed_call_id?: string | null }): string {
  return call === undefined || call === null ? 'Automatic reply' : 'Sent after the missed call';
}
