/** Reads the filters of smart views: values of facets, ranges of times and numbers, parts of texts. Pure. */
import * as v from 'valibot';
import { isObject, pointerTo } from '../../../../shared/http/input.ts';
import type { Fault } from '../../../../shared/http/problems.ts';
import type { NumbersOf, TextsOf } from '../columns/column.ts';
import {
  CREATION_TIME,
  EMAILS,
  fieldNumbers,
  fieldTexts,
  LAST_EVENT_TIME,
  LEAD_SOURCE_TEXTS,
  MODIFICATION_TIME,
  NAME,
  PHONES,
  SOURCE_TAG_TEXTS,
  TAG_TEXTS,
  VISIT_TEXTS,
} from '../columns/lead-columns.ts';
import { fold } from '../../../engine/storage/folding.ts';
import type { LocalClock } from '../../../engine/times/local-clock.ts';
import { readDate, readMoment } from '../../../engine/times/moments.ts';
import type { TimeRange } from '../../../engine/times/relative-ranges.ts';

/** The prefix of facet ids of lead fields. */
export const FIELD_FACET = 'lead_field_str_';
/** The value id that stands for leads without a value. */
export const NO_VALUE = '__none__';

/** Longest text of a `contains` filter, in UTF-16 units. */
const MAX_TEXT_LENGTH = 200;
const containedSchema = v.pipe(v.string(), v.maxCodePoints(MAX_TEXT_LENGTH));
const MAX_VALUES = 1_000;
const TIMES: readonly NumbersOf[] = [CREATION_TIME, MODIFICATION_TIME, LAST_EVENT_TIME];
const TEXTS: ReadonlyMap<string, TextsOf> = new Map([
  ['name', NAME],
  ['email', EMAILS],
  ['phone', PHONES],
]);
/** Columns that can be filtered by values and also by a part of them. */
const LISTED_TEXTS: ReadonlyMap<string, TextsOf> = new Map([
  ['lead_source', LEAD_SOURCE_TEXTS],
  ['source_tags', SOURCE_TAG_TEXTS],
  ['tags', TAG_TEXTS],
  ...Object.entries(VISIT_TEXTS),
]);
/** Types of lead fields whose values are compared as numbers or times. */
const NUMERIC_TYPES: readonly string[] = ['number', 'currency', 'date', 'datetime'];
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** A filter that may be negated. */
interface Negatable {
  isNegated: boolean;
}

/** Passes leads that have one of the values. */
export interface Selection extends Negatable {
  values: readonly string[];
}

/** Passes leads whose number or time is in the range. A lead without a value is in no range. */
export interface RangeFilter extends Negatable {
  column: NumbersOf;
  range: TimeRange;
}

/** Passes leads with a text that contains this one, which is folded. */
export interface TextFilter extends Negatable {
  column: TextsOf;
  text: string;
}

/** The filters of a view; a lead must pass all of them. */
export interface Filters {
  /** Selections by facet id. */
  selections: ReadonlyMap<string, Selection>;
  ranges: readonly RangeFilter[];
  texts: readonly TextFilter[];
}

/** The place of the filters in the request, and the data that reading them needs. */
export interface FilterContext {
  /** The allowed facets; undefined allows all, for saved filters. */
  facetIds: readonly string[] | undefined;
  /** The type of every lead field by path. */
  types: ReadonlyMap<string, string>;
  clock: LocalClock;
  /** The query parameter with the filters; without it, they are the member `filters` of the body. */
  parameter?: string;
  faults: Fault[];
}

/**
 * Reads an object of filters by id: values of a facet, `{"from", "to"}` of times and numbers, `{"contains"}` of texts, and
 * `{"not": ...}` around any of them. Adds every fault to those of the context.
 */
export function readFilters(value: unknown, context: FilterContext): Filters {
  const selections = new Map<string, Selection>();
  const ranges: RangeFilter[] = [];
  const texts: TextFilter[] = [];
  if (!isObject(value) && value !== undefined && value !== null) {
    refuse(context, [], 'invalid_parameter', 'Write a JSON object: facet id to array of value ids.');
  }
  for (const [id, written] of Object.entries(isObject(value) ? value : {})) {
    const filter = readFilter(id, written, context);
    if (filter === undefined) continue;
    if ('text' in filter) texts.push(filter);
    else if ('range' in filter) ranges.push(filter);
    else selections.set(id, filter);
  }
  return { selections, ranges, texts };
}

/** Reads a JSON object in a query parameter; returns undefined if the parameter is absent, empty or faulty. */
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
    // Reported below: text that is not JSON and JSON that is not an object are the same fault.
  }
  faults.push({ parameter, code: 'invalid_parameter', detail: `${parameter} must be a JSON object.` });
  return undefined;
}

function readFilter(
  id: string,
  written: unknown,
  context: FilterContext,
): Selection | RangeFilter | TextFilter | undefined {
  const isNegated = isObject(written) && Object.keys(written).join() === 'not';
  const entry: unknown = isNegated ? written['not'] : written;
  const ofTexts = textsOf(id, context);
  if (ofTexts !== undefined && (TEXTS.has(id) || (isObject(entry) && 'contains' in entry))) {
    const text = readText(id, entry, context);
    return text === undefined ? undefined : { column: ofTexts, text, isNegated };
  }
  const ofNumbers = numbersOf(id, context);
  if (ofNumbers !== undefined && (isObject(entry) || TIMES.includes(ofNumbers))) {
    return { column: ofNumbers, range: readRange(id, entry, context), isNegated };
  }
  const values = readSelection(id, entry, context);
  return values === undefined ? undefined : { values, isNegated };
}

function numbersOf(id: string, { types }: FilterContext): NumbersOf | undefined {
  const path = pathOf(id);
  const type = types.get(path) ?? '';
  return (
    TIMES.find(({ name }) => name === id) ??
    (NUMERIC_TYPES.includes(type) ? fieldNumbers(path, type) : undefined)
  );
}

function textsOf(id: string, { types }: FilterContext): TextsOf | undefined {
  const path = pathOf(id);
  return TEXTS.get(id) ?? LISTED_TEXTS.get(id) ?? (types.has(path) ? fieldTexts(path) : undefined);
}

/** Returns the path of the lead field in a filter; empty if the filter is about another member. */
function pathOf(id: string): string {
  return id.startsWith(FIELD_FACET) ? id.slice(FIELD_FACET.length) : '';
}

function readText(id: string, entry: unknown, context: FilterContext): string | undefined {
  const { contains, ...rest } = isObject(entry) ? entry : {};
  const given = v.is(containedSchema, contains) ? contains : '';
  const text = id === 'phone' ? given.replaceAll(/\D/g, '') : fold(given.trim());
  if (text !== '' && Object.keys(rest).length === 0) return text;
  const what = id === 'phone' ? 'digits' : 'text';
  const detail = `Write {"contains": ${what}} with at most ${MAX_TEXT_LENGTH} characters.`;
  refuse(context, [id], 'invalid_parameter', detail);
  return undefined;
}

function readSelection(id: string, entry: unknown, context: FilterContext): readonly string[] | undefined {
  const { facetIds } = context;
  if (facetIds !== undefined && !facetIds.includes(id)) {
    const allowed = [...facetIds, ...TIMES.map(({ name }) => name), ...TEXTS.keys()];
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
  const type = context.types.get(pathOf(id)) ?? 'datetime';
  const isTime = type === 'date' || type === 'datetime';
  const isRange = isObject(entry) && Object.keys(entry).every((key) => key === 'from' || key === 'to');
  if (!isRange) {
    const what = isTime ? 'time' : 'number';
    refuse(context, [id], 'invalid_parameter', `Write {"from": ${what}, "to": ${what}}, or one of the two.`);
    return { start: undefined, end: undefined };
  }
  const [start, end] = ['from', 'to'].map((key) => {
    const bound = entry[key];
    if (bound === undefined || bound === null) return undefined;
    const number = isTime ? readTime(bound, type, context) : readNumber(bound);
    if (number !== undefined) return number;
    const detail = isTime ? 'Write an RFC 3339 time or a date.' : 'Write a number.';
    refuse(context, [id, key], 'invalid_parameter', detail);
    return undefined;
  });
  if (start !== undefined && end !== undefined && start > end) {
    refuse(context, [id], 'reversed_range', 'The range ends before it starts.');
  }
  return { start, end };
}

/** Reads a time. A date field contains days, which do not depend on the caller's time zone. */
function readTime(bound: unknown, type: string, { clock }: FilterContext): number | undefined {
  if (typeof bound !== 'string') return undefined;
  return type === 'date' ? readDate(bound.trim()) : readMoment(bound.trim(), clock);
}

function readNumber(bound: unknown): number | undefined {
  const text = typeof bound === 'number' ? String(bound) : bound;
  return typeof text === 'string' && DECIMAL.test(text.trim()) ? Number(text) : undefined;
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
