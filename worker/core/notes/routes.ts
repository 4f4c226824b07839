/** The note operations under `/companies/<uuid>/leads/<uuid>/note`; each answers the resulting event. */
import { Hono } from 'hono/tiny';
import type { Call } from '../call.ts';
import type { CoreApp } from '../core-app.ts';
import { requireLead } from '../leads/access.ts';
import { LEAD } from '../leads/lead-paths.ts';
import { eventBody } from '../timeline/event-bodies.ts';
import type { Answer } from '../answers.ts';
import { write } from '../write.ts';
import { addNote, type LeadNote, removeNote, restoreNote, updateNote } from './notes.ts';
import { noteSchema } from './schema.ts';

export const noteRoutes = new Hono<CoreApp>();

/** Adds a note: `{message}` -> the saved event. */
noteRoutes.post(`${LEAD}/note`, requireLead, (c) =>
  write(c, {
    body: noteSchema,
    change: (call, { message }) => answer(call, addNote(call, c.req.param('lead'), message)),
  }),
);

/** Replaces the text of a note: `{message}` -> the saved event. */
noteRoutes.post(`${LEAD}/note/:note`, requireLead, (c) =>
  write(c, {
    body: noteSchema,
    change: (call, { message }) =>
      answer(call, updateNote(call, c.req.param('lead'), c.req.param('note'), message)),
  }),
);

/** Removes a note: no body -> the removed event. */
noteRoutes.post(`${LEAD}/note/:note/remove`, requireLead, (c) =>
  write(c, {
    change: (call) => answer(call, removeNote(call, c.req.param('lead'), c.req.param('note'))),
  }),
);

/** Brings a removed note back within 30 days: no body -> the event. */
noteRoutes.post(`${LEAD}/note/:note/restore`, requireLead, (c) =>
  write(c, {
    change: (call) => answer(call, restoreNote(call, c.req.param('lead'), c.req.param('note'))),
  }),
);

function answer(call: Call, { lead, note }: LeadNote): Answer {
  return { body: eventBody(call, note, lead.leadId) };
}
