/** A message of a channel whose second copy nobody would recognize is sent at most once, whenever the object is killed. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CoreEnv } from '../../../../../../worker/core/engine/context/company-context.ts';
import { notify } from '../../../../../../worker/core/people/notifications/notifications.ts';
import { sending } from '../../../../../../worker/core/people/notifications/sending.ts';
import { newUser, saveUser } from '../../../../../../worker/core/people/users/users.ts';
import { effort } from '../../../../../harness/effort.ts';
import { MortalCompany } from '../../../engine/context/mortal-company.ts';
import { pick } from '../../../reports/random/random-company.ts';

const RUNS = effort(20, 400);
const REMINDERS = 12;
const HOUR = 60 * 60_000;
const LOST = 'It is not known.';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 9, 30, 12) });
});
afterEach(() => {
  vi.useRealTimers();
});

test('each reminder is texted at most once, and what is not known to have been sent says so', async () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const run = new MortalCompany(seed, 0.1);
    const user = {
      ...newUser({ name: 'Al', email: 'al@acme.test', roleId: 'agent', groupId: '1' }),
      phone: '+15125550100',
      notifyRemindersBySms: true,
    };
    run.write((context) => saveUser(context, user));
    const sent: string[] = [];
    const task = sending(
      'sms',
      async (_company, _env, { message }) => {
        const fate = pick(run.random, ['well', 'well', 'refused', 'killed'] as const);
        if (fate !== 'refused') sent.push(message.messageId);
        if (fate === 'killed') run.kill();
        if (fate === 'refused') return { outcome: 'failed', detail: 'Refused.', isFinal: true };
        return { outcome: 'delivered' };
      },
      { detail: LOST, cutOffMs: 60_000 },
    );
    run.isTroubled = true;
    for (let count = 0; count < REMINDERS; count += 1) {
      run.write((context) => {
        notify(context, { type: 'reminder.due', userId: user.userId, data: { message: String(count) } });
      });
      vi.setSystemTime(Date.now() + HOUR);
      while (run.nextTime([task]) !== undefined) await run.pass(HOUR, [task], {} as CoreEnv);
    }

    const rows = run.database.all<{ message_id: string; status: string; last_error: string | null }>(
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
