import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../../../harness/builders.ts';
import { sendAs } from '../../../../../harness/client.ts';
import { getImport, type ImportAnswer, type ImportedRow, importFile } from '../../../../../harness/csv.ts';
import { type LeadClient, sendLead } from '../../../../../harness/leads.ts';
import { openCompany, type Session, startMortalWorker } from '../../../../../harness/mortal-worker.ts';

const ROWS = 20_000;
/** A busy machine does a few hundred rows a second. */
const PATIENCE_MS = 90_000;

/** Every row is a lead of its own, except that the last thousand rows repeat earlier ones. */
function makeFile(): string {
  const row = (index: number): string => `lead.${index}@example.com,"Lead, Number ${index}"`;
  return [
    'email,name',
    ...Array.from({ length: ROWS - 1_000 }, (_, index) => row(index)),
    ...Array.from({ length: 1_000 }, (_, index) => row(index)),
  ].join('\n');
}

async function allRows(read: (start: number) => Promise<ImportAnswer>): Promise<ImportedRow[]> {
  const rows: ImportedRow[] = [];
  for (;;) {
    const page = await read(rows.length);
    if (page.rows.length === 0) return rows;
    rows.push(...page.rows);
  }
}

test(
  'a large file is imported in the background while others are served, and every row is done once',
  { tags: ['full'], timeout: PATIENCE_MS + 30_000 },
  async () => {
    const { superadmin, path } = await makeCompanyWithUsers();
    const client: LeadClient = { user: superadmin, path };

    const first = await importFile(client, makeFile());

    expect(first).toMatchObject({ status: 'running', count: ROWS, processed: 5_000, created: 5_000 });
    expect(first.rows).toHaveLength(5_000);
    const states: string[] = [];
    await expect
      .poll(
        async () => {
          await answerOf(await sendLead(client, 'GET', `/${first.rows[0]?.lead_id ?? ''}`));
          const { status } = await getImport(client, first.import_id, '?size=0');
          states.push(status);
          return status;
        },
        { timeout: PATIENCE_MS },
      )
      .toBe('done');
    expect(states).toContain('running');
    const done = await getImport(client, first.import_id, '?size=0');
    expect(done).toMatchObject({ processed: ROWS, created: ROWS - 1_000, updated: 1_000, failed: 0 });
    const rows = await allRows((start) => getImport(client, first.import_id, `?start=${start}`));
    expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: ROWS }, (_, index) => index + 1));
    expect(rows.slice(-1_000).map(({ lead_id }) => lead_id)).toEqual(
      rows.slice(0, 1_000).map(({ lead_id }) => lead_id),
    );
  },
);

test(
  'no further row is imported after the user was suspended',
  async () => {
    const { superadmin, manager, path } = await makeCompanyWithUsers();
    const { import_id: importId } = await importFile({ user: manager, path }, makeFile());

    const suspended = { is_suspended: true };
    await answerOf(await sendAs(superadmin, 'POST', `${path}/users/${manager.userId}/modify`, suspended));

    const client = { user: superadmin, path };
    const status = async (): Promise<string> => (await getImport(client, importId, '?size=0')).status;
    await expect.poll(status, { timeout: PATIENCE_MS }).toBe('done');
    const { processed, failed } = await getImport(client, importId, '?size=0');
    expect(processed).toBe(ROWS);
    expect(failed).toBeGreaterThan(0);
    const { rows } = await getImport(client, importId, '?status=failed&size=1');
    expect(rows[0]?.errors).toMatchObject([{ code: 'user_suspended' }]);
  },
  PATIENCE_MS,
);

test(
  'an import continues after the runtime was killed, and every row is done once',
  { tags: ['full'], timeout: PATIENCE_MS + 30_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leadline-import-'));
    const workers: { kill(): Promise<void> }[] = [];
    try {
      const first = await startMortalWorker(folder);
      workers.push(first);
      const session = await openCompany(first.url);
      const posted = await ask<ImportAnswer>(session, '/import', makeFile());
      expect(posted.status).toBe('running');
      await first.kill();
      workers.pop();

      const second = await startMortalWorker(folder);
      workers.push(second);
      const read = (query: string): Promise<ImportAnswer> =>
        ask<ImportAnswer>({ ...session, url: second.url }, `/import/${posted.import_id}${query}`);
      await expect
        .poll(async () => (await read('?size=0')).status, { timeout: PATIENCE_MS, interval: 200 })
        .toBe('done');

      const rows = await allRows((start) => read(`?start=${start}`));
      expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: ROWS }, (_, index) => index + 1));
      expect(rows.slice(0, posted.rows.length)).toEqual(posted.rows);
      expect(await read('?size=0')).toMatchObject({ created: ROWS - 1_000, updated: 1_000 });
      const recent = await ask<{ count: number }>(
        { ...session, url: second.url },
        '/recent_leads?relative=last_2_days',
      );
      expect(recent.count).toBe(ROWS - 1_000);
    } finally {
      for (const worker of workers) await worker.kill();
      await rm(folder, { recursive: true, force: true });
    }
  },
);

/** Posts a file to the company's leads, or sends a GET without one. */
async function ask<Body>({ url, path, authorization }: Session, rest: string, file?: string): Promise<Body> {
  const response = await fetch(`${url}${path}/leads${rest}`, {
    method: file === undefined ? 'GET' : 'POST',
    headers: { Authorization: authorization, 'Content-Type': 'text/csv' },
    ...(file === undefined ? {} : { body: file }),
  });
  return answerOf<Body>(response);
}
