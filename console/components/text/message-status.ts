/** Words for the status of a text. */
import type { MessageBody } from '../../../worker/core/phone/messages/reference.ts';

export const STATUS_NAMES: Readonly<Record<MessageBody['status'], string>> = {
  received: 'Received',
  queued: 'Sending',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Failed',
};
