/** Remarks on a call: tags, value, status and note, of people and of rules. Pure. */
import { uniqueTags } from '../../leads/record/lead-input.ts';
import {
  type CallEdit,
  MAX_TAGS,
  type PeoplesDecisions,
  type Remarks,
  type RuleMark,
} from '../calls/schema.ts';

/** Nobody has decided anything. */
export const NO_DECISIONS: PeoplesDecisions = { sets: [], removedTags: [] };

/** Returns the remarks after a person's change, with what the person decided, which no rule changes. */
export function remarksAfter(before: Remarks, change: CallEdit): Remarks {
  const after = {
    tags: change.tags === undefined ? before.tags : uniqueTags(change.tags),
    value: change.value === undefined ? before.value : change.value,
    leadStatus: change.lead_status === undefined ? before.leadStatus : change.lead_status,
    note: change.note === undefined ? before.note : change.note === '' ? null : change.note,
  };
  const { rules = [], people = NO_DECISIONS } = before;
  const changed = changedMembers(before, after);
  const removed = before.tags.filter((tag) => !isTagIn(tag, after.tags));
  return remarksOf(after, {
    rules: rules.map((mark) => ({
      ...mark,
      tags: mark.tags.filter((tag) => isTagIn(tag, after.tags)),
      sets: mark.sets.filter((name) => !changed.includes(name)),
    })),
    people: {
      sets: [...new Set([...people.sets, ...changed])],
      removedTags: uniqueTags([...removed, ...people.removedTags])
        .filter((tag) => !isTagIn(tag, after.tags))
        .slice(0, MAX_TAGS),
    },
  });
}

/** Returns remarks with where they come from, without what says nothing. */
export function remarksOf(
  { tags, value, leadStatus, note }: Omit<Remarks, 'rules' | 'people'>,
  { rules, people }: { rules: readonly RuleMark[]; people: PeoplesDecisions },
): Remarks {
  const marks = rules.filter((mark) => mark.tags.length > 0 || mark.sets.length > 0);
  const isDecided = people.sets.length > 0 || people.removedTags.length > 0;
  return {
    tags,
    value,
    leadStatus,
    note,
    ...(marks.length > 0 ? { rules: marks } : {}),
    ...(isDecided ? { people } : {}),
  };
}

/** Tells whether a tag is among others, in any case. */
export function isTagIn(tag: string, tags: readonly string[]): boolean {
  const key = tag.toLowerCase();
  return tags.some((other) => other.toLowerCase() === key);
}

function changedMembers(before: Remarks, after: Omit<Remarks, 'rules' | 'people'>): PeoplesDecisions['sets'] {
  const isSameValue = before.value?.unit === after.value?.unit && before.value?.value === after.value?.value;
  return [
    ...(isSameValue ? [] : (['value'] as const)),
    ...(before.leadStatus === after.leadStatus ? [] : (['lead_status'] as const)),
  ];
}
