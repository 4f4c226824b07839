/** The outcomes of calls and messages. The phone room decides them; timelines and notifications show them. */

/** How a call ended. `busy`: everybody was busy, and the caller left no voicemail. */
export const OUTCOMES = [
  'answered',
  'voicemail',
  'missed',
  'abandoned',
  'busy',
  'blocked',
  'failed',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The status of a message. `sending`: the carrier has not answered the request yet. */
export const MESSAGE_STATUSES = ['received', 'queued', 'sending', 'sent', 'delivered', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
