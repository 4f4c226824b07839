// @vitest-environment happy-dom
/** What was done by hand about a person's opt-out is a sentence on their timeline. */
import { expect, test } from 'vitest';
import { headlineOf } from '../../../../../console/screens/leads/lead/timeline/event-body.tsx';
import type { EventOf } from '../../../../../console/screens/leads/lead/lead.ts';
import { LIFT_REASONS } from '../../../../../worker/core/phone/opt-outs/schema.ts';

function sentence(data: Pick<EventOf<'opt_out'>['data'], 'state' | 'reason'>): string {
  const event = { type: 'opt_out', inbound: false, online: false, data: { phone: '+12065550177', ...data } };
  return headlineOf(event as EventOf<'opt_out'>);
}

test('whoever opts a person out did so, and for each reason whoever lifted it, in words', () => {
  expect(sentence({ state: 'added' })).toBe('opted (206) 555-0177 out of texts and calls');
  expect(LIFT_REASONS.map((reason) => sentence({ state: 'lifted', reason }))).toEqual([
    'lifted the opt-out of (206) 555-0177: they asked for it by phone',
    'lifted the opt-out of (206) 555-0177: they asked for it by mail',
    'lifted the opt-out of (206) 555-0177: they asked for it in person',
    'lifted the opt-out of (206) 555-0177: it was a mistake',
  ]);
});
