/** Computes the record that a merge of two leads produces, and the survivor's record after an unmerge. Pure. */
import type { MergeConflict } from '../record/answer-schema.ts';
import { emailKey } from '../../../shared/contact/email.ts';
import { withinBounds } from '../record/edits.ts';
import { keysOf, shownKeys } from '../record/match-keys.ts';
import { type FieldRule, sameFieldValue } from '../record/field-values.ts';
import { FIELD_PREFIX, membersOf, sameMember, withMembers } from '../record/members.ts';
import type { LeadRecord } from '../record/schema.ts';
import type { LeadEmail, LeadPhone, FieldValue, MemberValue } from '../record/answer-schema.ts';

/** The rules of the company's lead fields by name. */
export type FieldRules = ReadonlyMap<string, FieldRule>;

/** The members that do not follow the rule that the primary lead wins. */
export interface MergeChoice {
  /** Members for which the secondary lead wins. */
  retain: ReadonlySet<string>;
  /** Members that keep the values of both leads, the primary's first. */
  unite: ReadonlySet<string>;
}

/** The survivor just before and just after a merge, and the secondary lead. */
export interface MergeSnapshot {
  before: LeadRecord;
  after: LeadRecord;
  secondary: LeadRecord;
}

/**
 * Returns the survivor of a merge, without the event of the merge.
 * @throws Problem `too_many_values` when a union or the list of the survivor's aliases is too long
 */
export function merged(
  leads: { primary: LeadRecord; secondary: LeadRecord },
  choice: MergeChoice,
  rules: FieldRules,
): { lead: LeadRecord; conflicts: MergeConflict[] } {
  const { primary, secondary } = leads;
  const mine = membersOf(primary);
  const theirs = membersOf(secondary);
  const conflicts: MergeConflict[] = [];
  const taken = new Map<string, MemberValue | undefined>();
  for (const [field, value] of theirs) {
    const own = mine.get(field);
    if (own === undefined) taken.set(field, value);
    if (own === undefined || sameMember(field, own, value, rules)) continue;
    const winner = winnerOf(field, choice);
    conflicts.push({ field, primary: own, secondary: value, winner });
    if (winner === 'secondary') taken.set(field, value);
    if (winner === 'both') taken.set(field, united(field, [own, value], rules));
  }
  const survivor = withMembers(primary, taken);
  const lead = {
    ...survivor,
    aliases: hiddenKeys(survivor, [primary, secondary]),
    creationTime: Math.min(primary.creationTime, secondary.creationTime),
    lastEventTime: Math.max(primary.lastEventTime, secondary.lastEventTime),
  };
  return { lead: withinBounds(lead), conflicts };
}

/**
 * Returns the survivor without the values that came with a merge. A member that was edited after the merge stays and is named in
 * `kept`. If no member was edited, the result is the record from before the merge.
 */
export function unmerged(
  current: LeadRecord,
  { before, after, secondary }: MergeSnapshot,
  rules: FieldRules,
): { lead: LeadRecord; kept: string[]; isUntouched: boolean } {
  if (current.modificationTime === after.modificationTime) {
    return { lead: before, kept: [], isUntouched: true };
  }
  const [now, then, next] = [membersOf(current), membersOf(before), membersOf(after)];
  const brought = [...new Set([...then.keys(), ...next.keys()])].filter(
    (field) => !sameMember(field, then.get(field), next.get(field), rules),
  );
  const untouched = brought.filter((field) => sameMember(field, now.get(field), next.get(field), rules));
  const restored = withMembers(current, new Map(untouched.map((field) => [field, then.get(field)])));
  const ownKeys = new Set(keysOf(before));
  const leaving = new Set(keysOf(secondary).filter((key) => !ownKeys.has(key)));
  const stays = keysOf(current).filter((key) => !leaving.has(key));
  const lead = {
    ...restored,
    aliases: hiddenKeys(restored, [{ emails: [], phones: [], aliases: stays }]),
    creationTime: current.creationTime === after.creationTime ? before.creationTime : current.creationTime,
  };
  return { lead, kept: brought.filter((field) => !untouched.includes(field)), isUntouched: false };
}

/** Tells whether a member can hold the values of two leads. */
export function isMultiValued(field: string, rules: FieldRules): boolean {
  if (!field.startsWith(FIELD_PREFIX)) return ['emails', 'phones', 'source_tags', 'tags'].includes(field);
  const rule = rules.get(field.slice(FIELD_PREFIX.length));
  return rule === undefined || rule.type === 'multiselect' || rule.cardinality !== 1;
}

function winnerOf(field: string, { retain, unite }: MergeChoice): MergeConflict['winner'] {
  if (retain.has(field)) return 'secondary';
  return unite.has(field) ? 'both' : 'primary';
}

function united(field: string, values: readonly MemberValue[], rules: FieldRules): MemberValue {
  const all = values.flatMap((value) => value);
  switch (field) {
    case 'emails':
      return uniqueBy(all as LeadEmail[], ({ email }) => emailKey(email));
    case 'phones':
      return uniqueBy(all as LeadPhone[], ({ phone }) => phone);
    case 'source_tags':
    case 'tags':
      return uniqueBy(all as string[], (tag) => tag.toLowerCase());
    default:
      return unitedField(all as FieldValue[], rules.get(field.slice(FIELD_PREFIX.length)));
  }
}

function unitedField(values: readonly FieldValue[], rule: FieldRule | undefined): FieldValue[] {
  if (rule?.type === 'multiselect') return [[...new Set((values as string[][]).flat())]];
  return values.filter(
    (value, index) => values.findIndex((other) => sameFieldValue(rule, other, value)) === index,
  );
}

function uniqueBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const byKey = new Map<string, Item>();
  for (const item of items) if (!byKey.has(keyOf(item))) byKey.set(keyOf(item), item);
  return [...byKey.values()];
}

type Keyed = Pick<LeadRecord, 'emails' | 'phones' | 'aliases'>;

/** Returns the match keys of `sources` that `lead` does not show. */
function hiddenKeys(lead: Keyed, sources: readonly Keyed[]): string[] {
  const shown = new Set(shownKeys(lead));
  return [...new Set(sources.flatMap(keysOf))].filter((key) => !shown.has(key));
}
