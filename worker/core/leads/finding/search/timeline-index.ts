/**
 * A trigram index in SQLite over notes (including those of calls), e-mail messages, reminders and text messages. It is updated
 * before each query, and in the background where many events wait for it.
 */
import type { BackgroundTask } from '../../../engine/context/background.ts';
import { fold } from '../../../engine/storage/folding.ts';
import type { Database, Row, SqlValue } from '../../../engine/storage/database.ts';
import { pause } from '../../../engine/work/pauses.ts';
import type { EventData, EventType } from '../../timeline/schema.ts';
import { rankOfText } from './matching.ts';
import type { SearchQuery } from './query.ts';

/** Events, and about how many characters, that are indexed before others have their turn. A text may have 65,000 characters. */
const INDEXED_AT_A_TIME = 100;
const CHARACTERS_AT_A_TIME = 50_000;
const READ_AT_A_TIME = 1_000;
/** Events for which a search waits. More are indexed before, in pieces of some steps. */
const MOST_WAITING = 1_000;
const STEPS_OF_A_PIECE = 10;
const TRIGRAM = 3;
/** Most characters of a message that a hit shows. */
const SNIPPET_LENGTH = 200;

interface EventRow extends Row {
  event_number: number;
  lead_number: number;
  type: string;
  data: string;
}

/** An event that the index found. */
interface Candidate extends Row {
  event_number: number;
  lead_number: number;
  /** The event's data, empty if the index alone decides; null for an event that is not searched. */
  data: string | null;
}

/** A matching event, in the form of a hit. */
export interface TimelineHit {
  type: EventType;
  snippet: string;
}

/** Finds the leads with a matching event of these types on their timeline. */
export async function findOnTimelines(
  database: Database,
  query: SearchQuery,
  types: readonly EventType[],
): Promise<Set<number>> {
  const found = new Set<number>();
  if (types.length === 0 || query.text === '') return found;
  await indexWaitingEvents(database);
  const wanted = patternOf(query);
  let last = 0;
  for (;;) {
    const rows = readCandidates(database, { ...wanted, types, after: last });
    for (const { lead_number: leadNumber, data } of rows) {
      if (data === null || found.has(leadNumber)) continue;
      if (wanted.isExact || textsOf(data).some((text) => matches(text, query))) found.add(leadNumber);
    }
    last = rows.at(-1)?.event_number ?? last;
    if (rows.length < READ_AT_A_TIME) return found;
    await pause();
  }
}

/** Finds the lead's newest matching event. A lead may have very many events, so they are read some at a time, newest first. */
export function newestMatch(
  database: Database,
  leadNumber: number,
  query: SearchQuery,
  types: readonly EventType[],
): TimelineHit | undefined {
  let before: SqlValue[] = [Number.MAX_SAFE_INTEGER, ''];
  for (;;) {
    const rows = database.all<EventRow & { event_time: number; event_id: string }>(
      `SELECT event_number, lead_number, type, data, event_time, event_id FROM events
       WHERE lead_number = ? AND removed_time = 0 AND (event_time, event_id) < (?, ?) AND type IN (SELECT value FROM json_each(?))
       ORDER BY event_time DESC, event_id DESC LIMIT ?`,
      leadNumber,
      ...before,
      JSON.stringify(types),
      READ_AT_A_TIME,
    );
    for (const row of rows) {
      const text = textsOf(row.data).find((candidate) => matches(candidate, query));
      if (text !== undefined) return { type: row.type as EventType, snippet: snippetOf(text, query) };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < READ_AT_A_TIME) return undefined;
    before = [last.event_time, last.event_id];
  }
}

/** Indexes events before a search if very many wait, so that the search does not take minutes. */
export const indexingTimelines: BackgroundTask = {
  kind: 'indexing of timelines',
  nextTime: ({ database }) => (areManyWaiting(database) && database.hasRoom('common') ? 0 : undefined),
  run: async (company) => {
    for (let step = 0; step < STEPS_OF_A_PIECE && indexNext(company.database); step += 1) {
      await company.giveWay();
    }
  },
};

function areManyWaiting(database: Database): boolean {
  const sql = `SELECT event_number FROM unindexed_events LIMIT 1 OFFSET ${MOST_WAITING}`;
  return database.maybe(sql) !== undefined;
}

/** Indexes the events that were written since the last search, a batch at a time. */
async function indexWaitingEvents(database: Database): Promise<void> {
  while (indexNext(database)) await pause();
}

/** Indexes the next waiting events. @returns whether more may wait */
function indexNext(database: Database): boolean {
  let mayMoreWait = false;
  database.writeIfRoom(() => {
    mayMoreWait = indexBatch(database);
  });
  return mayMoreWait;
}

function indexBatch(database: Database): boolean {
  const rows = database.all<EventRow>(
    `SELECT event_number, lead_number, type, data FROM unindexed_events CROSS JOIN events USING (event_number)
     ORDER BY event_number LIMIT ?`,
    INDEXED_AT_A_TIME,
  );
  const indexed: number[] = [];
  let characters = 0;
  for (const { event_number: eventNumber, data } of rows) {
    if (characters >= CHARACTERS_AT_A_TIME) break;
    const text = textsOf(data).map(fold).join('\n');
    database.run('INSERT OR REPLACE INTO event_texts (rowid, text) VALUES (?, ?)', eventNumber, text);
    indexed.push(eventNumber);
    characters += text.length;
  }
  database.run(
    'DELETE FROM unindexed_events WHERE event_number IN (SELECT value FROM json_each(?))',
    JSON.stringify(indexed),
  );
  return indexed.length < rows.length || rows.length === INDEXED_AT_A_TIME;
}

/**
 * Returns the query for the index: text in quotation marks, in which only the quotation mark itself is special. Words shorter
 * than a trigram are not in the index; if the query has no longer word, all events are read.
 */
export function patternOf({ text, words }: SearchQuery): { pattern: string | undefined; isExact: boolean } {
  const wanted = words.length > 1 ? words : [text];
  const indexed = wanted.filter((word) => Array.from(word).length >= TRIGRAM);
  if (indexed.length === 0) return { pattern: undefined, isExact: false };
  const pattern = indexed.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
  return { pattern, isExact: words.length === 1 };
}

/**
 * Reads the next events that may match. Those of other types are among them, without data, so that a step is also short where very
 * many texts have the word and few notes.
 */
function readCandidates(
  database: Database,
  {
    pattern,
    isExact,
    types,
    after,
  }: { pattern: string | undefined; isExact: boolean; types: readonly EventType[]; after: number },
): Candidate[] {
  // In the order of the index itself: by the equal number of the event, each step would sort all events with the word. And from an
  // integer on: the index ignores a bound number, which is a float, and each step would begin with the first event.
  const source =
    pattern === undefined
      ? 'events WHERE ?1 IS NULL AND event_number > ?2 ORDER BY event_number'
      : `event_texts CROSS JOIN events ON event_number = event_texts.rowid
         WHERE event_texts MATCH ?1 AND event_texts.rowid > CAST(?2 AS INTEGER) ORDER BY event_texts.rowid`;
  return database.all<Candidate>(
    `SELECT event_number, lead_number,
       iif(removed_time = 0 AND type IN (SELECT value FROM json_each(?3)), ${isExact ? "''" : 'data'}, NULL) AS data
     FROM ${source} LIMIT ${READ_AT_A_TIME}`,
    pattern ?? null,
    after,
    JSON.stringify(types),
  );
}

/** Tells whether a text matches a query. */
export function matches(text: string, query: SearchQuery): boolean {
  return rankOfText(fold(text), query) !== undefined;
}

function textsOf(data: string): string[] {
  const { subject, message } = JSON.parse(data) as EventData;
  return [subject, message].filter((text) => typeof text === 'string');
}

/** Returns the part of a long text around the match. The match ends where the shortest prefix that contains it ends. */
export function snippetOf(text: string, { text: query, words }: SearchQuery): string {
  if (text.length <= SNIPPET_LENGTH) return text;
  const needle = fold(text).includes(query) ? query : (words[0] ?? query);
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fold(text.slice(0, middle)).includes(needle)) high = middle;
    else low = middle + 1;
  }
  const margin = Math.max(0, SNIPPET_LENGTH - needle.length) >> 1;
  const end = Math.min(text.length, Math.max(low + margin, SNIPPET_LENGTH));
  return text.slice(Math.max(0, end - SNIPPET_LENGTH), end).toWellFormed();
}
