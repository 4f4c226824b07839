/** Reference of the lists of leads by ids and by modification time. */
import * as v from 'valibot';
import { count, time } from '../../../../shared/reference/answers.ts';
import { foundLeadAnswer, leadSummaryAnswer } from '../../record/answer-schema.ts';
import { idsSchema, recentLeadsSchema } from '../../record/schema.ts';
import { LEADS } from '../../reference.ts';
import { type Operation, operationsOf } from '../../../../shared/reference/operation.ts';

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

const leads = operationsOf('Leads', 'user');

export const LISTING_OPERATIONS: readonly Operation[] = [
  leads({
    name: 'listLeadsByIds',
    method: 'GET',
    path: `${LEADS}/search/ids`,
    summary: 'The leads with given ids',
    query: idsSchema,
    answer: v.array(foundLeadAnswer),
    golden: 'leads/search-by-ids',
    problems: ['too_many_ids'],
  }),
  leads({
    name: 'listRecentLeads',
    method: 'GET',
    path: `${LEADS}/recent_leads`,
    summary: 'Leads that were modified in a range of time',
    description:
      'relative, or from with to, is required; of a longer range, only the last 7 days are listed.',
    query: recentLeadsSchema,
    answer: recentLeadsAnswer,
    golden: 'leads/recent-leads',
    problems: ['range_required', 'reversed_range', 'unknown_range'],
  }),
];
