/** A naive implementation of smart views: reads all leads for every number. */
import { naiveFold } from './naive-search.ts';
import { FIELDS, type KnownLead, PARTS, STATES } from './random-leads.ts';

export interface NaiveViewQuery {
  saved: Record<string, string[]>;
  filters: Record<string, string[]>;
  /** Half-open, in milliseconds. */
  createdFrom: number | undefined;
  createdTo: number | undefined;
  sort: [field: string, order: 'asc' | 'desc'][];
}

export interface NaiveFacet {
  id: string;
  total_available_facets: number;
  total_facet_count: number;
  values: { id: string; display_name: string; count: number; selected: boolean }[];
}

/** The names of terms, by facet id. */
export type Labels = Record<string, Record<string, string>>;

/** The ids of all facets, in their order. */
export const FACET_IDS = [
  'user_assigned',
  'state',
  'lead_group',
  'lead_source',
  'source_tags',
  'tags',
  ...Object.keys(FIELDS).flatMap((name) =>
    name === 'home'
      ? Object.keys(PARTS).map((part) => `lead_field_str_home.${part}`)
      : [`lead_field_str_${name}`],
  ),
];

/** The leads that pass, in order. */
export function naiveLeads(leads: readonly KnownLead[], query: NaiveViewQuery, labels: Labels): KnownLead[] {
  const passing = leadsThatPass(leads, query, undefined);
  const wishes: NaiveViewQuery['sort'] =
    query.sort.length > 0 ? query.sort : [['lead_modification_time', 'desc']];
  const keyed = passing.map((lead) => ({
    lead,
    keys: wishes.map(([field]) => sortValue(lead, field, labels)),
  }));
  const sorted = keyed.toSorted((a, b) => {
    for (const [index, [, order]] of wishes.entries()) {
      const [left, right] = [a.keys[index], b.keys[index]];
      if (left === right) continue;
      if (left === undefined) return 1;
      if (right === undefined) return -1;
      return (left < right ? -1 : 1) * (order === 'asc' ? 1 : -1);
    }
    return a.lead.leadId < b.lead.leadId ? -1 : 1;
  });
  return sorted.map(({ lead }) => lead);
}

/** The facets, each counted over the leads that pass all filters except its own. */
export function naiveFacets(
  leads: readonly KnownLead[],
  query: NaiveViewQuery,
  labels: Labels,
): NaiveFacet[] {
  const passing = leadsThatPass(leads, query, undefined);
  return FACET_IDS.map((id) => {
    const counts = new Map<string, number>();
    let none = 0;
    const counted = query.filters[id] === undefined ? passing : leadsThatPass(leads, query, id);
    for (const lead of counted) {
      const terms = termsOf(lead, id);
      if (terms.length === 0) none += 1;
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    const selected = [...(query.saved[id] ?? []), ...(query.filters[id] ?? [])];
    const value = (term: string, count: number): NaiveFacet['values'][number] => ({
      id: term,
      display_name: labels[id]?.[term] ?? term,
      count,
      selected: selected.includes(term),
    });
    const all = [...counts]
      .map(([term, count]) => value(term, count))
      .toSorted(
        (a, b) =>
          b.count - a.count ||
          order(naiveFold(a.display_name), naiveFold(b.display_name)) ||
          order(a.display_name, b.display_name) ||
          order(a.id, b.id),
      );
    const top = all.slice(0, 10);
    const further = [...new Set(selected)]
      .filter((term) => term !== '__none__' && !top.some((shown) => shown.id === term))
      .map((term) => value(term, counts.get(term) ?? 0));
    const unset =
      none > 0 || selected.includes('__none__')
        ? [{ ...value('__none__', none), display_name: 'Not set' }]
        : [];
    return {
      id,
      total_available_facets: all.length,
      total_facet_count: all.reduce((sum, { count }) => sum + count, 0),
      values: [...top, ...further, ...unset],
    };
  });
}

/** @param but the facet whose own filter is ignored */
function leadsThatPass(
  leads: readonly KnownLead[],
  query: NaiveViewQuery,
  but: string | undefined,
): KnownLead[] {
  const { createdFrom = -Infinity, createdTo = Infinity } = query;
  const own = Object.entries(query.filters).filter(([id]) => id !== but);
  const wanted = [...Object.entries(query.saved), ...own];
  const has = (lead: KnownLead, [id, values]: [string, string[]]): boolean => {
    const terms = termsOf(lead, id);
    return terms.length === 0 ? values.includes('__none__') : terms.some((term) => values.includes(term));
  };
  return leads.filter(
    (lead) =>
      lead.created >= createdFrom && lead.created < createdTo && wanted.every((entry) => has(lead, entry)),
  );
}

const knownTerms = new WeakMap<KnownLead, Map<string, string[]>>();

/** A lead's terms do not change in these tests. */
function termsOf(lead: KnownLead, id: string): string[] {
  let terms = knownTerms.get(lead);
  if (terms === undefined) {
    terms = new Map(FACET_IDS.map((facet) => [facet, readTerms(lead, facet)]));
    knownTerms.set(lead, terms);
  }
  return terms.get(id) ?? readTerms(lead, id);
}

function readTerms(lead: KnownLead, id: string): string[] {
  if (id === 'user_assigned') return lead.assignee === undefined ? [] : [lead.assignee];
  if (id === 'state') return [lead.state];
  if (id === 'lead_group') return [lead.group];
  if (id === 'source_tags') return lead.sources;
  if (id === 'lead_source') return lead.sources.slice(0, 1);
  if (id === 'tags') return lead.tags;
  const [name = '', part] = id.replace('lead_field_str_', '').split('.');
  const values = lead.fields[name] ?? [];
  const inner =
    part === undefined ? values : values.flatMap((value) => (value as Record<string, unknown[]>)[part] ?? []);
  const isNumber = name === 'budget' || part === 'rooms';
  const terms = inner.flatMap((value): string[] => {
    if (Array.isArray(value)) return value.map(String);
    if (typeof value === 'object' && value !== null) {
      const { unit, value: amount } = value as { unit: string; value: number };
      return [`${unit} ${amount}`];
    }
    // The decimals of these tests are exact in floating point.
    return [isNumber ? String(Number(value) + 0) : String(value)];
  });
  return [...new Set(terms)];
}

const BUILT_IN_SORTS: Record<string, (lead: KnownLead, labels: Labels) => string | number | undefined> = {
  name: ({ name }) => (name === undefined ? undefined : naiveFold(name)),
  lead_creation_time: ({ created }) => created,
  last_event_time: ({ modified }) => modified,
  lead_modification_time: ({ modified }) => modified,
  state: ({ state }) => STATES.indexOf(state),
  lead_group: ({ group }, labels) => naiveFold(labels['lead_group']?.[group] ?? group),
  user_assigned: ({ assignee }, labels) =>
    assignee === undefined ? undefined : naiveFold(labels['user_assigned']?.[assignee] ?? ''),
};

function sortValue(lead: KnownLead, field: string, labels: Labels): string | number | undefined {
  const builtIn = BUILT_IN_SORTS[field];
  return builtIn === undefined ? fieldValue(lead, field) : builtIn(lead, labels);
}

function fieldValue(lead: KnownLead, field: string): string | number | undefined {
  const [name = '', part] = field.split('.');
  const values = lead.fields[name] ?? [];
  const [first] =
    part === undefined ? values : values.flatMap((value) => (value as Record<string, unknown[]>)[part] ?? []);
  if (first === undefined) return undefined;
  if (field === 'value') return (first as { value: number }).value;
  const text = (Array.isArray(first) ? first[0] : first) as string;
  if (field === 'budget' || field === 'home.rooms') return Number(text) + 0;
  if (field === 'visit' || field === 'callback') return Date.parse(text);
  return naiveFold(text);
}

function order(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
