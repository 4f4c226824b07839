// @vitest-environment happy-dom
/** Callers who were taken for spam: what the list and the dialog say of them, and that they were people. */
import { readFileSync } from 'node:fs';
import { h } from 'preact';
import { expect, test } from 'vitest';
import { CallDialog } from '../../../../console/screens/calls/call-dialog.tsx';
import { RowMenu } from '../../../../console/screens/calls/actions/row-menu.tsx';
import { OutcomeChip } from '../../../../console/screens/calls/outcome-chip.tsx';
import type { Call } from '../../../../console/screens/calls/call.ts';
import { show } from '../../rendered.ts';

const { body } = JSON.parse(readFileSync('test/golden/calls/call.json', 'utf8')) as {
  response?: unknown;
  body: Call;
};
const TURNED_AWAY: Call = {
  ...body,
  outcome: 'blocked',
  lead_id: null,
  lead_status: null,
  recording: null,
  voicemail: null,
  spam: {
    ...body.spam,
    score: 2,
    reasons: ['low_attestation', 'neighbor_number'],
    treatment: 'press_1',
  },
};
const MODIFY = `POST /calls/${TURNED_AWAY.call_id}/modify`;

test('a turned away call is not called blocked, and one press says that it was a person', async () => {
  const { find, user, requests } = await show(
    h('div', {}, h(OutcomeChip, { call: TURNED_AWAY }), h(RowMenu, { call: TURNED_AWAY })),
    { answers: { [MODIFY]: {}, 'GET /calls/settings': { blocked: [] } } },
  );
  find.getByText('Turned away as spam');
  const menu = document.querySelector<HTMLElement>('[popover]') as HTMLElement;
  menu.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState: 'open' }));
  await user.click(await find.findByText('This was a person'));

  await find.findByText('A lead, to be called back. They get through next time.');
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ lead_status: 'good' });
});

test('the dialog says why, and its form asks whether it was a person', async () => {
  const { find } = await show(
    h(CallDialog, { callId: TURNED_AWAY.call_id, places: { nameOf: (id: string) => id } as never }),
    {
      answers: {
        [`GET /calls/${TURNED_AWAY.call_id}`]: TURNED_AWAY,
        [`GET /calls/${TURNED_AWAY.call_id}/rule_effects`]: [],
        'GET /calls/settings': { blocked: [] },
        'GET /lead_settings/currencies': { currencies: [] },
      },
    },
  );

  await find.findByText('No carrier vouches for the number, the number resembles the one called');
  find.getByRole('option', { name: 'Yes, this was a person' });
  expect(find.queryByText('The number is on your block list')).toBeNull();
});
