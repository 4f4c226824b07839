/** A company whose object is killed at any moment, and its carrier. */
import { vi } from 'vitest';
import { commit } from '../../../../../../worker/core/engine/commit/commit.ts';
import type { BackgroundTask } from '../../../../../../worker/core/engine/context/background.ts';
import type {
  CompanyContext,
  CoreEnv,
} from '../../../../../../worker/core/engine/context/company-context.ts';
import { contextOfActor } from '../../../../../../worker/core/engine/context/contexts.ts';
import type { WriteContext } from '../../../../../../worker/core/engine/context/request-context.ts';
import type { Database } from '../../../../../../worker/core/engine/storage/database.ts';
import { CompanySettings } from '../../../../../../worker/core/company/settings/settings.ts';
import { troublesFeature } from '../../../../../../worker/core/people/troubles/troubles.ts';
import { ourAddresses } from '../../../../../../worker/core/phone/inventory/markets/markets.ts';
import { listNumbers } from '../../../../../../worker/core/phone/inventory/number-store.ts';
import {
  keepNumber,
  mendNumber,
  putNumbersBack,
  releaseNumber,
} from '../../../../../../worker/core/phone/inventory/keeping.ts';
import {
  changeMonthlyCap,
  importNumbers,
  orderNumbers,
} from '../../../../../../worker/core/phone/inventory/ordering.ts';
import type { CarrierNumber } from '../../../../../../worker/core/phone/inventory/schema.ts';
import type { FakeCarrier } from '../../../../../harness/carrier/markets/fake-carrier.ts';
import { FakeTelnyx } from '../../../../../harness/carrier/markets/fake-telnyx.ts';
import { FakeTwilio } from '../../../../../harness/carrier/markets/fake-twilio.ts';
import { Network } from '../../../../../harness/carrier/markets/network.ts';
import { openCompanyDatabase } from '../../../../visits/evidence/sqlite-storage.ts';
import { Killed, startObject } from '../../../engine/context/killed-object.ts';

export const START: number = Date.UTC(2026, 10, 23, 12);
export const COMPANY_ID = '00000000-0000-4000-8000-000000000001';
export const ORIGIN = 'https://leadline.example';
const PRICE = { amount: 1.15, currency: 'USD' };
export const CARRIERS = ['twilio', 'signalwire', 'telnyx'] as const;
export type Carrier = (typeof CARRIERS)[number];
const ENV = { OPERATOR_TOKEN: 'operator' } as CoreEnv;
const ACTOR = { kind: 'system', name: 'test' } as const;
/** The probability that the object dies before or in a transaction. */
const DEATHS = 0.03;

let database: Database | undefined;

/** Returns a database without numbers. It is made once, since a run leaves little in it. */
function emptyDatabase(): Database {
  if (database === undefined) {
    database = openCompanyDatabase();
    database.run(
      "INSERT INTO company (company_id, name, default_region, created_time) VALUES (?, 'Acme', 'US', 0)",
      COMPANY_ID,
    );
    new CompanySettings({ database }).writeMissing();
  }
  for (const table of ['carrier_numbers', 'calls', 'audit', 'changes', 'troubles'])
    database.run(`DELETE FROM ${table}`);
  database.run('UPDATE number_limits SET monthly_cap = 100, last_check_time = 0');
  return database;
}

export class InventoryRun {
  readonly random: () => number;
  readonly database: Database = emptyDatabase();
  readonly carrier: FakeCarrier;
  readonly network: Network;
  readonly account: { carrier: Carrier; account_id: string };
  #company: CompanyContext;
  #isDead = false;

  /** Starts a run at the beginning of time. `fetch` leads to its carrier until the test ends. */
  constructor(carrier: Carrier, seed: number) {
    vi.setSystemTime(START);
    this.random = randomOf(seed);
    this.carrier = carrier === 'telnyx' ? new FakeTelnyx() : new FakeTwilio();
    this.network = new Network(this.carrier, this.random, {
      kill: () => {
        this.#isDead = true;
      },
      isDead: () => this.#isDead,
    });
    vi.stubGlobal('fetch', this.network.fetch.bind(this.network));
    this.account = { carrier, account_id: 'A1' };
    this.#company = this.#start();
    this.use([]);
  }

  /** The address to which the numbers send their calls. */
  get lane(): string {
    const { call } = ourAddresses(this.account.carrier, { origin: ORIGIN, companyId: COMPANY_ID });
    return call;
  }

  /** Begins trouble with a share of the requests, and of the object, or ends it. */
  trouble(share: number): void {
    this.network.trouble = share;
  }

  /** Sets which numbers the settings name. */
  use(numbers: readonly string[]): void {
    const base = 'https://carrier.example';
    const carriers = [{ ...this.account, secrets: ['secret'], api: { user: 'U1', secret: 'secret', base } }];
    const document = JSON.stringify({ carriers, unlisted_numbers: numbers });
    this.database.run('UPDATE call_settings SET document = ?', document);
    this.#company.memory.forget();
  }

  /** Somebody calls a number. */
  call(number: string): void {
    const id = crypto.randomUUID();
    this.database.run(
      `INSERT INTO calls (call_id, carrier, carrier_call_id, direction, number, started_time, prior_calls, modification_time, facts,
         remarks) VALUES (?, 'twilio', ?, 'inbound', ?, ?, 0, 0, '{}', '{}')`,
      id,
      id,
      number,
      Date.now(),
    );
  }

  records(): CarrierNumber[] {
    return listNumbers(this.database);
  }

  record(number: string): CarrierNumber | undefined {
    return this.records().find((each) => each.number === number);
  }

  /** Writes as a user does, who tries until the object survives it. */
  write<Result>(change: (context: WriteContext) => Result): Result {
    for (;;) {
      try {
        return commit(this.#company, contextOfActor(this.#company, ACTOR), change);
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        this.restart();
      }
    }
  }

  /** A user orders numbers. */
  order(numbers: readonly string[]): CarrierNumber[] {
    const purchase = {
      ...this.account,
      monthly_price: 2,
      numbers: numbers.map((number) => ({ number, name: '' })),
    };
    const terms = { priceOf: () => PRICE, origin: ORIGIN };
    return this.write((context) => orderNumbers(context, purchase, terms).records);
  }

  /** A user imports numbers. */
  import(numbers: readonly string[]): CarrierNumber[] {
    const wanted = { ...this.account, numbers: [...numbers] };
    const terms = { priceOf: () => ({ amount: 0, currency: '' }), origin: ORIGIN };
    return this.write((context) => importNumbers(context, wanted, terms).records);
  }

  mend(number: string): CarrierNumber {
    return this.write((context) => mendNumber(context, this.idOf(number), ORIGIN));
  }

  release(number: string): CarrierNumber {
    return this.write((context) => releaseNumber(context, this.idOf(number)));
  }

  keep(number: string): CarrierNumber {
    return this.write((context) => keepNumber(context, this.idOf(number)));
  }

  putBack(numbers: readonly string[]): CarrierNumber[] {
    return this.write((context) =>
      putNumbersBack(
        context,
        numbers.map((number) => this.idOf(number)),
      ),
    );
  }

  setCap(cap: number): void {
    this.write((context) => changeMonthlyCap(context, cap));
  }

  idOf(number: string): string {
    return this.record(number)?.numberId ?? '';
  }

  /** Does what is due next of some tasks. @returns whether there was anything before `until` */
  async step(tasks: readonly BackgroundTask[], until = Infinity): Promise<boolean> {
    const [next] = tasks
      .map((task) => ({ task, time: task.nextTime(this.#company) }))
      .filter(({ time }) => time !== undefined && time <= until)
      .toSorted((one, other) => (one.time ?? 0) - (other.time ?? 0));
    if (next?.time === undefined) return false;
    vi.setSystemTime(Math.max(Date.now(), next.time));
    this.network.catchUp();
    try {
      await next.task.run(this.#company, ENV);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
    if (this.#isDead) this.restart();
    return true;
  }

  /** Does everything that is due until a time. */
  async runUntil(tasks: readonly BackgroundTask[], until: number): Promise<void> {
    while (await this.step(tasks, until));
    vi.setSystemTime(until);
    this.network.catchUp();
  }

  /** The object is killed, and starts again. */
  restart(): void {
    this.#isDead = false;
    this.#company = this.#start();
  }

  #start(): CompanyContext {
    return startObject(
      this.database,
      COMPANY_ID,
      () => this.#isDead || (this.network.trouble > 0 && this.random() < DEATHS),
      [troublesFeature],
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
