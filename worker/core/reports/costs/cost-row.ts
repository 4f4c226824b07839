/** Reads the cost of a row, and says what is wrong with it. Pure. */
import * as v from 'valibot';
import type { Fault } from '../../../shared/http/problems.ts';
import { costSchema, type GivenCost } from './schema.ts';
import type { Amount } from './sheets/cells.ts';
import type { CostField } from './sheets/columns.ts';
import type { SheetRow } from './sheets/sums.ts';

/** A row of the file, with the texts of its fields. */
export interface CostRow extends SheetRow {
  /** The first row after the header is 1. */
  row: number;
  texts: Record<CostField, string>;
  /** Undefined if its text is no amount. */
  written: Amount | undefined;
}

/** What a company has. */
export interface KnownToCompany {
  /** Its currency, and all that it has rates of. */
  unit: string;
  units: ReadonlySet<string>;
  /** Returns those of some sources that it does not have. */
  newSources: (sources: ReadonlySet<string>) => string[];
}

type RowResult = { cost: GivenCost } | { faults: Fault[] };

/** Reads the cost of a row. @param unitOfAll the currency of rows without one */
export function costOf(
  { texts, day, source, written }: CostRow,
  unitOfAll: string | undefined,
  known: KnownToCompany,
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
