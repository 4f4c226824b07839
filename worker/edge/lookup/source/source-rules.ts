/** Matches a company's source rules: named conditions on a visit. Pure. */
import type { SourceRule } from '../../../dni/schema.ts';

/** The values that conditions are compared with, by the members of `when`; of parameters one is enough. */
export type RuleSubject = Record<Exclude<keyof SourceRule['when'], 'parameter'>, string> & {
  /** `name=value` each. */
  parameter: readonly string[];
};

/**
 * Finds the first rule whose conditions all hold. Conditions ignore case; `*` matches any text.
 * @returns its name and its index among the rules, or undefined
 */
export function matchRule(
  rules: readonly SourceRule[],
  subject: RuleSubject,
): { name: string; index: number } | undefined {
  const index = rules.findIndex((rule) => holds(rule.when, subject));
  const rule = rules[index];
  return rule && { name: rule.name, index };
}

function holds(when: SourceRule['when'], subject: RuleSubject): boolean {
  return Object.entries(when).every(
    ([key, pattern]) =>
      pattern === undefined ||
      [subject[key as keyof RuleSubject]].flat().some((text) => matches(pattern, text)),
  );
}

/** Returns the names of the parameters that sources ask for, in lower case. The script keeps them with the visit. */
export function parameterNames(rules: readonly SourceRule[]): string[] {
  const names = rules.flatMap(({ when }) => when.parameter?.toLowerCase().split('=', 1) ?? []);
  return [...new Set(names)];
}

/** Compares piece by piece instead of building a regular expression, so that no pattern can take exponential time. */
function matches(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*');
  const subject = text.toLowerCase();
  const last = rest.pop();
  if (last === undefined) return subject === first;
  if (!subject.startsWith(first)) return false;
  let from = first.length;
  for (const piece of rest) {
    const at = subject.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return subject.length - last.length >= from && subject.endsWith(last);
}
