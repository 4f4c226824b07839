/**
 * The numbers that a company holds in this deployment. Before a number becomes part of the company's settings or of its numbers at
 * carriers, it is claimed at the register, so that no other company has it too.
 */
import { type HeldNumber, REGISTER } from '../../../shared/contact/number-holders.ts';
import { inTime } from '../../../shared/limits/bounded-wait.ts';
import { logFailure } from '../../../shared/log.ts';
import { type Fault, Problem, problemOfFaults } from '../../../shared/http/problems.ts';
import { commit } from '../../engine/commit/commit.ts';
import { AskFirst } from '../../engine/commit/ask-first.ts';
import type { CompanyContext, CoreEnv } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';

/** How long a claim counts as just made. The register keeps it longer. */
const FRESH_MS = 60_000;
/** After this time a claim whose change was refused is given up. */
const CLAIM_MS = 11 * 60_000;
const TIMEOUT_MS = 10_000;

/** A number that a change adds, and its place in the request. */
export interface AddedNumber extends HeldNumber {
  pointer: string;
}

/** The claims that the register has just granted. */
class FreshClaims {
  readonly #times = new Map<string, number>();

  has(key: string, now: number): boolean {
    return (this.#times.get(key) ?? -Infinity) > now - FRESH_MS;
  }

  drop(keys: readonly string[]): void {
    for (const key of keys) this.#times.delete(key);
  }

  /** Adds claims, and drops the old ones. */
  add(keys: readonly string[], now: number): void {
    for (const [key, time] of this.#times) if (time <= now - FRESH_MS) this.#times.delete(key);
    for (const key of keys) this.#times.set(key, now);
  }

  /** Does nothing: the register has granted them, whatever is rolled back here. */
  forget(): void {}

  clear(): void {
    this.#times.clear();
  }
}

/**
 * Refuses numbers that another company of this deployment holds, and claims the others.
 * @param more.isDryRun asks only
 * @param more.refusal turns the faults into the refusal
 * @throws AskFirst until the register has answered; then Problem `identifier_taken` beside each number
 */
export function claimNumbers(
  context: WriteContext,
  added: readonly AddedNumber[],
  {
    isDryRun = false,
    refusal = problemOfFaults,
  }: { isDryRun?: boolean; refusal?: (faults: readonly [Fault, ...Fault[]]) => Problem } = {},
): void {
  const fresh = context.memory.of(FreshClaims);
  const missing = added.filter((number) => !fresh.has(keyOf(number, isDryRun), context.now));
  if (missing.length === 0) {
    // What was asked without a claim may be somebody else's a moment later.
    if (isDryRun) fresh.drop(added.map((number) => keyOf(number, isDryRun)));
    return;
  }
  throw new AskFirst(async (company, env) => {
    // Saved first: a claim whose answer is lost is given up, too.
    if (!isDryRun) {
      const system = contextOfActor(company, { kind: 'system', name: 'numbers' });
      commit(company, system, (change) => tellHoldingsBy(change, change.now + CLAIM_MS));
    }
    const numbers = missing.map(({ number, account }) =>
      account === undefined ? { number } : { number, account },
    );
    const elsewhere = new Set(await ask(company, env, { numbers, isDryRun }));
    const [first, ...rest] = missing.filter(({ number }) => elsewhere.has(number)).map(faultOf);
    if (first !== undefined) throw refusal([first, ...rest]);
    fresh.add(
      missing.map((number) => keyOf(number, isDryRun)),
      Date.now(),
    );
  });
}

/**
 * Has the register told what the company holds, at this time at the latest (milliseconds since the epoch). A time that is over gives
 * way to a later one, since the register may be told at this moment, without what is changed now.
 */
export function tellHoldingsBy({ database, now, wakeBy }: WriteContext, time: number): void {
  database.run(
    `UPDATE number_holdings SET tell_time =
       CASE WHEN tell_time <= ?2 THEN max(?1, tell_time + 1) ELSE min(coalesce(tell_time, ?1), ?1) END`,
    time,
    now,
  );
  wakeBy(time);
}

/** Returns when the register is told what the company holds; undefined if it knows. Milliseconds since the epoch. */
export function tellTime(database: Database): number | undefined {
  const row = database.maybe<{ time: number | null }>('SELECT tell_time AS time FROM number_holdings');
  return row?.time ?? undefined;
}

/** The register has been told. @param again when to tell again, null: after the next change */
export function noteTold({ database, wakeBy }: WriteContext, again: number | null): void {
  database.run('UPDATE number_holdings SET tell_time = ?', again);
  if (again !== null) wakeBy(again);
}

/** Forgets what the register has granted, since the operator has moved a number. */
export function forgetClaims({ memory }: Pick<WriteContext, 'memory'>): void {
  memory.of(FreshClaims).clear();
}

async function ask(
  { companyId }: CompanyContext,
  { NUMBERS }: CoreEnv,
  claim: { numbers: HeldNumber[]; isDryRun: boolean },
): Promise<string[]> {
  const away = new Problem(
    'service_unavailable',
    'It could not be found out whether the numbers are free. Try again.',
    { headers: { 'Retry-After': '5' } },
  );
  try {
    return await inTime(NUMBERS.getByName(REGISTER).claim(companyId, claim), TIMEOUT_MS, () => {
      throw away;
    });
  } catch (error) {
    if (error !== away) logFailure({ company_id: companyId, part: 'numbers' }, error);
    throw away;
  }
}

function faultOf({ number, pointer }: AddedNumber): Fault {
  const detail = `Another company here has the number ${number}. Ask your Leadline operator to move it to this one.`;
  return { pointer, code: 'identifier_taken', detail };
}

function keyOf({ number, account = '' }: HeldNumber, isDryRun: boolean): string {
  return `${isDryRun ? 'asked' : 'claimed'} ${account} ${number}`;
}
