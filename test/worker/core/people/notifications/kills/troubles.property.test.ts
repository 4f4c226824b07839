/** Each trouble is told of once to each super admin, whenever the object is killed, and again after it ended. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordFailure, recordMeaning } from '../../../../../../worker/core/conversions/outbox/results.ts';
import { troublesFeature } from '../../../../../../worker/core/people/troubles/troubles.ts';
import { newUser, saveUser } from '../../../../../../worker/core/people/users/users.ts';
import { effort } from '../../../../../harness/effort.ts';
import { MortalCompany } from '../../../engine/context/mortal-company.ts';
import { pick } from '../../../reports/random/random-company.ts';

const RUNS = effort(20, 400);
const STEPS = 60;
const HOUR = 60 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 9, 30, 12) });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a platform that fails is told of once until it works again, to super admins alone', () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const run = new MortalCompany(seed, 0.15, [troublesFeature]);
    run.isTroubled = true;
    for (const [name, roleId] of [
      ['sue', 'superadmin'],
      ['max', 'superadmin'],
      ['mary', 'manager'],
    ] as const) {
      const user = newUser({ name, email: `${name}@acme.test`, roleId, groupId: '1' });
      run.write((context) => saveUser(context, user));
    }
    run.write(({ database }) =>
      database.run(
        "INSERT INTO conversion_platforms (platform, version, is_enabled, settings, failures, rest_until) VALUES ('meta', 1, 1, '{}', 0, 0)",
      ),
    );
    let failures = 0;
    let isOpen = false;
    let expected = 0;
    for (let step = 0; step < STEPS; step += 1) {
      if (pick(run.random, ['fails', 'fails', 'works']) === 'fails') {
        run.write((context) => recordFailure(context, 'meta', { detail: 'Bad.', askedWaitMs: 0 }));
        failures += 1;
        if (failures >= 3 && !isOpen) expected += 1;
        isOpen ||= failures >= 3;
      } else {
        const meaning = { kind: 'accepted', requestId: null } as const;
        run.write((context) =>
          recordMeaning(context, { platform: 'meta', batch: [], meaning, claimed: 'no' }),
        );
        failures = 0;
        isOpen = false;
      }
      vi.setSystemTime(Date.now() + 2 * HOUR);
    }

    const told = run.database.all<{ name: string; count: number }>(
      `SELECT name, count(*) AS count FROM notifications JOIN users USING (user_id)
       WHERE type = 'conversions.failing' GROUP BY name ORDER BY name`,
    );
    const each = (name: string): object => ({ name, count: expected });
    expect(told, `seed ${String(seed)}`).toEqual(expected === 0 ? [] : [each('max'), each('sue')]);
  }
});
