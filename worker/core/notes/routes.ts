/** The note operations under `/companies/<uuid>/leads/<uuid>/note`; each answers the resulting event. */
import { Hono } from 'hono/tiny';
import { parse, readJson } from '../../input.ts';
import { type Call, callOf } from '../call.ts';
import type { CoreApp } from '../core-app.ts';
import { requireLead } from '../leads/require-lead.ts';
import { type EventBody, eventBody } from '../timeline/event-bodies.ts';
import { addNote, type LeadNote, removeNote, restoreNote, updateNote } from './notes.ts';
import { noteSchema } from './schema.ts';

export const noteRoutes = new Hono<CoreApp>();

/** Adds a note: `{message}` -> the saved event. */
noteRoutes.post('/:lead{[\\da-fA-F-]{36}}/note', requireLead, async (c) => {
  const { message } = parse(noteSchema, await readJson(c.req.raw));
  const call = callOf(c);
  return c.json(view(call, addNote(call, c.req.param('lead'), message)));
});

/** Replaces the text of a note: `{message}` -> the saved event. */
noteRoutes.post('/:lead{[\\da-fA-F-]{36}}/note/:note', requireLead, async (c) => {
  const { message } = parse(noteSchema, await readJson(c.req.raw));
  const call = callOf(c);
  return c.json(view(call, updateNote(call, c.req.param('lead'), c.req.param('note'), message)));
});

/** Removes a note: no body -> the removed event. */
noteRoutes.post('/:lead{[\\da-fA-F-]{36}}/note/:note/remove', requireLead, async (c) => {
  const call = callOf(c);
  const removed = removeNote(call, c.req.param('lead'), c.req.param('note'));
  await c.env.company.scheduleWork();
  return c.json(view(call, removed));
});

/** Brings a removed note back within 30 days: no body -> the event. */
noteRoutes.post('/:lead{[\\da-fA-F-]{36}}/note/:note/restore', requireLead, (c) => {
  const call = callOf(c);
  return c.json(view(call, restoreNote(call, c.req.param('lead'), c.req.param('note'))));
});

function view(call: Call, { lead, note }: LeadNote): EventBody {
  return eventBody(call, note, lead.leadId);
}
