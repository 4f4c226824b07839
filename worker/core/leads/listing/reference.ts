/** Leads by their ids and by when they changed. */
import { idsSchema, recentLeadsSchema } from '../record/schema.ts';
import { LEADS } from '../reference.ts';
import {
  arrayOf,
  count,
  exactly,
  flag,
  ref,
  time,
  operationsOf,
  type Operation,
} from '../../../shared/reference/operation.ts';

const leads = operationsOf('Leads', 'user');

export const LISTING_OPERATIONS: readonly Operation[] = [
  leads({
    name: 'listLeadsByIds',
    method: 'GET',
    path: `${LEADS}/search/ids`,
    summary: 'The leads with given ids',
    query: idsSchema,
    answer: arrayOf(ref('FoundLead')),
    golden: 'leads/search-by-ids',
    problems: ['too_many_ids'],
  }),
  leads({
    name: 'listRecentLeads',
    method: 'GET',
    path: `${LEADS}/recent_leads`,
    summary: 'Leads that changed in a range of time',
    description: 'relative, or from with to, is required; a range beyond 7 days is cut to its last 7.',
    query: recentLeadsSchema,
    answer: exactly({ count, leads: arrayOf(ref('RecentLead')), from: time, to: time, truncated: flag }),
    golden: 'leads/recent-leads',
    problems: ['range_required', 'reversed_range', 'unknown_range'],
  }),
];
