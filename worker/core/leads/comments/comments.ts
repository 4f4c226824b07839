/** Comments on the events of a timeline. They belong to the event and go where it goes. */
import type { CommentBody } from './answer-schema.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { createdBy } from '../../engine/context/actors.ts';
import type { Row } from '../../engine/storage/database.ts';
import { asId, newId } from '../../../shared/http/ids.ts';
import { readableLead, writableLead } from '../record/access.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { commitTimes, countComment, findEvent } from '../timeline/events.ts';
import type { LeadRecord } from '../record/schema.ts';
import { notFound, Problem } from '../../../shared/http/problems.ts';
import { createdByEntity } from '../timeline/event-bodies.ts';
import type { EventRecord } from '../timeline/schema.ts';
import type { CommentRecord } from './schema.ts';

/** Most comments of an event: an answer has all of them (interface, 4.2). */
const MAX_COMMENTS = 1_000;

/** Which event, as it stands in the path. */
export interface EventPath {
  lead: string;
  type: string;
  event: string;
}

interface CommentRow extends Row {
  comment_id: string;
  event_time: number;
  created_by: string;
  comment: string;
}

/**
 * Every comment of an event, oldest first.
 * @throws Problem `not_found` for an unknown or removed event, and for one of another type than the path says
 */
export function listComments(context: RequestContext, path: EventPath): CommentRecord[] {
  const event = requireEvent(context, readableLead(context, path.lead), path);
  return context.database
    .all<CommentRow>(
      'SELECT comment_id, event_time, created_by, comment FROM comments WHERE event_id = ? ORDER BY event_time, comment_id',
      event.eventId,
    )
    .map(toComment);
}

/** The comments of many events, each event's oldest first, by event id. */
export function listCommentsOf(
  context: RequestContext,
  events: readonly Pick<EventRecord, 'eventId'>[],
): Map<string, CommentBody[]> {
  const rows = context.database.all<CommentRow & { event_id: string }>(
    `SELECT event_id, comment_id, event_time, created_by, comment FROM comments
     WHERE event_id IN (SELECT value FROM json_each(?)) ORDER BY event_id, event_time, comment_id`,
    JSON.stringify(events.map(({ eventId }) => eventId)),
  );
  const byEvent = Map.groupBy(rows, (row) => row.event_id);
  return new Map(
    [...byEvent].map(([eventId, own]) => [eventId, own.map((row) => commentBody(context, toComment(row)))]),
  );
}

/**
 * Adds a comment.
 * @throws Problem as `listComments`; `too_many_values`; those of `writableLead`
 */
export function addComment(context: WriteContext, path: EventPath, comment: string): CommentRecord {
  const lead = writableLead(context, path.lead);
  const event = requireEvent(context, lead, path);
  if (event.commentCount >= MAX_COMMENTS) {
    const detail = `An event has at most ${MAX_COMMENTS} comments; write a note.`;
    throw new Problem('too_many_values', detail, { members: { limit: MAX_COMMENTS } });
  }
  const record: CommentRecord = {
    commentId: newId(context.now),
    comment,
    eventTime: context.now,
    createdBy: createdBy(context.actor),
  };
  context.database.run(
    'INSERT INTO comments (comment_id, event_id, event_time, created_by, comment) VALUES (?, ?, ?, ?, ?)',
    record.commentId,
    event.eventId,
    record.eventTime,
    record.createdBy,
    record.comment,
  );
  countComment(context.database, event.eventId);
  const change = { type: 'event.changed', eventId: event.eventId } as const;
  commitTimes(context, lead, { lastEventTime: lead.lastEventTime, change });
  return record;
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

function toComment(row: CommentRow): CommentRecord {
  return {
    commentId: row.comment_id,
    eventTime: row.event_time,
    createdBy: row.created_by,
    comment: row.comment,
  };
}
