/** What rules set on a call, beside what people have set. Pure. */
import { MAX_TAGS, type Remarks, type RuleMark } from '../../calls/schema.ts';
import { isTagIn, NO_DECISIONS, remarksOf } from '../../progress/remarks.ts';
import type { Place } from './conditions.ts';
import type { ContactRule } from './schema.ts';

/** A rule that a call meets, and where it found its words. */
export interface MetRule {
  rule: ContactRule;
  place: Place;
}

/** The ids of the rules that have assigned the lead, moved it, and told people of the call. */
export interface OnLead {
  assign?: string;
  state?: string;
  notify: readonly string[];
}

/**
 * Returns the remarks after the rules that a call meets, in their order. All tags are added; of several values, and of several ratings,
 * the first counts. What people have set or removed stays as they left it. Nothing is taken back from a call that no longer meets a
 * rule, but where its words stood is forgotten.
 * @param onLead what rules have done beside the call just now
 */
export function remarksByRules(
  before: Remarks,
  met: readonly MetRule[],
  onLead: OnLead = { notify: [] },
): Remarks {
  const people = before.people ?? NO_DECISIONS;
  const marks = new Map<string, RuleMark>(
    (before.rules ?? []).map((mark) => [mark.ruleId, { ...mark, words: null, second: null }]),
  );
  const tags = addTags({ before, met, marks });
  const value = setByRule('value', { before, met, marks });
  const leadStatus = setByRule('leadStatus', { before, met, marks });
  markDone(marks, onLead);
  return remarksOf(
    {
      tags,
      value: value?.then.value ?? before.value,
      leadStatus: leadStatus?.then.lead_status ?? before.leadStatus,
      note: before.note,
    },
    { rules: [...marks.values()], people },
  );
}

function markDone(marks: Map<string, RuleMark>, { assign, state, notify }: OnLead): void {
  for (const [name, ruleIds] of [
    ['assign', [assign]],
    ['state', [state]],
    ['notify', notify],
  ] as const) {
    for (const ruleId of ruleIds) {
      const mark = marks.get(ruleId ?? '');
      if (mark !== undefined) marks.set(mark.ruleId, { ...mark, sets: [...mark.sets, name] });
    }
  }
}

interface Marking {
  before: Remarks;
  met: readonly MetRule[];
  /** By the id of the rule. Written here. */
  marks: Map<string, RuleMark>;
}

/** Returns the tags with those that rules add, and marks each rule with its own. */
function addTags({ before, met, marks }: Marking): string[] {
  const tags = [...before.tags];
  const removed = before.people?.removedTags ?? [];
  for (const { rule, place } of met) {
    const { tags: own, sets } = marks.get(rule.rule_id) ?? { tags: [], sets: [] };
    const added: string[] = [];
    for (const tag of rule.then.tags ?? []) {
      if (tags.length >= MAX_TAGS || isTagIn(tag, tags) || isTagIn(tag, removed)) continue;
      tags.push(tag);
      added.push(tag);
    }
    marks.set(rule.rule_id, { ...nameOf(rule), tags: [...own, ...added], sets, ...place });
  }
  return tags;
}

const MEMBERS = { value: 'value', leadStatus: 'lead_status' } as const;

/** Finds the rule that sets a member, and marks it alone as the one that did. Undefined if the member stays as it is. */
function setByRule(member: keyof typeof MEMBERS, { before, met, marks }: Marking): ContactRule | undefined {
  const name = MEMBERS[member];
  const isOfRule = (before.rules ?? []).some(({ sets }) => sets.includes(name));
  const isOfPeople = before.people?.sets.includes(name) === true || (before[member] !== null && !isOfRule);
  const found = isOfPeople ? undefined : met.find(({ rule }) => rule.then[name] !== undefined)?.rule;
  if (found === undefined) return undefined;
  for (const [ruleId, mark] of marks) {
    const others = mark.sets.filter((each) => each !== name);
    marks.set(ruleId, { ...mark, sets: ruleId === found.rule_id ? [...others, name] : others });
  }
  return found;
}

function nameOf({
  rule_id: ruleId,
  name,
  version,
}: ContactRule): Pick<RuleMark, 'ruleId' | 'name' | 'version'> {
  return { ruleId, name, version };
}
