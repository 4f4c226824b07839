/** What the calls to the numbers of a pool tell about the pool: for advice, never for the attribution. */
import { evidenceNames } from '../../../dni/evidence.ts';
import type { PoolCalls, PoolCallsQuestion } from '../../../dni/pools.ts';
import { findLeaks, type LeaseBefore, type PoolCall, type PoolLeak } from '../../../dni/pure/pool-leaks.ts';
import { within } from '../../../shared/limits/bounded-wait.ts';
import { lateCalls } from '../../attribution/late-calls.ts';
import { printedNumbers } from '../../company/dni/site-checks.ts';
import type { CompanyContext, CoreEnv } from '../../engine/context/company-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const MEASURED_MS = 14 * DAY_MS;
/** Most calls that are compared with the leases, the newest first. */
const MOST_CALLS = 1_000;
/** Longest wait for the evidence of the months. */
const TIMEOUT_MS = 2_000;
/** A lease that began in the month before may still be the last one. */
const LEASED_BEFORE_MS = 31 * DAY_MS;

interface CallRow extends Row {
  number: string;
  started_time: number;
  caller: string | null;
  prior_calls: number;
}

/** Answers questions about the calls to pools, in their order. */
export function callsToPools(
  company: CompanyContext,
  env: Pick<CoreEnv, 'EVIDENCE'>,
  questions: readonly PoolCallsQuestion[],
): Promise<PoolCalls[]> {
  return Promise.all(questions.map((question) => callsToPool(company, env, question)));
}

async function callsToPool(
  company: CompanyContext,
  env: Pick<CoreEnv, 'EVIDENCE'>,
  { numbers, holdMinutes, hours, since }: PoolCallsQuestion,
): Promise<PoolCalls> {
  const { database } = company;
  const from = Date.now() - MEASURED_MS;
  return {
    hours: callsByHour(database, numbers, from),
    late: lateCalls({ numbers: numbers.length, holdMinutes, hours }),
    leaks: await leaksOf(company, env, { numbers, since, from }),
  };
}

async function leaksOf(
  { database, companyId }: CompanyContext,
  env: Pick<CoreEnv, 'EVIDENCE'>,
  { numbers, since, from }: { numbers: readonly string[]; since: number | null; from: number },
): Promise<PoolLeak[] | null> {
  const printed = printedNumbers(database, numbers).map(({ number, page, checkedTime }) => ({
    kind: 'printed' as const,
    number,
    count: 1,
    lastTime: checkedTime,
    page,
  }));
  const calls = newestCalls(database, numbers, from);
  if (since === null || calls.length === 0) return printed;
  const months = evidenceNames(companyId, from - LEASED_BEFORE_MS, Date.now());
  const answers = await within(
    Promise.all(months.map((name) => env.EVIDENCE.getByName(name).leasesBefore(calls))),
    TIMEOUT_MS,
    undefined,
  );
  if (answers === undefined) return null;
  const leases = calls.map((_, index) => latest(answers.map((answer) => answer[index] ?? null)));
  return [...printed, ...findLeaks(calls, leases, since)];
}

function latest(leases: readonly (LeaseBefore | null)[]): LeaseBefore | null {
  return leases
    .filter((lease) => lease !== null)
    .reduce<LeaseBefore | null>(
      (last, lease) => (last !== null && last.from > lease.from ? last : lease),
      null,
    );
}

function callsByHour(database: Database, numbers: readonly string[], from: number): PoolCalls['hours'] {
  return database.all<{ hour: number; calls: number }>(
    `SELECT started_time / ${HOUR_MS} * ${HOUR_MS} AS hour, count(*) AS calls
     FROM json_each(?) CROSS JOIN calls INDEXED BY calls_by_number ON number = value AND started_time >= ?
     WHERE direction = 'inbound' GROUP BY hour ORDER BY hour`,
    JSON.stringify(numbers),
    from,
  );
}

function newestCalls(database: Database, numbers: readonly string[], from: number): PoolCall[] {
  return database
    .all<CallRow>(
      `SELECT number, started_time, caller, prior_calls
       FROM json_each(?) CROSS JOIN calls INDEXED BY calls_by_number ON number = value AND started_time >= ?
       WHERE direction = 'inbound' ORDER BY started_time DESC LIMIT ${MOST_CALLS}`,
      JSON.stringify(numbers),
      from,
    )
    .map((row) => ({
      number: row.number,
      time: row.started_time,
      caller: row.caller,
      isFirst: row.prior_calls === 0,
    }));
}
