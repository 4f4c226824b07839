/** Turns the cells of a row into the body of an upsert. Pure. */
import type { Fault } from '../../../shared/http/problems.ts';
import type { FieldRule } from '../record/field-values.ts';
import { isBlank } from '../../../shared/http/input.ts';
import { type Nested, readValues, unguardCell } from './cells.ts';
import { depthOf, type FieldColumn, type CsvColumn, type MemberName } from './csv-columns.ts';

/** A phone number with an extension, in the form of an export. */
const EXTENSION = /^(.*) ext\. ([\d*#]{1,20})$/s;
const AMOUNT = /^([A-Z]{3}) (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;

/** A column of the file and the lead column that it fills; undefined if it is left out. */
export interface FileColumn {
  /** The name in the header. */
  header: string;
  column: CsvColumn | undefined;
}

type Body = Record<string, unknown>;

/** Returns the body of an upsert for a row. An empty cell changes nothing. */
export function bodyOf(cells: readonly string[], columns: readonly FileColumn[]): Body {
  const members = new Map<MemberName, string>();
  const fields = new Map<FieldRule, { column: FieldColumn; cell: string }[]>();
  columns.forEach(({ column }, index) => {
    const cell = unguardCell(cells[index] ?? '');
    if (column === undefined || isBlank(cell)) return;
    if (column.kind === 'member') members.set(column.name, cell);
    if (column.kind !== 'field') return;
    const parts = fields.get(column.field) ?? [];
    parts.push({ column, cell });
    fields.set(column.field, parts);
  });
  return { ...memberBody(members), ...fieldsBody(fields) };
}

/** Tells whether the row is blank. */
export function isBlankRow(cells: readonly string[]): boolean {
  return cells.every((cell) => isBlank(cell));
}

/** Returns the column of the file for a fault in the result of `bodyOf`, and the fault's text for a cell. */
export function faultOfCell(
  { pointer, code, detail }: Fault,
  columns: readonly FileColumn[],
): { column?: string; code: Fault['code']; detail: string } {
  const place = columns.find(({ column }) => column !== undefined && isAt(column, pointer ?? ''));
  if (place === undefined) return { code, detail };
  const isAmount =
    place.column?.kind === 'field' && (place.column.part ?? place.column.field).type === 'currency';
  const text = isAmount && code === 'invalid_parameter' ? 'Write an amount as USD 12.50.' : detail;
  return { column: place.header, code, detail: text };
}

function memberBody(members: ReadonlyMap<MemberName, string>): Body {
  const [emails, phones] = [listAt(members, 'email'), listAt(members, 'phone')];
  const [emailTypes, phoneTypes] = [listAt(members, 'email.type'), listAt(members, 'phone.type')];
  const [sources, tags] = [listAt(members, 'source_tags'), listAt(members, 'tags')];
  const name = members.get('name');
  const [state, group] = [members.get('state'), members.get('lead_group')];
  return {
    ...(name === undefined ? {} : { name }),
    ...(emails === undefined
      ? {}
      : { emails: emails.map((email, index) => ({ email, ...typeAt(emailTypes, index) })) }),
    ...(phones === undefined
      ? {}
      : { phones: phones.map((phone, index) => ({ ...readPhone(phone), ...typeAt(phoneTypes, index) })) }),
    ...(sources === undefined ? {} : { source_tags: sources.filter((tag) => !isBlank(tag)) }),
    ...(tags === undefined ? {} : { tags: tags.filter((tag) => !isBlank(tag)) }),
    ...(state === undefined ? {} : { state: state.trim() }),
    ...(group === undefined ? {} : { lead_group: group.trim().toLowerCase() }),
  };
}

function listAt(members: ReadonlyMap<MemberName, string>, name: MemberName): string[] | undefined {
  const cell = members.get(name);
  return cell === undefined ? undefined : flat(readValues(cell, 1));
}

function typeAt(types: readonly string[] | undefined, index: number): { type?: string } {
  const type = types?.[index];
  return type === undefined || isBlank(type) ? {} : { type };
}

function readPhone(text: string): { phone: string; extension?: string } {
  const [, phone, extension] = EXTENSION.exec(text.trim()) ?? [];
  return phone === undefined || extension === undefined ? { phone: text } : { phone, extension };
}

function fieldsBody(fields: ReadonlyMap<FieldRule, { column: FieldColumn; cell: string }[]>): Body {
  const entries = [...fields].map(([field, parts]): [string, unknown] => {
    const [first] = parts;
    if (first === undefined) return [field.name, []];
    if (field.type === 'complex') return [field.name, complexValues(field, parts)];
    return [field.name, inList(field, values(field, readValues(first.cell, depthOf(first.column))))];
  });
  return entries.length === 0 ? {} : { lead_fields: Object.fromEntries(entries) };
}

/** Joins the values of a complex field's parts: the first values of all parts form the first complex value, and so on. */
function complexValues(field: FieldRule, parts: readonly { column: FieldColumn; cell: string }[]): Body[] {
  const columns = parts.map(({ column, cell }) => {
    const read = readValues(cell, depthOf(column));
    const each = field.cardinality === 1 || typeof read === 'string' ? [read] : read;
    return { part: column.part ?? field, each };
  });
  const length = Math.max(...columns.map(({ each }) => each.length));
  return Array.from({ length }, (_, index) =>
    Object.fromEntries(
      columns.flatMap(({ part, each }): [string, unknown][] => {
        const given = each[index];
        return given === undefined || isBlankValue(given)
          ? []
          : [[part.name, inList(part, values(part, given))]];
      }),
    ),
  );
}

/** Converts the values of a cell to the form of the API. */
function values(rule: FieldRule, nested: Nested): unknown {
  if (typeof nested !== 'string') return nested.map((item) => values(rule, item));
  if (rule.type === 'currency') {
    const [, unit, amount] = AMOUNT.exec(nested.trim()) ?? [];
    return unit === undefined || isBlank(nested) ? nested : { unit, value: Number(amount) };
  }
  return rule.type === 'dropdown' || rule.type === 'multiselect' ? nested.trim() : nested;
}

/** Puts a single value into an array, which the API expects. */
function inList(rule: FieldRule, value: unknown): unknown {
  return rule.cardinality === 1 ? [value] : value;
}

function isAt(column: CsvColumn, pointer: string): boolean {
  const [, member, name, ...rest] = pointer.split('/');
  if (column.kind !== 'field') return isMemberAt(column.name, member, rest[0]);
  if (member !== 'lead_fields' || name !== column.field.name) return false;
  const [part] = /^\d+$/.test(rest[0] ?? '') ? rest.slice(1) : rest;
  return column.part === undefined || part === undefined || part === column.part.name;
}

function isMemberAt(column: string, member: string | undefined, inner: string | undefined): boolean {
  if (member !== 'emails' && member !== 'phones') return column === member;
  const own = member.slice(0, -1);
  return column === (inner === 'type' ? `${own}.type` : own);
}

function isBlankValue(value: Nested): boolean {
  return typeof value === 'string' ? isBlank(value) : value.every(isBlankValue);
}

function flat(values: Nested): string[] {
  return typeof values === 'string' ? [values] : values.flatMap(flat);
}
