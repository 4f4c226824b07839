/** What lists of leads answer. */
import * as v from 'valibot';
import { count, time } from '../../../shared/reference/answers.ts';
import { leadSummaryAnswer } from '../record/answer-schema.ts';

/** The leads of a window of time; `count` has also what the list leaves out, and the window that was used stands beside it. */
export const recentLeadsAnswer = v.strictObject({
  count,
  leads: v.array(leadSummaryAnswer),
  from: time,
  to: time,
  /** Whether the window is shorter than the range that was asked for. */
  truncated: v.boolean(),
});
export type RecentLeads = v.InferOutput<typeof recentLeadsAnswer>;
