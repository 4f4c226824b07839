// @vitest-environment happy-dom
/** The mark of users who are away, and what it says when the server refuses. */
import { h } from 'preact';
import { expect, test, vi } from 'vitest';
import { user as signedIn } from '../../../console/api/user.ts';
import { Availability, AwayMark } from '../../../console/frame/live/availability.tsx';
import { refusal, show } from '../rendered.ts';

/** Whoever is signed in is away, without an end. */
const AWAY = (): object => ({
  away: [{ user_id: signedIn.value?.user_id, since: '2026-01-01T00:00:00Z', until: null }],
});
const MARK = 'Not available for calls. Press to be available again.';

test('users who cannot come back are told why, and not that their phone rings', async () => {
  const { find, user, requests } = await show(h(AwayMark, {}), {
    user: { user_id: 'u1' },
    answers: {
      'GET /availability': AWAY,
      'PUT /availability/u1': refusal(403, 'permission_denied', 'You may not do this.'),
    },
  });
  await user.click(await find.findByRole('button', { name: MARK }));

  await find.findByText(/You may not do this/);
  expect(find.queryByText('Your phone rings for calls again.')).toBeNull();
  expect(requests.at(-1)?.body).toEqual({ available: true });
});

test('users who come back are told that their phone rings', async () => {
  const { find, user } = await show(h(AwayMark, {}), {
    user: { user_id: 'u1' },
    answers: { 'GET /availability': AWAY, 'PUT /availability/u1': {} },
  });
  await user.click(await find.findByRole('button', { name: MARK }));

  expect(await find.findByText('Your phone rings for calls again.')).toBeTruthy();
});

test('an hour away begins with the press, however long the menu has been open', async () => {
  const { find, user, requests } = await show(h(Availability, { close: () => undefined }), {
    user: { user_id: 'u1' },
    answers: { 'GET /availability': { away: [] }, 'PUT /availability/u1': {} },
  });
  const hour = await find.findByRole('button', { name: 'Not available for one hour' });
  const pressed = Date.now() + 20 * 60_000;
  vi.useFakeTimers({ now: pressed, toFake: ['Date'] });
  try {
    await user.click(hour);
    await find.findByText('Your phone does not ring for calls.');
  } finally {
    vi.useRealTimers();
  }
  const until = new Date(pressed + 60 * 60_000).toISOString();

  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ available: false, until });
});
