/** What the console reads of a company is read again when a change concerns it. */
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../../build/reference/operations.ts';
import { SHOWN_BY } from '../../../console/frame/live/shown-by.ts';

/** What no change of the stream tells of, and why it may wait. */
const NOT_LIVE: Readonly<Record<string, string>> = {
  api_keys: 'A key is shown once, to whoever makes it.',
  audit: 'The log has pages by time, which would move while they are read.',
  changes: 'The stream itself, for programs.',
  costs: 'Costs are entered by one person, a month at a time.',
  live: 'The socket itself.',
  numbers: 'The screen asks again while a carrier works on a number.',
  second_factors: 'The account tells of them behind an own sign-in.',
};

const PREFIX = '/companies/{company}/';
const rooms = OPERATIONS.filter(({ method, path }) => method === 'GET' && path.startsWith(PREFIX)).map(
  ({ path }) => path.slice(PREFIX.length).split('/')[0] ?? '',
);
const shown = Object.values(SHOWN_BY).flat();

test.for([...new Set(rooms)])('%s is live, or it is said why not', (room) => {
  const isLive = shown.some((prefix) => prefix.split('/')[1] === room);
  expect(isLive).toBe(!(room in NOT_LIVE));
});

test('an accepted invitation, a STOP and a changed rule are seen at once', () => {
  expect(SHOWN_BY.user).toContain('/invitations');
  expect(SHOWN_BY.text).toContain('/opt_outs');
  expect(SHOWN_BY.settings).toEqual(expect.arrayContaining(['/contact_rules', '/conversions', '/webhooks']));
});
