/** The columns of leads in CSV, for the headers of imports and exports. Pure. */
import { VISIT_MEMBERS } from '../../../dni/pure/lead-visits.ts';
import type { FieldRule } from '../record/field-values.ts';

/** The members of a lead that an import may set. The columns `email` and `phone` contain all values, the primary one first. */
const MEMBERS = [
  'name',
  'email',
  'email.type',
  'phone',
  'phone.type',
  'source_tags',
  'tags',
  'state',
  'lead_group',
] as const;

/** Columns that only an export has. An import ignores them. */
const EXPORT_ONLY = [
  'lead_id',
  'aliases',
  'lead_source',
  ...VISIT_MEMBERS,
  'assigned_to',
  'lead_creation_time',
  'lead_modification_time',
] as const;

export type MemberName = (typeof MEMBERS)[number];
export type ExportOnlyName = (typeof EXPORT_ONLY)[number];

/** A column of the company's own fields; `part` is the sub-field of a complex field. */
export interface FieldColumn {
  kind: 'field';
  name: string;
  field: FieldRule;
  part: FieldRule | undefined;
}

export type CsvColumn =
  | { kind: 'member'; name: MemberName }
  | { kind: 'fact'; name: ExportOnlyName }
  | FieldColumn;

/**
 * Lists all columns in the order of an export. A complex field has a column for each part: `address.city`. A field with the name of a
 * column that only exports have takes its place, so that an import reads an export back.
 */
export function csvColumns(fields: readonly FieldRule[]): CsvColumn[] {
  const own = new Set(fields.map(({ name }) => name));
  const [id, ...facts] = EXPORT_ONLY.filter((name) => !own.has(name)).map((name): CsvColumn => ({
    kind: 'fact',
    name,
  }));
  return [
    ...(id === undefined ? [] : [id]),
    ...MEMBERS.map((name): CsvColumn => ({ kind: 'member', name })),
    ...facts,
    ...fields.flatMap(fieldColumns),
  ];
}

/** Returns how many levels of lists contain a value in the column's cells. */
export function depthOf({ field, part }: Pick<FieldColumn, 'field' | 'part'>): number {
  return listDepth(field) + (part === undefined ? 0 : listDepth(part));
}

function listDepth({ type, cardinality }: FieldRule): number {
  return (cardinality === 1 ? 0 : 1) + (type === 'multiselect' ? 1 : 0);
}

function fieldColumns(field: FieldRule): CsvColumn[] {
  if (field.type !== 'complex') return [{ kind: 'field', name: field.name, field, part: undefined }];
  return (field.sub_fields ?? []).map((part) => ({
    kind: 'field',
    name: `${field.name}.${part.name}`,
    field,
    part,
  }));
}
