// @vitest-environment happy-dom
/** Callers who were taken for spam: what the list and the dialog say of them, and that they were people. */
import { readFileSync } from 'node:fs';
import { h } from 'preact';
import { expect, test } from 'vitest';
import { CallDialog } from '../../../../console/screens/calls/call-dialog.tsx';
import { rateCall } from '../../../../console/screens/calls/actions/call-actions.ts';
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

test('a turned away call is not called blocked, and is rated as what it was', async () => {
  const { find, requests } = await show(h(OutcomeChip, { call: TURNED_AWAY }), { answers: { [MODIFY]: {} } });
  find.getByText('Turned away as spam');
  await rateCall(TURNED_AWAY, 'good');

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
