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
import type { RemindersBody } from './reference.ts';
import { contactsToAnswer, listOpenReminders } from './open-reminders.ts';
import {
  completeReminder,
  dismissReminder,
  type LeadReminder,
  postponeReminder,
  reopenReminder,
  setReminder,
} from './reminders.ts';
import { closeByPosted } from './unanswered.ts';
import { newReminderSchema, postponementSchema, remindersQuerySchema, writeCursor } from './schema.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { notifyingOfReminders } from './due-reminders.ts';

const REMINDER = `${LEAD}/events/reminder/:event` as const;

export const reminderRoutes = new Hono<CoreApp>();

/** Lists the open reminders, the earliest due time first: `{reminders, next_cursor?}`. */
reminderRoutes.get('/', async (c) => {
  const context = contextOfRequest(c);
  const query = parse(remindersQuerySchema, c.req.query(), 'parameters');
  const { reminders, next } = await listOpenReminders(context, query);
  const contactOf = contactsToAnswer(context, reminders);
  return c.json<RemindersBody>({
    reminders: reminders.map(({ lead, reminder }) => ({
      event: eventBody(context, reminder, lead.leadId),
      lead: leadSummary(context, lead),
      ...contactOf(reminder),
    })),
    ...(next === undefined ? {} : { next_cursor: writeCursor(next) }),
  });
});

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
  routes: [
    { under: 'company', path: '/reminders', routes: reminderRoutes },
    { under: 'company', path: '/leads', routes: leadReminderRoutes },
  ],
};
