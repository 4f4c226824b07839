/** The header of a file: which column of the leads each of its columns fills. Pure. */
import { type LeadColumn, leadColumns } from '../csv/lead-columns.ts';
import type { FileColumn } from '../csv/lead-cells.ts';
import type { FieldRule } from '../leads/field-values.ts';
import { type Fault, problemOfFaults } from '../../problems.ts';
import type { ImportColumn } from './schema.ts';

/**
 * Reads a header. A column goes by its own name, whatever its case, unless the mapping names it.
 * @param mapping name of a column to name of a field, or null to leave the column out
 * @throws Problem that lists every fault: unknown columns, two for one field, a mapping of what is not there, neither
 *   e-mail nor phone
 */
export function readHeader(
  names: readonly string[],
  mapping: ReadonlyMap<string, string | null>,
  fields: readonly FieldRule[],
): ImportColumn[] {
  const known = leadColumns(fields).map(({ name }) => name);
  const headers = names.map((name) => name.trim());
  const columns = headers.map((header): ImportColumn => {
    const mapped = mapping.get(header);
    return { header, target: mapped === undefined ? header.toLowerCase() : mapped };
  });
  const faults = [
    ...faultsOfMapping(mapping, headers),
    ...columns.flatMap((column, index) => faultsOfColumn(column, { index, known, columns })),
  ];
  if (faults.length === 0 && !columns.some(({ target }) => target === 'email' || target === 'phone')) {
    const detail = 'The file has neither an email nor a phone column; either one suffices.';
    faults.push({ code: 'identifier_required', detail });
  }
  const [first, ...rest] = faults;
  if (first !== undefined) throw problemOfFaults([first, ...rest]);
  return columns;
}

/** The columns as they are filled now. A field that is gone since is still named, for its rows to be refused. */
export function fileColumns(columns: readonly ImportColumn[], fields: readonly FieldRule[]): FileColumn[] {
  const known = new Map(leadColumns(fields).map((column) => [column.name, column]));
  return columns.map(({ header, target }) => ({
    header,
    column: target === null ? undefined : (known.get(target) ?? goneColumn(target)),
  }));
}

/** The columns of the file that leave leads as they are. */
export function ignoredColumns(columns: readonly ImportColumn[]): string[] {
  const facts = new Set(leadColumns([]).flatMap((column) => (column.kind === 'fact' ? [column.name] : [])));
  return columns
    .filter(({ target }) => target === null || facts.has(target as never))
    .map(({ header }) => header);
}

function goneColumn(name: string): LeadColumn {
  return { kind: 'field', name, field: { name, type: 'text' }, part: undefined };
}

function faultsOfMapping(mapping: ReadonlyMap<string, string | null>, headers: readonly string[]): Fault[] {
  return [...mapping.keys()]
    .filter((column) => !headers.includes(column))
    .map((column) => ({
      parameter: 'mapping',
      column,
      code: 'invalid_parameter',
      detail: `The file has no column "${column.slice(0, 100)}".`,
      allowed: headers,
    }));
}

function faultsOfColumn(
  { header, target }: ImportColumn,
  { index, known, columns }: { index: number; known: readonly string[]; columns: readonly ImportColumn[] },
): Fault[] {
  if (target === null) return [];
  const shown = header.slice(0, 100);
  if (header === '' && target === '') {
    const detail = `Column ${index + 1} has no name; name it, or leave it out with the mapping {"": null}.`;
    return [{ column: '', code: 'unknown_column', detail }];
  }
  if (!known.includes(target)) {
    const detail = `"${shown}" is no field of leads; map it to one, or to null to leave it out.`;
    return [{ column: header, code: 'unknown_column', detail, allowed: known }];
  }
  if (columns.findIndex((other) => other.target === target) === index) return [];
  return [
    { column: header, code: 'duplicate_column', detail: `A column before "${shown}" fills "${target}" too.` },
  ];
}
