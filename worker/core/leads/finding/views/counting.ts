/**
 * Finds the leads that pass the filters of a view, and counts the facets exactly. A facet is counted over the leads that pass all
 * filters except the facet's own. This takes one pass over the codes of the columns; a filter is evaluated once for each code.
 */
import { CHUNK_SIZE } from '../columns/chunk.ts';
import type { TermColumn, TermsOf } from '../columns/column.ts';
import type { ColumnsSnapshot, ColumnRequest } from '../columns/columns.ts';
import { STATE } from '../columns/lead-columns.ts';
import { NO_LEAD, type TermChunk } from '../columns/term-chunk.ts';
import { codesWith, VISIBILITY_COLUMNS, visibleSlots } from '../columns/visibility.ts';
import type { LeadScope } from '../../record/access.ts';
import type { TextChunk } from '../columns/text-chunk.ts';
import { NO_VALUE, type RangeFilter, type Selection, type TextFilter } from './filters.ts';

/** Marks a slot that fails a required filter, or two filters. */
const OUT = 2;

/** The facets to count, and the filters of the leads. */
export interface CountPlan {
  scope: LeadScope | undefined;
  /** The numbers of the leads that a search found, ascending; undefined for all leads. */
  found?: Int32Array;
  ranges: readonly RangeFilter[];
  texts: readonly TextFilter[];
  /** Filters that apply to all counts. */
  required: readonly FacetFilter[];
  /** Filters that apply to all counts except their own facet's. */
  selections: readonly FacetFilter[];
  facets: readonly TermsOf[];
}

/** Passes leads that have one of the values or, if negated, none of them. `__none__` stands for leads without a value. */
export interface FacetFilter extends Selection {
  column: TermsOf;
}

/** The counts of one facet. */
export interface FacetCounts {
  /** The counts by term number. */
  counts: Uint32Array;
  /** The number of leads without a value. */
  none: number;
}

export interface Counted {
  /** The numbers of the leads that pass all filters. */
  leads: Int32Array;
  /** In the order of the plan's facets; undefined if a facet has too many values to be counted. */
  facets: (FacetCounts | undefined)[];
}

/** Returns the columns that `countLeads` reads. If a facet's column is missing, only that facet is not counted. */
export function planColumns(plan: CountPlan): Required<ColumnRequest> {
  const needed = [
    ...VISIBILITY_COLUMNS,
    ...plan.ranges.map(({ column }) => column),
    ...plan.texts.map(({ column }) => column),
    ...[...plan.required, ...plan.selections].map(({ column }) => column),
  ];
  return { needed, optional: plan.facets };
}

export function countLeads(view: ColumnsSnapshot, plan: CountPlan): Counted {
  const facets = plan.facets.map((facet) =>
    view.isTooLarge(facet)
      ? undefined
      : { counts: new Uint32Array(view.terms(facet).dictionary.terms.length), none: 0 },
  );
  const found: Int32Array[] = [];
  for (let chunk = 0; chunk < view.chunkCount; chunk += 1) {
    const { passing, missingOne } = sieve(view, chunk, plan);
    const leads = new Int32Array(passing);
    for (let index = 0; index < leads.length; index += 1)
      leads[index] = (leads[index] ?? 0) + chunk * CHUNK_SIZE;
    found.push(leads);
    const isWhole = passing.length === leadsIn(view, chunk);
    plan.facets.forEach((facet, index) => {
      const counts = facets[index];
      if (counts === undefined) return;
      const column = view.terms(facet);
      if (isWhole) countAll(column, chunk, counts);
      else count(column, chunk, { slots: passing, counts });
      const own = plan.selections.findIndex((selection) => selection.column.name === facet.name);
      const slots = missingOne[own];
      if (slots !== undefined) count(column, chunk, { slots, counts });
    });
  }
  return { leads: joined(found), facets };
}

interface Sieved {
  /** Slots that pass all filters. */
  passing: Uint16Array;
  /** The slots that fail only the filter of a selection, for each selection. */
  missingOne: Uint16Array[];
}

function sieve(view: ColumnsSnapshot, chunk: number, plan: CountPlan): Sieved {
  const failures = failuresOf(view, chunk, plan);
  const missing = new Uint8Array(CHUNK_SIZE);
  plan.selections.forEach((selection, index) => {
    forFailing(view, chunk, selection, (slot) => {
      failures[slot] = failures[slot] === 0 ? 1 : OUT;
      missing[slot] = index;
    });
  });
  return {
    passing: slotsWhere((slot) => failures[slot] === 0),
    missingOne: plan.selections.map((_, index) =>
      slotsWhere((slot) => failures[slot] === 1 && missing[slot] === index),
    ),
  };
}

/** Returns for each slot `OUT` if the scope, a range or a required selection excludes the lead. */
function failuresOf(view: ColumnsSnapshot, chunk: number, plan: CountPlan): Uint8Array {
  const failures = visibleSlots(view, chunk, plan.scope).map((visible) => (visible === 1 ? 0 : OUT));
  const fail = (slot: number): void => {
    failures[slot] = OUT;
  };
  if (plan.found !== undefined) failOthers(plan.found, chunk, failures);
  for (const filter of plan.ranges) forOutside(view, chunk, filter, fail);
  for (const filter of plan.texts) forWithout(view, chunk, filter, fail);
  for (const selection of plan.required) forFailing(view, chunk, selection, fail);
  return failures;
}

/** Marks every slot whose lead a search did not find. */
function failOthers(found: Int32Array, chunk: number, failures: Uint8Array): void {
  const first = chunk * CHUNK_SIZE;
  let at = lowerBound(found, first);
  for (let slot = 0; slot < CHUNK_SIZE; slot += 1) {
    if (found[at] === first + slot) at += 1;
    else failures[slot] = OUT;
  }
}

/** Returns the index of the first number that is not below `least`, in ascending numbers. */
function lowerBound(numbers: Int32Array, least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? least) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function forOutside(
  view: ColumnsSnapshot,
  chunk: number,
  { column, range, isNegated }: RangeFilter,
  fail: (slot: number) => void,
): void {
  const { start = -Infinity, end = Infinity } = range;
  const numbers = view.numbers(column).chunks[chunk]?.numbers ?? new Float64Array(0);
  for (let slot = 0; slot < CHUNK_SIZE; slot += 1) {
    const number = numbers[slot] ?? NaN;
    if ((number >= start && number < end) === isNegated) fail(slot);
  }
}

function forWithout(
  view: ColumnsSnapshot,
  chunk: number,
  { column, text, isNegated }: TextFilter,
  fail: (slot: number) => void,
): void {
  const texts = view.texts(column).chunks[chunk];
  const found = texts === undefined ? new Uint8Array(CHUNK_SIZE) : slotsContaining(texts, text);
  for (let slot = 0; slot < CHUNK_SIZE; slot += 1) {
    if ((found[slot] === 1) === isNegated) fail(slot);
  }
}

/** Returns for each slot 1 if one of the lead's values contains the text. */
function slotsContaining({ text, starts, changed }: TextChunk, wanted: string): Uint8Array {
  const found = new Uint8Array(CHUNK_SIZE);
  let slot = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, starts[slot + 1])) {
    while ((starts[slot + 1] ?? Infinity) <= at) slot += 1;
    found[slot] = 1;
  }
  for (const [own, run] of changed) found[own] = run.includes(wanted) ? 1 : 0;
  return found;
}

function forFailing(
  view: ColumnsSnapshot,
  chunk: number,
  { column, values, isNegated }: FacetFilter,
  fail: (slot: number) => void,
): void {
  const terms = view.terms(column);
  const wanted = new Set(values);
  const passes = codesWith(terms, chunk, (own) =>
    own.length === 0 ? wanted.has(NO_VALUE) : own.some((term) => wanted.has(term)),
  );
  const codes = terms.chunks[chunk]?.codes ?? new Uint8Array(0);
  for (let slot = 0; slot < CHUNK_SIZE; slot += 1) {
    if ((passes[codes[slot] ?? 0] === true) === isNegated) fail(slot);
  }
}

function slotsWhere(isWanted: (slot: number) => boolean): Uint16Array {
  const slots = new Uint16Array(CHUNK_SIZE);
  let length = 0;
  for (let slot = 0; slot < CHUNK_SIZE; slot += 1) {
    if (isWanted(slot)) {
      slots[length] = slot;
      length += 1;
    }
  }
  return slots.subarray(0, length);
}

/** Returns the number of leads in a chunk, regardless of the scope. */
function leadsIn(view: ColumnsSnapshot, chunk: number): number {
  return CHUNK_SIZE - (view.terms(STATE).chunks[chunk]?.counts[NO_LEAD] ?? CHUNK_SIZE);
}

/** Counts all leads of a chunk by the counts that the chunk keeps for its codes. */
function countAll({ chunks }: TermColumn, chunk: number, counts: FacetCounts): void {
  const terms = chunks[chunk];
  if (terms !== undefined) addCounts(terms, terms.counts, counts);
}

/** Counts the leads in some slots. Counts codes first, since there are far fewer codes than leads. */
function count(
  { chunks }: TermColumn,
  chunk: number,
  { slots, counts }: { slots: Uint16Array; counts: FacetCounts },
): void {
  const terms = chunks[chunk];
  if (terms === undefined) return;
  const { codes, combinations } = terms;
  const byCode = new Uint32Array(combinations.length);
  for (let index = 0; index < slots.length; index += 1) {
    const code = codes[slots[index] ?? 0] ?? 0;
    byCode[code] = (byCode[code] ?? 0) + 1;
  }
  addCounts(terms, byCode, counts);
}

function addCounts({ combinations }: TermChunk, byCode: ArrayLike<number>, facet: FacetCounts): void {
  const { counts } = facet;
  for (let code = NO_LEAD + 1; code < combinations.length; code += 1) {
    const leads = byCode[code] ?? 0;
    const numbers = combinations[code] ?? [];
    if (leads === 0) continue;
    if (numbers.length === 0) facet.none += leads;
    for (const number of numbers) counts[number] = (counts[number] ?? 0) + leads;
  }
}

function joined(parts: readonly Int32Array[]): Int32Array {
  const whole = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
