/**
 * Faults without a visible effect, with the reasons. A fault is identified by its file, the text of its line and its kind, so an
 * entry becomes obsolete when the line changes.
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
    file: 'worker/core/leads/finding/columns/columns.ts',
    line: 'for (let chunk = 0; chunk < this.#chunkCount && loader.lacks(chunk); chunk += 1) {',
    kind: 'edge moved',
    because: 'There are no leads in the chunk after the last one.',
  },
  {
    file: 'worker/core/leads/finding/search/matching.ts',
    line: 'if (at > 0 && startsWord(text, query)) return WORD;',
    kind: 'edge moved',
    because: 'An occurrence at 0 was returned before.',
  },
  {
    file: 'worker/core/attribution/late-calls.ts',
    line: 'const factor = (end / holdMs) ** (1 / STEPS);',
    kind: 'constant doubled',
    because: 'The rate behind the end is 0, so only the steps become coarser.',
  },
  ...['worker/core/leads/csv/exports/exports.ts', 'worker/core/privacy/personal-data-copy.ts'].map(
    (file): Equivalent => ({
      file,
      line: 'await pieces.return(undefined);',
      kind: 'not awaited',
      because:
        'Nobody waits for the end of a file that its reader has left, and no piece has anything to clean up.',
    }),
  ),
];

/** Rates that a program fits. `npm run bench attribution` judges them. */
const FITTED = 'worker/core/attribution/fitted-model.ts';

/** Tells whether no test can notice a fault. @param line the line of the source in which it begins */
export function isEquivalent({ file, kind }: Fault, line: string): boolean {
  return (
    file === FITTED ||
    EQUIVALENTS.some((known) => known.file === file && known.kind === kind && known.line === line.trim())
  );
}
