/** The note operations under `/companies/<uuid>/leads/<uuid>/note`; all answer with the resulting event. */
import { Hono } from 'hono/tiny';
import type { RequestContext } from '../../engine/context/request-context.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { LEAD, requireLead } from '../record/access.ts';
import { eventBody } from '../timeline/event-bodies.ts';
import type { Answer } from '../../engine/http/answers.ts';
import { write } from '../../engine/http/write.ts';
import { addNote, type LeadNote, removeNote, restoreNote, updateNote } from './notes.ts';
import { noteSchema } from './schema.ts';

export const noteRoutes = new Hono<CoreApp>();

/** Adds a note: `{message}` -> the saved event. */
noteRoutes.post(`${LEAD}/note`, requireLead, (c) =>
  write(c, {
    body: noteSchema,
    change: (context, { message }) => answer(context, addNote(context, c.req.param('lead'), message)),
  }),
);

/** Replaces the text of a note: `{message}` -> the saved event. */
noteRoutes.post(`${LEAD}/note/:note`, requireLead, (c) =>
  write(c, {
    body: noteSchema,
    change: (context, { message }) =>
      answer(context, updateNote(context, c.req.param('lead'), c.req.param('note'), message)),
  }),
);

/** Removes a note: no body -> the removed event. */
noteRoutes.post(`${LEAD}/note/:note/remove`, requireLead, (c) =>
  write(c, {
    change: (context) => answer(context, removeNote(context, c.req.param('lead'), c.req.param('note'))),
  }),
);

/** Restores a removed note within 30 days: no body -> the event. */
noteRoutes.post(`${LEAD}/note/:note/restore`, requireLead, (c) =>
  write(c, {
    change: (context) => answer(context, restoreNote(context, c.req.param('lead'), c.req.param('note'))),
  }),
);

function answer(context: RequestContext, { lead, note }: LeadNote): Answer {
  return { body: eventBody(context, note, lead.leadId) };
}
