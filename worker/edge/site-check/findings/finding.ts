/** Builds and sorts findings. Pure. */
import { FINDING_LEVELS, type FindingCode } from '../schema.ts';
import type { Finding } from '../reference.ts';

const RANKS = { danger: 0, warning: 1, info: 2, ok: 3 };

/** Builds a finding. @param what was found @param why it matters @param fix what to do */
export function finding(
  code: FindingCode,
  what: string,
  ...[why, fix = '']: [why: string, fix?: string]
): Finding {
  return { code, level: FINDING_LEVELS[code], what, why, fix };
}

/** Sorts findings: `seen` first, then by severity. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  const rankOf = ({ code, level }: Finding): number => (code === 'seen' ? -1 : RANKS[level]);
  return [...findings].sort((a, b) => rankOf(a) - rankOf(b));
}

/** Joins names: `a`, `a and b`, `a, b and 3 more`. */
export function listed(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most);
  const more = names.length - shown.length;
  const all = more > 0 ? [...shown, `${more} more`] : shown;
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
