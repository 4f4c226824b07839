/** @module-tag full: kills a process */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Bulk } from '../../../../harness/bulk.ts';
import type { Lead } from '../../../../harness/leads.ts';
import { ask, openCompany, type Session, startMortalWorker } from '../../../../harness/mortal-worker.ts';

const WRITERS = 6;
/** Writes before and after the kill. */
const WRITES = 150;

interface Change {
  data: { lead_id?: string; lead?: Lead; secondary_lead_id?: string; secondary_lead?: Lead };
}

/** The leads of a consumer that reads only the stream of changes. */
class Mirror {
  readonly leads = new Map<string, Lead>();
  #position = '0';

  /**
   * Reads one page.
   * @returns whether there are more
   */
  async pull(session: Session): Promise<boolean> {
    const path = `${session.path}/changes?after=${this.#position}&limit=50`;
    const page = await ask<{ changes: Change[]; next: string; has_more: boolean }>(session, path);
    for (const { data } of page.changes) {
      this.#take(data.lead_id, data.lead);
      this.#take(data.secondary_lead_id, data.secondary_lead);
    }
    this.#position = page.next;
    return page.has_more;
  }

  #take(leadId: string | undefined, lead: Lead | undefined): void {
    if (leadId === undefined) return;
    if (lead === undefined) this.leads.delete(leadId);
    else this.leads.set(leadId, lead);
  }
}

/** A seeded random number generator, so that a failure can be repeated. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The state that all writers share. */
interface Writing {
  session: Session;
  isOver: boolean;
  writes: number;
  leads: string[];
  random: (below: number) => number;
}

/** Makes one random write. It may be refused, or the kill may cut off its answer. */
async function writeOnce({ session, leads, random }: Writing): Promise<void> {
  const path = `${session.path}/leads`;
  const any = (): string => leads[random(leads.length)] ?? '';
  const email = (): string => `lead.${random(60)}@example.com`;
  const name = `Name ${random(1_000)}`;
  const post = (rest: string, body: object): Promise<unknown> => ask(session, path + rest, body);
  const writes: (() => Promise<unknown>)[] = [
    async () => {
      const { lead_ids } = await ask<{ lead_ids: [string] }>(session, `${path}/upsert`, {
        email: email(),
        name,
      });
      leads.push(lead_ids[0]);
    },
    () => post(`/${any()}/modify`, { name, source_tags: [name] }),
    () => post(`/${any()}/note`, { message: name }),
    () => post(`/${any()}/change_state`, { state: ['open', 'contacted', 'qualified'][random(3)] }),
    () => post(`/${any()}/merge`, { with: any() }),
    () => post(`/${any()}/unmerge`, { lead_id: any() }),
    () => post(`/${any()}/remove`, {}),
    () => post(`/${any()}/restore`, {}),
    () =>
      post('/batch', {
        operations: [
          { op: 'upsert', lead: { email: email(), name } },
          { op: 'modify', lead_id: any(), lead: { name } },
          { op: 'create', lead: {} },
        ],
      }),
    async () => {
      const action = random(2) === 0 ? { action: 'remove' } : { action: 'tags', add: [name] };
      const { bulk_id } = await ask<Bulk>(session, `${path}/bulk`, {
        ...action,
        lead_ids: [any(), any(), any()],
      });
      await post(`/bulk/${bulk_id}/undo`, {});
    },
  ];
  await writes[random(writes.length)]?.();
}

async function write(writing: Writing): Promise<void> {
  while (!writing.isOver) {
    await writeOnce(writing).catch(() => new Promise((resolve) => setTimeout(resolve, 1)));
    writing.writes += 1;
  }
}

test('a consumer of the stream has the current state of all leads, although writes continue and the runtime is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-mirror-'));
  try {
    const first = await startMortalWorker(folder);
    const session = await openCompany(first.url);
    const mirror = new Mirror();
    const writing: Writing = { session, isOver: false, writes: 0, leads: [], random: randomOf(20_261_122) };
    const writers = Array.from({ length: WRITERS }, () => write(writing));
    const pullUntil = async (writes: number): Promise<void> => {
      const pull = async (): Promise<number> => {
        await mirror.pull(writing.session);
        return writing.writes;
      };
      await expect.poll(pull, { timeout: 30_000, interval: 5 }).toBeGreaterThan(writes);
    };

    await pullUntil(WRITES);
    await first.kill();
    const second = await startMortalWorker(folder);
    writing.session = { ...session, url: second.url };
    await pullUntil(writing.writes + WRITES);
    writing.isOver = true;
    await Promise.all(writers);
    const unfinished = async (): Promise<string[]> => {
      const list = await ask<{ bulk_operations: Bulk[] }>(
        writing.session,
        `${session.path}/leads/bulk?size=100`,
      );
      return list.bulk_operations
        .map(({ status }) => status)
        .filter((status) => ['waiting', 'running', 'undoing'].includes(status));
    };
    await expect.poll(unfinished, { timeout: 30_000 }).toEqual([]);
    while (await mirror.pull(writing.session));

    const recent = await ask<{ count: number; leads: { lead_id: string }[] }>(
      writing.session,
      `${session.path}/leads/recent_leads?relative=last_7_days`,
    );
    expect(recent.leads).toHaveLength(recent.count);
    const present = await Promise.all(
      recent.leads.map(({ lead_id }) => ask<Lead>(writing.session, `${session.path}/leads/${lead_id}`)),
    );
    expect(present.length).toBeGreaterThan(10);
    const byId = (leads: Iterable<Lead>): Record<string, Lead> =>
      Object.fromEntries(Array.from(leads, (lead) => [lead.lead_id, lead]));
    expect(byId(mirror.leads.values())).toEqual(byId(present));
    await second.kill();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
