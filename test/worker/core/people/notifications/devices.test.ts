/** The browsers of a user: at most ten, of which the oldest goes. */
import { expect, test } from 'vitest';
import { addDevice, devicesOf } from '../../../../../worker/core/people/push/devices.ts';
import { newUser, saveUser } from '../../../../../worker/core/people/users/users.ts';
import { MortalCompany } from '../../engine/context/mortal-company.ts';

test.for([
  ['one after another', (index: number) => 1_000 + index],
  ['at the same moment', () => 1_000],
] as const)('of twelve browsers that are added %s the ten newest stay, and those of others', ([, timeOf]) => {
  const company = new MortalCompany(1, 0);
  const add = (userId: string, index: number): void =>
    company.write((context) => {
      const keys = { p256dh: 'key', auth: 'secret' };
      const device = { endpoint: `https://push.example/${userId}/${index}`, keys, name: `${index}` };
      addDevice({ ...context, now: timeOf(index) }, { userId, tokenHash: userId }, device);
    });
  for (const userId of ['ann', 'bo']) {
    const user = newUser({
      userId,
      name: userId,
      email: `${userId}@acme.test`,
      roleId: 'agent',
      groupId: '1',
    });
    company.write((context) => saveUser(context, user));
    company.database.run(
      'INSERT INTO tokens (token_hash, user_id, created_time, expires_time) VALUES (?, ?, 0, ?)',
      userId,
      userId,
      Number.MAX_SAFE_INTEGER,
    );
  }
  add('bo', 0);

  for (let index = 0; index < 12; index += 1) add('ann', index);

  const names = devicesOf(company.database, 'ann').map(({ name }) => Number(name));
  expect(names.toSorted((one, other) => one - other)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(devicesOf(company.database, 'bo')).toHaveLength(1);
});
