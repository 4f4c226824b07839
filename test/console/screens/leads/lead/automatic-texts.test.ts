// @vitest-environment happy-dom
/** Texts that nobody wrote say on the timeline what sent them. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import { EventLine } from '../../../../../console/screens/leads/lead/timeline/event-line.tsx';
import type { Lead, TimelineEvent } from '../../../../../console/screens/leads/lead/lead.ts';
import { show } from '../../../rendered.ts';

const LEAD = { lead_id: 'l1', name: 'Ann Lee' } as unknown as Lead;

/** Shows a text of ours. @returns what can be read */
async function shown(createdBy: string, data: object): Promise<string> {
  const event = {
    type: 'sms',
    inbound: false,
    online: false,
    data: {
      event_id: 'e1',
      event_time: '2026-03-02T09:00:00.000Z',
      created_by: createdBy,
      created_by_entity: { name: 'Kim', company_id: 'c' },
      comment_count: 0,
      attached_entities: [],
      message: 'Sorry we missed your call!',
      phone: '+12065550100',
      status: 'sent',
      ...data,
    },
  } as unknown as TimelineEvent;
  await show(h(EventLine, { event, lead: LEAD }));
  return document.body.textContent ?? '';
}

test.each([
  [
    'system:missed calls',
    { automatic: true, missed_call_id: 'c1' },
    /^Sent a text.*Sent after the missed call/,
  ],
  ['system:signalwire', { automatic: true }, /^Sent a text.*Automatic reply/],
  ['user:u1', {}, /^Kim sent a text(?!.*(?:Automatic|missed call$))/],
])('by %s with %j it reads %s', async (createdBy, data, words) => {
  expect(await shown(createdBy, data)).toMatch(words);
});

test('one that was refused says why', async () => {
  const data = {
    automatic: true,
    missed_call_id: 'c1',
    status: 'failed',
    error: 'The carrier answered 400.',
  };
  expect(await shown('system:missed calls', data)).toContain('Not sent. The carrier answered 400.');
});
