/** A company over a database that stays, whose object is killed at random and starts again. */
import { vi } from 'vitest';
import { settingsOf } from '../../../../../worker/core/company/settings/settings.ts';
import { commit } from '../../../../../worker/core/engine/commit/commit.ts';
import type { BackgroundTask } from '../../../../../worker/core/engine/context/background.ts';
import type { CompanyContext, CoreEnv } from '../../../../../worker/core/engine/context/company-context.ts';
import { contextOfActor } from '../../../../../worker/core/engine/context/contexts.ts';
import type { Feature } from '../../../../../worker/core/engine/context/feature.ts';
import type { WriteContext } from '../../../../../worker/core/engine/context/request-context.ts';
import type { Database } from '../../../../../worker/core/engine/storage/database.ts';
import { openCompanyDatabase } from '../../../visits/evidence/sqlite-storage.ts';
import { type Random, randomOf } from '../../reports/random/random-company.ts';
import { Killed, startObject } from './killed-object.ts';

export class MortalCompany {
  readonly random: Random;
  readonly database: Database = openCompanyDatabase();
  /** The object that lives. */
  company: CompanyContext;
  /** Whether objects die, and whatever else may fail. Not at first. */
  isTroubled = false;
  readonly #deaths: number;
  readonly #features: readonly Feature[];
  /** Counts the objects; only the last one lives. */
  #living = 0;
  #isDead = false;

  /** @param deaths the probability that an object dies before or after a change @param features what follows its writes */
  constructor(seed: number, deaths: number, features: readonly Feature[] = []) {
    this.random = randomOf(seed);
    this.#deaths = deaths;
    this.#features = features;
    this.database.run(
      "INSERT INTO company (company_id, name, default_region, created_time) VALUES ('company', 'Acme', 'US', 0)",
    );
    this.company = this.#start();
    this.write((context) => settingsOf(context).writeMissing());
  }

  /** Kills the object: whatever it writes next, it does not survive. */
  kill(): void {
    this.#isDead = true;
  }

  /** Makes a change, again until an object survives it. */
  write<Result>(change: (context: WriteContext) => Result): Result {
    for (;;) {
      try {
        return commit(this.company, contextOfActor(this.company, { kind: 'system', name: 'test' }), change);
      } catch (error) {
        this.restart(error);
      }
    }
  }

  /**
   * Lets the time pass, and does the work that is due meanwhile, all at once. After a death something may happen before the work
   * goes on, so the time may end early.
   */
  async pass(ms: number, tasks: readonly BackgroundTask[], env: CoreEnv): Promise<void> {
    const end = Date.now() + ms;
    for (let turns = 0; turns < 10_000; turns += 1) {
      const next = this.nextTime(tasks) ?? Infinity;
      if (next > end) {
        vi.setSystemTime(end);
        return;
      }
      vi.setSystemTime(Math.max(next, Date.now()));
      const due = tasks.filter((task) => (task.nextTime(this.company) ?? Infinity) <= Date.now());
      const results = await Promise.allSettled(due.map((task) => task.run(this.company, env)));
      const failures = results.flatMap((result): unknown[] =>
        result.status === 'rejected' ? [result.reason] : [],
      );
      for (const failure of failures) this.restart(failure);
      if (failures.length > 0 && this.random() < 0.5) return;
    }
    throw new Error('The work does not end.');
  }

  /** Returns when the next of the tasks is due. */
  nextTime(tasks: readonly BackgroundTask[]): number | undefined {
    const times = tasks.flatMap((task) => task.nextTime(this.company) ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Starts the next object. @throws the error, unless it is the death of this one */
  restart(error: unknown): void {
    if (!(error instanceof Killed)) throw error;
    this.#isDead = false;
    this.company = this.#start();
  }

  #start(): CompanyContext {
    this.#living += 1;
    const own = this.#living;
    const isKilled = (): boolean =>
      own !== this.#living || this.#isDead || (this.isTroubled && this.random() < this.#deaths);
    return startObject(this.database, 'company', isKilled, this.#features);
  }
}
