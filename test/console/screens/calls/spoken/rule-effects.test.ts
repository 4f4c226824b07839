// @vitest-environment happy-dom
/** Which rules have marked a call, and the words that are played from there. */
import { h } from 'preact';
import { expect, test, vi } from 'vitest';
import type { Call } from '../../../../../console/screens/calls/call.ts';
import { RuleEffects } from '../../../../../console/screens/calls/spoken/rule-effects.tsx';
import { show } from '../../../rendered.ts';

const CALL = { call_id: 'c1', tags: ['appointment'], value: null, lead_status: null } as unknown as Call;
const EFFECT = {
  rule_id: 'r1',
  name: 'Appointments',
  version: 1,
  tags: ['appointment', 'new'],
  sets: ['value', 'lead_status'],
  words: 'make an appointment',
  second: 42,
};

const linesNow = (): string[] =>
  [...document.querySelectorAll('.rule-effects li')].map(({ textContent }) => textContent);

test('a press on the words plays them', async () => {
  const play = vi.fn<(seconds: number) => void>();
  const { find, user } = await show(h(RuleEffects, { call: CALL, play }), {
    answers: { 'GET /calls/c1/rule_effects': [EFFECT] },
  });
  await user.click(await find.findByText('“make an appointment” at 0:42'));

  expect(play.mock.calls).toEqual([[42]]);
  expect(linesNow()).toEqual([
    'Tagged “appointment”, “new”, Value set, Rating set by the rule “Appointments”: “make an appointment” at 0:42',
  ]);
});

test('without a player the place is only said, and a rule without words has none', async () => {
  const other = { ...EFFECT, rule_id: 'r2', name: 'Long', tags: [], words: null, second: null };
  const { find } = await show(h(RuleEffects, { call: CALL }), {
    answers: { 'GET /calls/c1/rule_effects': [EFFECT, other] },
  });
  await find.findByText(/“Long”$/);

  expect(linesNow()).toEqual([
    'Tagged “appointment”, “new”, Value set, Rating set by the rule “Appointments”: “make an appointment” at 0:42',
    'Value set, Rating set by the rule “Long”',
  ]);
  expect(document.querySelector('.rule-effects button')).toBeNull();
});

test('nothing is asked for a call without remarks', async () => {
  const { requests } = await show(h(RuleEffects, { call: { ...CALL, tags: [] } }));

  expect(requests).toEqual([]);
});
