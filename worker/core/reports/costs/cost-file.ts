/** Reads the rows of a CSV file of costs. Pure. */
import * as v from 'valibot';
import { type Fault, refuseFaults } from '../../../shared/http/problems.ts';
import { readDate } from '../../engine/times/moments.ts';
import { type CsvRecord, invalidCsv } from '../../leads/csv/imports/csv-reader.ts';
import type { CostFile } from './reference.ts';
import { type CostQuestion, questionsOf } from './questions.ts';
import { type Amount, amountReader, dayReader } from './sheets/cells.ts';
import {
  COST_FIELD_NAMES,
  type CostField,
  currencyOfColumn,
  fieldsOfColumns,
  headerIndex,
} from './sheets/columns.ts';
import { type SheetRow, sumsIn } from './sheets/sums.ts';
import { type CostFileQuery, costSchema, type GivenCost, MAX_COSTS_AT_ONCE } from './schema.ts';

const MAX_FAULTS = 20;
/** Most rows of the preview. */
const MAX_PREVIEW = 50;
const DAY_MS = 86_400_000;

/** A file as costs. */
export interface ReadCosts {
  costs: GivenCost[];
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
}

/** A row of the file, with the texts of its fields. */
interface CostRow extends SheetRow {
  /** The first row after the header is 1. */
  row: number;
  texts: Record<CostField, string>;
  /** Undefined if its text is no amount. */
  written: Amount | undefined;
}

/** What a company has. */
interface Known {
  /** Its currency, and all that it has rates of. */
  unit: string;
  units: ReadonlySet<string>;
  /** Returns those of some sources that it does not have. */
  newSources: (sources: ReadonlySet<string>) => string[];
}

/**
 * Reads the records of a file, whose header may have titles above it.
 * @throws Problem that lists the faults of header and rows
 */
export function readCosts(records: readonly CsvRecord[], query: CostFileQuery, known: Known): ReadCosts {
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
    costs: spreadAll(found),
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
  };
}

/** Divides the records into titles, header and rows that are not blank. The first row after the header is 1. */
function linesOf(
  records: readonly CsvRecord[],
  query: CostFileQuery,
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
  if (filled.length > MAX_COSTS_AT_ONCE) {
    throw invalidCsv({ detail: `The file has more than ${MAX_COSTS_AT_ONCE} rows; import it in parts.` });
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
  query: CostFileQuery,
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

/** Divides costs for several days. Stops at the most costs, since each row may be for thousands of days. */
function spreadAll(found: ReadonlyMap<CostRow, GivenCost>): GivenCost[] {
  const costs: GivenCost[] = [];
  for (const [row, cost] of found) {
    costs.push(...spread(row, cost));
    if (costs.length > MAX_COSTS_AT_ONCE)
      throw invalidCsv({ detail: `The file has more than ${MAX_COSTS_AT_ONCE} days; import it in parts.` });
  }
  return costs;
}

/** Divides a cost for several days among them; the last day has the rest. */
function spread({ day, until }: CostRow, cost: GivenCost): GivenCost[] {
  const [first, last] = [readDate(day ?? ''), readDate(until ?? '')];
  if (first === undefined || last === undefined || last <= first) return [cost];
  const count = (last - first) / DAY_MS + 1;
  const each = Math.round((cost.amount / count) * 100) / 100;
  return Array.from({ length: Math.min(count, MAX_COSTS_AT_ONCE + 1) }, (_, index) => ({
    ...cost,
    day: new Date(first + index * DAY_MS).toISOString().slice(0, 10),
    amount: index === count - 1 ? Math.round((cost.amount - each * (count - 1)) * 100) / 100 : each,
  }));
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
function targetsOf(names: readonly string[], { mapping, source }: CostFileQuery): (CostField | undefined)[] {
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
  return { parameter: 'mapping', ...faultOfColumn(column, detail) };
}

type RowResult = { cost: GivenCost } | { faults: Fault[] };

/** Reads the cost of a row. @param unitOfAll the currency of rows without one */
function costOf(
  { texts, day, source, written }: CostRow,
  unitOfAll: string | undefined,
  known: Known,
): RowResult {
  const unit = texts.unit || unitOfAll || written?.unit || known.unit;
  const fault = faultOfUnit(written, unit);
  if (fault !== undefined) return { faults: [fault] };
  const result = parseCost({
    day: day ?? texts.day,
    source,
    campaign: texts.campaign || null,
    amount: written?.amount ?? texts.amount,
    unit,
  });
  return 'faults' in result || known.units.has(unit)
    ? result
    : { faults: [faultOfColumn('unit', `The company has no rate of ${unit}.`)] };
}

/** Returns the fault of a currency beside which the sign of another one is written. */
function faultOfUnit(written: Amount | undefined, unit: string): Fault | undefined {
  const { units, unit: own } = written ?? {};
  const possible = units ?? (own === undefined ? undefined : [own]);
  if (possible === undefined || possible.includes(unit)) return undefined;
  const detail = `The amount is in ${possible.slice(0, 3).join(' or ')}, but the currency is ${unit}.`;
  return faultOfColumn('unit', detail);
}

function faultOfColumn(column: string, detail: string): Fault {
  return { column, code: 'invalid_parameter', detail };
}

function parseCost(cost: Record<keyof GivenCost, unknown>): RowResult {
  const parsed = v.safeParse(costSchema, cost);
  if (parsed.success) return { cost: parsed.output };
  return { faults: parsed.issues.map((issue) => faultOfColumn(v.getDotPath(issue) ?? '', issue.message)) };
}
