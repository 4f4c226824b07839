// @vitest-environment happy-dom
/** Blocking a caller from the list of calls. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import { BlockCaller } from '../../../../console/screens/calls/actions/block-caller.tsx';
import type { Call } from '../../../../console/screens/calls/call.ts';
import { type ApiRequest, show } from '../../rendered.ts';

test('a caller is blocked beside others’ changes, and allowed again by Undo', async () => {
  const kept = { blocked: ['+12025550101'], carriers: [] };
  const call = { from: '+12065550188', direction: 'inbound' } as Call;
  const { find, user } = await show(h(BlockCaller, { call }), {
    answers: {
      'GET /calls/settings': () => kept,
      'PUT /calls/settings': ({ body }: ApiRequest) => Object.assign(kept, body),
    },
  });
  await user.click(await find.findByText('Block this caller'));
  await find.findByText('(206) 555-0188 is blocked: their calls are refused.');
  expect(kept.blocked).toEqual(['+12025550101', '+12065550188']);
  await find.findByText('Allow this caller again');
  await user.click(find.getByText('Undo'));
  await find.findByText('Block this caller');
  expect(kept.blocked).toEqual(['+12025550101']);
});

test('managers block nobody', async () => {
  const call = { from: '+12065550188', direction: 'inbound' } as Call;
  const { find, requests } = await show(h(BlockCaller, { call }), { user: { role_id: 'manager' } });
  expect(find.queryByRole('button')).toBeNull();
  expect(requests).toEqual([]);
});
