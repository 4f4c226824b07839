/** Reminders: `/companies/<uuid>/reminders`, and below `/companies/<uuid>/leads/<uuid>`. */
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import type { Answer } from '../../engine/http/answers.ts';
import { write } from '../../engine/http/write.ts';
import { LEAD, requireLead } from '../record/access.ts';
import { leadSummary } from '../record/lead-bodies.ts';
import { eventBody } from '../timeline/event-bodies.ts';
import { postEvent } from '../timeline/posted-events.ts';
import { postedEventSchema } from '../timeline/schema.ts';
import type { RemindersBody, SeenBody, TakenBody } from './reference.ts';
import { listOpenReminders } from './open-reminders.ts';
import { forgetMarksOf, MARKS_RETENTION } from './reminder-marks.ts';
import {
  completeReminder,
  dismissReminder,
  type LeadReminder,
  postponeReminder,
  reopenReminder,
  setReminder,
} from './reminders.ts';
import { seeReminders } from './seeing.ts';
import { releaseReminder, takeReminder } from './taking.ts';
import { closeByPosted } from './unanswered.ts';
import { waitingOf } from './waiting.ts';
import {
  newReminderSchema,
  postponementSchema,
  remindersQuerySchema,
  seenSchema,
  writeCursor,
} from './schema.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { notifyingOfReminders } from './due-reminders.ts';

const REMINDER = `${LEAD}/events/reminder/:event` as const;

export const reminderRoutes = new Hono<CoreApp>();

/** Lists the open reminders, the earliest due time first: `{reminders, next_cursor?}`. */
reminderRoutes.get('/', async (c) => {
  const context = contextOfRequest(c);
  const query = parse(remindersQuerySchema, c.req.query(), 'parameters');
  const { reminders, next } = await listOpenReminders(context, query);
  const waiting = waitingOf(context, reminders);
  return c.json<RemindersBody>({
    reminders: reminders.map((found) => ({
      event: eventBody(context, found.reminder, found.lead.leadId),
      lead: leadSummary(context, found.lead),
      ...waiting(found),
    })),
    ...(next === undefined ? {} : { next_cursor: writeCursor(next) }),
  });
});

/** Marks reminders as seen by the caller: `{reminder_ids}` -> `{marked_count}`. */
reminderRoutes.post('/seen', (c) =>
  write(c, {
    body: seenSchema,
    change: (context, { reminder_ids: ids }) => ({
      body: { marked_count: seeReminders(context, ids) } satisfies SeenBody,
    }),
  }),
);

export const leadReminderRoutes = new Hono<CoreApp>();

/** Sets a reminder: `{message, due_time}` -> the saved event. */
leadReminderRoutes.post(`${LEAD}/reminder`, requireLead, (c) =>
  write(c, {
    body: newReminderSchema,
    change: (context, reminder) => answer(context, setReminder(context, c.req.param('lead'), reminder)),
  }),
);

/** Marks a reminder as done: no body -> the event. */
leadReminderRoutes.post(`${REMINDER}/done`, requireLead, (c) =>
  write(c, { change: (context) => answer(context, completeReminder(context, c.req.param())) }),
);

/** Marks a reminder as done since the person needs no answer: no body -> the event. */
leadReminderRoutes.post(`${REMINDER}/dismiss`, requireLead, (c) =>
  write(c, { change: (context) => answer(context, dismissReminder(context, c.req.param())) }),
);

/** Opens a reminder again: no body -> the event. */
leadReminderRoutes.post(`${REMINDER}/reopen`, requireLead, (c) =>
  write(c, { change: (context) => answer(context, reopenReminder(context, c.req.param())) }),
);

/** Says that the caller is at a reminder: no body -> `{by, since, until}`. */
leadReminderRoutes.post(`${REMINDER}/take`, requireLead, (c) =>
  write(c, { change: (context) => ({ body: takeReminder(context, c.req.param()) satisfies TakenBody }) }),
);

/** Says that the caller is at it no longer: no body -> the event. */
leadReminderRoutes.post(`${REMINDER}/release`, requireLead, (c) =>
  write(c, { change: (context) => answer(context, releaseReminder(context, c.req.param())) }),
);

/** Moves the due time of a reminder: `{due_time}` -> the event. */
leadReminderRoutes.post(`${REMINDER}/postpone`, requireLead, (c) =>
  write(c, {
    body: postponementSchema,
    change: (context, { due_time: dueTime }) =>
      answer(context, postponeReminder(context, c.req.param(), dueTime)),
  }),
);

/** Records an event from another system, which may answer the lead: the event -> the saved event. */
leadReminderRoutes.post(`${LEAD}/events`, requireLead, (c) =>
  write(c, {
    body: postedEventSchema,
    change: (context, posted) => {
      const { lead, event } = postEvent(context, c.req.param('lead'), posted);
      closeByPosted(context, lead, event);
      return { body: eventBody(context, event, lead.leadId) };
    },
  }),
);

function answer(context: RequestContext, { lead, reminder }: LeadReminder): Answer {
  return { body: eventBody(context, reminder, lead.leadId) };
}

/** Reminders. They are events, so the timeline erases and copies them. */
export const remindersFeature: Feature = {
  background: [notifyingOfReminders],
  retention: MARKS_RETENTION,
  personalData: {
    ofUsers: [{ columns: {}, erase: (context, { userId }) => forgetMarksOf(context, userId) }],
  },
  routes: [
    { under: 'company', path: '/reminders', routes: reminderRoutes },
    { under: 'company', path: '/leads', routes: leadReminderRoutes },
  ],
};
