/** Notes: events of a timeline that people write, change, remove and restore. A note's id is the id of its event. */
import { createdBy, userOf } from '../../engine/context/actors.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { asId } from '../../../shared/http/ids.ts';
import { writableLead } from '../record/access.ts';
import {
  commitEvent,
  commitTimes,
  findEvent,
  newestEventTime,
  setEventData,
  setRemovedTime,
} from '../timeline/events.ts';
import { notifyMentioned } from '../timeline/mentions.ts';
import type { LeadRecord } from '../record/schema.ts';
import { notFound, Problem } from '../../../shared/http/problems.ts';
import type { EventRecord } from '../timeline/schema.ts';

/** How long a removed note can be restored. */
export const RESTORABLE_MS = 30 * 24 * 60 * 60 * 1000;

/** A note, and the lead whose timeline it is on. */
export interface LeadNote {
  lead: LeadRecord;
  note: EventRecord;
}

/**
 * Adds a note, and notifies the people whom it mentions.
 * @param leadId the id from the path
 * @throws Problem those of `writableLead`
 */
export function addNote(context: WriteContext, leadId: string, message: string): LeadNote {
  const lead = writableLead(context, leadId);
  const note = commitEvent(context, lead, { type: 'note', data: { message, tags: [] } });
  notifyMentioned(context, lead, { eventId: note.eventId, after: message });
  return { lead, note };
}

/**
 * Replaces the text of a note. Writes nothing if the text is the same. The note keeps its place on the timeline.
 * @throws Problem `permission_denied` for an agent who did not write it; those of `requireNote`
 */
export function updateNote(context: WriteContext, leadId: string, noteId: string, message: string): LeadNote {
  const lead = writableLead(context, leadId);
  const note = requireNote(context, lead, noteId);
  requireRights(context, note);
  if (note.removedTime > 0) throw notFound();
  if (note.data['message'] === message) return { lead, note };
  const data = { ...note.data, message };
  setEventData(context.database, note.eventId, data);
  const change = { type: 'event.changed', eventId: note.eventId } as const;
  commitTimes(context, lead, { lastEventTime: lead.lastEventTime, change });
  const before = typeof note.data['message'] === 'string' ? note.data['message'] : '';
  notifyMentioned(context, lead, { eventId: note.eventId, after: message, before });
  return { lead, note: { ...note, data } };
}

/**
 * Removes a note, which can be restored until the alarm deletes it. Does nothing if the note is removed already.
 * @returns the whole removed note, so that a client can offer to undo
 */
export function removeNote(context: WriteContext, leadId: string, noteId: string): LeadNote {
  const lead = writableLead(context, leadId);
  const note = requireNote(context, lead, noteId);
  requireRights(context, note);
  if (note.removedTime > 0) return { lead, note };
  return moveNote(context, { lead, note }, context.now);
}

/**
 * Restores a removed note with its id, time and comments. Does nothing if the note is not removed.
 * @throws Problem `not_found` when it was removed more than 30 days ago
 */
export function restoreNote(context: WriteContext, leadId: string, noteId: string): LeadNote {
  const lead = writableLead(context, leadId);
  const note = requireNote(context, lead, noteId);
  requireRights(context, note);
  if (note.removedTime === 0) return { lead, note };
  if (note.removedTime + RESTORABLE_MS < context.now) throw notFound();
  return moveNote(context, { lead, note }, 0);
}

function moveNote(context: WriteContext, { lead, note }: LeadNote, removedTime: number): LeadNote {
  setRemovedTime(context.database, note.eventId, removedTime);
  if (removedTime > 0) context.wakeBy(removedTime + RESTORABLE_MS);
  const type = removedTime > 0 ? 'event.removed' : 'event.created';
  commitTimes(context, lead, {
    lastEventTime: newestEventTime(context.database, lead.leadNumber) ?? lead.lastEventTime,
    change: { type, eventId: note.eventId },
  });
  return { lead, note: { ...note, removedTime } };
}

/**
 * Returns the event of a note, removed or not.
 * @throws Problem `not_found` when the lead has no such event, `not_a_note` when it is of another type
 */
function requireNote(context: RequestContext, lead: LeadRecord, noteId: string): EventRecord {
  const eventId = asId(noteId);
  const event = eventId === undefined ? undefined : findEvent(context.database, lead.leadNumber, eventId);
  if (event === undefined) throw notFound();
  if (event.type === 'note') return event;
  throw new Problem('not_a_note', `The event is of the type ${event.type}.`, {
    members: { event_type: event.type },
  });
}

/** Refuses agents who did not write the note. Managers and super admins may change all notes. */
function requireRights(context: RequestContext, note: EventRecord): void {
  if (userOf(context.actor)?.roleId !== 'agent' || note.createdBy === createdBy(context.actor)) return;
  throw new Problem('permission_denied', 'Only the author, a manager or a super admin can change a note.');
}
