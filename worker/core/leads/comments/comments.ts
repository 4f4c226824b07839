/** Comments on the events of a timeline. A comment belongs to its event and moves with it. */
import type { CommentBody } from './reference.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { createdBy } from '../../engine/context/actors.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, Table } from '../../engine/storage/table.ts';
import { asId, newId } from '../../../shared/http/ids.ts';
import { readableLead, writableLead } from '../record/access.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { commitTimes, countComment, findEvent } from '../timeline/events.ts';
import { notifyMentioned } from '../timeline/mentions.ts';
import type { LeadRecord } from '../record/schema.ts';
import { notFound, Problem } from '../../../shared/http/problems.ts';
import { createdByEntity } from '../timeline/event-bodies.ts';
import type { EventRecord } from '../timeline/schema.ts';
import type { CommentRecord } from './schema.ts';

/** Most comments on one event. The bound is needed because one answer contains all of them (interface, 4.2). */
const MAX_COMMENTS = 1_000;

/** The parameters in the path that identify an event. */
export interface EventPath {
  lead: string;
  type: string;
  event: string;
}

const COMMENTS = new Table<CommentRecord>('comments', {
  commentId: AS_IS,
  eventTime: AS_IS,
  createdBy: AS_IS,
  comment: AS_IS,
});
const INSERT = COMMENTS.insert('event_id');
const OF_EVENT = COMMENTS.select('WHERE event_id = ? ORDER BY event_time, comment_id');
const OF_EVENTS = `SELECT ${COMMENTS.columns}, event_id FROM comments
  WHERE event_id IN (SELECT value FROM json_each(?)) ORDER BY event_id, event_time, comment_id`;

/**
 * Lists the comments on an event, oldest first.
 * @throws Problem `not_found` for an unknown or removed event, or when the type in the path is wrong
 */
export function listComments(context: RequestContext, path: EventPath): CommentRecord[] {
  const event = requireEvent(context, readableLead(context, path.lead), path);
  return COMMENTS.all(context.database, OF_EVENT, event.eventId);
}

/** Lists the comments of several events by event id, each event's oldest first. */
export function listCommentsOf(
  context: RequestContext,
  events: readonly Pick<EventRecord, 'eventId'>[],
): Map<string, CommentBody[]> {
  const rows = context.database.all<{ event_id: string }>(
    OF_EVENTS,
    JSON.stringify(events.map(({ eventId }) => eventId)),
  );
  const byEvent = Map.groupBy(rows, (row) => row.event_id);
  return new Map(
    [...byEvent].map(([eventId, own]) => [
      eventId,
      own.map((row) => commentBody(context, COMMENTS.read(row))),
    ]),
  );
}

/**
 * Adds a comment, and notifies the people whom it mentions.
 * @throws Problem `too_many_values`; those of `listComments` and `writableLead`
 */
export function addComment(context: WriteContext, path: EventPath, comment: string): CommentRecord {
  const lead = writableLead(context, path.lead);
  const event = requireEvent(context, lead, path);
  if (event.commentCount >= MAX_COMMENTS) {
    const detail = `An event has at most ${MAX_COMMENTS} comments; write a note instead.`;
    throw new Problem('too_many_values', detail, { members: { limit: MAX_COMMENTS } });
  }
  const record: CommentRecord = {
    commentId: newId(context.now),
    comment,
    eventTime: context.now,
    createdBy: createdBy(context.actor),
  };
  context.database.run(INSERT, ...COMMENTS.values(record), event.eventId);
  countComment(context.database, event.eventId);
  const change = { type: 'event.changed', eventId: event.eventId } as const;
  commitTimes(context, lead, { lastEventTime: lead.lastEventTime, change });
  notifyMentioned(context, lead, { eventId: event.eventId, after: comment });
  return record;
}

/**
 * Deletes the comments on a lead's timeline. Call it before the timeline is deleted.
 * @returns the number of deleted comments
 */
export function deleteComments(database: Database, leadNumber: number): number {
  const onTimeline = 'FROM comments WHERE event_id IN (SELECT event_id FROM events WHERE lead_number = ?)';
  const { count } = database.one<{ count: number }>(`SELECT count(*) AS count ${onTimeline}`, leadNumber);
  database.run(`DELETE ${onTimeline}`, leadNumber);
  return count;
}

export function commentBody(context: RequestContext, comment: CommentRecord): CommentBody {
  return {
    sub_event_id: comment.commentId,
    data: {
      comment: comment.comment,
      sub_event_type: 'comment',
      event_time: writeMoment(comment.eventTime),
      created_by_entity: createdByEntity(context, comment.createdBy),
      created_by: comment.createdBy,
      sub_event_id: comment.commentId,
    },
  };
}

function requireEvent(context: RequestContext, lead: LeadRecord, path: EventPath): EventRecord {
  const eventId = asId(path.event);
  const event = eventId === undefined ? undefined : findEvent(context.database, lead.leadNumber, eventId);
  if (event === undefined || event.type !== path.type || event.removedTime > 0) throw notFound();
  return event;
}
