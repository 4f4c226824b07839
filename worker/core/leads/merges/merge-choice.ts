/** Reads the field names in a merge request as members of a lead. Pure. */
import { pointerTo } from '../../../shared/http/input.ts';
import { type Fault, type ProblemCode, refuseFaults } from '../../../shared/http/problems.ts';
import { BUILT_IN_MEMBERS, FIELD_PREFIX } from '../record/members.ts';
import { type FieldRules, isMultiValued, type MergeChoice } from './merging.ts';
import type { MergeInput } from './schema.ts';

/** Other names of the built-in members. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['email', 'emails'],
  ['phone', 'phones'],
]);

/**
 * Reads `retain_fields` and `merge_fields`: built-in members and custom fields. A custom field with the name of a built-in member
 * is written `lead_fields.<name>`.
 * @throws Problem `unknown_lead_field`, `field_not_mergeable`; `invalid_parameter` for a name in both lists
 */
export function readMergeChoice(input: MergeInput, rules: FieldRules): MergeChoice {
  const faults: Fault[] = [];
  const retain = readNames(input, 'retain_fields', { rules, faults });
  const unite = readNames(input, 'merge_fields', { rules, faults });
  unite.forEach((field, index) => {
    const pointer = pointerTo(['merge_fields', index]);
    const add = (code: ProblemCode, detail: string): number => faults.push({ pointer, code, detail });
    if (field === undefined) return;
    if (!isMultiValued(field, rules)) add('field_not_mergeable', `"${field}" holds a single value.`);
    if (retain.includes(field)) add('invalid_parameter', `"${field}" is also in retain_fields.`);
  });
  refuseFaults(faults);
  return { retain: known(retain), unite: known(unite) };
}

function readNames(
  input: MergeInput,
  list: 'retain_fields' | 'merge_fields',
  { rules, faults }: { rules: FieldRules; faults: Fault[] },
): (string | undefined)[] {
  return input[list].map((name, index) => {
    const field = memberOf(name, rules);
    if (field === undefined) {
      faults.push({
        pointer: pointerTo([list, index]),
        code: 'unknown_lead_field',
        detail: 'A lead has no such field.',
        allowed: [...BUILT_IN_MEMBERS, ...rules.keys()],
      });
    }
    return field;
  });
}

function memberOf(name: string, rules: FieldRules): string | undefined {
  const builtIn = OTHER_NAMES.get(name) ?? name;
  if (BUILT_IN_MEMBERS.some((member) => member === builtIn)) return builtIn;
  const custom = name.startsWith(FIELD_PREFIX) ? name.slice(FIELD_PREFIX.length) : name;
  return rules.has(custom) ? FIELD_PREFIX + custom : undefined;
}

function known(fields: readonly (string | undefined)[]): Set<string> {
  return new Set(fields.filter((field) => field !== undefined));
}
