/** Erases messages with their files. */
import { selectOldest } from '../../engine/context/aged-rows.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { eraseEvidence } from '../carriers/evidence-erasures.ts';
import { eraseMedia } from '../carriers/carrier-erasures.ts';
import { rememberErased } from '../calls/call-store.ts';
import type { Condition } from '../../leads/record/access.ts';
import { MESSAGES } from './message-store.ts';
import type { Media } from './schema.ts';

/**
 * Deletes the messages on a lead's timeline. Call it before the timeline is deleted.
 * @returns the numbers of messages and files
 */
export function eraseMessages(context: WriteContext, leadNumber: number): { texts: number; media: number } {
  const sql = 'event_id IN (SELECT event_id FROM events WHERE lead_number = ?)';
  const erased = deleteMessages(context, { sql, values: [leadNumber] });
  for (const { carrier, carrierId } of erased) {
    rememberErased(context.database, { kind: 'text', carrier, carrierId }, context.now);
  }
  return { texts: erased.length, media: erased.reduce((sum, { media }) => sum + media, 0) };
}

/** Deletes messages without a lead that were sent before a time, oldest first. @returns their number */
export function purgeMessages(context: WriteContext, until: number, limit: number): number {
  const sql = `text_number IN (${selectOldest(MESSAGES.withoutLead)})`;
  return deleteMessages(context, { sql, values: [until, limit] }).length;
}

function deleteMessages(
  context: WriteContext,
  { sql, values }: Condition,
): { carrier: string; carrierId: string; media: number }[] {
  return context.database
    .all<{ carrier: string; carrier_text_id: string; media: string; visit: string | null }>(
      `DELETE FROM texts WHERE ${sql} RETURNING carrier, carrier_text_id, media, visit`,
      ...values,
    )
    .map(({ carrier, carrier_text_id: carrierId, media, visit }) => {
      eraseEvidence(context, visit);
      const files = JSON.parse(media) as Media[];
      return { carrier, carrierId, media: eraseMedia(context, carrier, files) };
    });
}
