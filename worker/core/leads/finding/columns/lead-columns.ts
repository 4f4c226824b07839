/**
 * Defines the columns and the values of a lead in each. Columns are stored under their names, so a column whose content changes
 * needs a new name.
 */
import { findableEmails, findablePhones } from '../../record/match-keys.ts';
import { sourceOfLead, VISIT_MEMBERS, type VisitMember } from '../../../../dni/pure/lead-visits.ts';
import type { LeadRecord } from '../../record/schema.ts';
import type { NumbersOf, TermsOf, TextsOf } from './column.ts';
import type { FieldValue } from '../../record/answer-schema.ts';
import { canonicalDecimal } from '../../record/field-values.ts';
import { readDate, readMoment } from '../../../engine/times/moments.ts';

export const STATE: TermsOf = { kind: 'terms', name: 'state', valueOf: (lead) => [lead.state] };

export const LEAD_GROUP: TermsOf = {
  kind: 'terms',
  name: 'lead_group',
  valueOf: (lead) => optional(lead.leadGroup),
};

export const USER_ASSIGNED: TermsOf = {
  kind: 'terms',
  name: 'user_assigned',
  valueOf: (lead) => optional(lead.assigneeId),
};

export const SOURCE_TAGS: TermsOf = {
  kind: 'terms',
  name: 'source_tags',
  valueOf: (lead) => lead.sourceTags,
};

export const TAGS: TermsOf = { kind: 'terms', name: 'tags', valueOf: (lead) => lead.tags };
export const CREATION_TIME = timeColumn('lead_creation_time', (lead) => lead.creationTime);
export const MODIFICATION_TIME = timeColumn('lead_modification_time', (lead) => lead.modificationTime);
export const LAST_EVENT_TIME = timeColumn('last_event_time', (lead) => lead.lastEventTime);

/** The time in the lead's id (a UUID version 7). It approximates the order of the ids, for leads that no other key orders. */
export const ID_TIME = timeColumn('lead_id', (lead) =>
  Number.parseInt(lead.leadId.replace('-', '').slice(0, 12), 16),
);

export const NAME: TextsOf = { kind: 'texts', name: 'name_text', valueOf: (lead) => optional(lead.name) };

export const EMAILS: TextsOf = {
  kind: 'texts',
  name: 'email_text',
  valueOf: findableEmails,
};

export const PHONES: TextsOf = { kind: 'texts', name: 'phone_text', valueOf: phoneDigits };

/** The same values as texts, for searches in them. */
export const SOURCE_TAG_TEXTS: TextsOf = {
  kind: 'texts',
  name: 'source_tag_text',
  valueOf: (lead) => lead.sourceTags,
};

export const TAG_TEXTS: TextsOf = { kind: 'texts', name: 'tag_text', valueOf: (lead) => lead.tags };

/** Where leads came from, by the visit or else by the first source tag. */
export const LEAD_SOURCE: TermsOf = {
  kind: 'terms',
  name: 'lead_source',
  valueOf: (lead) => optional(sourceOfLead({ ...lead.visits, source_tags: lead.sourceTags })),
};

/** The same values as texts, for searches in them. */
export const LEAD_SOURCE_TEXTS: TextsOf = { ...LEAD_SOURCE, kind: 'texts', name: 'lead_source_text' };

/** The sources, campaigns and landing pages of visits, for counts and filters. */
export const VISIT_TERMS: Readonly<Record<VisitMember, TermsOf>> = visitColumns((member) => ({
  kind: 'terms',
  name: member,
  valueOf: ({ visits }) => optional(visits[member]),
}));

/** The same values as texts, for searches in them. */
export const VISIT_TEXTS: Readonly<Record<VisitMember, TextsOf>> = visitColumns((member) => ({
  kind: 'texts',
  name: `${member}_text`,
  valueOf: ({ visits }) => optional(visits[member]),
}));

/** Returns the column with the terms of a lead field. `path` is the field's name, or `field.part`. */
export function fieldTerms(path: string, type: string): TermsOf {
  return {
    kind: 'terms',
    name: `field_terms:${path}`,
    valueOf: (lead) => termsOf(valuesOf(lead, path), type),
  };
}

/** Returns the column with the first number or time of a lead field. */
export function fieldNumbers(path: string, type: string): NumbersOf {
  return {
    kind: 'numbers',
    name: `field_numbers:${path}`,
    valueOf: (lead) => numberOf(valuesOf(lead, path), type),
  };
}

/** Returns the column with the texts of a lead field. */
export function fieldTexts(path: string): TextsOf {
  return { kind: 'texts', name: `field_texts:${path}`, valueOf: (lead) => textsOf(valuesOf(lead, path)) };
}

function timeColumn(name: string, valueOf: (lead: LeadRecord) => number): NumbersOf {
  return { kind: 'numbers', name, valueOf };
}

function visitColumns<Column>(columnOf: (member: VisitMember) => Column): Record<VisitMember, Column> {
  return Object.fromEntries(VISIT_MEMBERS.map((member) => [member, columnOf(member)])) as Record<
    VisitMember,
    Column
  >;
}

function optional(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}

/** Returns a lead's values in a lead field, or in a part of a complex one (`field.part`). */
export function valuesOf(lead: LeadRecord, path: string): FieldValue[] {
  if (!path.includes('.')) return lead.fields[path] ?? [];
  const [name = '', part = ''] = path.split('.');
  const values = lead.fields[name] ?? [];
  return values.flatMap((value) => partOf(value, part));
}

/** Returns the terms that a facet counts, one for each distinct value. Equal decimals such as `1.50` and `1.5` are one term. */
function termsOf(values: readonly FieldValue[], type: string): string[] {
  const terms = textsOf(values);
  return type === 'number' ? terms.map(canonicalDecimal) : terms;
}

/** Returns the texts that a search reads and shows: all texts in the values, in their order. */
export function textsOf(values: readonly FieldValue[]): string[] {
  // Handles the common case of one plain value without a search through nested values.
  const [first] = values;
  if (values.length === 1 && typeof first === 'string') return [first];
  return values.flatMap(textsOfValue);
}

/** Returns the number that a sort compares: the first value, NaN if there is none. Times are milliseconds. */
function numberOf(values: readonly FieldValue[], type: string): number {
  const [value] = values;
  if (value === undefined) return NaN;
  if (typeof value !== 'string') return isCurrency(value) ? value.value : NaN;
  if (type === 'date') return readDate(value) ?? NaN;
  if (type === 'datetime') return readMoment(value) ?? NaN;
  return Number(value);
}

/** Returns the phone numbers in the form that a search compares: the digits of E.164. */
function phoneDigits(lead: LeadRecord): string[] {
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

/** Tells whether a value is an amount. The members of a complex value are arrays. */
function isCurrency(value: object): value is { unit: string; value: number } {
  return 'unit' in value && typeof value.unit === 'string';
}
