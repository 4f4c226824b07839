/** Events that another system reports: text messages, calls, e-mail messages, reminders. */
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { createHash } from 'node:crypto';
import { writableLead } from '../record/access.ts';
import { commitEvent } from './events.ts';
import { readPhone } from '../../../shared/contact/phone-numbers.ts';
import type { LeadRecord } from '../record/schema.ts';
import { problemOfFaults } from '../../../shared/http/problems.ts';
import type { EventData, EventRecord, PostedEvent } from './schema.ts';
import { settingsOf } from '../../company/settings/settings.ts';

/** How far the clock of another system may be ahead of ours. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * Adds an event to the timeline of a lead.
 * @param leadId the id from the path
 * @throws Problem `invalid_phone`; `invalid_parameter` for a time in the future; those of `writableLead`
 */
export function postEvent(
  context: WriteContext,
  leadId: string,
  posted: PostedEvent,
): { lead: LeadRecord; event: EventRecord } {
  refuseFuture(context, posted.event_time);
  const data = readData(context, posted);
  const lead = writableLead(context, leadId);
  const event = commitEvent(context, lead, {
    type: posted.type,
    inbound: posted.inbound,
    online: posted.online,
    eventTime: posted.event_time ?? context.now,
    data,
  });
  return { lead, event };
}

function refuseFuture(context: WriteContext, eventTime: number | undefined): void {
  if (eventTime === undefined || eventTime <= context.now + CLOCK_TOLERANCE_MS) return;
  const detail = 'The time is in the future; give the time of the event with its offset from UTC.';
  throw problemOfFaults([{ pointer: '/event_time', code: 'invalid_parameter', detail }]);
}

function readData(context: RequestContext, { type, data, event_time: eventTime }: PostedEvent): EventData {
  const phone = data.phone === undefined ? undefined : requirePhone(context, data.phone);
  const read = { ...data, ...(phone === undefined ? {} : { phone }) };
  if (type !== 'sms') return read;
  // Gateways may deliver a message more than once. A client recognizes a repetition by the checksum, which does not cover the
  // time of arrival.
  const header = JSON.stringify([phone, eventTime ?? null, data.message]);
  const checksum = createHash('sha256').update(header).digest('hex');
  return {
    ...read,
    message: data.message ?? '',
    extra_data: { header_checksum: data.extra_data?.header_checksum ?? checksum },
  };
}

function requirePhone(context: RequestContext, text: string): string {
  const read = readPhone(text, settingsOf(context).options().default_region);
  if (read !== undefined) return read.phone;
  const detail = 'Write a phone number, for instance +15125550100.';
  throw problemOfFaults([{ pointer: '/data/phone', code: 'invalid_phone', detail }]);
}
