/** Builds the answers and timeline events of messages. Pure. */
import { createHash } from 'node:crypto';
import type { EventData } from '../../leads/timeline/schema.ts';
import { attributionBody, attributionOf, visitBody } from '../calls/call-bodies.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { MessageBody } from './reference.ts';
import type { MessageRecord } from './schema.ts';

/** A message, with the lead whose timeline shows it. */
interface ShownMessage {
  record: MessageRecord;
  leadId: string | null;
  leadName: string | null;
}

/** Returns the answer of a message. */
export function messageBody({ record, leadId, leadName }: ShownMessage): MessageBody {
  return {
    text_id: record.messageId,
    carrier: record.carrier,
    carrier_text_id: record.carrierMessageId,
    direction: record.direction,
    number: record.number,
    phone: record.phone,
    message: record.message,
    media: mediaOf(record),
    location_id: record.locationId,
    source: record.source,
    sent_at: writeMoment(record.sentTime),
    status: record.status,
    automatic: isAutomatic(record),
    missed_call_id: record.missedCallId,
    error: record.error,
    lead_id: leadId,
    lead_name: leadName,
    visit: visitBody(attributionOf(record).visit),
    attribution: attributionBody(attributionOf(record)),
    modified_at: writeMoment(record.modificationTime),
  };
}

/** Returns the data of the timeline event of a message. Its checksum is the same for each delivery of the message. */
export function messageEventData(record: MessageRecord): EventData {
  const { carrier, carrierMessageId, messageId, direction } = record;
  const header = direction === 'inbound' ? [carrier, carrierMessageId] : [messageId];
  return {
    text_id: messageId,
    phone: record.phone,
    number: record.number,
    message: record.message,
    media: mediaOf(record),
    status: record.status,
    ...(isAutomatic(record) ? { automatic: true } : {}),
    ...(record.missedCallId === null ? {} : { missed_call_id: record.missedCallId }),
    ...(record.error === null ? {} : { error: record.error }),
    extra_data: { header_checksum: createHash('sha256').update(JSON.stringify(header)).digest('hex') },
  };
}

/** Tells whether nobody wrote the message: it answers a keyword, or follows a missed call. */
export function isAutomatic({ answers, missedCallId }: MessageRecord): boolean {
  return answers !== null || missedCallId !== null;
}

/** Lists the files by index, since their addresses are the carrier's. */
function mediaOf({ media }: MessageRecord): MessageBody['media'] {
  return media.map(({ contentType }, index) => ({ index, content_type: contentType }));
}
