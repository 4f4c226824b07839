/** Divides the costs of rows for several days. Pure. */
import { readDate } from '../../engine/times/moments.ts';
import { invalidCsv } from '../../leads/csv/imports/csv-reader.ts';
import { type GivenCost, MAX_COSTS_AT_ONCE } from './schema.ts';

const DAY_MS = 86_400_000;

/** The days of a row. */
interface Days {
  day: string | undefined;
  until: string | undefined;
}

/**
 * Divides costs for several days, and leaves out days before `from`. Stops at the most costs, since each row may be for thousands of
 * days.
 */
export function spreadAll(found: ReadonlyMap<Days, GivenCost>, from: string): GivenCost[] {
  const costs: GivenCost[] = [];
  for (const [row, cost] of found) {
    costs.push(...spread(row, cost, from));
    if (costs.length > MAX_COSTS_AT_ONCE)
      throw invalidCsv({ detail: `The file has more than ${MAX_COSTS_AT_ONCE} days; import it in parts.` });
  }
  return costs;
}

/** Divides a cost for several days among them; the last day has the rest. @param from the first day that is returned */
function spread({ day, until }: Days, cost: GivenCost, from: string): GivenCost[] {
  const [first, last] = [readDate(day ?? ''), readDate(until ?? '')];
  if (first === undefined || last === undefined || last <= first) return cost.day < from ? [] : [cost];
  const count = (last - first) / DAY_MS + 1;
  const each = Math.round((cost.amount / count) * 100) / 100;
  const left = Math.max(0, ((readDate(from) ?? first) - first) / DAY_MS);
  return Array.from({ length: Math.min(Math.max(0, count - left), MAX_COSTS_AT_ONCE + 1) }, (_, at) => {
    const index = left + at;
    return {
      ...cost,
      day: new Date(first + index * DAY_MS).toISOString().slice(0, 10),
      amount: index === count - 1 ? Math.round((cost.amount - each * (count - 1)) * 100) / 100 : each,
    };
  });
}
