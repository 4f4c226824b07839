/** The order of the leads in a smart view. */
import { isObject, pointerTo } from '../../../../shared/http/input.ts';
import type { Fault } from '../../../../shared/http/problems.ts';
import { chunkOf, slotOf } from '../columns/chunk.ts';
import type { ColumnDefinition, NumbersOf, TermsOf, TextsOf } from '../columns/column.ts';
import type { ColumnsSnapshot } from '../columns/columns.ts';
import { fold } from '../../../engine/storage/folding.ts';
import {
  CREATION_TIME,
  EMAILS,
  fieldNumbers,
  fieldTexts,
  ID_TIME,
  LAST_EVENT_TIME,
  LEAD_GROUP,
  LEAD_SOURCE_TEXTS,
  MODIFICATION_TIME,
  NAME,
  PHONES,
  SOURCE_TAG_TEXTS,
  STATE,
  USER_ASSIGNED,
  VISIT_TEXTS,
} from '../columns/lead-columns.ts';
import { orderOfNumber, type SortKey } from '../columns/ordered-pages.ts';
import { numberKey, textKey } from '../columns/sort-keys.ts';
import type { CompanyState } from '../../../engine/context/company-context.ts';
import type { Database } from '../../../engine/storage/database.ts';
import { type CompanySettings, settingsOf } from '../../../company/settings/settings.ts';
import { listUsers } from '../../../people/users/users.ts';

const MAX_KEYS = 3;
const NUMERIC_TYPES: readonly string[] = ['number', 'currency', 'date', 'datetime'];

/** The ways to compare a sort field: by a number, by the rank of its term, or by its folded text. */
type SortField =
  | { kind: 'numbers'; column: NumbersOf }
  | { kind: 'ranks'; column: TermsOf; ranks(): ReadonlyMap<string, number> }
  | { kind: 'texts'; column: TextsOf };

/** One key of a sort. */
export interface Sort {
  /** The name of the field in the API. */
  name: string;
  field: SortField;
  direction: 1 | -1;
}

/** Lists the fields that leads can be sorted by. */
export function sortFields(
  company: Pick<CompanyState, 'database' | 'memory'>,
): ReadonlyMap<string, SortField> {
  const { database } = company;
  const settings = settingsOf(company);
  const fields = new Map<string, SortField>([
    ['name', { kind: 'texts', column: NAME }],
    ['email', { kind: 'texts', column: EMAILS }],
    ['phone', { kind: 'texts', column: PHONES }],
    ['lead_source', { kind: 'texts', column: LEAD_SOURCE_TEXTS }],
    ['source_tags', { kind: 'texts', column: SOURCE_TAG_TEXTS }],
    ['lead_creation_time', { kind: 'numbers', column: CREATION_TIME }],
    ['last_event_time', { kind: 'numbers', column: LAST_EVENT_TIME }],
    ['lead_modification_time', { kind: 'numbers', column: MODIFICATION_TIME }],
    ['state', { kind: 'ranks', column: STATE, ranks: () => listOrder(settings.states()) }],
    ['lead_group', { kind: 'ranks', column: LEAD_GROUP, ranks: () => ranksByText(groupLabels(settings)) }],
    [
      'user_assigned',
      { kind: 'ranks', column: USER_ASSIGNED, ranks: () => ranksByText(userNames(database)) },
    ],
    ...Object.entries(VISIT_TEXTS).map(([name, column]): [string, SortField] => [
      name,
      { kind: 'texts', column },
    ]),
  ]);
  for (const { name, type, sortable, sub_fields: parts = [] } of settings.fields()) {
    if (sortable && type !== 'complex') fields.set(name, fieldSort(name, type));
    for (const part of parts) {
      if (part.sortable) fields.set(`${name}.${part.name}`, fieldSort(`${name}.${part.name}`, part.type));
    }
  }
  return fields;
}

/**
 * Reads `{<field>: {order: "asc" | "desc"}}`, the first key first.
 * @param context.parameter the query parameter with the sort; undefined if it is the member `sort` of the body
 */
export function readSort(
  value: unknown,
  fields: ReadonlyMap<string, SortField>,
  context: { parameter?: string; faults: Fault[] },
): Sort[] {
  const { parameter, faults } = context;
  const place = (...path: string[]): Pick<Fault, 'pointer' | 'parameter'> =>
    parameter === undefined ? { pointer: pointerTo(['sort', ...path]) } : { parameter };
  if (value === undefined || value === null) return [];
  const entries = isObject(value) ? Object.entries(value) : [];
  if (!isObject(value) || entries.length > MAX_KEYS) {
    const detail = `Write {"<field>": {"order": "asc"}} with at most ${MAX_KEYS} fields.`;
    faults.push({ ...place(), code: 'invalid_parameter', detail });
    return [];
  }
  return entries.flatMap(([name, key]): Sort[] => {
    const field = fields.get(name);
    const order = isObject(key) ? key['order'] : undefined;
    if (field === undefined) {
      const detail = `Leads cannot be sorted by "${name.slice(0, 100)}".`;
      faults.push({ ...place(name), code: 'unsortable_field', detail, allowed: [...fields.keys()] });
    } else if (order === 'asc' || order === 'desc') {
      return [{ name, field, direction: order === 'asc' ? 1 : -1 }];
    } else {
      const detail = `${name}: order is "asc" or "desc".`;
      faults.push({ ...place(name, 'order'), code: 'invalid_parameter', detail, allowed: ['asc', 'desc'] });
    }
    return [];
  });
}

/** Returns the order as it is written in the API. */
export function writtenSort(sorts: readonly Sort[]): Record<string, { order: 'asc' | 'desc' }> {
  return Object.fromEntries(
    sorts.map(({ name, direction }) => [name, { order: direction === 1 ? 'asc' : 'desc' }]),
  );
}

/** Returns the columns that a sort reads. */
export function sortColumns(sorts: readonly Sort[]): ColumnDefinition[] {
  return sorts.length === 0 ? [MODIFICATION_TIME] : [...sorts.map(({ field }) => field.column), ID_TIME];
}

/** Returns the keys of a sort over the columns. Without a sort, the newest modification comes first. */
export function sortKeys(sorts: readonly Sort[], view: ColumnsSnapshot): SortKey[] {
  if (sorts.length === 0) return [numberKey(view.numbers(MODIFICATION_TIME), -1)];
  return [...sorts.map((sort) => sortKey(sort, view)), numberKey(view.numbers(ID_TIME), 1)];
}

function sortKey({ field, direction }: Sort, view: ColumnsSnapshot): SortKey {
  switch (field.kind) {
    case 'numbers':
      return numberKey(view.numbers(field.column), direction);
    case 'ranks':
      return rankKey(field, direction, view);
    default:
      return textKey(view.texts(field.column), direction);
  }
}

/** Returns a key that orders by the rank of a term. Leads have at most one such term. */
function rankKey(field: SortField & { kind: 'ranks' }, direction: 1 | -1, view: ColumnsSnapshot): SortKey {
  const { dictionary, chunks } = view.terms(field.column);
  const ranks = withUnknownTerms(field.ranks(), dictionary.terms);
  const byCode = chunks.map((chunk) =>
    chunk?.combinations.map(([term]) =>
      term === undefined ? NaN : (ranks.get(dictionary.terms[term] ?? '') ?? NaN),
    ),
  );
  const valueOf = (lead: number): number => {
    const chunk = chunkOf(lead);
    return byCode[chunk]?.[chunks[chunk]?.codes[slotOf(lead)] ?? 0] ?? NaN;
  };
  const valuesOf = (leads: Int32Array): Float64Array => {
    const values = new Float64Array(leads.length);
    for (let index = 0; index < leads.length; index += 1) {
      values[index] = orderOfNumber(valueOf(leads[index] ?? 0), direction);
    }
    return values;
  };
  return { kind: 'number', direction, valueOf, valuesOf };
}

function fieldSort(path: string, type: string): SortField {
  return NUMERIC_TYPES.includes(type)
    ? { kind: 'numbers', column: fieldNumbers(path, type) }
    : { kind: 'texts', column: fieldTexts(path) };
}

function listOrder(states: readonly { name: string }[]): ReadonlyMap<string, number> {
  return new Map(states.map(({ name }, index) => [name, index]));
}

/** Ranks terms by their texts. Equal texts have equal ranks, so that the next key decides. */
function ranksByText(texts: readonly { id: string; text: string }[]): ReadonlyMap<string, number> {
  const order = [...new Set(texts.map(({ text }) => fold(text)))].toSorted((a, b) => (a < b ? -1 : 1));
  return new Map(texts.map(({ id, text }) => [id, order.indexOf(fold(text))]));
}

/** Adds the terms that the settings no longer contain, ordered by themselves, after the others. */
function withUnknownTerms(
  ranks: ReadonlyMap<string, number>,
  terms: readonly string[],
): ReadonlyMap<string, number> {
  const unknown = terms.filter((term) => !ranks.has(term)).toSorted();
  const first = Math.max(-1, ...ranks.values()) + 1;
  return new Map([...ranks, ...unknown.map((term, index): [string, number] => [term, first + index])]);
}

function groupLabels(settings: CompanySettings): { id: string; text: string }[] {
  return settings.groups().map(({ id, label }) => ({ id, text: label }));
}

function userNames(database: Database): { id: string; text: string }[] {
  return listUsers(database).map(({ userId, name }) => ({ id: userId, text: name }));
}
