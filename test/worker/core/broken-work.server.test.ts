/**
 * A company whose background work cannot even say when it is due, after a start of its object.
 *
 * @module-tag full: restarts a process
 */
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ask,
  type MortalWorker,
  openCompany,
  type Session,
  startMortalWorker,
} from '../../harness/mortal-worker.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadline-broken-'));
let worker: MortalWorker;

beforeAll(async () => {
  worker = await startMortalWorker(folder);
});
afterAll(async () => {
  await worker.kill();
  rmSync(folder, { recursive: true });
});

/** Takes a table out of every company in the folder that has it. */
function dropTable(table: string): number {
  const files = globSync('**/*.sqlite', { cwd: folder });
  return files.filter((file) => {
    const database = new DatabaseSync(join(folder, file));
    try {
      database.exec(`DROP TABLE ${table}`);
      return true;
    } catch {
      return false;
    } finally {
      database.close();
    }
  }).length;
}

test('still answers requests', async () => {
  const session: Session = await openCompany(worker.url);
  await worker.kill();
  expect(dropTable('bulk_operations')).toBe(1);
  worker = await startMortalWorker(folder);

  const again = { ...session, url: worker.url };
  const made = await ask<{ lead_ids: string[] }>(again, `${session.path}/leads/create`, {
    email: 'a@example.com',
  });
  expect(made.lead_ids).toHaveLength(1);
  expect(await ask(again, `${session.path}/leads/${made.lead_ids[0]}`)).toMatchObject({
    lead_id: made.lead_ids[0],
  });
});
