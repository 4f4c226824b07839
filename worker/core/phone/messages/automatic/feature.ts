/** Messages that nobody writes: to callers who reached nobody, and about reminders to the company's own people. */
import type { Feature } from '../../../engine/context/feature.ts';
import { sendingNotices } from './notices.ts';
import { queueTextBacks, sendingTextBacks } from './text-backs.ts';

export const automaticMessagesFeature: Feature = {
  background: [sendingTextBacks, sendingNotices],
  react: queueTextBacks,
};
