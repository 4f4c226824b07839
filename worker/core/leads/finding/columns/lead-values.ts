/** What a lead has in each column. Pure. */
import { canonicalDecimal } from '../../record/field-values.ts';
import type { FieldValue } from '../../record/answer-schema.ts';
import { findablePhones } from '../../record/match-keys.ts';
import { readDate, readMoment } from '../../../engine/times/moments.ts';
import type { LeadRecord } from '../../record/schema.ts';

/** The values of a lead field, or of a part of a complex one (`field.part`). */
export function valuesOf(lead: LeadRecord, path: string): FieldValue[] {
  if (!path.includes('.')) return lead.fields[path] ?? [];
  const [name = '', part = ''] = path.split('.');
  const values = lead.fields[name] ?? [];
  return values.flatMap((value) => partOf(value, part));
}

/** What a facet counts: one term for each distinct value. Decimals that are equal are one term, `1.50` and `1.5`. */
export function termsOf(values: readonly FieldValue[], type: string): string[] {
  const terms = textsOf(values);
  return type === 'number' ? terms.map(canonicalDecimal) : terms;
}

/** What a search looks at, and what it shows: every text in the values, in their order. */
export function textsOf(values: readonly FieldValue[]): string[] {
  // The common case, one plain value, needs no search through nested values.
  const [first] = values;
  if (values.length === 1 && typeof first === 'string') return [first];
  return values.flatMap(textsOfValue);
}

/** What a sort compares: the first value as a number; NaN where there is none. Times are milliseconds. */
export function numberOf(values: readonly FieldValue[], type: string): number {
  const [value] = values;
  if (value === undefined) return NaN;
  if (typeof value !== 'string') return isCurrency(value) ? value.value : NaN;
  if (type === 'date') return readDate(value) ?? NaN;
  if (type === 'datetime') return readMoment(value) ?? NaN;
  return Number(value);
}

/** The phone numbers as a search compares them: the digits of E.164. */
export function phoneDigits(lead: LeadRecord): string[] {
  return findablePhones(lead).map((phone) => phone.slice(1));
}

function partOf(value: FieldValue, part: string): FieldValue[] {
  if (typeof value === 'string' || Array.isArray(value) || isCurrency(value)) return [];
  return Object.hasOwn(value, part) ? (value[part] ?? []) : [];
}

function textsOfValue(value: FieldValue): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value;
  if (isCurrency(value)) return [`${value.unit} ${value.value}`];
  return Object.values(value).flatMap((parts) => parts.flatMap(textsOfValue));
}

/** Tells an amount from a complex value, whose members are arrays. */
function isCurrency(value: object): value is { unit: string; value: number } {
  return 'unit' in value && typeof value.unit === 'string';
}
