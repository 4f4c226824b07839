/** Texts as they go over the wire, and as the timeline shows them. Pure. */
import { createHash } from 'node:crypto';
import type { EventData } from '../../leads/timeline/schema.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { TextRecord } from './schema.ts';

/** A text. */
export function textBody(record: TextRecord, leadId: string | null): object {
  return {
    text_id: record.textId,
    carrier: record.carrier,
    carrier_text_id: record.carrierTextId,
    direction: record.direction,
    number: record.number,
    phone: record.phone,
    message: record.message,
    media: mediaOf(record),
    location_id: record.locationId,
    source: record.source,
    sent_at: writeMoment(record.sentTime),
    status: record.status,
    error: record.error,
    lead_id: leadId,
    modified_at: writeMoment(record.modificationTime),
  };
}

/** What the timeline shows of a text. The checksum is the same for each delivery of one text. */
export function textEventData(record: TextRecord): EventData {
  const { carrier, carrierTextId, textId, direction } = record;
  const header = direction === 'inbound' ? [carrier, carrierTextId] : [textId];
  return {
    text_id: textId,
    phone: record.phone,
    number: record.number,
    message: record.message,
    media: mediaOf(record),
    status: record.status,
    ...(record.answers === null ? {} : { automatic: true }),
    ...(record.error === null ? {} : { error: record.error }),
    extra_data: { header_checksum: createHash('sha256').update(JSON.stringify(header)).digest('hex') },
  };
}

/** Fetched by their index, since the addresses are the carrier's. */
function mediaOf({ media }: TextRecord): { index: number; content_type: string }[] {
  return media.map(({ contentType }, index) => ({ index, content_type: contentType }));
}
