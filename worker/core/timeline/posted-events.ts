/** Events that another system had with the lead: text messages, calls, e-mail messages, reminders. */
import type { Call, WriteCall } from '../call.ts';
import { createHash } from 'node:crypto';
import { writableLead } from '../leads/access.ts';
import { commitEvent } from '../leads/commits.ts';
import { readPhone } from '../../phone-numbers.ts';
import type { LeadRecord } from '../leads/schema.ts';
import { problemOfFaults } from '../../problems.ts';
import type { EventData, EventRecord, PostedEvent } from './schema.ts';
import { settingsOf } from '../settings/settings.ts';

/** How far the clock of another system may be ahead of ours. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * Puts an event on the timeline of a lead.
 * @param leadId as it stands in the path
 * @throws Problem `invalid_phone`; `invalid_parameter` for a time that is still to come; those of `writableLead`
 */
export function postEvent(
  call: WriteCall,
  leadId: string,
  posted: PostedEvent,
): { lead: LeadRecord; event: EventRecord } {
  refuseFuture(call, posted.event_time);
  const data = readData(call, posted);
  const lead = writableLead(call, leadId);
  const event = commitEvent(call, lead, {
    type: posted.type,
    inbound: posted.inbound,
    online: posted.online,
    eventTime: posted.event_time ?? call.now,
    data,
  });
  return { lead, event };
}

function refuseFuture(call: WriteCall, eventTime: number | undefined): void {
  if (eventTime === undefined || eventTime <= call.now + CLOCK_TOLERANCE_MS) return;
  const detail = 'The event is still to come; say when it happened, with the right offset from GMT.';
  throw problemOfFaults([{ pointer: '/event_time', code: 'invalid_parameter', detail }]);
}

function readData(call: Call, { type, data, event_time: eventTime }: PostedEvent): EventData {
  const phone = data.phone === undefined ? undefined : requirePhone(call, data.phone);
  const read = { ...data, ...(phone === undefined ? {} : { phone }) };
  if (type !== 'sms') return read;
  // Gateways deliver a message more than once; a client tells by the checksum, which says nothing of when it came here.
  const header = JSON.stringify([phone, eventTime ?? null, data.message]);
  const checksum = createHash('sha256').update(header).digest('hex');
  return {
    ...read,
    message: data.message ?? '',
    extra_data: { header_checksum: data.extra_data?.header_checksum ?? checksum },
  };
}

function requirePhone(call: Call, text: string): string {
  const read = readPhone(text, settingsOf(call).options().default_region);
  if (read !== undefined) return read.phone;
  const detail = 'Write a phone number, for instance +15125550100.';
  throw problemOfFaults([{ pointer: '/data/phone', code: 'invalid_phone', detail }]);
}
