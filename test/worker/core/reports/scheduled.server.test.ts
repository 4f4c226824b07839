/** A scheduled report on the real runtime: who is told of what. */
import { mkdtempSync, globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test, vi } from 'vitest';
import { answerOf } from '../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../harness/client.ts';
import {
  ask,
  openCompany,
  type MortalWorker,
  type Session,
  startMortalWorker,
} from '../../../harness/mortal-worker.ts';
import type { SavedReportBody } from '../../../../worker/core/reports/saved/reference.ts';
import { makeCallCompany } from '../phone/calls/call-company.ts';

const PATIENCE = { timeout: 30_000, interval: 200 };
const folder = mkdtempSync(join(tmpdir(), 'leadline-schedules-'));
let worker: MortalWorker | undefined;

afterAll(async () => {
  await worker?.kill();
  await rm(folder, { recursive: true, force: true });
});

interface Change {
  type: string;
  data: { report_id: string; name: string; report?: { rows: object[] }; console_path: string };
}

/** Makes all schedules due while the Worker is down. */
async function whileStopped(session: Session): Promise<Session> {
  await worker?.kill();
  for (const file of globSync('**/*.sqlite', { cwd: folder })) {
    const database = new DatabaseSync(join(folder, file));
    const isCompany = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'saved_reports'").get();
    if (isCompany !== undefined) {
      database.exec('UPDATE saved_reports SET due_time = due_time - 86400000, run_time = 0');
    }
    database.close();
  }
  worker = await startMortalWorker(folder);
  return { ...session, url: worker.url };
}

test('a due report tells the stream and the chosen users who may read it, once, also of an object that was killed', async () => {
  worker = await startMortalWorker(folder);
  let session = await openCompany(worker.url);
  const makeUser = async (name: string): Promise<string> => {
    const email = `${name}.${crypto.randomUUID()}@acme.test`;
    const user = { name, email, role_id: 'manager' };
    return (await ask<{ user_id: string }>(session, `${session.path}/users`, user)).user_id;
  };
  const [mary, sam, ann] = [await makeUser('mary'), await makeUser('sam'), await makeUser('ann')];
  const { report_id: id } = await ask<SavedReportBody>(session, `${session.path}/reports/saved`, {
    name: 'Calls of the day',
    query: { metrics: 'calls,missed', by: 'hour', relative: 'yesterday' },
    is_shared: true,
    schedule: { every: 'day', hour: 8, user_ids: [mary, sam, ann] },
  });
  await ask(session, `${session.path}/users/${sam}/modify`, { is_suspended: true });
  await ask(session, `${session.path}/users/${ann}/modify`, { role_id: 'agent' });
  session = await whileStopped(session);

  const told = await vi.waitFor(async () => {
    const { changes } = await ask<{ changes: Change[] }>(
      session,
      `${session.path}/changes?types=report.ready`,
    );
    expect(changes).toHaveLength(1);
    return changes[0];
  }, PATIENCE);
  expect(told).toMatchObject({
    actor: 'system:reports',
    data: { report_id: id, name: 'Calls of the day', figures: [{ metric: 'calls', value: 0 }, {}] },
  });
  expect(told?.data.report?.rows).toHaveLength(24);
  const { notifications } = await ask<{ notifications: { type: string; user_id: string; data: object }[] }>(
    session,
    `${session.path}/notifications?scope=company`,
  );
  expect(notifications.filter(({ type }) => type === 'report.ready')).toMatchObject([
    { user_id: mary, data: { report_id: id, console_path: told?.data.console_path } },
  ]);
  const saved = await ask<SavedReportBody>(session, `${session.path}/reports/saved/${id}`);
  expect(Date.parse(saved.schedule?.next_time ?? '')).toBeGreaterThan(Date.now());
  expect(saved.schedule).toMatchObject({ last_time: expect.any(String), last_error: null });

  // Made again because of the killed object, there would be another one.
  await worker?.kill();
  worker = await startMortalWorker(folder);
  session = { ...session, url: worker.url };
  const after = await ask<{ changes: object[] }>(session, `${session.path}/changes?types=report.ready`);
  expect(after.changes).toHaveLength(1);

  // Once the last of them has left, the report says so itself.
  await ask(session, `${session.path}/users/${mary}/modify`, { is_suspended: true });
  session = await whileStopped(session);
  await vi.waitFor(async () => {
    const { schedule } = await ask<SavedReportBody>(session, `${session.path}/reports/saved/${id}`);
    expect(schedule?.last_error).toBe('None of the people whom it goes to has access to reports any more.');
  }, PATIENCE);
});

test('a schedule names users of the company who may read reports, and a day that exists', async () => {
  const { superadmin, agent, path } = await makeCallCompany();
  const save = async (schedule: object): Promise<{ code: string; errors: object[] }> => {
    const body = { name: 'x', query: { metrics: 'calls' }, schedule };
    const problem: unknown = await problemOf(await sendAs(superadmin, 'POST', `${path}/reports/saved`, body));
    return problem as { code: string; errors: object[] };
  };
  const day = { every: 'day', hour: 8 };

  expect(await save({ ...day, user_ids: [agent.userId, crypto.randomUUID()] })).toMatchObject({
    errors: [
      { pointer: '/schedule/user_ids/0', code: 'invalid_parameter' },
      { pointer: '/schedule/user_ids/1', code: 'unknown_user' },
    ],
  });
  expect((await save({ ...day, hour: 24 })).errors).toMatchObject([{ pointer: '/schedule/hour' }]);
  expect((await save({ every: 'week', hour: 8 })).errors).toMatchObject([{ pointer: '/schedule/weekday' }]);
  expect((await save({ every: 'month', day: 32, hour: 8 })).errors).toMatchObject([
    { pointer: '/schedule/day' },
  ]);
});

test('a company has at most 20 schedules', async () => {
  const { superadmin, path } = await makeCallCompany();
  const body = { name: 'x', query: { metrics: 'calls' }, schedule: { every: 'day', hour: 8 } };
  const save = (): Promise<Response> => sendAs(superadmin, 'POST', `${path}/reports/saved`, body);
  const [first] = await Promise.all(Array.from({ length: 20 }, save));
  const saved = await answerOf<SavedReportBody>(first ?? new Response());

  expect(await problemOf(await save())).toMatchObject({ code: 'too_many_values', limit: 20 });
  const own = `${path}/reports/saved/${saved.report_id}/modify`;
  // Its own schedule does not count.
  expect(
    await answerOf<SavedReportBody>(
      await sendAs(superadmin, 'POST', own, { schedule: { every: 'month', day: 31, hour: 7 } }),
    ),
  ).toMatchObject({ schedule: { every: 'month', day: 31 } });
  await answerOf(await sendAs(superadmin, 'POST', own, { schedule: null }));
  expect((await save()).status).toBe(200);
});
