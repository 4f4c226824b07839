/** Finding leads: search and smart views. */
import { searchSchema } from '../../worker/core/search/schema.ts';
import {
  aggregationsSchema,
  newViewSchema,
  rangeQuerySchema,
  viewChangeSchema,
  viewQuerySchema,
} from '../../worker/core/views/schema.ts';
import type { ProblemCode } from '../../worker/problems.ts';
import { arrayOf, count, exactly, id, type Operation, ref, text } from './operation.ts';

const VIEWS = '/companies/{company}/smart_views';
const VIEW = `${VIEWS}/{view}`;
const FILTERS = {
  state: ['open', 'contacted'],
  lead_creation_time: { from: '2026-01-01', to: '2026-04-01' },
};
const DEFINITION: readonly ProblemCode[] = ['unknown_facet', 'unsortable_field', 'reversed_range'];
const LIMITS: readonly ProblemCode[] = ['unknown_facet', 'unknown_range', 'reversed_range'];

type Described = Omit<Operation, 'tag' | 'access'>;
const views = (operation: Described): Operation => ({ ...operation, tag: 'Smart views', access: 'user' });

export const FINDING_OPERATIONS: readonly Operation[] = [
  {
    tag: 'Leads',
    access: 'user',
    method: 'GET',
    path: '/companies/{company}/leads/search',
    summary: 'Search leads by a text in their fields or on their timelines',
    description:
      'Name, e-mail and phone, and what search_fields names (field, or field.part). Case and accents do not matter; phone numbers are found in any format. One hit a lead, the best first; X-Total-Count says how many there are.',
    query: searchSchema,
    answer: arrayOf(ref('SearchHit')),
    golden: 'finding/search',
    problems: ['query_too_short', 'unknown_lead_field', 'unknown_user', 'field_too_large'],
  },
  views({
    method: 'GET',
    path: VIEWS,
    summary: 'The smart views, by name',
    answer: arrayOf(exactly({ name: text, smart_view_id: id })),
    golden: 'finding/views',
  }),
  views({
    method: 'GET',
    path: VIEW,
    summary: 'The leads of a smart view, with facets',
    description:
      'filters is a JSON object: facet id to value ids, or a time to {from, to}. Values of one facet are alternatives, facets are all required. sort is a JSON object of at most three fields: {"<field>": {"order": "asc"}}. The counts of a facet leave its own filter out.',
    query: viewQuerySchema,
    answer: exactly({ count, leads: arrayOf(ref('ViewLead')), facets: arrayOf(ref('Facet')) }),
    golden: 'finding/view',
    problems: [...LIMITS, 'unsortable_field', 'field_too_large'],
  }),
  views({
    method: 'POST',
    path: `${VIEW}/aggregations`,
    summary: 'Search within the facets of a smart view',
    query: rangeQuerySchema,
    body: {
      schema: aggregationsSchema,
      example: {
        facets: { user_assigned: { search: 'an', sort_by: 'name', sort_order: 'asc', limit: 20 } },
        filters: FILTERS,
      },
    },
    answer: arrayOf(ref('Facet')),
    golden: 'finding/aggregations',
    problems: [...LIMITS, 'field_too_large'],
  }),
  views({
    method: 'POST',
    path: VIEWS,
    summary: 'Make a smart view',
    body: {
      schema: newViewSchema,
      example: { name: 'New this quarter', filters: FILTERS, sort: { name: { order: 'asc' } } },
    },
    answer: ref('SmartView'),
    golden: 'finding/make-view',
    problems: ['permission_denied', ...DEFINITION],
  }),
  views({
    method: 'POST',
    path: `${VIEW}/modify`,
    summary: 'Change a smart view: what is left out stays',
    body: { schema: viewChangeSchema, example: { name: 'Open this quarter' } },
    answer: ref('SmartView'),
    golden: 'finding/modify-view',
    problems: ['permission_denied', 'precondition_failed', ...DEFINITION],
  }),
  views({
    method: 'POST',
    path: `${VIEW}/remove`,
    summary: 'Remove a smart view; the answer is what it was',
    answer: ref('SmartView'),
    golden: 'finding/remove-view',
    problems: ['permission_denied', 'precondition_failed', 'in_use'],
  }),
];
