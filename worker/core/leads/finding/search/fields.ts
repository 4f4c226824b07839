/** The fields that a search reads. */
import type { TextsOf } from '../columns/column.ts';
import {
  EMAILS,
  fieldTexts,
  LEAD_SOURCE_TEXTS,
  NAME,
  PHONES,
  SOURCE_TAG_TEXTS,
  TAG_TEXTS,
  textsOf,
  valuesOf,
  VISIT_TEXTS,
} from '../columns/lead-columns.ts';
import { findablePhones } from '../../record/match-keys.ts';
import { VISIT_LABELS, VISIT_MEMBERS } from '../../../../dni/pure/lead-visits.ts';
import type { LeadRecord } from '../../record/schema.ts';
import type { LeadField } from '../../../company/settings/records.ts';

/** A text of a lead in a field. */
export interface FieldText {
  /** `name`, or `field.part` of a complex field. */
  name: string;
  label: string;
  text: string;
}

/** A searched field, with its place in the order of the search. */
export interface SearchField {
  columns: readonly TextsOf[];
  /** Whether values are compared by their digits. */
  isPhone: boolean;
  textsOf(lead: LeadRecord): FieldText[];
}

/** The fields that all searches read, in the order of their rank. */
export const BUILT_IN_FIELDS: readonly SearchField[] = [
  builtIn('name', 'Name', NAME),
  builtIn('email', 'E-mail', EMAILS),
  {
    columns: [PHONES],
    isPhone: true,
    textsOf: (lead) => findablePhones(lead).map((phone) => ({ name: 'phone', label: 'Phone', text: phone })),
  },
];

/** Further built-in fields that a search reads if the query names them. */
const NAMED_FIELDS: ReadonlyMap<string, SearchField> = new Map([
  ['lead_source', builtIn('lead_source', 'Source', LEAD_SOURCE_TEXTS)],
  ['source_tags', builtIn('source_tags', 'Source tags', SOURCE_TAG_TEXTS)],
  ['tags', builtIn('tags', 'Tags', TAG_TEXTS)],
  ...VISIT_MEMBERS.map((name): [string, SearchField] => [
    name,
    builtIn(name, VISIT_LABELS[name], VISIT_TEXTS[name]),
  ]),
]);

/** The name of what was said in calls, unless the company has a field of that name. */
export const SPOKEN = 'transcript';

const BUILT_IN_NAMES: ReadonlySet<string> = new Set(['name', 'email', 'phone']);

/**
 * Finds the field for a name: `field`, with all parts of a complex one, or `field.part`. A built-in field adds nothing, because
 * every search reads it.
 * @returns undefined when the company has no such field
 */
export function findSearchField(name: string, fields: readonly LeadField[]): SearchField | undefined {
  if (BUILT_IN_NAMES.has(name)) return { columns: [], isPhone: false, textsOf: () => [] };
  const named = NAMED_FIELDS.get(name);
  if (named !== undefined) return named;
  const [fieldName, partName, ...rest] = name.split('.');
  const field = fields.find((candidate) => candidate.name === fieldName);
  if (field === undefined || rest.length > 0) return undefined;
  const parts = field.sub_fields ?? [];
  if (partName !== undefined) {
    const part = parts.find((candidate) => candidate.name === partName);
    return part && custom([{ path: name, label: `${field.label} / ${part.label}` }]);
  }
  if (field.type !== 'complex') return custom([{ path: name, label: field.label }]);
  return custom(
    parts.map((part) => ({ path: `${name}.${part.name}`, label: `${field.label} / ${part.label}` })),
  );
}

/** Lists the names that `search_fields` may contain. */
export function searchableNames(fields: readonly LeadField[]): string[] {
  const own = fields.flatMap(({ name, sub_fields: parts = [] }) => [
    name,
    ...parts.map((part) => `${name}.${part.name}`),
  ]);
  return [...new Set([...NAMED_FIELDS.keys(), SPOKEN, ...own])];
}

function builtIn(name: string, label: string, column: TextsOf): SearchField {
  return {
    columns: [column],
    isPhone: false,
    textsOf: (lead) => column.valueOf(lead).map((text) => ({ name, label, text })),
  };
}

function custom(paths: readonly { path: string; label: string }[]): SearchField {
  return {
    columns: paths.map(({ path }) => fieldTexts(path)),
    isPhone: false,
    textsOf: (lead) =>
      paths.flatMap(({ path, label }) =>
        textsOf(valuesOf(lead, path)).map((text) => ({ name: path, label, text })),
      ),
  };
}
