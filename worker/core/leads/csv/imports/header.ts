/** The header of a file: which column of the leads each of its columns fills. Pure. */
import * as v from 'valibot';
import { flawOf } from '../../../../shared/http/unstorable-strings.ts';
import { type CsvColumn, csvColumns } from '../csv-columns.ts';
import type { FileColumn } from '../lead-cells.ts';
import type { FieldRule } from '../../record/field-values.ts';
import { type Fault, refuseFaults } from '../../../../shared/http/problems.ts';
import { invalidCsv } from './csv-reader.ts';
import type { ImportColumn } from './schema.ts';

/** Longest name of a column; each error of a row tells it. */
const MAX_NAME_LENGTH = 200;
const headerSchema = v.pipe(v.string(), v.maxCodePoints(MAX_NAME_LENGTH));
/** Columns beyond those that leads have; a file may have some that are left out. */
const MAX_OTHER_COLUMNS = 1_000;
/** Faults of a header that are told. */
const MAX_FAULTS = 20;

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
  const known = new Set(csvColumns(fields).map(({ name }) => name));
  if (names.length > known.size + MAX_OTHER_COLUMNS) {
    throw invalidCsv({ detail: `The header has ${names.length} columns; leads have ${known.size}.` });
  }
  const headers = names.map((name) => name.trim());
  const columns = headers.map((header): ImportColumn => {
    const mapped = mapping.get(header);
    return { header, target: mapped === undefined ? header.toLowerCase() : mapped };
  });
  // The first column that fills each target: later ones are set before it.
  const places = new Map(columns.map(({ target }, index) => [target, index] as const).toReversed());
  const faults = [
    ...faultsOfMapping(mapping, headers),
    ...columns.flatMap((column, index) => faultsOfColumn(column, { index, known, places })),
  ];
  if (faults.length === 0 && !columns.some(({ target }) => target === 'email' || target === 'phone')) {
    const detail = 'The file has neither an email nor a phone column; either one suffices.';
    faults.push({ code: 'identifier_required', detail });
  }
  refuseFaults(faults.slice(0, MAX_FAULTS));
  return columns;
}

/** The columns as they are filled now. A field that is gone since is still named, for its rows to be refused. */
export function fileColumns(columns: readonly ImportColumn[], fields: readonly FieldRule[]): FileColumn[] {
  const known = new Map(csvColumns(fields).map((column) => [column.name, column]));
  return columns.map(({ header, target }) => ({
    header,
    column: target === null ? undefined : (known.get(target) ?? goneColumn(target)),
  }));
}

/** The columns of the file that leave leads as they are. */
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
    const detail = `The name of column ${index + 1} has a character that no name may have: NUL.`;
    return [{ column, code: 'unknown_column', detail }];
  }
  if (target === null) return [];
  if (header === '' && target === '') {
    const detail = `Column ${index + 1} has no name; name it, or leave it out with the mapping {"": null}.`;
    return [{ column, code: 'unknown_column', detail }];
  }
  if (!known.has(target)) {
    const detail = `"${column}" is no field of leads; map it to one, or to null to leave it out.`;
    return [{ column, code: 'unknown_column', detail, allowed: [...known] }];
  }
  if (places.get(target) === index) return [];
  return [{ column, code: 'duplicate_column', detail: `A column before "${column}" fills "${target}" too.` }];
}

function shortened(name: string): string {
  return Array.from(name).slice(0, MAX_NAME_LENGTH).join('');
}
