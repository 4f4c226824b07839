/** Notifications are listed newest first, page by page, whatever order their rows were written in. */
import { afterEach, expect, test, vi } from 'vitest';
import {
  listNotifications,
  notify,
} from '../../../../../../worker/core/people/notifications/notifications.ts';
import { newUser, saveUser } from '../../../../../../worker/core/people/users/users.ts';
import { MortalCompany } from '../../../engine/context/mortal-company.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('the newest notifications come first, and pages follow one another', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 30) });
  const company = new MortalCompany(1, 0);
  const user = newUser({ name: 'Al', email: 'al@acme.test', roleId: 'agent', groupId: '1' });
  company.write((context) => saveUser(context, user));
  const { userId } = user;
  // The clock of the second is behind that of the first.
  for (const [minute, name] of [3, 1, 2, 2].map((at, index) => [at, String(index)] as const)) {
    vi.setSystemTime(Date.UTC(2026, 10, 30, 0, minute));
    company.write((context) =>
      notify(context, { type: 'forms.dropped', userId, data: { count: 1, name, detail: '' } }),
    );
  }

  const pageAt = (start: number): unknown[] =>
    listNotifications(company.database, { userId, start, size: 3 }).notifications.map(
      ({ data }) => data['name'],
    );
  expect([pageAt(0), pageAt(3)]).toEqual([['0', '3', '2'], ['1']]);
});
