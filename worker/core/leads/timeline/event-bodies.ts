/** Events and whoever made them, as they go over the wire. */
import type { RequestContext } from '../../engine/context/request-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { EventRecord } from './schema.ts';
import { findUserOnce } from '../../people/users/users.ts';

/** Who made an event or a comment; what is not known of them is absent. */
export interface CreatedByEntity {
  user_id?: string;
  name?: string;
  group_id?: string;
  company_id: string;
}

/** A timeline event. */
export interface EventBody {
  type: string;
  inbound: boolean;
  online: boolean;
  data: {
    event_id: string;
    /** ISO 8601, UTC. */
    event_time: string;
    created_by_entity: CreatedByEntity;
    created_by: string;
    comment_count: number;
    attached_entities: { type: 'lead'; lead: { id: string } }[];
    merged_from_lead_id?: string;
    [member: string]: unknown;
  };
}

/** @param leadId the lead that shows the event */
export function eventBody(context: RequestContext, event: EventRecord, leadId: string): EventBody {
  return {
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
}

/** @param createdBy `user:<id>` or `system:<name>` */
export function createdByEntity(context: RequestContext, createdBy: string): CreatedByEntity {
  const [, kind, id = ''] = /^([^:]*):(.*)$/s.exec(createdBy) ?? [];
  if (kind !== 'user') return { name: id, company_id: context.companyId };
  const user = findUserOnce(context, id);
  if (user === undefined) return { user_id: id, company_id: context.companyId };
  return { user_id: id, name: user.name, group_id: user.groupId, company_id: context.companyId };
}
