/** When messages about notifications are due. */
import { expect, test } from 'vitest';
import { fixedClock, zoneClock } from '../../../../../worker/core/engine/times/local-clock.ts';
import { afterQuiet, dueTime } from '../../../../../worker/core/people/notifications/due-times.ts';

const at = (text: string): number => Date.parse(text);
const UTC = fixedClock(0);
const NONE = { quietHours: null, digestAt: null };
const NIGHT = { from: '22:00', until: '07:00' };

test('a message waits 5 seconds for another notification, and at most 2 minutes', () => {
  const now = at('2026-03-02T12:00:00Z');
  const due = (firstTime: number): number => dueTime({ channel: 'mail', firstTime, now }, NONE, UTC);

  expect(due(now)).toBe(now + 5_000);
  expect(due(now - 60_000)).toBe(now + 5_000);
  expect(due(now - 118_000)).toBe(now + 2_000);
  expect(due(now - 3_600_000)).toBe(now);
});

test.each([
  ['in the evening', '2026-03-02T22:00:00Z', NIGHT, '2026-03-03T07:00:00Z'],
  ['after midnight', '2026-03-03T06:59:59Z', NIGHT, '2026-03-03T07:00:00Z'],
  ['at the end', '2026-03-03T07:00:00Z', NIGHT, '2026-03-03T07:00:00Z'],
  ['by day', '2026-03-03T21:59:59Z', NIGHT, '2026-03-03T21:59:59Z'],
  ['at noon', '2026-03-03T12:30:00Z', { from: '12:00', until: '13:00' }, '2026-03-03T13:00:00Z'],
  ['never', '2026-03-03T12:30:00Z', { from: '08:00', until: '08:00' }, '2026-03-03T12:30:00Z'],
])('quiet hours delay a message to their end: %s', (_, time, quietHours, expected) => {
  expect(new Date(afterQuiet(at(time), quietHours, UTC))).toEqual(new Date(expected));
});

test('quiet hours and the digest follow the zone through a change of its clock', () => {
  const chicago = zoneClock('America/Chicago') ?? UTC;
  // The clock goes forward on 2026-03-08 at 02:00.
  expect(new Date(afterQuiet(at('2026-03-08T05:00:00Z'), NIGHT, chicago))).toEqual(
    new Date('2026-03-08T12:00:00Z'),
  );
  const digest = { quietHours: null, digestAt: '08:00' };
  const due = (text: string): Date =>
    new Date(dueTime({ channel: 'mail', firstTime: at(text), now: at(text) }, digest, chicago));
  expect(due('2026-03-07T13:59:59Z')).toEqual(new Date('2026-03-07T14:00:00Z'));
  expect(due('2026-03-07T14:00:00Z')).toEqual(new Date('2026-03-08T13:00:00Z'));
});
