/**
 * Represents a lead as a list of named members, for the changes on the timeline and for comparisons in merges. Pure.
 *
 * The names are those of the API; a custom field is `lead_fields.<name>`. A member without a value is not in the list.
 */
import type { FieldValue, MemberChange, MemberValue } from './answer-schema.ts';
import { type FieldRule, sameFieldValue } from './field-values.ts';
import type { LeadRecord } from './schema.ts';

export const FIELD_PREFIX = 'lead_fields.';

/** The members that every lead may have, in the order of the timeline. */
export const BUILT_IN_MEMBERS = [
  'name',
  'emails',
  'phones',
  'source_tags',
  'tags',
  'state',
  'lead_group',
  'assigned_to',
] as const;

type ListedValue = Exclude<MemberValue, string>[number];

/** Lists for which a change names only the added and removed values, since the whole list may be long. */
const LISTS: readonly string[] = ['emails', 'phones', 'source_tags', 'tags'];

/** Most characters of the JSON of the values before and after a change. A text field may hold more. */
const MAX_CHANGE_LENGTH = 20_000;

/** Returns the members that have a value. */
export function membersOf(lead: LeadRecord): Map<string, MemberValue> {
  const members: [string, MemberValue | undefined][] = [
    ['name', lead.name],
    ['emails', lead.emails],
    ['phones', lead.phones],
    ['source_tags', lead.sourceTags],
    ['tags', lead.tags],
    ['state', lead.state],
    ['lead_group', lead.leadGroup],
    ['assigned_to', lead.assigneeId],
    ...Object.entries(lead.fields).map(([name, values]): [string, MemberValue] => [
      FIELD_PREFIX + name,
      values,
    ]),
  ];
  return new Map(
    members.filter((entry): entry is [string, MemberValue] => entry[1] !== undefined && entry[1].length > 0),
  );
}

/** Sets the members in `changes`; an undefined value clears the member. */
export function withMembers(
  lead: LeadRecord,
  changes: ReadonlyMap<string, MemberValue | undefined>,
): LeadRecord {
  const members = new Map<string, MemberValue | undefined>(membersOf(lead));
  for (const [name, value] of changes) members.set(name, value);
  const fields = [...members].flatMap(([name, value]): [string, FieldValue[]][] =>
    name.startsWith(FIELD_PREFIX) && value !== undefined
      ? [[name.slice(FIELD_PREFIX.length), value as FieldValue[]]]
      : [],
  );
  return {
    ...lead,
    name: members.get('name') as string | undefined,
    emails: (members.get('emails') ?? []) as LeadRecord['emails'],
    phones: (members.get('phones') ?? []) as LeadRecord['phones'],
    sourceTags: (members.get('source_tags') ?? []) as string[],
    tags: (members.get('tags') ?? []) as string[],
    state: (members.get('state') ?? lead.state) as string,
    leadGroup: members.get('lead_group') as string | undefined,
    assigneeId: members.get('assigned_to') as string | undefined,
    fields: Object.fromEntries(fields),
  };
}

/** Compares two values of a member. */
export function sameMember(
  name: string,
  left: MemberValue | undefined,
  right: MemberValue | undefined,
  rules: ReadonlyMap<string, FieldRule>,
): boolean {
  if (left === undefined || right === undefined) return left === right;
  const rule = name.startsWith(FIELD_PREFIX) ? rules.get(name.slice(FIELD_PREFIX.length)) : undefined;
  if (rule?.type !== 'number' || typeof left === 'string' || typeof right === 'string') {
    return JSON.stringify(left) === JSON.stringify(right);
  }
  return (
    left.length === right.length &&
    left.every((value, index) => sameFieldValue(rule, value as FieldValue, right[index] as FieldValue))
  );
}

/** Lists the differences between two states of a lead, in the order of the members. */
export function changesBetween(
  before: LeadRecord,
  after: LeadRecord,
  rules: ReadonlyMap<string, FieldRule> = new Map(),
): MemberChange[] {
  const left = membersOf(before);
  const right = membersOf(after);
  return [...new Set<string>([...BUILT_IN_MEMBERS, ...left.keys(), ...right.keys()])]
    .filter((name) => !sameMember(name, left.get(name), right.get(name), rules))
    .map((field) => changeOf(field, left.get(field), right.get(field)));
}

function changeOf(
  field: string,
  before: MemberValue | undefined,
  after: MemberValue | undefined,
): MemberChange {
  if (LISTS.includes(field)) return listChange(field, listOf(before), listOf(after));
  const { length } = JSON.stringify([before, after]);
  return length > MAX_CHANGE_LENGTH ? { field, omitted: true } : { field, before, after };
}

function listOf(value: MemberValue | undefined): ListedValue[] {
  return Array.isArray(value) ? value : [];
}

function listChange(field: string, before: ListedValue[], after: ListedValue[]): MemberChange {
  const [old, now] = [keyed(before), keyed(after)];
  const removed = [...old].filter(([key]) => !now.has(key));
  const added = [...now].filter(([key]) => !old.has(key));
  const stayed = [...old.keys()].filter((key) => now.has(key));
  const order = [...now.keys()].filter((key) => old.has(key));
  return {
    field,
    added: added.map(([, value]) => value),
    removed: removed.map(([, value]) => value),
    ...(stayed.every((key, index) => key === order[index]) ? {} : { reordered: true }),
  };
}

function keyed(values: readonly ListedValue[]): Map<string, ListedValue> {
  return new Map(values.map((value) => [JSON.stringify(value), value]));
}
