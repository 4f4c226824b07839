/** Reference of smart views. */
import * as v from 'valibot';
import { facetAnswer, smartViewAnswer, smartViewNameAnswer, viewAnswer } from './answer-schema.ts';
import {
  aggregationsSchema,
  newViewSchema,
  rangeQuerySchema,
  viewChangeSchema,
  viewQuerySchema,
} from './schema.ts';
import type { ProblemCode } from '../../../../shared/http/problems.ts';
import { operationsOf, type Operation } from '../../../../shared/reference/operation.ts';

const VIEWS = '/companies/{company}/smart_views';
const VIEW = `${VIEWS}/{view}`;
const DEFINITION: readonly ProblemCode[] = ['unknown_facet', 'unsortable_field', 'reversed_range'];
const LIMITS: readonly ProblemCode[] = ['unknown_facet', 'unknown_range', 'reversed_range'];

const views = operationsOf('Smart views', 'user');

export const VIEW_OPERATIONS: readonly Operation[] = [
  views({
    name: 'listSmartViews',
    method: 'GET',
    path: VIEWS,
    summary: 'The smart views, by name',
    answer: v.array(smartViewNameAnswer),
    golden: 'finding/views',
  }),
  views({
    name: 'getSmartView',
    method: 'GET',
    path: VIEW,
    summary: 'The leads of a smart view, with facets',
    description:
      'Instead of an id, default stands for the opening view: the one of the caller’s group, else the one that every company begins with, else the first by name; Content-Location names it. all stands for all leads. filters is a JSON object: facet id to value ids, or a time to {from, to}. Values of one facet are alternatives, facets are all required. sort is a JSON object of at most three fields: {"<field>": {"order": "asc"}}. The counts of a facet leave its own filter out. With q, only leads that a search finds count, the best match first unless sort says otherwise, and each lead has its match; search_fields and exclude_... are those of the search. With cursor=first, and then with the next_cursor of the previous page, a client reads all leads, newest first and without sort: a lead that stays selected appears exactly once, whatever is written meanwhile.',
    query: viewQuerySchema,
    answer: viewAnswer,
    headers: ['Content-Location'],
    golden: 'finding/view',
    problems: [
      'permission_denied',
      ...LIMITS,
      'unsortable_field',
      'query_too_short',
      'unknown_lead_field',
      'field_too_large',
    ],
  }),
  views({
    name: 'searchFacets',
    method: 'POST',
    path: `${VIEW}/aggregations`,
    summary: 'Search within the facets of a smart view',
    query: rangeQuerySchema,
    body: aggregationsSchema,
    answer: v.array(facetAnswer),
    keyless: true,
    golden: 'finding/aggregations',
    problems: ['permission_denied', ...LIMITS, 'query_too_short', 'unknown_lead_field', 'field_too_large'],
  }),
  views({
    name: 'createSmartView',
    method: 'POST',
    path: VIEWS,
    summary: 'Create a smart view',
    body: newViewSchema,
    answer: smartViewAnswer,
    versioned: true,
    golden: 'finding/make-view',
    problems: ['permission_denied', ...DEFINITION],
  }),
  views({
    name: 'modifySmartView',
    method: 'POST',
    path: `${VIEW}/modify`,
    summary: 'Change the members of a smart view that the body names',
    body: viewChangeSchema,
    answer: smartViewAnswer,
    versioned: true,
    golden: 'finding/modify-view',
    problems: ['permission_denied', 'precondition_failed', ...DEFINITION],
  }),
  views({
    name: 'removeSmartView',
    method: 'POST',
    path: `${VIEW}/remove`,
    summary: 'Remove a smart view; the answer is the removed view',
    answer: smartViewAnswer,
    versioned: true,
    golden: 'finding/remove-view',
    problems: ['permission_denied', 'precondition_failed', 'in_use'],
  }),
];
