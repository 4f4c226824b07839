/** Reference of the lists of leads by ids and by modification time. */
import * as v from 'valibot';
import { foundLeadAnswer } from '../../record/answer-schema.ts';
import { recentLeadsAnswer } from './answer-schema.ts';
import { idsSchema, recentLeadsSchema } from '../../record/schema.ts';
import { LEADS } from '../../reference.ts';
import { operationsOf, type Operation } from '../../../../shared/reference/operation.ts';

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
