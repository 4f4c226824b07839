/**
 * Faults that change nothing that anybody can see, and why. A fault is known by its file, the line in which it stands and
 * its kind, so that an entry ends with the text that it is about.
 */
import type { Fault, FaultKind } from './faults.ts';

export interface Equivalent {
  file: string;
  /** The line of the source with the fault, trimmed. */
  line: string;
  kind: FaultKind;
  because: string;
}

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    file: 'worker/edge/site-check/check.ts',
    line: 'return Date.now() - (context.seenTime(origin) ?? -Infinity) < RECENT_MS;',
    kind: 'edge moved',
    because: 'A difference of one millisecond in the time of a page has no visible effect.',
  },
  {
    file: 'worker/edge/site-check/findings/finding.ts',
    line: "const rankOf = ({ code, level }: Finding): number => (code === 'seen' ? -1 : RANKS[level]);",
    kind: 'constant doubled',
    because: 'Every rank below 0 sorts first.',
  },
];

/** Tells whether a fault is one of them. @param line the line of the source in which it begins */
export function isEquivalent({ file, kind }: Fault, line: string): boolean {
  return EQUIVALENTS.some(
    (known) => known.file === file && known.kind === kind && known.line === line.trim(),
  );
}
