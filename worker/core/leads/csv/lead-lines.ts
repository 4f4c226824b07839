/** Writes leads as lines of CSV. Pure. */
import type { FieldRule } from '../record/field-values.ts';
import { sourceOf } from '../record/lead-bodies.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { LeadRecord } from '../record/schema.ts';
import type { LeadPhone, FieldValue } from '../record/answer-schema.ts';
import { type Nested, writeLine, writeValues } from './cells.ts';
import {
  depthOf,
  type ExportOnlyName,
  type FieldColumn,
  type CsvColumn,
  type MemberName,
} from './csv-columns.ts';

/** The format of the lines in a file. */
export interface LineFormat {
  columns: readonly CsvColumn[];
  /** The function for each cell: `guardCell` for spreadsheets, `plainCell` for other programs. */
  guard: (cell: string) => string;
}

/** Writes the line that names the columns. */
export function headerLine({ columns, guard }: LineFormat): string {
  return writeLine(
    columns.map(({ name }) => name),
    guard,
  );
}

/**
 * Writes the line of a lead.
 * @param ownerOf returns what is written for a user by id: the e-mail address, for viewers the name; empty when there is none
 */
export function leadLine(
  lead: LeadRecord,
  { columns, guard }: LineFormat,
  ownerOf: (userId: string) => string,
): string {
  const cells = columns.map((column) => {
    if (column.kind === 'field') return fieldCell(lead, column);
    return column.kind === 'member'
      ? memberCell(lead, column.name)
      : exportOnlyCell(lead, column.name, ownerOf);
  });
  return writeLine(cells, guard);
}

function memberCell(lead: LeadRecord, name: MemberName): string {
  switch (name) {
    case 'name':
      return lead.name ?? '';
    case 'email':
      return list(lead.emails.map(({ email }) => email));
    case 'email.type':
      return list(lead.emails.map(({ type }) => type));
    case 'phone':
      return list(lead.phones.map(writePhone));
    case 'phone.type':
      return list(lead.phones.map(({ type }) => type));
    case 'source_tags':
      return list(lead.sourceTags);
    case 'tags':
      return list(lead.tags);
    case 'state':
      return lead.state;
    default:
      return lead.leadGroup ?? '';
  }
}

function exportOnlyCell(lead: LeadRecord, name: ExportOnlyName, ownerOf: (userId: string) => string): string {
  switch (name) {
    case 'lead_id':
      return lead.leadId;
    case 'aliases':
      return list(lead.aliases);
    case 'lead_source':
      return sourceOf(lead).lead_source ?? '';
    case 'assigned_to':
      return lead.assigneeId === undefined ? '' : ownerOf(lead.assigneeId);
    case 'lead_creation_time':
      return writeMoment(lead.creationTime);
    case 'lead_modification_time':
      return writeMoment(lead.modificationTime);
    default:
      return lead.visits[name] ?? '';
  }
}

function fieldCell(lead: LeadRecord, column: FieldColumn): string {
  const { field, part } = column;
  const values = lead.fields[field.name];
  if (values === undefined) return '';
  const nested = values.map((value) =>
    part === undefined ? leaf(value) : inList(part, partValues(value, part).map(leaf)),
  );
  // A field that had several values before its cardinality became 1 still has them all.
  const depth = depthOf(column) + (isSingle(field) && values.length > 1 ? 1 : 0);
  return writeValues(isSingle(field) && values.length <= 1 ? (nested[0] ?? '') : nested, depth);
}

function inList(rule: FieldRule, values: Nested[]): Nested {
  return isSingle(rule) ? (values[0] ?? '') : values;
}

function partValues(value: FieldValue, part: FieldRule): FieldValue[] {
  if (typeof value === 'string' || Array.isArray(value)) return [];
  const values: unknown = Object.hasOwn(value, part.name) ? Reflect.get(value, part.name) : [];
  return Array.isArray(values) ? (values as FieldValue[]) : [];
}

function leaf(value: FieldValue): Nested {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const { unit, value: amount } = value;
  return typeof unit === 'string' && typeof amount === 'number' ? `${unit} ${amount}` : '';
}

function writePhone({ phone, extension }: LeadPhone): string {
  return extension === undefined ? phone : `${phone} ext. ${extension}`;
}

function list(values: readonly string[]): string {
  return writeValues([...values], 1);
}

function isSingle({ cardinality }: FieldRule): boolean {
  return cardinality === 1;
}
