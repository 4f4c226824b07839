/** The kinds of notifications, their channels, and the states of messages. */

/** Where people choose to be notified. `console`: a notification counts as unread. */
export const CHANNELS = ['console', 'push', 'mail'] as const;
export type Channel = (typeof CHANNELS)[number];
/** The channels by which a message is sent. */
export const SENT_CHANNELS = ['push', 'mail', 'sms'] as const;
export type SentChannel = (typeof SENT_CHANNELS)[number];

/** The kinds of notifications. A type belongs to one kind, except missed calls, of which voicemails are their own. */
export const KINDS = [
  'assigned',
  'missed_call',
  'voicemail',
  'text',
  'form',
  'reminder_due',
  'reminder_overdue',
  'mentioned',
  'marked',
  'job',
  'report',
  'trouble',
] as const;
export type Kind = (typeof KINDS)[number];

/** The status of a message. `not_sent`: nobody was to be told any more, or the channel is not set up. */
export const MESSAGE_STATUSES = ['pending', 'delivered', 'failed', 'not_sent'] as const;
