/** Saves the visits that messages belong to. */
import { replaced } from '../../attribution/history.ts';
import type { Attribution } from '../../attribution/schema.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { findLead } from '../../leads/record/lead-store.ts';
import { MESSAGES } from '../messages/message-store.ts';
import type { MessageRecord } from '../messages/schema.ts';
import { showVisit } from '../progress/timeline-visits.ts';

/** Saves the visit that a message belongs to, and adds it to the timeline, once for each visit. */
export function attributeMessage(
  context: WriteContext,
  before: MessageRecord,
  attribution: Attribution,
): void {
  const { messageId, number, status, eventId } = before;
  const modificationTime = Math.max(context.now, before.modificationTime + 1);
  const saved = replaced(before.attribution, attribution, context.now);
  MESSAGES.setAttribution(context.database, messageId, { ...before, attribution: saved, modificationTime });
  const leadId = MESSAGES.find(context.database, messageId)?.leadId ?? null;
  const lead = leadId === null ? undefined : findLead(context.database, leadId);
  showVisit(context, lead, { attribution, of: { text_id: messageId }, eventId, time: before.sentTime });
  context.emit({
    type: 'text.changed',
    ...(lead === undefined ? {} : { leadId: lead.leadId }),
    ...(eventId === null ? {} : { eventId }),
    data: { text_id: messageId, number, status },
  });
}
