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

/** Reads of one row more than are shown, counted or used. */
const ONE_MORE: readonly (readonly [file: string, line: string])[] = [
  [
    'worker/core/engine/log/stream-routes.ts',
    'const found = readChanges(context.database, { after: position, limit: limit + 1, types });',
  ],
  ['worker/core/engine/commit/audit.ts', 'limit + 1,'],
  ['worker/core/outbound/webhooks/deliveries.ts', 'limit + 1,'],
  [
    'worker/core/leads/timeline/routes.ts',
    'const found = listEvents(context.database, lead.leadNumber, { ...from, size: size + 1 });',
  ],
  ['worker/core/leads/record/search-index.ts', 'limit + 1,'],
  [
    'worker/core/phone/progress/routes.ts',
    'const found = await listCalls(callOf(c), { ...filter, after: cursor, limit: limit + 1 });',
  ],
  [
    'worker/core/phone/messages/routes.ts',
    'const found = await listMessages(callOf(c), { ...query, limit: query.limit + 1 });',
  ],
  [
    'worker/core/phone/calls/list-scans.ts',
    'const sql = `SELECT count(*) AS count FROM (${rows} LIMIT ${FEW_LEADS + 1})`;',
  ],
  [
    'worker/core/phone/calls/list-scans.ts',
    'SELECT 1 FROM json_each(?) AS lead CROSS JOIN events ON events.lead_number = lead.value LIMIT ${FEW_EVENTS + 1})`;',
  ],
];

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
  {
    file: 'worker/core/leads/finding/views/sorting.ts',
    line: 'const first = Math.max(-1, ...ranks.values()) + 1;',
    kind: 'constant doubled',
    because: 'Only the order of the ranks counts.',
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
    file: 'worker/edge/site-check/printed-numbers.ts',
    line: 'const ranks = { target: 0, tracking: 1, unknown: 2 };',
    kind: 'constant doubled',
    because: 'Only the order of the ranks counts.',
  },
  {
    file: 'worker/core/attribution/late-calls.ts',
    line: 'const factor = (end / holdMs) ** (1 / STEPS);',
    kind: 'constant doubled',
    because: 'The rate behind the end is 0, so only the steps become coarser.',
  },
  ...ONE_MORE.map(([file, line]): Equivalent => ({
    file,
    line,
    kind: 'constant doubled',
    because: 'One row more tells that there are further ones; a second one tells the same.',
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
