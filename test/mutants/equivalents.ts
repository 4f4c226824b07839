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
    file: 'worker/edge/site-check/findings/finding.ts',
    line: "const rankOf = ({ code, level }: Finding): number => (code === 'seen' ? -1 : RANKS[level]);",
    kind: 'constant doubled',
    because: 'Every rank below 0 sorts first.',
  },
  {
    file: 'worker/core/leads/finding/search/scan.ts',
    line: 'at = find(text, needle, at + 1);',
    kind: 'constant doubled',
    because:
      'An occurrence right behind the start of another one begins within a run of the same character, so it never ranks better.',
  },
  {
    file: 'worker/edge/site-check/fetch-page.ts',
    line: 'if (!isEnd && piece.byteLength === 0) left = -1;',
    kind: 'constant doubled',
    because: 'Only the sign tells that the page was cut.',
  },
  ...[
    'SELECT 1 FROM json_each(?) AS lead CROSS JOIN events ON events.lead_number = lead.value LIMIT ${FEW_EVENTS + 1})`;',
    'const sql = `SELECT count(*) AS count FROM (${rows} LIMIT ${FEW_LEADS + 1})`;',
  ].map((line): Equivalent => ({
    file: 'worker/core/phone/calls/list-scans.ts',
    line,
    kind: 'constant doubled',
    because: 'The second row beyond the limit is counted too, and there are too many by the first.',
  })),
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
