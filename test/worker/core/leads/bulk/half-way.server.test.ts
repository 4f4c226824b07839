import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../../harness/builders.ts';
import { beginBulk, type Bulk, getBulk, undoBulk } from '../../../../harness/bulk.ts';
import { sendAs } from '../../../../harness/client.ts';
import { importFile } from '../../../../harness/csv.ts';
import { createLead, sendLead } from '../../../../harness/leads.ts';
import { ask, openCompany, startMortalWorker } from '../../../../harness/mortal-worker.ts';

const LEADS = 3_000;
/** Leads that are done before the interruption: some, but far from all. */
const SOME = 200;

const FILE = ['email', ...Array.from({ length: LEADS }, (_, index) => `lead.${index}@example.com`)].join(
  '\n',
);
const CONTACTED = { action: 'change_state', state: 'contacted', filters: {} };

interface ChangesPage {
  changes: { type: string; data: { lead_id: string; event?: { type: string } } }[];
  next: string;
  has_more: boolean;
}

/** All changes after a position, with their lead and type of event. */
async function changesAfter(
  read: (query: string) => Promise<ChangesPage>,
  position: string,
): Promise<Map<string, string[]>> {
  const byLead = new Map<string, string[]>();
  for (let after = position; ;) {
    const { changes, next, has_more: hasMore } = await read(`?after=${after}&limit=1000`);
    for (const { data, type } of changes) {
      byLead.set(data.lead_id, [...(byLead.get(data.lead_id) ?? []), data.event?.type ?? type]);
    }
    if (!hasMore) return byLead;
    after = next;
  }
}

test(
  'a bulk operation that is cancelled half way has changed exactly the leads that it reports, and can be undone completely',
  { tags: ['full'], timeout: 90_000 },
  async () => {
    const { superadmin, path } = await makeCompanyWithUsers();
    const client = { user: superadmin, path };
    const read = async (query: string): Promise<ChangesPage> =>
      answerOf(await sendAs(superadmin, 'GET', `${path}/changes${query}`));
    await importFile(client, FILE);
    const view = await answerOf<{ smart_view_id: string }>(
      await sendAs(superadmin, 'POST', `${path}/smart_views`, { name: 'All' }),
    );
    const contacted = async (): Promise<number> => {
      const filters = encodeURIComponent(JSON.stringify({ state: ['contacted'] }));
      const query = `?count=0&filters=${filters}`;
      const answer = await sendAs(superadmin, 'GET', `${path}/smart_views/${view.smart_view_id}${query}`);
      return (await answerOf<{ count: number }>(answer)).count;
    };
    const { next: before } = await read('?after=now');

    const { bulk_id: bulkId, count } = await beginBulk(client, CONTACTED);
    expect(count).toBe(LEADS);
    const progress = async (): Promise<number> => (await getBulk(client, bulkId, '?size=0')).processed;
    await expect.poll(progress, { timeout: 30_000, interval: 5 }).toBeGreaterThan(SOME);
    // Other requests go first: this one is answered long before the operation is done.
    const late = await createLead(client);
    const cancelled = await answerOf<Bulk>(await sendLead(client, 'POST', `/bulk/${bulkId}/cancel`));

    const { changed, processed } = cancelled;
    expect(cancelled.status).toBe('cancelled');
    expect(processed).toBeLessThan(LEADS);
    expect(cancelled.detail).toBe(
      `It was cancelled: ${changed} of ${LEADS} leads were changed, 0 needed no change, 0 failed, and ${LEADS - processed} were left out.`,
    );
    const told = await changesAfter(read, before);
    told.delete(late);
    expect(told.size).toBe(changed);
    expect([...told.values()].every((types) => types.join() === 'state_change')).toBe(true);
    expect(await contacted()).toBe(changed);
    expect((await getBulk(client, bulkId, '?status=changed&size=1000')).rows).toHaveLength(
      Math.min(changed, 1_000),
    );

    expect(await undoBulk(client, bulkId)).toMatchObject({ undone: changed, kept: 0 });
    expect(await contacted()).toBe(0);
    const all = await changesAfter(read, before);
    all.delete(late);
    expect([...all.values()].every((types) => types.join() === 'state_change,state_change')).toBe(true);
  },
);

test(
  'a bulk operation continues after its object was killed, and changes every lead once',
  { tags: ['full'], timeout: 90_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leadline-bulk-'));
    try {
      const first = await startMortalWorker(folder);
      const session = await openCompany(first.url);
      const imported = await fetch(`${first.url}${session.path}/leads/import`, {
        method: 'POST',
        headers: { Authorization: session.authorization, 'Content-Type': 'text/csv' },
        body: FILE,
      });
      await imported.body?.cancel();
      const { next: before } = await ask<ChangesPage>(session, `${session.path}/changes?after=now`);
      const bulk = await ask<Bulk>(session, `${session.path}/leads/bulk`, CONTACTED);
      const path = `${session.path}/leads/bulk/${bulk.bulk_id}`;
      const progress = async (): Promise<number> => (await ask<Bulk>(session, `${path}?size=0`)).processed;
      await expect.poll(progress, { timeout: 30_000, interval: 5 }).toBeGreaterThan(SOME);
      await first.kill();

      const second = await startMortalWorker(folder);
      const reopened = { ...session, url: second.url };
      const status = async (): Promise<string> => (await ask<Bulk>(reopened, `${path}?size=0`)).status;
      expect(await status()).toBe('running');
      await expect.poll(status, { timeout: 30_000 }).toBe('done');
      expect(await ask<Bulk>(reopened, path)).toMatchObject({ processed: LEADS, changed: LEADS, failed: 0 });
      const read = (query: string): Promise<ChangesPage> =>
        ask<ChangesPage>(reopened, `${session.path}/changes${query}`);
      const told = await changesAfter(read, before);
      expect(told.size).toBe(LEADS);
      expect([...told.values()].every((types) => types.join() === 'state_change')).toBe(true);
      await second.kill();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
