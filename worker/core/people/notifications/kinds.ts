/** The kinds of notifications that people choose channels for, and where each leads. Pure. */
import type { NotificationType } from './answer-schema.ts';
import type { Channel, Kind } from './channels.ts';

const KIND_OF: Readonly<Record<NotificationType, Kind>> = {
  'lead.assigned': 'assigned',
  'leads.assigned': 'assigned',
  'call.missed': 'missed_call',
  'text.received': 'text',
  'form.received': 'form',
  'reminder.due': 'reminder_due',
  'reminder.overdue': 'reminder_overdue',
  'lead.mentioned': 'mentioned',
  'call.marked': 'marked',
  'job.finished': 'job',
  'report.ready': 'report',
  'webhook.failing': 'trouble',
  'chat.failing': 'trouble',
  'conversions.failing': 'trouble',
  'carrier.refusing': 'trouble',
  'numbers.astray': 'trouble',
  'forms.dropped': 'trouble',
  'silence.began': 'trouble',
  'silence.ended': 'trouble',
  'costs.failing': 'trouble',
  'costs.working': 'trouble',
};

/** By mail comes what is somebody's own or stands still without them. */
const BY_MAIL: readonly Kind[] = ['assigned', 'report', 'trouble'];

/** By SMS come these, to people with `notify_reminders_by_sms`. */
export const BY_SMS: readonly Kind[] = ['reminder_due', 'reminder_overdue'];

/** Returns the kind of a notification. */
export function kindOf(type: NotificationType, data: Readonly<Record<string, unknown>>): Kind {
  return type === 'call.missed' && data['outcome'] === 'voicemail' ? 'voicemail' : KIND_OF[type];
}

/** Tells whether a kind goes by a channel if the user has not chosen. */
export function isDefault(kind: Kind, channel: Channel): boolean {
  return channel === 'mail' ? BY_MAIL.includes(kind) : true;
}
