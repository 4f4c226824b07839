/** Reads the rows of a CSV file of costs. Pure. */
import * as v from 'valibot';
import { type Fault, refuseFaults } from '../../../shared/http/problems.ts';
import { type CsvRecord, invalidCsv } from '../../leads/csv/imports/csv-reader.ts';
import { amountReader, dayReader } from './sheets/cells.ts';
import { COST_FIELD_NAMES, type CostField, currencyOfColumn, fieldOfColumn } from './sheets/columns.ts';
import { type CostFileQuery, costSchema, type GivenCost, MAX_COSTS_AT_ONCE } from './schema.ts';

const MAX_FAULTS = 20;

/** Sums of exports are rounded, so a total may differ from the sum of its rows by this share. */
const ROUNDING = 1e-4;
const TOTAL = /^(?:grand )?totals?\b|^(?:gesamt|summe)\b/i;

/** A file as costs. */
export interface ReadCosts {
  costs: GivenCost[];
  /** Columns that fill no field. */
  ignored: string[];
  /** Rows with totals, which are left out. */
  totalRows: number;
}

/** A row of the file, with the texts of its fields. */
interface CostRow {
  /** The first row after the header is 1. */
  row: number;
  cells: readonly string[];
  texts: Record<CostField, string>;
}

/** Reads the records of a file, the header first. @throws Problem that lists the faults of header and rows */
export function readCosts([header, ...records]: readonly CsvRecord[], query: CostFileQuery): ReadCosts {
  const names = (header?.cells ?? []).map((name) => name.trim());
  const targets = targetsOf(names, query);
  const filled = records.flatMap(({ row, cells }) =>
    cells.some((cell) => cell.trim() !== '') ? [rowOf(row, cells, targets)] : [],
  );
  if (filled.length > MAX_COSTS_AT_ONCE) {
    throw invalidCsv({ detail: `The file has more than ${MAX_COSTS_AT_ONCE} rows; import it in parts.` });
  }
  const rows = withoutTotals(filled);
  const unit = currencyOfColumn(names[targets.indexOf('amount')] ?? '') ?? query.unit ?? null;
  const read = rowReader(rows, { source: query.source, unit });
  const faults: Fault[] = [];
  const costs = rows.flatMap((row) => {
    const result = read(row);
    if ('cost' in result) return [result.cost];
    faults.push(...result.faults.map((fault) => ({ ...fault, row: row.row })));
    return [];
  });
  refuseFaults(faults.slice(0, MAX_FAULTS));
  return {
    costs,
    ignored: names.filter((_, index) => targets[index] === undefined),
    totalRows: filled.length - rows.length,
  };
}

function rowOf(row: number, cells: readonly string[], targets: readonly (CostField | undefined)[]): CostRow {
  const texts = COST_FIELD_NAMES.map((field) => [field, (cells[targets.indexOf(field)] ?? '').trim()]);
  return { row, cells, texts: Object.fromEntries(texts) as CostRow['texts'] };
}

/** Leaves out rows without a day that say “Total”, or whose amount is the sum of the rows with a day. */
function withoutTotals(rows: readonly CostRow[]): CostRow[] {
  const dayIn = dayReader(rows.map(({ texts }) => texts.day));
  const amountIn = amountReader(rows.map(({ texts }) => texts.amount));
  const amountOf = ({ texts }: CostRow): number => amountIn(texts.amount)?.amount ?? 0;
  const dated = rows.filter(({ texts }) => dayIn(texts.day) !== undefined);
  const sum = dated.reduce((total, row) => total + amountOf(row), 0);
  const isTotal = (row: CostRow): boolean => {
    if (dayIn(row.texts.day) !== undefined) return false;
    if (row.cells.some((cell) => TOTAL.test(cell.trim()))) return true;
    const isDash = /^[-–—]*$/.test(row.texts.day);
    return isDash && dated.length > 0 && Math.abs(amountOf(row) - sum) <= Math.abs(sum) * ROUNDING;
  };
  return rows.filter((row) => !isTotal(row));
}

/** Returns the field of each column; undefined for columns that are left out. */
function targetsOf(names: readonly string[], { mapping, source }: CostFileQuery): (CostField | undefined)[] {
  const targets = names.map((name) => {
    const mapped = mapping.get(name);
    if (mapped !== undefined) return COST_FIELD_NAMES.find((field) => field === mapped);
    return fieldOfColumn(name);
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

type RowResult = { cost: GivenCost } | { faults: Fault[] };

/** Returns a reader for the rows of a file. @param absent the source and the currency of rows without one */
function rowReader(
  rows: readonly CostRow[],
  absent: { source: string; unit: string | null },
): (row: CostRow) => RowResult {
  const dayIn = dayReader(rows.map(({ texts }) => texts.day));
  const amountIn = amountReader(rows.map(({ texts }) => texts.amount));
  return ({ texts }) => {
    const { amount = texts.amount, unit: written = null } = amountIn(texts.amount) ?? {};
    const unit = texts.unit || absent.unit || written;
    if (written !== null && unit !== written) {
      const detail = `The amount is in ${written}, but the currency is ${unit}.`;
      return { faults: [{ column: 'unit', code: 'invalid_parameter', detail }] };
    }
    const source = texts.source || absent.source;
    const day = dayIn(texts.day) ?? texts.day;
    return parseCost({ day, source, campaign: texts.campaign || null, amount, unit });
  };
}

function parseCost(cost: Record<keyof GivenCost, unknown>): RowResult {
  const parsed = v.safeParse(costSchema, cost);
  if (parsed.success) return { cost: parsed.output };
  const faults = parsed.issues.map((issue) => ({
    column: v.getDotPath(issue) ?? '',
    code: 'invalid_parameter' as const,
    detail: issue.message,
  }));
  return { faults };
}
