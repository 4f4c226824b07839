/** The timeline under `/companies/<uuid>/leads/<uuid>/events`. */
import { Hono } from 'hono/tiny';
import { parse, readJson } from '../../input.ts';
import { callOf } from '../call.ts';
import type { CoreApp } from '../core-app.ts';
import { readableLead } from '../leads/access.ts';
import { requireLead } from '../leads/require-lead.ts';
import { eventBody } from './event-bodies.ts';
import { countEvents, listEvents } from './events.ts';
import { postEvent } from './posted-events.ts';
import { eventPageSchema, postedEventSchema, writeCursor } from './schema.ts';

export const timelineRoutes = new Hono<CoreApp>();

/** A page of the timeline, newest first: `{count, start, events, next_cursor?}`. */
timelineRoutes.get('/:lead{[\\da-fA-F-]{36}}/events', (c) => {
  const call = callOf(c);
  const lead = readableLead(call, c.req.param('lead'));
  const { start, size, cursor } = parse(eventPageSchema, c.req.query(), 'parameters');
  const from = cursor === undefined ? { start } : { after: cursor };
  // One event more than asked for tells whether there is a next page.
  const found = listEvents(call.database, lead.leadNumber, { ...from, size: size + 1 });
  const events = found.slice(0, size);
  const last = found.length > size ? events.at(-1) : undefined;
  return c.json({
    count: countEvents(call.database, lead.leadNumber),
    start,
    events: events.map((event) => eventBody(call, event, lead.leadId)),
    ...(last === undefined ? {} : { next_cursor: writeCursor(last) }),
  });
});

/** Posts an event that another system had with the lead -> the saved event. */
timelineRoutes.post('/:lead{[\\da-fA-F-]{36}}/events', requireLead, async (c) => {
  const posted = parse(postedEventSchema, await readJson(c.req.raw));
  const call = callOf(c);
  const { lead, event } = postEvent(call, c.req.param('lead'), posted);
  return c.json(eventBody(call, event, lead.leadId));
});
