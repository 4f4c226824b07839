/** Dates the last change of leads by what happened last, as if past calls had been reported when they were made. */
import { Company as ProductCompany } from '../../worker/index.ts';
import { nextWaitingItem } from '../../worker/core/phone/attribution/waiting-attributions.ts';
import { newestChange } from '../../worker/core/leads/finding/columns/stored-columns.ts';
import type { Env } from '../../worker/env.ts';
import type { BatchAnswer, BatchRequest } from '../batch.ts';
import { DEMO_COMPANY_ID } from '../company.ts';
import type { PastCall } from '../calls.ts';
import { sendAll } from './batch.ts';
import { saveCalls } from './past-calls.ts';
import { withMailbox } from './mail.ts';
import { withSpeech } from './speech.ts';

/** The object, as other objects and the Worker call it. */
interface DatesChanges {
  dateChanges(): Promise<boolean>;
}

/** Storage key: `waiting` until the changes are dated, then `done`. */
const DATED = 'demo-changes';

/** The company's object, whose mail lands in the mailbox, and whose leads were changed in the past. */
export class Company extends ProductCompany {
  readonly #env: Env;
  /**
   * When background work is due that waits until the past is there, which would take longer beside it; undefined if none waits. A
   * new object does what is due by itself.
   */
  #due: number | undefined;

  constructor(state: DurableObjectState, env: Env) {
    super(state, withSpeech(withMailbox(env)));
    this.#env = env;
  }

  /** Answers requests to the API, in their order. */
  takeBatch(requests: readonly BatchRequest[], headers: Record<string, string>): Promise<BatchAnswer[]> {
    this.#due ??= Infinity;
    return sendAll(requests, headers, (request) => this.fetch(request));
  }

  /** Keeps past calls. */
  async keepCalls(calls: readonly PastCall[]): Promise<void> {
    this.#due ??= Infinity;
    saveCalls(this, this.#env, calls);
  }

  override wakeBy(time: number): void {
    // The product's constructor calls it before this object has members of its own.
    if (!(#due in this) || this.#due === undefined) super.wakeBy(time);
    else this.#due = Math.min(this.#due, time);
  }

  /**
   * Dates the changes once every past call belongs to its visit, which changes leads too. Repeating it changes nothing.
   * @returns whether all calls do
   */
  dateChanges(): boolean {
    const { kv } = this.ctx.storage;
    if (kv.get(DATED) === undefined) kv.put(DATED, 'waiting');
    const due = this.#due ?? Infinity;
    this.#due = undefined;
    if (due < Infinity) this.wakeBy(due);
    this.#dateWaiting();
    return kv.get(DATED) === 'done';
  }

  /** Runs the background work that is due, which may have given the last past call to its visit. */
  override async alarm(): Promise<void> {
    await super.alarm();
    this.#dateWaiting();
  }

  #dateWaiting(): void {
    const { kv } = this.ctx.storage;
    if (kv.get(DATED) !== 'waiting' || nextWaitingItem(this.database) !== undefined) return;
    this.database.run(
      `UPDATE leads SET modification_time = last_event_time, change_number = change_number + ?
       WHERE modification_time > last_event_time`,
      newestChange(this.database),
    );
    kv.put(DATED, 'done');
  }
}

/** Dates the changes of the demo company's leads. @returns whether every past call belongs to its visit */
export async function datePastChanges(_request: Request, env: Env): Promise<{ done: boolean }> {
  const company = env.COMPANIES.getByName(DEMO_COMPANY_ID) as unknown as DatesChanges;
  return { done: await company.dateChanges() };
}
