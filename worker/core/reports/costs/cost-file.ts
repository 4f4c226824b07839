/** Reads the rows of a CSV file of costs. Pure. */
import { type Fault, refuseFaults } from '../../../shared/http/problems.ts';
import { type CsvRecord, invalidCsv } from '../../leads/csv/imports/csv-reader.ts';
import { costOf, type CostRow, type KnownToCompany } from './cost-row.ts';
import type { CostFile } from './reference.ts';
import { type CostQuestion, questionsOf } from './questions.ts';
import { spreadAll } from './spreading.ts';
import {
  amountReader,
  dayOrderIn,
  type DayOrder,
  dayReader,
  type DecimalSign,
  decimalIn,
} from './sheets/cells.ts';
import {
  COST_FIELD_NAMES,
  type CostField,
  currencyOfColumn,
  fieldsOfColumns,
  headerIndex,
} from './sheets/columns.ts';
import { sumsIn } from './sheets/sums.ts';
import { type FileChoices, type GivenCost, MAX_COSTS_AT_ONCE } from './schema.ts';

const MAX_FAULTS = 20;
/** Most rows of the preview. */
const MAX_PREVIEW = 50;
/** Most samples of a column. */
const MOST_SAMPLES = 3;

/** A file as costs. */
export interface ReadCosts {
  costs: GivenCost[];
  /** The field of each column that fills one, by the column's name. */
  used: Map<string, CostField>;
  /** The first days of the rows and the last day of all, in order, whatever is taken of the file. */
  days: string[];
  /** Columns that fill no field. */
  ignored: string[];
  /** Rows with sums, which are left out. */
  totalRows: number;
  /** Lines above the header. */
  titleRows: number;
  /** What nobody has said yet, and the file does not say. */
  questions: CostQuestion[];
  /** The first rows as they are read. */
  preview: CostFile['preview'];
  /** How days and amounts are written, as far as the file shows it. */
  shown: { days: DayOrder | undefined; decimal: DecimalSign | undefined };
}

/**
 * Reads the records of a file, whose header may have titles above it.
 * @throws Problem that lists the faults of header and rows
 */
export function readCosts(
  records: readonly CsvRecord[],
  query: FileChoices,
  known: KnownToCompany,
): ReadCosts {
  const { titleRows, names, filled } = linesOf(records, query);
  const targets = targetsOf(names, query);
  refuseFaults(filled.flatMap((record) => faultOfWidth(record, names)).slice(0, MAX_FAULTS));
  const rows = rowsOf(filled, targets, query).filter((row) => !isNote(row));
  const sums = sumsIn(rows);
  const kept = rows.filter((row) => !sums.has(row));
  const unit = currencyOfColumn(names[targets.indexOf('amount')] ?? '') ?? query.unit;
  const faults: Fault[] = [];
  const found = new Map<CostRow, GivenCost>();
  for (const row of kept) {
    const result = costOf(row, unit, known);
    if ('cost' in result) found.set(row, result.cost);
    else faults.push(...result.faults.map((fault) => ({ ...fault, row: row.row })));
  }
  refuseFaults(faults.slice(0, MAX_FAULTS));
  return {
    costs: spreadAll(found, query.from ?? ''),
    used: new Map(names.flatMap((name, index) => usedOnce(names, targets[index], name))),
    days: datesOf([...found.keys()]),
    ignored: names.filter((_, index) => targets[index] === undefined),
    totalRows: sums.size,
    titleRows,
    questions: questionsOf({
      rows,
      kept,
      newSources: () => known.newSources(new Set([...found.values()].map(({ source }) => source))),
      query,
    }),
    preview: rows.slice(0, MAX_PREVIEW).map((row) => previewOf(row, found.get(row))),
    shown: {
      days: dayOrderIn(daysOf(rows.map(({ texts }) => texts))),
      decimal: decimalIn(rows.map(({ texts }) => texts.amount)),
    },
  };
}

function datesOf(rows: readonly CostRow[]): string[] {
  const ends = rows.map(({ day = '', until = day }) => until).toSorted();
  return [...new Set([...rows.map(({ day = '' }) => day), ...ends.slice(-1)])].toSorted();
}

/** Returns the field of a column, unless another column has the same name. */
function usedOnce(
  names: readonly string[],
  field: CostField | undefined,
  name: string,
): [name: string, field: CostField][] {
  return field === undefined || names.indexOf(name) !== names.lastIndexOf(name) ? [] : [[name, field]];
}

/** Returns the columns of a file with their first values. */
export function columnsOf(
  records: readonly CsvRecord[],
  query: Pick<FileChoices, 'mapping'>,
): { name: string; samples: string[] }[] {
  const { names, filled } = linesOf(records, { ...query, mostRows: Infinity });
  return names.map((name, index) => ({
    name,
    samples: filled
      .slice(0, MOST_SAMPLES)
      .map(({ cells }) => cells[index] ?? '')
      .filter((cell) => cell !== ''),
  }));
}

/** Divides the records into titles, header and rows that are not blank. The first row after the header is 1. */
function linesOf(
  records: readonly CsvRecord[],
  query: Pick<FileChoices, 'mapping' | 'mostRows'>,
): { titleRows: number; names: string[]; filled: CsvRecord[] } {
  const titleRows = headerIndex(
    records.map(({ cells }) => cells),
    (name) => query.mapping.has(name),
  );
  const header = records[titleRows];
  const names = (header?.cells ?? []).map((name) => name.trim());
  const filled = records
    .slice(titleRows + 1)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ row, cells }) => ({ row: row - (header?.row ?? 0), cells }));
  const { mostRows = MAX_COSTS_AT_ONCE } = query;
  if (filled.length > mostRows) {
    throw invalidCsv({ detail: `The file has more than ${mostRows} rows; import it in parts.` });
  }
  return { titleRows, names, filled };
}

/** Tells whether a row is a line of text, such as a copyright notice below the rows. */
function isNote({ cells, day, texts }: CostRow): boolean {
  return day === undefined && texts.amount === '' && cells.filter((cell) => cell.trim() !== '').length === 1;
}

/** Returns the fault of a row with a cell beyond the columns that have a name: a comma of an amount without quotes makes one. */
function faultOfWidth({ row, cells }: CsvRecord, names: readonly string[]): Fault[] {
  const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  if (filled <= names.length) return [];
  const detail = `The row has ${filled} cells, but the header names ${names.length} columns. An amount with a comma needs quotes.`;
  return [{ row, code: 'invalid_csv', detail }];
}

function rowsOf(
  records: readonly CsvRecord[],
  targets: readonly (CostField | undefined)[],
  query: FileChoices,
): CostRow[] {
  const textsOf = (cells: readonly string[]): CostRow['texts'] => {
    const texts = COST_FIELD_NAMES.map((field) => [field, (cells[targets.indexOf(field)] ?? '').trim()]);
    return Object.fromEntries(texts) as CostRow['texts'];
  };
  const texts = records.map(({ cells }) => textsOf(cells));
  const dayIn = dayReader(daysOf(texts), query.days ?? 'month_first');
  const amountIn = amountReader(
    texts.map(({ amount }) => amount),
    query.decimal,
  );
  return records.map(({ row, cells }, index) => {
    const of = texts[index] ?? textsOf([]);
    const written = amountIn(of.amount);
    return {
      row,
      cells,
      texts: of,
      day: dayIn(of.day),
      until: dayIn(of.until),
      source: of.source || query.source,
      campaign: of.campaign,
      written,
      amount: written?.amount ?? 0,
      isWithoutDay: /^[-–—]*$/.test(of.day),
    };
  });
}

/** Both columns of days are written in one way. */
function daysOf(texts: readonly CostRow['texts'][]): string[] {
  return texts.flatMap(({ day, until }) => [day, until]);
}

function previewOf(
  { row, day, until, source, campaign, amount }: CostRow,
  cost: GivenCost | undefined,
): CostFile['preview'][number] {
  return {
    row,
    day: day ?? null,
    until: until !== undefined && until !== day ? until : null,
    source,
    campaign: campaign || null,
    amount,
    unit: cost?.unit ?? null,
    is_sum: cost === undefined,
  };
}

/** Returns the field of each column; undefined for columns that are left out. */
function targetsOf(names: readonly string[], { mapping, source }: FileChoices): (CostField | undefined)[] {
  const fields = fieldsOfColumns(names);
  const targets = names.map((name, index) => {
    const mapped = mapping.get(name);
    return mapped === undefined ? fields[index] : COST_FIELD_NAMES.find((field) => field === mapped);
  });
  const faults: Fault[] = [...mapping].flatMap(([column, field]): Fault[] => {
    if (!names.includes(column)) return [faultOf(column, `The file has no column "${column}".`)];
    const isKnown = field === null || COST_FIELD_NAMES.some((name) => name === field);
    return isKnown
      ? []
      : [{ ...faultOf(column, 'Map it to a field, or to null.'), allowed: COST_FIELD_NAMES }];
  });
  for (const field of COST_FIELD_NAMES) {
    const columns = names.filter((_, index) => targets[index] === field);
    const isNeeded = field === 'day' || field === 'amount' || (field === 'source' && source === '');
    if (columns.length > 1) {
      const detail = `The columns ${columns.join(' and ')} fill "${field}"; map one of them to null.`;
      faults.push({ column: columns[1] ?? '', code: 'duplicate_column', detail });
    } else if (columns.length === 0 && isNeeded) {
      faults.push({
        column: field,
        code: 'unknown_column',
        detail: `No column is the ${field}; map one to it.`,
      });
    }
  }
  refuseFaults(faults.slice(0, MAX_FAULTS));
  return targets;
}

function faultOf(column: string, detail: string): Fault {
  return { parameter: 'mapping', column, code: 'invalid_parameter', detail };
}
