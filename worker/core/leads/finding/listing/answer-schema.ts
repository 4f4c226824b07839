/** Answers of the lists of leads. */
import * as v from 'valibot';
import { count, time } from '../../../../shared/reference/answers.ts';
import { leadSummaryAnswer } from '../../record/answer-schema.ts';

/** The leads of a window of time, with the window that was used. `count` includes leads that are not listed. */
export const recentLeadsAnswer = v.strictObject({
  count,
  leads: v.array(leadSummaryAnswer),
  from: time,
  to: time,
  /** Whether the window is shorter than the requested range. */
  truncated: v.boolean(),
});
export type RecentLeads = v.InferOutput<typeof recentLeadsAnswer>;
