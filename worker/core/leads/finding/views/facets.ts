/** The facets of a company, which smart views count, filter by and search in. */
import { channelName } from '../../../../dni/pure/channels.ts';
import type { TermsOf } from '../columns/column.ts';
import {
  fieldTerms,
  LEAD_GROUP,
  LEAD_SOURCE,
  SOURCE_TAGS,
  STATE,
  TAGS,
  USER_ASSIGNED,
  VISIT_TERMS,
} from '../columns/lead-columns.ts';
import { VISIT_LABELS, VISIT_MEMBERS } from '../../../../dni/pure/lead-visits.ts';
import { hasVisits } from '../../timeline/event-visits.ts';
import type { CompanyState } from '../../../engine/context/company-context.ts';
import type { LeadField } from '../../../company/settings/records.ts';
import { FIELD_FACET } from './filters.ts';
import { listUsers } from '../../../people/users/users.ts';
import { settingsOf } from '../../../company/settings/settings.ts';

export interface Facet {
  id: string;
  displayName: string;
  column: TermsOf;
  /** Returns the name of a value. */
  labelOf(term: string): string;
}

const BUILT_IN = [
  USER_ASSIGNED,
  STATE,
  LEAD_GROUP,
  LEAD_SOURCE,
  SOURCE_TAGS,
  TAGS,
  ...Object.values(VISIT_TERMS),
];
const NO_LABELS: ReadonlyMap<string, string> = new Map();

/**
 * Lists the facets: assignee, state, group, source, source tags and tags; sources, campaigns and landing pages of visits, if the company knows
 * any visit; then the lead fields that are facets, in the order of the settings.
 */
export function listFacets(company: Pick<CompanyState, 'database' | 'memory'>): Facet[] {
  const { database } = company;
  const settings = settingsOf(company);
  return [
    facetOf(USER_ASSIGNED, 'Assigned to', labelsOf(listUsers(database), 'userId', 'name')),
    facetOf(STATE, 'State', labelsOf(settings.states(), 'name', 'label')),
    facetOf(LEAD_GROUP, 'Group', labelsOf(settings.groups(), 'id', 'label')),
    { id: LEAD_SOURCE.name, displayName: 'Source', column: LEAD_SOURCE, labelOf: channelName },
    facetOf(SOURCE_TAGS, 'Source tags', NO_LABELS),
    facetOf(TAGS, 'Tags', NO_LABELS),
    ...(hasVisits(database) ? VISIT_FACETS : []),
    ...settings.fields().flatMap(fieldFacets),
  ];
}

/** Lists the ids that filters may have. Those of visits are allowed before the first visit is known. */
export function filterIds(facets: readonly Facet[]): string[] {
  return [...new Set([...facets.map(({ id }) => id), ...VISIT_MEMBERS])];
}

/**
 * Returns the column of a facet id. Also knows fields that are no longer facets, because saved filters may contain them.
 * @param types the type of every lead field that was ever defined, by path
 */
export function facetColumn(id: string, types: ReadonlyMap<string, string>): TermsOf {
  const builtIn = BUILT_IN.find(({ name }) => name === id);
  if (builtIn !== undefined) return builtIn;
  const path = id.slice(FIELD_FACET.length);
  return fieldTerms(path, types.get(path) ?? 'text');
}

const VISIT_FACETS: readonly Facet[] = VISIT_MEMBERS.map((name) => ({
  id: name,
  displayName: VISIT_LABELS[name],
  column: VISIT_TERMS[name],
  labelOf: name.startsWith('source') ? channelName : (term) => term,
}));

function facetOf(column: TermsOf, displayName: string, labels: ReadonlyMap<string, string>): Facet {
  return { id: column.name, displayName, column, labelOf: (term) => labels.get(term) ?? term };
}

function labelsOf<Item>(
  items: readonly Item[],
  key: keyof Item,
  label: keyof Item,
): ReadonlyMap<string, string> {
  return new Map(items.map((item) => [String(item[key]), String(item[label])]));
}

/** Lists the facets of a field. For a complex field, these are its parts. */
function fieldFacets(field: LeadField): Facet[] {
  const facet = (path: string, displayName: string, type: string): Facet => ({
    id: FIELD_FACET + path,
    displayName,
    column: fieldTerms(path, type),
    labelOf: (term) => term,
  });
  if (field.type !== 'complex') return field.field_facet ? [facet(field.name, field.label, field.type)] : [];
  return (field.sub_fields ?? [])
    .filter((part) => part.field_facet)
    .map((part) => facet(`${field.name}.${part.name}`, `${field.label} / ${part.label}`, part.type));
}
