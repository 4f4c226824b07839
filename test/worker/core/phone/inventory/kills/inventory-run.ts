/** A company whose object is killed at any moment, and its carrier. */
import { globSync, readFileSync } from 'node:fs';
import { vi } from 'vitest';
import { commit } from '../../../../../../worker/core/engine/commit/commit.ts';
import type { BackgroundTask } from '../../../../../../worker/core/engine/context/background.ts';
import type {
  CompanyContext,
  CoreEnv,
} from '../../../../../../worker/core/engine/context/company-context.ts';
import { callBy } from '../../../../../../worker/core/engine/context/contexts.ts';
import type { WriteContext } from '../../../../../../worker/core/engine/context/request-context.ts';
import type { Database } from '../../../../../../worker/core/engine/storage/database.ts';
import { openDatabase } from '../../../../visits/evidence/sqlite-storage.ts';
import { Killed, startObject } from '../../../engine/context/killed-object.ts';
import { FakeCarrier } from './fake-carrier.ts';

export const START = Date.UTC(2026, 10, 23, 12);
export const COMPANY_ID = '00000000-0000-4000-8000-000000000001';
export const ORIGIN = 'https://leadline.example';
export const PRICE = { amount: 1.15, currency: 'USD' };
export const ACCOUNT = { carrier: 'twilio', account_id: 'AC1' } as const;
const ENV = { OPERATOR_TOKEN: 'operator' } as CoreEnv;
const ACTOR = { kind: 'system', name: 'test' } as const;
const MIGRATIONS = globSync('worker/core/engine/storage/migrations/*.sql')
  .toSorted()
  .map((file) => readFileSync(file, 'utf8'));

export class InventoryRun {
  readonly random: () => number;
  readonly database: Database;
  readonly carrier: FakeCarrier;
  wanted: string[] = [];
  isTroubled = true;
  #company: CompanyContext;
  #isDead = false;

  constructor(seed: number) {
    this.random = randomOf(seed);
    this.database = openDatabase(...MIGRATIONS);
    this.carrier = new FakeCarrier(this.random, () => {
      this.#isDead = true;
    });
    this.#company = this.#start();
    this.database.run(
      "INSERT INTO company (company_id, name, default_region, created_time) VALUES (?, 'Acme', 'US', 0)",
      COMPANY_ID,
    );
    const api = { user: 'AC1', secret: 'secret' };
    const carriers = [{ ...ACCOUNT, secrets: ['secret'], api }];
    this.database.run('UPDATE call_settings SET document = ?', JSON.stringify({ carriers }));
  }

  write<Result>(change: (context: WriteContext) => Result): Result {
    return commit(this.#company, callBy(this.#company, ACTOR), change);
  }

  /** Tries a piece of work until the object survives it. */
  async survive(work: () => void): Promise<void> {
    for (;;) {
      try {
        work();
        return;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        this.#restart();
      }
    }
  }

  /** Does what is due next of some tasks. @returns whether there was anything */
  async step(tasks: readonly BackgroundTask[]): Promise<boolean> {
    const [next] = tasks
      .map((task) => ({ task, time: task.nextTime(this.#company) }))
      .filter(({ time }) => time !== undefined)
      .toSorted((one, other) => (one.time ?? 0) - (other.time ?? 0));
    if (next?.time === undefined) return false;
    vi.setSystemTime(Math.max(Date.now(), next.time));
    this.carrier.catchUp();
    try {
      await next.task.run(this.#company, ENV);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      this.#restart();
    }
    return true;
  }

  #restart(): void {
    this.#isDead = false;
    this.#company = this.#start();
  }

  #start(): CompanyContext {
    return startObject(
      this.database,
      COMPANY_ID,
      () => this.#isDead || (this.isTroubled && this.random() < 0.05),
    );
  }
}

/** A seeded generator of numbers from 0 to below 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
