/** Dates the last change of leads by what happened last, as if past calls had been reported when they were made. */
import { Company as ProductCompany } from '../../worker/index.ts';
import { nextWaitingItem } from '../../worker/core/phone/attribution/waiting-attributions.ts';
import { newestChange } from '../../worker/core/leads/finding/columns/stored-columns.ts';
import type { Env } from '../../worker/env.ts';
import { DEMO_COMPANY_ID } from '../company.ts';
import { withMailbox } from './mail.ts';

/** The object, as other objects and the Worker call it. */
interface DatesChanges {
  dateChanges(): Promise<void>;
}

/** Storage key: `waiting` until the changes are dated, then `done`. */
const DATED = 'demo-changes';

/** The company's object, whose mail lands in the mailbox, and whose leads were changed in the past. */
export class Company extends ProductCompany {
  constructor(state: DurableObjectState, env: Env) {
    super(state, withMailbox(env));
  }

  /** Dates the changes once every past call belongs to its visit, which changes leads too. Repeating it changes nothing. */
  dateChanges(): void {
    if (this.ctx.storage.kv.get(DATED) === undefined) this.ctx.storage.kv.put(DATED, 'waiting');
    this.#dateWaiting();
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

/** Dates the changes of the demo company's leads. */
export async function datePastChanges(_request: Request, env: Env): Promise<object> {
  const company = env.COMPANIES.getByName(DEMO_COMPANY_ID) as unknown as DatesChanges;
  await company.dateChanges();
  return {};
}
