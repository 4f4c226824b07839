/** Visits and taps of past months, kept by the product's own object as if they were reported then. */
import { Evidence as ProductEvidence } from '../../worker/index.ts';
import type { Env } from '../../worker/env.ts';
import { evidenceName } from '../../worker/dni/evidence.ts';
import { DEMO_COMPANY_ID } from '../company.ts';
import type { PastReport } from '../past-visits.ts';

/** Storage key: the past of this month is there. */
const KEPT = 'demo-past';

/** The object of a month, whose clock can be set back. */
export class Evidence extends ProductEvidence {
  #time: number | undefined;

  protected override now(): number {
    return this.#time ?? super.now();
  }

  /** Keeps the reports of this month, oldest first. Repeating it changes nothing. */
  async keepPast(reports: readonly PastReport[]): Promise<void> {
    if (this.ctx.storage.kv.get(KEPT) === true) return;
    for (const { time, visit, tap } of reports) {
      this.#time = time;
      // The sender is limited by the hour, so each day has its own.
      const network = new Date(time).toISOString().slice(0, 10);
      const sender = { network, block: network };
      if (visit !== undefined) await this.keepVisit(visit, sender);
      if (tap !== undefined) await this.keepTap(tap, sender);
    }
    this.#time = undefined;
    this.ctx.storage.kv.put(KEPT, true);
    await this.giveCounts();
  }
}

/** Keeps past reports, the body, at the objects of their months. @returns how many there are */
export async function keepPastVisits(request: Request, env: Env): Promise<{ reports: number }> {
  const reports = (await request.json()) as PastReport[];
  const months = Map.groupBy(reports, ({ time }) => evidenceName(DEMO_COMPANY_ID, time));
  for (const [name, ofMonth] of months) {
    const object = env.EVIDENCE.getByName(name) as unknown as Pick<Evidence, 'keepPast'>;
    await object.keepPast(ofMonth);
  }
  return { reports: reports.length };
}
