/** A trigram index in SQLite over what was said in calls. It is updated before each query, as that of timelines. */
import { fold } from '../../../engine/storage/folding.ts';
import type { Database, Row } from '../../../engine/storage/database.ts';
import { pause } from '../../../engine/work/pauses.ts';
import type { SearchQuery } from './query.ts';
import { matches, patternOf, snippetOf } from './timeline-index.ts';

/** Transcripts that are indexed, and calls that are compared, before others have their turn. A transcript may have 20,000 words. */
const AT_A_TIME = 20;
const READ_AT_A_TIME = 1_000;

interface CallRow extends Row {
  call_number: number;
  lead_number: number;
}

/** Finds the leads in whose calls the query was said. */
export async function findSpoken(database: Database, query: SearchQuery): Promise<Set<number>> {
  const found = new Set<number>();
  if (query.text === '') return found;
  await indexWaiting(database);
  const { pattern, isExact } = patternOf(query);
  let [last, compared] = [0, 0];
  for (;;) {
    const rows = readCandidates(database, pattern, last);
    for (const { call_number: callNumber, lead_number: leadNumber } of rows) {
      if (found.has(leadNumber)) continue;
      if (isExact || matches(textOf(database, callNumber), query)) found.add(leadNumber);
      compared += isExact ? 0 : 1;
      if (compared % AT_A_TIME === AT_A_TIME - 1) await pause();
    }
    last = rows.at(-1)?.call_number ?? last;
    if (rows.length < READ_AT_A_TIME) return found;
    await pause();
  }
}

/** Returns what was said in the lead's newest call with the query: the passage, if it is in one; undefined if there is none. */
export function newestSpoken(database: Database, leadNumber: number, query: SearchQuery): string | undefined {
  const rows = database.all<{ call_number: number }>(
    `SELECT call_number FROM events JOIN calls USING (event_id) JOIN transcripts USING (call_id)
     WHERE events.lead_number = ? AND removed_time = 0 AND segments <> '[]' ORDER BY started_time DESC`,
    leadNumber,
  );
  for (const { call_number: callNumber } of rows) {
    const texts = textsOf(database, callNumber);
    const whole = texts.join(' ');
    if (matches(whole, query)) return snippetOf(texts.find((text) => matches(text, query)) ?? whole, query);
  }
  return undefined;
}

async function indexWaiting(database: Database): Promise<void> {
  for (;;) {
    let count = 0;
    database.writeIfRoom(() => {
      count = indexBatch(database);
    });
    if (count < AT_A_TIME) return;
    await pause();
  }
}

function indexBatch(database: Database): number {
  const rows = database.all<{ call_number: number }>(
    `SELECT call_number FROM unindexed_transcripts ORDER BY call_number LIMIT ${AT_A_TIME}`,
  );
  for (const { call_number: callNumber } of rows) {
    database.run(
      'INSERT OR REPLACE INTO transcript_texts (rowid, text) VALUES (?, ?)',
      callNumber,
      fold(textOf(database, callNumber)),
    );
    database.run('DELETE FROM unindexed_transcripts WHERE call_number = ?', callNumber);
  }
  return rows.length;
}

/** @param pattern undefined for a query without a word of three characters: all calls are compared */
function readCandidates(database: Database, pattern: string | undefined, after: number): CallRow[] {
  // By the index itself and from an integer on, as for timelines, so that no step reads what steps before it have read.
  const [source, number] =
    pattern === undefined
      ? [
          `calls JOIN transcripts USING (call_id) JOIN events USING (event_id) WHERE segments <> '[]' AND ?1 IS NULL`,
          'call_number',
        ]
      : [
          `transcript_texts CROSS JOIN calls ON call_number = transcript_texts.rowid JOIN events USING (event_id)
         WHERE transcript_texts MATCH ?1`,
          'transcript_texts.rowid',
        ];
  return database.all<CallRow>(
    `SELECT call_number, events.lead_number FROM ${source} AND removed_time = 0 AND ${number} > CAST(?2 AS INTEGER)
     ORDER BY ${number} LIMIT ${READ_AT_A_TIME}`,
    pattern ?? null,
    after,
  );
}

/** Returns what was said in a call, as one text. */
function textOf(database: Database, callNumber: number): string {
  return textsOf(database, callNumber).join(' ');
}

/** Returns the passages of what was said in a call. */
function textsOf(database: Database, callNumber: number): string[] {
  const row = database.maybe<{ texts: string }>(
    `SELECT (SELECT json_group_array(value ->> '$.text' ORDER BY key) FROM json_each(segments)) AS texts
     FROM calls JOIN transcripts USING (call_id) WHERE call_number = ?`,
    callNumber,
  );
  return row === undefined ? [] : (JSON.parse(row.texts) as string[]);
}
