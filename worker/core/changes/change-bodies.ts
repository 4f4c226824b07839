/** Changes as they go over the wire: what happened, and the lead, event or user as they are now. */
import type { Call } from '../call.ts';
import { callBody } from '../calls/call-bodies.ts';
import { findCall } from '../calls/call-store.ts';
import { leadBody, type LeadBody } from '../leads/lead-bodies.ts';
import { findLeads } from '../leads/lead-store.ts';
import type { LeadRecord } from '../leads/schema.ts';
import { eventBody, type EventBody } from '../timeline/event-bodies.ts';
import { findEventsByIds } from '../timeline/events.ts';
import { writeMoment } from '../times/moments.ts';
import { toUserBody, type UserBody } from '../users/user-bodies.ts';
import type { ChangeRecord, ChangeType } from './schema.ts';
import { findUserOnce } from '../users/users.ts';

/** A change of the stream, which is also what a webhook is sent. */
export interface ChangeBody {
  /** 1, 2, 3, ...; greater for what came later. Numbers of changes that were taken back are never given again. */
  sequence: number;
  type: ChangeType;
  /** When it happened: ISO 8601, UTC. */
  timestamp: string;
  /** `user:<id>`, `key:<id>` or `system:<name>`. */
  actor: string;
  request_id: string;
  data: ChangeData;
}

/** What it is about. Records are as they are now; one that is gone meanwhile is absent, and a later change says why. */
export interface ChangeData {
  company_id: string;
  lead_id?: string;
  lead?: LeadBody;
  event?: EventBody;
  user?: UserBody;
  [member: string]: unknown;
}

/** The bodies of changes, each record being read once for all of them. */
export function changeBodies(call: Call, changes: readonly ChangeRecord[]): ChangeBody[] {
  const leads = findLeads(call.database, [...new Set(changes.flatMap(leadIdsOf))]);
  const events = findEventsByIds(call.database, [
    ...new Set(changes.flatMap(({ eventId }) => eventId ?? [])),
  ]);
  const bodies = new Map<string, LeadBody>();
  const bodyOf = (leadId: string): LeadBody | undefined => {
    const lead: LeadRecord | undefined = leads.get(leadId);
    if (lead !== undefined && !bodies.has(leadId)) bodies.set(leadId, leadBody(call, lead));
    return bodies.get(leadId);
  };
  const dataOf = ({ leadId, eventId, data }: ChangeRecord): ChangeData => {
    const lead = leadId === undefined ? undefined : bodyOf(leadId);
    const found = eventId === undefined ? undefined : events.get(eventId);
    const { secondary_lead_id: secondaryId, user_id: userId, call_id: callId } = data;
    const secondary = typeof secondaryId === 'string' ? bodyOf(secondaryId) : undefined;
    const user = typeof userId === 'string' ? findUserOnce(call, userId) : undefined;
    return {
      company_id: call.companyId,
      ...(leadId === undefined ? {} : { lead_id: leadId }),
      ...(lead === undefined ? {} : { lead }),
      ...(eventId === undefined ? {} : { event_id: eventId }),
      ...(found === undefined ? {} : { event: eventBody(call, found.event, found.leadId) }),
      ...data,
      ...(secondary === undefined ? {} : { secondary_lead: secondary }),
      ...(typeof callId === 'string' ? phoneCallOf(call, callId) : {}),
      ...(user === undefined ? {} : { user: toUserBody(user, call.companyId) }),
    };
  };
  return changes.map((change) => ({
    sequence: change.sequence,
    type: change.type,
    timestamp: writeMoment(change.changeTime),
    actor: change.actor,
    request_id: change.requestId,
    data: dataOf(change),
  }));
}

function phoneCallOf(call: Call, callId: string): { call?: object } {
  const found = findCall(call.database, callId);
  return found === undefined ? {} : { call: callBody(found.record, found.leadId) };
}

function leadIdsOf({ leadId, data }: ChangeRecord): string[] {
  const { secondary_lead_id: secondaryId } = data;
  return [leadId, secondaryId].filter((id): id is string => typeof id === 'string');
}
