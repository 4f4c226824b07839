/** How calls and messages end: the phone room decides it, timelines and notifications tell it. */

/** How a call ended. `busy`: everybody was, and there is no message. */
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

/** How far a message is. `sending`: the carrier has been asked, and has not answered yet. */
export const MESSAGE_STATUSES = ['received', 'queued', 'sending', 'sent', 'delivered', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
