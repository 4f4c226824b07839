/** The measured requests, each with the plain SQL for the same answer. */
import { emailOf, nameOf, phoneOf } from './leads.ts';
import type { PlainSql } from './plain-sql.ts';

/** A kind of request; `turn` counts its runs, so that they differ where that matters. */
export interface FindingOperation {
  name: string;
  /** The path after `/companies/<uuid>`; `view` stands for the id of the view. */
  path(turn: number, size: number): string;
  body?: unknown;
  plain(sql: PlainSql, turn: number, size: number): unknown;
}

/** Chooses leads from all over the company. */
function leadOf(turn: number, size: number): number {
  return (turn * 7_919) % size;
}

function searchFor(name: string, textOf: (lead: number) => string): FindingOperation {
  const text = (turn: number, size: number): string => textOf(leadOf(turn, size));
  return {
    name: `search: ${name}`,
    path: (turn, size) => `/leads/search?q=${encodeURIComponent(text(turn, size))}`,
    plain: (sql, turn, size) => sql.search(text(turn, size)),
  };
}

function view(
  name: string,
  query: Record<string, unknown>,
  condition: string,
  order: string,
): FindingOperation {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, JSON.stringify(value)]),
  );
  return {
    name: `view: ${name}`,
    path: () => `/smart_views/view?${parameters}`,
    plain: (sql) => sql.view(condition, order),
  };
}

const FILTERS = { state: ['open', 'contacted'], lead_field_str_plan: ['premium'] };
const CONDITION = "state IN ('open', 'contacted') AND plan = 'premium'";

export const FINDING_OPERATIONS: readonly FindingOperation[] = [
  searchFor('name fragment', (lead) => nameOf(lead).slice(-7)),
  searchFor('first and last name', (lead) => nameOf(lead)),
  searchFor('e-mail fragment', (lead) => emailOf(lead).slice(3, 16)),
  searchFor('phone digits', (lead) => phoneOf(lead).slice(5)),
  searchFor('no match', (lead) => `qzx${lead}`),
  searchFor('very common', () => 'com'),
  view('no filter', {}, '', 'modified DESC'),
  view('two filters', { filters: FILTERS }, CONDITION, 'modified DESC'),
  view('by a custom field', { sort: { score: { order: 'desc' } } }, '', 'score DESC'),
  view('by name', { sort: { name: { order: 'asc' } } }, '', 'name'),
  {
    name: 'search in a facet',
    path: () => '/smart_views/view/aggregations',
    body: { facets: { lead_field_str_city: { search: 'city a', sort_by: 'count', limit: 10 } } },
    plain: (sql) => sql.aggregation('city a'),
  },
];
