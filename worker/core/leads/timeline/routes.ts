/** The timeline under `/companies/<uuid>/leads/<uuid>/events`. */
import type { EventPageBody } from './reference.ts';
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { LEAD, readableLead } from '../record/access.ts';
import { eventBody } from './event-bodies.ts';
import { countEvents, listEvents } from './events.ts';
import { eventPageSchema, writeCursor } from './schema.ts';

export const timelineRoutes = new Hono<CoreApp>();

/** Answers with a page of the timeline, newest first: `{count, start, events, next_cursor?}`. */
timelineRoutes.get(`${LEAD}/events`, (c) => {
  const context = contextOfRequest(c);
  const lead = readableLead(context, c.req.param('lead'));
  const { start, size, cursor } = parse(eventPageSchema, c.req.query(), 'parameters');
  const from = cursor === undefined ? { start } : { after: cursor };
  // Reads one event more than requested, to know whether there is a next page.
  const found = listEvents(context.database, lead.leadNumber, { ...from, size: size + 1 });
  const events = found.slice(0, size);
  const last = found.length > size ? events.at(-1) : undefined;
  return c.json({
    count: countEvents(context.database, lead.leadNumber),
    start,
    events: events.map((event) => eventBody(context, event, lead.leadId)),
    ...(last === undefined ? {} : { next_cursor: writeCursor(last) }),
  } satisfies EventPageBody);
});
