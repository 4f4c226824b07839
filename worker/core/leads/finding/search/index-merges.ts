/**
 * Clears the words of erased people from the full-text indexes. In a contentless index, FTS5 only marks deleted rows (even with
 * the option `secure-delete`), and the words stay in the leaves until all parts of the index are merged. This is the command
 * `optimize`, done here in steps so that searches can run in between (https://sqlite.org/fts5.html#the_merge_command).
 */
import type { WriteContext } from '../../../engine/context/request-context.ts';
import { contextOfActor } from '../../../engine/context/contexts.ts';
import type { BackgroundTask } from '../../../engine/context/background.ts';
import { commit } from '../../../engine/commit/commit.ts';
import type { CompanyContext } from '../../../engine/context/company-context.ts';
import type { Database } from '../../../engine/storage/database.ts';

/** The full-text indexes with words of people, and their names in the audit log. */
const INDEXES = { event_texts: 'timelines', lead_texts: 'leads', transcript_texts: 'transcripts' } as const;
export type TextIndex = keyof typeof INDEXES;
const ALL = Object.keys(INDEXES) as readonly TextIndex[];

/** Pages of 4 kB that one step writes: 8 ms of work. */
const PAGES_OF_A_STEP = 64;
/** Steps in one piece of background work. They are counted because the clock may not advance while the code runs. */
const STEPS_OF_A_PIECE = 8;
/**
 * The pause after a merge of an index, for each of the merge's steps and at most. A merge rewrites the whole index. With these
 * pauses, the erasures of an hour share one merge of a large index, and small indexes are cleared at once.
 */
const REST_OF_A_STEP_MS = 5_000;
const LONGEST_REST_MS = 60 * 60_000;

interface MergeRow extends Record<string, SqlStorageValue> {
  index_name: string;
  waiting: number;
  merging: number;
  steps: number;
}

/** Requests a merge that clears the words of the rows that this change deletes. */
export function clearIndexes(context: WriteContext, indexes: readonly TextIndex[] = ALL): void {
  for (const index of indexes) {
    context.database.run(
      `INSERT INTO index_merges (index_name, waiting, merging, steps, resting_until, due_time) VALUES (?1, 1, 0, 0, 0, ?2)
       ON CONFLICT DO UPDATE SET waiting = waiting + 1, due_time = coalesce(due_time, max(?2, resting_until))`,
      index,
      context.now,
    );
  }
  context.wakeBy(nextMergeTime(context.database) ?? context.now);
}

/** Clears the indexes a few steps at a time, and records each cleared index in the audit log. */
export const clearingIndexes: BackgroundTask = {
  kind: 'merging of indexes',
  nextTime: ({ database }) => nextMergeTime(database),
  run: async (company) => {
    for (let step = 0; step < STEPS_OF_A_PIECE; step += 1) {
      if (!takeStep(company)) return;
      await company.giveWay();
    }
  },
};

function nextMergeTime(database: Database): number | undefined {
  return (
    database.one<{ time: number | null }>('SELECT min(due_time) AS time FROM index_merges').time ?? undefined
  );
}

/**
 * Takes a step of the merge that is due.
 * @returns whether a merge was due
 */
function takeStep(company: CompanyContext): boolean {
  const row = company.database.maybe<MergeRow>(
    'SELECT * FROM index_merges WHERE due_time <= ? ORDER BY due_time, index_name LIMIT 1',
    Date.now(),
  );
  if (row === undefined) return false;
  commit(
    company,
    contextOfActor(company, { kind: 'system', name: 'erasure' }),
    (context) => {
      const index = row.index_name as TextIndex;
      const isFirst = row.merging === 0;
      if (isFirst) {
        context.database.run(
          'UPDATE index_merges SET merging = waiting, waiting = 0, steps = 0 WHERE index_name = ?',
          index,
        );
      }
      const isDone = mergePages(context.database, index, isFirst);
      context.database.run('UPDATE index_merges SET steps = steps + 1 WHERE index_name = ?', index);
      if (isDone) finishMerge(context, index, isFirst ? row.waiting : row.merging);
    },
    'reserve',
  );
  return true;
}

/**
 * Writes the next pages of a merge.
 * @param isFirst begins a merge of all current parts; later steps continue it
 * @returns whether nothing is left to merge
 */
function mergePages(database: Database, index: TextIndex, isFirst: boolean): boolean {
  const before = rowsChanged(database);
  const pages = isFirst ? -PAGES_OF_A_STEP : PAGES_OF_A_STEP;
  database.run(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`, pages);
  // FTS5 counts the statement itself as one change.
  return rowsChanged(database) - before < 2;
}

function rowsChanged(database: Database): number {
  return database.one<{ count: number }>('SELECT total_changes() AS count').count;
}

function finishMerge(context: WriteContext, index: TextIndex, erasures: number): void {
  const { database, now } = context;
  database.run(
    `UPDATE index_merges SET merging = 0, resting_until = ?1 + min(steps * ?2, ?3),
       due_time = iif(waiting > 0, ?1 + min(steps * ?2, ?3), NULL) WHERE index_name = ?4`,
    now,
    REST_OF_A_STEP_MS,
    LONGEST_REST_MS,
    index,
  );
  context.audit({ action: 'index.cleared', subject: `index:${INDEXES[index]}`, detail: { erasures } });
}
