/** Builds the forms of events and their authors in answers. */
import type { CreatedByEntity, EventBody } from './reference.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { EventRecord } from './schema.ts';
import { findUserOnce } from '../../people/users/users.ts';

/**
 * Returns the form of an event in answers.
 * @param leadId the lead that shows the event
 */
export function eventBody(context: RequestContext, event: EventRecord, leadId: string): EventBody {
  const body = {
    type: event.type,
    inbound: event.inbound,
    online: event.online,
    data: {
      event_id: event.eventId,
      event_time: writeMoment(event.eventTime),
      created_by_entity: createdByEntity(context, event.createdBy),
      created_by: event.createdBy,
      comment_count: event.commentCount,
      attached_entities: [{ type: 'lead', lead: { id: leadId } }],
      ...(event.mergedFrom === undefined ? {} : { merged_from_lead_id: event.mergedFrom }),
      ...event.data,
    },
  };
  // `data` was written for an event of this type, so the members fit the schema.
  return body as EventBody;
}

/**
 * Returns the form of an author in answers.
 * @param createdBy `user:<id>` or `system:<name>`
 */
export function createdByEntity(context: RequestContext, createdBy: string): CreatedByEntity {
  const [, kind, id = ''] = /^([^:]*):(.*)$/s.exec(createdBy) ?? [];
  if (kind !== 'user') return { name: id, company_id: context.companyId };
  const user = findUserOnce(context, id);
  if (user === undefined) return { user_id: id, company_id: context.companyId };
  return { user_id: id, name: user.name, group_id: user.groupId, company_id: context.companyId };
}
