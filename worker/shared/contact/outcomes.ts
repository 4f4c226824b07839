/** The outcomes of calls, messages and forms. The phone room decides them; timelines and notifications show them. */

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

/** Why a form is marked as spam. */
/** The tag of leads that a form made which looks like spam. */
export const SPAM_TAG = 'spam';

export const SPAM_REASONS = [
  'hidden_field',
  'too_fast',
  'links',
  'markup',
  'many_from_network',
  'blocked',
] as const;
export type SpamReason = (typeof SPAM_REASONS)[number];
