/** A message of a channel whose second copy nobody would recognize is sent at most once, whenever the object is killed. */
import { globSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settingsOf } from '../../../../../../worker/core/company/settings/settings.ts';
import { commit } from '../../../../../../worker/core/engine/commit/commit.ts';
import type {
  CompanyContext,
  CoreEnv,
} from '../../../../../../worker/core/engine/context/company-context.ts';
import { callBy } from '../../../../../../worker/core/engine/context/contexts.ts';
import type { WriteContext } from '../../../../../../worker/core/engine/context/request-context.ts';
import { notify } from '../../../../../../worker/core/people/notifications/notifications.ts';
import { sending } from '../../../../../../worker/core/people/notifications/sending.ts';
import { newUser, saveUser } from '../../../../../../worker/core/people/users/users.ts';
import { effort } from '../../../../../harness/effort.ts';
import { openDatabase } from '../../../../visits/evidence/sqlite-storage.ts';
import { Killed, startObject } from '../../../engine/context/killed-object.ts';
import { pick, randomOf } from '../../../reports/random/random-company.ts';

const RUNS = effort(20, 400);
const REMINDERS = 12;
const HOUR = 60 * 60_000;
const LOST = 'It is not known.';
const MIGRATIONS = globSync('worker/core/engine/storage/migrations/*.sql')
  .toSorted()
  .map((file) => readFileSync(file, 'utf8'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 9, 30, 12) });
});
afterEach(() => {
  vi.useRealTimers();
});

test('each reminder is texted at most once, and what is not known to have been sent says so', async () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const random = randomOf(seed);
    const database = openDatabase(...MIGRATIONS);
    database.run(
      "INSERT INTO company (company_id, name, default_region, created_time) VALUES ('company', 'Acme', 'US', 0)",
    );
    let isDead = false;
    let mayDie = false;
    const start = (): CompanyContext =>
      startObject(database, 'company', () => isDead || (mayDie && random() < 0.1));
    let company = start();
    const survive = async (work: () => void | Promise<void>): Promise<void> => {
      for (;;) {
        try {
          await work();
          return;
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
          isDead = false;
          company = start();
        }
      }
    };
    const write = (change: (context: WriteContext) => void): Promise<void> =>
      survive(() => commit(company, callBy(company, { kind: 'system', name: 'test' }), change));
    const user = {
      ...newUser({ name: 'Al', email: 'al@acme.test', roleId: 'agent', groupId: '1' }),
      phone: '+15125550100',
      notifyRemindersBySms: true,
    };
    await write((context) => settingsOf(context).writeMissing());
    await write((context) => saveUser(context, user));
    const sent: string[] = [];
    const task = sending(
      'sms',
      async (_company, _env, { message }) => {
        const fate = pick(random, ['well', 'well', 'refused', 'killed'] as const);
        if (fate !== 'refused') sent.push(message.messageId);
        isDead = fate === 'killed';
        if (fate === 'refused') return { outcome: 'failed', detail: 'Refused.', isFinal: true };
        return { outcome: 'delivered' };
      },
      { detail: LOST, cutOffMs: 60_000 },
    );
    mayDie = true;
    for (let count = 0; count < REMINDERS; count += 1) {
      await write((context) => {
        notify(context, { type: 'reminder.due', userId: user.userId, data: { message: String(count) } });
      });
      vi.setSystemTime(Date.now() + HOUR);
      await survive(async () => {
        for (let time = task.nextTime(company); time !== undefined; time = task.nextTime(company)) {
          vi.setSystemTime(Math.max(time, Date.now()));
          await task.run(company, {} as CoreEnv);
        }
      });
    }

    const rows = database.all<{ message_id: string; status: string; last_error: string | null }>(
      'SELECT message_id, status, last_error FROM notification_messages',
    );
    expect(rows, `seed ${String(seed)}`).toHaveLength(REMINDERS);
    expect(new Set(sent).size).toBe(sent.length);
    const isRight = rows.map(({ message_id: id, status, last_error: error }) =>
      sent.includes(id)
        ? status === 'delivered' || error === LOST
        : status === 'failed' && ['Refused.', LOST].includes(error ?? ''),
    );
    expect(isRight).toEqual(rows.map(() => true));
  }
});
