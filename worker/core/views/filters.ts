/** The filters of smart views as they come in: selected values of facets, and ranges of the leads' times. Pure. */
import { isObject, pointerTo } from '../../input.ts';
import type { Fault } from '../../problems.ts';
import type { NumbersOf } from '../columns/column.ts';
import { CREATION_TIME, LAST_EVENT_TIME, MODIFICATION_TIME } from '../columns/lead-columns.ts';
import type { LocalClock } from '../times/local-clock.ts';
import { readMoment } from '../times/moments.ts';
import type { TimeRange } from '../times/relative-ranges.ts';

/** The value id that stands for leads without a value. */
export const NO_VALUE = '__none__';

const MAX_VALUES = 1_000;
const TIMES: readonly NumbersOf[] = [CREATION_TIME, MODIFICATION_TIME, LAST_EVENT_TIME];

/** What a filter lets pass: every one of these must. */
export interface Filters {
  /** By facet id: the lead has one of the values. */
  selections: ReadonlyMap<string, readonly string[]>;
  ranges: readonly { column: NumbersOf; range: TimeRange }[];
}

/** Where filters stand, and what they are read against. */
export interface FilterContext {
  /** Known facets; undefined: all are, as in what was saved before. */
  facetIds: readonly string[] | undefined;
  clock: LocalClock;
  /** `parameter`: the filters are a query parameter; otherwise the member `filters` of the body. */
  parameter?: string;
  faults: Fault[];
}

/** Reads an object of filters; every fault is added to the context's. */
export function readFilters(value: unknown, context: FilterContext): Filters {
  const selections = new Map<string, readonly string[]>();
  const ranges: { column: NumbersOf; range: TimeRange }[] = [];
  if (!isObject(value)) {
    if (value !== undefined && value !== null) {
      refuse(context, [], 'invalid_parameter', 'Write a JSON object: facet id to array of value ids.');
    }
    return { selections, ranges };
  }
  for (const [id, entry] of Object.entries(value)) {
    const column = TIMES.find(({ name }) => name === id);
    if (column !== undefined) {
      ranges.push({ column, range: readRange(id, entry, context) });
      continue;
    }
    const values = readSelection(id, entry, context);
    if (values !== undefined) selections.set(id, values);
  }
  return { selections, ranges };
}

/** Reads a JSON object in a query parameter; undefined when the parameter is absent, empty or faulty. */
export function readJsonParameter(
  text: string | undefined,
  parameter: string,
  faults: Fault[],
): Record<string, unknown> | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Told below: no JSON and no object is the same fault.
  }
  faults.push({ parameter, code: 'invalid_parameter', detail: `${parameter} must be a JSON object.` });
  return undefined;
}

function readSelection(id: string, entry: unknown, context: FilterContext): readonly string[] | undefined {
  const { facetIds } = context;
  if (facetIds !== undefined && !facetIds.includes(id)) {
    const allowed = [...facetIds, ...TIMES.map(({ name }) => name)];
    refuse(context, [id], 'unknown_facet', `There is no facet "${id.slice(0, 100)}".`, allowed);
    return undefined;
  }
  const values = typeof entry === 'string' ? [entry] : entry;
  if (
    Array.isArray(values) &&
    values.length <= MAX_VALUES &&
    values.every((item) => typeof item === 'string')
  ) {
    return values.length === 0 ? undefined : values;
  }
  refuse(context, [id], 'invalid_parameter', `Write an array of at most ${MAX_VALUES} value ids, or one.`);
  return undefined;
}

function readRange(id: string, entry: unknown, context: FilterContext): TimeRange {
  const isRange = isObject(entry) && Object.keys(entry).every((key) => key === 'from' || key === 'to');
  if (!isRange) {
    refuse(context, [id], 'invalid_parameter', 'Write {"from": time, "to": time}, or one of the two.');
    return { start: undefined, end: undefined };
  }
  const [start, end] = ['from', 'to'].map((key) => {
    const text = entry[key];
    if (text === undefined || text === null) return undefined;
    const moment = typeof text === 'string' ? readMoment(text.trim(), context.clock) : undefined;
    if (moment === undefined) {
      refuse(context, [id, key], 'invalid_parameter', 'Write an RFC 3339 time or a date.');
    }
    return moment;
  });
  if (start !== undefined && end !== undefined && start > end) {
    refuse(context, [id], 'reversed_range', 'The range ends before it starts.');
  }
  return { start, end };
}

function refuse(
  { parameter, faults }: FilterContext,
  path: readonly string[],
  ...[code, detail, allowed]: [Fault['code'], string, (readonly string[])?]
): void {
  const place = parameter === undefined ? { pointer: pointerTo(['filters', ...path]) } : { parameter };
  const where = parameter === undefined || path.length === 0 ? '' : `${path.join('.')}: `;
  faults.push({ ...place, code, detail: where + detail, ...(allowed === undefined ? {} : { allowed }) });
}
