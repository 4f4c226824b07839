/** Deletes the visits of erased people from the evidence, with retries until it is done. */
import { MOST_EVIDENCE_DAYS, evidenceNames } from '../../../dni/evidence.ts';
import type { Attribution } from '../../attribution/schema.ts';
import { commit } from '../../engine/commit/commit.ts';
import { type Waits, waitAfter } from '../../engine/context/back-off.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The waits end when the evidence is dropped in any case. */
const WAITS: Waits = { first: 5_000, longest: DAY_MS };
/** Days of the longest month. */
const MONTH_DAYS = 31;
const KEPT_MS = (MOST_EVIDENCE_DAYS + MONTH_DAYS) * DAY_MS;

interface ErasureRow extends Row {
  visit_id: string;
  begun_time: number;
  tries: number;
  due_time: number;
}

/** Queues the deletion of the visit of an erased call, message or form. @param stored its attribution: JSON, null for none */
export function eraseEvidence(context: WriteContext, stored: string | null): void {
  const attribution = stored === null ? null : (JSON.parse(stored) as Attribution);
  for (const { visit_id: visitId, begun_time: begunTime } of ownVisits(attribution)) {
    context.database.run(
      'INSERT OR IGNORE INTO evidence_erasures (visit_id, begun_time, tries, due_time) VALUES (?, ?, 0, ?)',
      visitId,
      begunTime,
      context.now,
    );
    context.wakeBy(context.now);
  }
}

export const erasingEvidence: BackgroundTask = {
  kind: 'erasure of visits',
  nextTime: ({ database }) => next(database)?.due_time,
  run: async (company, env) => {
    const row = next(company.database);
    const now = Date.now();
    if (row === undefined || row.due_time > now) return;
    // A visit may go on into the next months.
    const names = evidenceNames(company.companyId, Math.max(row.begun_time - 1, now - KEPT_MS), now);
    const results = await Promise.allSettled(
      names.map((name) => env.EVIDENCE.getByName(name).eraseVisits([row.visit_id])),
    );
    const isErased = results.every(({ status }) => status === 'fulfilled');
    commit(
      company,
      contextOfActor(company, { kind: 'system', name: 'erasure' }),
      (context) => (isErased ? end(context, row) : retryLater(context, row)),
      'reserve',
    );
  },
};

/** Returns the visit that a call was attributed to: other candidates are other people. */
function ownVisits(attribution: Attribution | null): { visit_id: string; begun_time: number }[] {
  const visit = attribution?.visit;
  if (!visit || visit.visit_id === null || visit.begun_time === null) return [];
  return [{ visit_id: visit.visit_id, begun_time: visit.begun_time }];
}

function next(database: Database): ErasureRow | undefined {
  return database.maybe('SELECT * FROM evidence_erasures ORDER BY due_time LIMIT 1');
}

function end({ database }: WriteContext, { visit_id: visitId }: ErasureRow): void {
  database.run('DELETE FROM evidence_erasures WHERE visit_id = ?', visitId);
}

function retryLater(context: WriteContext, row: ErasureRow): void {
  if (row.begun_time < context.now - KEPT_MS) return end(context, row);
  const dueTime = context.now + waitAfter(row.tries, WAITS);
  context.database.run(
    'UPDATE evidence_erasures SET tries = tries + 1, due_time = ? WHERE visit_id = ?',
    dueTime,
    row.visit_id,
  );
  context.wakeBy(dueTime);
}
