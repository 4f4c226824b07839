/**
 * Recordings of people who were erased. They are with the carrier, which is asked to delete them until it has; the audit log says
 * which are gone, and which the carrier keeps and why.
 */
import { faultOfAddress } from '../../public-addresses.ts';
import { callBy } from '../api-calls.ts';
import type { Duty } from '../background.ts';
import type { WriteCall } from '../call.ts';
import { commit } from '../commit.ts';
import { addressRules, type CompanyContext, type CoreEnv } from '../core-app.ts';
import type { Database, Row } from '../database.ts';
import type { CallFacts } from './facts.ts';
import { accountOf, authorizationOf, recordingAddress } from './recordings.ts';

const TIMEOUT_MS = 10_000;
/** After a failure, milliseconds until the next try: eight times as long each time, at most a day: ten tries take more than three days. */
const FIRST_WAIT_MS = 1_000;
const WAIT_FACTOR = 8;
const LONGEST_WAIT_MS = 24 * 60 * 60_000;
const MOST_TRIES = 10;

/** Answers after which another try may do better: credentials that are about to be mended, limits, outages. */
const PASSING = new Set([401, 403, 408, 425, 429]);

interface ErasureRow extends Row {
  carrier: string;
  recording_id: string;
  failures: number;
}

/** How a try went: the carrier has it no more, keeps it, or did not say. */
type Outcome = 'erased' | { kept: string } | { failed: string };

/**
 * Has the carrier delete what was recorded of a call.
 * @returns how many recordings there were; those of a phone system that cannot be asked are told the audit log at once
 */
export function eraseRecordings(call: WriteCall, carrier: string, facts: CallFacts): number {
  const url = facts.statement?.recordingUrl;
  if (url !== undefined) {
    const host = URL.parse(url)?.host ?? '';
    note(call, { carrier, recording_id: '' }, `It is at ${host}; delete it there.`);
  }
  const ids = [facts.recording, facts.message].flatMap((each) => each?.recordingId || []);
  for (const id of new Set(ids)) {
    call.database.run(
      `INSERT OR IGNORE INTO recording_erasures (carrier, recording_id, failures, next_attempt_time)
       VALUES (?, ?, 0, ?)`,
      carrier,
      id,
      call.now,
    );
  }
  if (ids.length > 0) call.wakeBy(call.now);
  return new Set(ids).size + (url === undefined ? 0 : 1);
}

export const erasingRecordings: Duty = {
  kind: 'recordings to erase',
  nextTime: ({ database }) => next(database)?.next_attempt_time,
  run: async (company, env) => {
    const row = next(company.database);
    if (row === undefined || row.next_attempt_time > Date.now()) return;
    const outcome = await askCarrier(company, env, row);
    commit(company, callBy(company, { kind: 'system', name: 'erasure' }), (call) => keep(call, row, outcome));
  },
};

function next(database: Database): (ErasureRow & { next_attempt_time: number }) | undefined {
  return database.maybe('SELECT * FROM recording_erasures ORDER BY next_attempt_time LIMIT 1');
}

async function askCarrier(
  company: CompanyContext,
  env: CoreEnv,
  { carrier, recording_id: recordingId }: ErasureRow,
): Promise<Outcome> {
  const account = accountOf(callBy(company, { kind: 'system', name: 'erasure' }), carrier);
  const authorization = account && authorizationOf(account);
  if (account === undefined || authorization === undefined) {
    return { failed: 'The call settings have no credentials for the carrier’s API.' };
  }
  const address = recordingAddress(account, recordingId, '.json');
  const fault = faultOfAddress(address, addressRules(env));
  if (fault !== undefined) return { kept: fault };
  const response = await remove(address, authorization).catch(() => undefined);
  return response === undefined ? { failed: 'The carrier did not answer.' } : outcomeOf(response);
}

async function remove(address: string, authorization: string): Promise<Response> {
  const response = await fetch(address, {
    method: 'DELETE',
    redirect: 'manual',
    headers: { Authorization: authorization },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  return response;
}

function outcomeOf(response: Response): Outcome {
  const { status } = response;
  if (response.ok || status === 404 || status === 410) return 'erased';
  const error = `The carrier answered ${status}.`;
  return status >= 500 || PASSING.has(status) ? { failed: error } : { kept: error };
}

function keep(call: WriteCall, row: ErasureRow, outcome: Outcome): void {
  const { carrier, recording_id: recordingId, failures } = row;
  if (outcome !== 'erased' && 'failed' in outcome && failures + 1 < MOST_TRIES) {
    const wait = Math.min(FIRST_WAIT_MS * WAIT_FACTOR ** failures, LONGEST_WAIT_MS);
    call.database.run(
      `UPDATE recording_erasures SET failures = failures + 1, next_attempt_time = ?
       WHERE carrier = ? AND recording_id = ?`,
      call.now + wait,
      carrier,
      recordingId,
    );
    call.wakeBy(call.now + wait);
    return;
  }
  call.database.run(
    'DELETE FROM recording_erasures WHERE carrier = ? AND recording_id = ?',
    carrier,
    recordingId,
  );
  note(call, row, outcome === 'erased' ? undefined : 'kept' in outcome ? outcome.kept : outcome.failed);
}

/** @param error why the carrier has it still; undefined: it is gone */
function note(
  call: WriteCall,
  { carrier, recording_id: recordingId }: Pick<ErasureRow, 'carrier' | 'recording_id'>,
  error: string | undefined,
): void {
  call.audit({
    action: error === undefined ? 'recording.erased' : 'recording.not_erased',
    subject: `recording:${recordingId}`,
    detail: { carrier, ...(error === undefined ? {} : { error }) },
  });
}
