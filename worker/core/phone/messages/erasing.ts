/** Erasing texts, with the files that came with them. */
import { type AgedRows, selectOldest } from '../../engine/context/aged-rows.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { eraseMedia } from '../carriers/carrier-erasures.ts';
import { noteErased } from '../calls/call-store.ts';
import type { Condition } from '../../leads/record/access.ts';
import type { Media } from './schema.ts';

/** The texts that no lead's erasure reaches: of withheld and blocked senders, and of the company's own people. */
export const TEXTS_WITHOUT_LEAD: AgedRows = {
  table: 'texts',
  key: 'text_number',
  time: 'sent_time',
  where: 'event_id IS NULL',
};

/** Deletes the texts that a lead's timeline shows; to be called before the timeline is. @returns how many there were of each */
export function eraseTexts(context: WriteContext, leadNumber: number): { texts: number; media: number } {
  const sql = 'event_id IN (SELECT event_id FROM events WHERE lead_number = ?)';
  const erased = deleteTexts(context, { sql, values: [leadNumber] });
  for (const { carrier, carrierId } of erased) {
    noteErased(context.database, { kind: 'text', carrier, carrierId }, context.now);
  }
  return { texts: erased.length, media: erased.reduce((sum, { media }) => sum + media, 0) };
}

/** Deletes texts without a lead that were sent before a time, the oldest first. @returns how many */
export function purgeTexts(context: WriteContext, until: number, limit: number): number {
  const sql = `text_number IN (${selectOldest(TEXTS_WITHOUT_LEAD)})`;
  return deleteTexts(context, { sql, values: [until, limit] }).length;
}

function deleteTexts(
  context: WriteContext,
  { sql, values }: Condition,
): { carrier: string; carrierId: string; media: number }[] {
  return context.database
    .all<{ carrier: string; carrier_text_id: string; media: string }>(
      `DELETE FROM texts WHERE ${sql} RETURNING carrier, carrier_text_id, media`,
      ...values,
    )
    .map(({ carrier, carrier_text_id: carrierId, media }) => {
      const files = JSON.parse(media) as Media[];
      return { carrier, carrierId, media: eraseMedia(context, carrier, files) };
    });
}
