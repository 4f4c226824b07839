/** Reference of the search by text. */
import * as v from 'valibot';
import { id, named, time } from '../../../../shared/reference/answers.ts';
import { searchSchema } from './schema.ts';
import { type Operation, operationsOf } from '../../../../shared/reference/operation.ts';

const matchEntries = { search_field_name: v.string(), field_name: v.string(), field_value: v.string() };

/** The best matching value of a lead. */
export const leadMatch = named('LeadMatch', v.strictObject(matchEntries));

/** A lead with its best matching value. */
export const searchHitAnswer = named(
  'SearchHit',
  v.strictObject({
    ...matchEntries,
    name: v.exactOptional(v.string()),
    phone: v.exactOptional(v.string()),
    email: v.exactOptional(v.string()),
    lead_id: id,
    user_assigned_to: v.exactOptional(id),
    lead_modification_time: time,
  }),
);
export type SearchHit = v.InferOutput<typeof searchHitAnswer>;

const leads = operationsOf('Leads', 'user');

export const SEARCH_OPERATIONS: readonly Operation[] = [
  leads({
    name: 'searchLeads',
    method: 'GET',
    path: '/companies/{company}/leads/search',
    summary: 'Search leads by a text in their fields or on their timelines',
    description:
      'Name, e-mail and phone, and what search_fields names (source_tags, tags, transcript for what was said in calls, field, or field.part). Case and accents do not matter; phone numbers are found in any format. One hit a lead, best first; X-Total-Count is the number of hits. With cursor=first, and then with the X-Next-Cursor of the previous page, a client reads all hits, newest lead first: a hit that stays selected appears exactly once, whatever is written meanwhile.',
    query: searchSchema,
    answer: v.array(searchHitAnswer),
    headers: ['X-Total-Count', 'X-Next-Cursor'],
    golden: 'finding/search',
    problems: [
      'permission_denied',
      'query_too_short',
      'unknown_lead_field',
      'unknown_user',
      'field_too_large',
    ],
  }),
];
