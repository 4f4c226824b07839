/** A storm of notifications is one message to each person by each channel, which counts them all. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { effort } from '../../../../../harness/effort.ts';
import { notify } from '../../../../../../worker/core/people/notifications/notifications.ts';
import { countOf, mail, push, Run, START } from './channel-run.ts';

const STORM = effort(1_000, 10_000);
/** Assignments of one request, and the time between requests. */
const AT_ONCE = 100;
const BETWEEN_MS = 10;
const DAY_MS = 24 * 60 * 60_000;
const SUE = { id: 'sue', name: 'Sue' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.for([
  ['mail', mail],
  ['push', push],
] as const)('10,000 assignments within a second are one message to each person: %s', async ([, channel]) => {
  const run = new Run(1, channel);
  run.isTroubled = false;
  for (let done = 0; done < STORM; done += AT_ONCE) {
    run.write((context) => {
      for (const { userId } of run.people) {
        const data = { bulk_id: 'bulk', count: 1, assigned_to: { id: userId, name: '' }, assigned_by: SUE };
        for (let each = 0; each < AT_ONCE; each += 1) {
          notify(context, { type: 'leads.assigned', userId, data });
        }
      }
    });
    await run.tell(BETWEEN_MS);
  }
  await run.tell(DAY_MS);

  const counts = run.people.flatMap(({ ends }) =>
    ends.map((end) => run.taken.filter(({ to }) => to === end).map(countOf)),
  );
  expect(counts).toEqual(counts.map(() => [STORM]));
  expect(counts.length).toBeGreaterThanOrEqual(run.people.length);
});
