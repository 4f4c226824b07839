/** The fields that a search looks at. */
import type { TextsOf } from '../columns/column.ts';
import {
  EMAILS,
  fieldTexts,
  NAME,
  PHONES,
  SOURCE_TAG_TEXTS,
  TAG_TEXTS,
  textsOf,
  valuesOf,
} from '../columns/lead-columns.ts';
import { findablePhones } from '../../record/match-keys.ts';
import type { LeadRecord } from '../../record/schema.ts';
import type { LeadField } from '../../../company/settings/records.ts';

/** One text of a lead in a field. */
export interface FieldText {
  /** `name`, or `field.part` of a complex field. */
  name: string;
  label: string;
  text: string;
}

/** A field in the order of the search. */
export interface SearchField {
  columns: readonly TextsOf[];
  /** Compared by digits. */
  isPhone: boolean;
  textsOf(lead: LeadRecord): FieldText[];
}

/** What every search looks at, in the order in which it ranks. */
export const BUILT_IN_FIELDS: readonly SearchField[] = [
  builtIn('name', 'Name', NAME),
  builtIn('email', 'E-mail', EMAILS),
  {
    columns: [PHONES],
    isPhone: true,
    textsOf: (lead) => findablePhones(lead).map((phone) => ({ name: 'phone', label: 'Phone', text: phone })),
  },
];

/** What every lead has and a search looks at when it is named. */
const NAMED_FIELDS: ReadonlyMap<string, SearchField> = new Map([
  ['source_tags', builtIn('source_tags', 'Source', SOURCE_TAG_TEXTS)],
  ['tags', builtIn('tags', 'Tags', TAG_TEXTS)],
]);

const BUILT_IN_NAMES: ReadonlySet<string> = new Set(['name', 'email', 'phone']);

/**
 * The field that `name` means: `field` with all its parts when it is complex, or `field.part`. A built-in one adds
 * nothing, because it is searched in any case.
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

/** The names that `search_fields` may hold. */
export function searchableNames(fields: readonly LeadField[]): string[] {
  const own = fields.flatMap(({ name, sub_fields: parts = [] }) => [
    name,
    ...parts.map((part) => `${name}.${part.name}`),
  ]);
  return [...NAMED_FIELDS.keys(), ...own];
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
