/** Reads the rows of a CSV file of costs. Pure. */
import * as v from 'valibot';
import { type Fault, refuseFaults } from '../../../shared/http/problems.ts';
import { invalidCsv } from '../../leads/csv/imports/csv-reader.ts';
import { type CostFileQuery, costSchema, type GivenCost, MAX_COSTS_AT_ONCE } from './schema.ts';

/** The fields of a cost, and names of columns that fill them without a mapping, as exports of ad platforms have them. */
const FIELDS = {
  day: ['day', 'date'],
  source: ['source', 'utm_source'],
  campaign: ['campaign', 'campaign name', 'utm_campaign'],
  amount: ['amount', 'cost', 'spend'],
  unit: ['unit', 'currency', 'currency code'],
} as const satisfies Record<string, readonly string[]>;
type Field = keyof typeof FIELDS;
const FIELD_NAMES = Object.keys(FIELDS) as Field[];
const MAX_FAULTS = 20;

/** A file as costs. */
export interface ReadCosts {
  costs: GivenCost[];
  ignored: string[];
}

/** Reads the records of a file, the header first. @throws Problem that lists the faults of header and rows */
export function readCosts([header = [], ...rows]: readonly string[][], query: CostFileQuery): ReadCosts {
  const names = header.map((name) => name.trim());
  const targets = targetsOf(names, query);
  const filled = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length > MAX_COSTS_AT_ONCE) {
    throw invalidCsv({ detail: `The file has more than ${MAX_COSTS_AT_ONCE} rows; import it in parts.` });
  }
  const faults: Fault[] = [];
  const costs = rows.flatMap((cells, index) => {
    if (!filled.includes(cells)) return [];
    const read = readRow(cells, targets, query);
    if ('cost' in read) return [read.cost];
    faults.push(...read.faults.map((fault) => ({ ...fault, row: index + 1 })));
    return [];
  });
  refuseFaults(faults.slice(0, MAX_FAULTS));
  return { costs, ignored: names.filter((_, index) => targets[index] === undefined) };
}

/** Returns the field of each column; undefined for columns that are left out. */
function targetsOf(names: readonly string[], { mapping, source }: CostFileQuery): (Field | undefined)[] {
  const targets = names.map((name) => {
    const mapped = mapping.get(name);
    if (mapped !== undefined) return FIELD_NAMES.find((field) => field === mapped);
    return FIELD_NAMES.find((field) => FIELDS[field].some((known) => known === name.toLowerCase()));
  });
  const faults: Fault[] = [...mapping].flatMap(([column, field]): Fault[] => {
    if (!names.includes(column)) return [faultOf(column, `The file has no column "${column}".`)];
    const isKnown = field === null || FIELD_NAMES.some((name) => name === field);
    return isKnown ? [] : [{ ...faultOf(column, 'Map it to a field, or to null.'), allowed: FIELD_NAMES }];
  });
  for (const field of FIELD_NAMES) {
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

function readRow(
  cells: readonly string[],
  targets: readonly (Field | undefined)[],
  query: CostFileQuery,
): { cost: GivenCost } | { faults: Fault[] } {
  const text = (field: Field): string => (cells[targets.indexOf(field)] ?? '').trim();
  const parsed = v.safeParse(costSchema, {
    day: dayOf(text('day')),
    source: text('source') || query.source,
    campaign: text('campaign') || null,
    amount: amountOf(text('amount')),
    unit: text('unit') || (query.unit ?? null),
  });
  if (parsed.success) return { cost: parsed.output };
  return {
    faults: parsed.issues.map((issue) => ({
      column: v.getDotPath(issue) ?? '',
      code: 'invalid_parameter',
      detail: issue.message,
    })),
  };
}

/** Reads a day: `2026-11-23`, `2026/11/23` or `20261123`; others are ambiguous. */
function dayOf(text: string): string {
  const match = /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})$/.exec(text);
  return match === null ? text : match.slice(1).join('-');
}

/** Reads an amount: a point for decimals, commas between thousands, and a currency sign. */
function amountOf(text: string): number | string {
  const plain = text.replace(/^(-?)\s*[$€£]\s*/, '$1');
  const isNumber = /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/.test(plain);
  return isNumber ? Number(plain.replaceAll(',', '')) : text;
}
