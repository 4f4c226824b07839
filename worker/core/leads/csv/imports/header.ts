/** Reads the header of a file: decides which lead column each of its columns fills. Pure. */
import * as v from 'valibot';
import { flawOf } from '../../../../shared/http/unstorable-strings.ts';
import { type CsvColumn, csvColumns } from '../csv-columns.ts';
import type { FileColumn } from '../lead-cells.ts';
import type { FieldRule } from '../../record/field-values.ts';
import { type Fault, refuseFaults } from '../../../../shared/http/problems.ts';
import { invalidCsv } from './csv-reader.ts';
import type { ImportColumn } from './schema.ts';

/** Longest name of a column. It is repeated in each error of a row. */
const MAX_NAME_LENGTH = 200;
const headerSchema = v.pipe(v.string(), v.maxCodePoints(MAX_NAME_LENGTH));
/** Most columns in addition to those of leads. A file may have columns that the import leaves out. */
const MAX_OTHER_COLUMNS = 1_000;
/** Most faults of a header in an answer. */
const MAX_FAULTS = 20;

/**
 * Reads a header. A column fills the field with its name, ignoring case, unless the mapping names it.
 * @param mapping from the name of a column to the name of a field, or to null to leave the column out
 * @throws Problem that lists every fault: unknown columns, two columns for one field, a mapping of a column that the file does
 *   not have, neither e-mail nor phone
 */
export function readHeader(
  names: readonly string[],
  mapping: ReadonlyMap<string, string | null>,
  fields: readonly FieldRule[],
): ImportColumn[] {
  const known = new Set(csvColumns(fields).map(({ name }) => name));
  if (names.length > known.size + MAX_OTHER_COLUMNS) {
    throw invalidCsv({ detail: `The header has ${names.length} columns; leads have ${known.size}.` });
  }
  const headers = names.map((name) => name.trim());
  const columns = headers.map((header): ImportColumn => {
    const mapped = mapping.get(header);
    return { header, target: mapped === undefined ? header.toLowerCase() : mapped };
  });
  // The first column of each target. The entries are in reverse order, so that the first column is set last.
  const places = new Map(columns.map(({ target }, index) => [target, index] as const).toReversed());
  const faults = [
    ...faultsOfMapping(mapping, headers),
    ...columns.flatMap((column, index) => faultsOfColumn(column, { index, known, places })),
  ];
  if (faults.length === 0 && !columns.some(({ target }) => target === 'email' || target === 'phone')) {
    const detail = 'The file has neither an email nor a phone column; it needs one of them.';
    faults.push({ code: 'identifier_required', detail });
  }
  refuseFaults(faults.slice(0, MAX_FAULTS));
  return columns;
}

/**
 * Returns the columns and the fields that they fill now. A field that was deleted is still included, so that its rows are
 * refused.
 */
export function fileColumns(columns: readonly ImportColumn[], fields: readonly FieldRule[]): FileColumn[] {
  const known = new Map(csvColumns(fields).map((column) => [column.name, column]));
  return columns.map(({ header, target }) => ({
    header,
    column: target === null ? undefined : (known.get(target) ?? goneColumn(target)),
  }));
}

/** Lists the columns of the file that change nothing. */
export function ignoredColumns(columns: readonly ImportColumn[]): string[] {
  const facts = new Set(csvColumns([]).flatMap((column) => (column.kind === 'fact' ? [column.name] : [])));
  return columns
    .filter(({ target }) => target === null || facts.has(target as never))
    .map(({ header }) => header);
}

function goneColumn(name: string): CsvColumn {
  return { kind: 'field', name, field: { name, type: 'text' }, part: undefined };
}

function faultsOfMapping(mapping: ReadonlyMap<string, string | null>, headers: readonly string[]): Fault[] {
  const present = new Set(headers);
  return [...mapping.keys()]
    .filter((column) => !present.has(column))
    .map((column) => ({
      parameter: 'mapping',
      column: shortened(column),
      code: 'invalid_parameter',
      detail: `The file has no column "${shortened(column)}".`,
    }));
}

function faultsOfColumn(
  { header, target }: ImportColumn,
  {
    index,
    known,
    places,
  }: { index: number; known: ReadonlySet<string>; places: ReadonlyMap<string | null, number> },
): Fault[] {
  const column = shortened(header);
  if (!v.is(headerSchema, header)) {
    const detail = `The name of column ${index + 1} is longer than ${MAX_NAME_LENGTH} characters.`;
    return [{ column, code: 'unknown_column', detail }];
  }
  if (flawOf(header) !== undefined) {
    const detail = `The name of column ${index + 1} contains the character NUL.`;
    return [{ column, code: 'unknown_column', detail }];
  }
  if (target === null) return [];
  if (header === '' && target === '') {
    const detail = `Column ${index + 1} has no name; name it, or leave it out with the mapping {"": null}.`;
    return [{ column, code: 'unknown_column', detail }];
  }
  if (!known.has(target)) {
    const detail = `"${column}" is not a lead field; map it to one, or to null to leave it out.`;
    return [{ column, code: 'unknown_column', detail, allowed: [...known] }];
  }
  if (places.get(target) === index) return [];
  return [
    { column, code: 'duplicate_column', detail: `A column before "${column}" also fills "${target}".` },
  ];
}

function shortened(name: string): string {
  return Array.from(name).slice(0, MAX_NAME_LENGTH).join('');
}
