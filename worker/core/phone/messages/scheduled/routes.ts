/** Texts that are sent later, below `/companies/<uuid>/leads/<uuid>`. */
import { Hono } from 'hono/tiny';
import type { CoreApp } from '../../../engine/context/company-context.ts';
import { contextOfRequest } from '../../../engine/context/contexts.ts';
import type { Feature } from '../../../engine/context/feature.ts';
import type { RequestContext } from '../../../engine/context/request-context.ts';
import type { Answer } from '../../../engine/http/answers.ts';
import { write } from '../../../engine/http/write.ts';
import { LEAD, readableLead, requireLead } from '../../../leads/record/access.ts';
import { eventBody } from '../../../leads/timeline/event-bodies.ts';
import type { ScheduledTextsBody } from './reference.ts';
import { newScheduledTextSchema, rescheduleSchema } from './schema.ts';
import {
  cancelText,
  type LeadScheduledText,
  rescheduleText,
  scheduleText,
  waitingTexts,
} from './scheduled-texts.ts';
import { sendingScheduledTexts } from './sending-scheduled.ts';

const SCHEDULED_TEXT = `${LEAD}/events/scheduled_text/:event` as const;

export const scheduledTextRoutes = new Hono<CoreApp>();

/** Lists the texts that wait, the next one first: `{time_zone, scheduled_texts}`. */
scheduledTextRoutes.get(`${LEAD}/scheduled_texts`, (c) => {
  const context = contextOfRequest(c);
  const lead = readableLead(context, c.req.param('lead'));
  const { zone, events } = waitingTexts(context, lead);
  return c.json<ScheduledTextsBody>({
    time_zone: zone,
    scheduled_texts: events.map((event) => bodyOf(context, { lead, event })),
  });
});

/** Schedules a text: `{message, send_time, ...}` -> the saved event. */
scheduledTextRoutes.post(`${LEAD}/scheduled_text`, requireLead, (c) =>
  write(c, {
    body: newScheduledTextSchema,
    change: (context, text) => answer(context, scheduleText(context, c.req.param('lead'), text)),
  }),
);

/** Cancels a text that waits: no body -> the event. */
scheduledTextRoutes.post(`${SCHEDULED_TEXT}/cancel`, requireLead, (c) =>
  write(c, { change: (context) => answer(context, cancelText(context, c.req.param())) }),
);

/** Gives a text another time: `{send_time}` -> the event. */
scheduledTextRoutes.post(`${SCHEDULED_TEXT}/reschedule`, requireLead, (c) =>
  write(c, {
    body: rescheduleSchema,
    change: (context, { send_time: time }) => answer(context, rescheduleText(context, c.req.param(), time)),
  }),
);

function answer(context: RequestContext, found: LeadScheduledText): Answer {
  return { body: bodyOf(context, found) };
}

function bodyOf(
  context: RequestContext,
  { lead, event }: LeadScheduledText,
): ScheduledTextsBody['scheduled_texts'][number] {
  const body = eventBody(context, event, lead.leadId);
  if (body.type !== 'scheduled_text') throw new Error(`${event.eventId} is no scheduled text.`);
  return body;
}

/** Texts that are sent later. They are events, so the timeline erases and copies them. */
export const scheduledTextsFeature: Feature = {
  background: [sendingScheduledTexts],
  routes: [{ under: 'company', path: '/leads', routes: scheduledTextRoutes }],
};
