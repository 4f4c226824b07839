/** Reminders. They are events, so the timeline erases and copies them. */
import type { Feature } from '../../engine/context/feature.ts';
import { notifyingOfReminders } from './due-reminders.ts';
import { leadReminderRoutes, reminderRoutes } from './routes.ts';

export const remindersFeature: Feature = {
  background: [notifyingOfReminders],
  routes: [
    { under: 'company', path: '/reminders', routes: reminderRoutes },
    { under: 'company', path: '/leads', routes: leadReminderRoutes },
  ],
};
