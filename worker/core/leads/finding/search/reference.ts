/** Reference of the search by text. */
import * as v from 'valibot';
import { searchHitAnswer } from './answer-schema.ts';
import { searchSchema } from './schema.ts';
import { operationsOf, type Operation } from '../../../../shared/reference/operation.ts';

const leads = operationsOf('Leads', 'user');

export const SEARCH_OPERATIONS: readonly Operation[] = [
  leads({
    name: 'searchLeads',
    method: 'GET',
    path: '/companies/{company}/leads/search',
    summary: 'Search leads by a text in their fields or on their timelines',
    description:
      'Name, e-mail and phone, and what search_fields names (source_tags, tags, field, or field.part). Case and accents do not matter; phone numbers are found in any format. One hit a lead, best first; X-Total-Count is the number of hits. With cursor=first, and then with the X-Next-Cursor of the previous page, a client reads all hits, newest lead first: a hit that stays selected appears exactly once, whatever is written meanwhile.',
    query: searchSchema,
    answer: v.array(searchHitAnswer),
    headers: ['X-Total-Count', 'X-Next-Cursor'],
    golden: 'finding/search',
    problems: ['query_too_short', 'unknown_lead_field', 'unknown_user', 'field_too_large'],
  }),
];
