// @vitest-environment happy-dom
/** Texts that are sent later: written below the timeline, seen on it, and cancelled. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import { Compose } from '../../../../../console/screens/leads/lead/timeline/compose.tsx';
import { EventLine } from '../../../../../console/screens/leads/lead/timeline/event-line.tsx';
import type { Lead, TimelineEvent } from '../../../../../console/screens/leads/lead/lead.ts';
import { refusal, show, type Shown, typed } from '../../../rendered.ts';

const LEAD = {
  lead_id: 'l1',
  name: 'Ann Lee',
  phones: [{ phone: '+12065550100', type: 'mobile' }],
} as unknown as Lead;
/** Whoever runs the tests is somewhere else. */
const ZONE = 'Pacific/Kiritimati';
const NONE_WAIT = { time_zone: ZONE, scheduled_texts: [] };

async function writing(answers: Parameters<typeof show>[1]): Promise<Shown> {
  const shown = await show(h(Compose, { lead: LEAD }), answers);
  const { find, user } = shown;
  await user.click(find.getByRole('button', { name: /^Text to/ }));
  await user.type(await find.findByLabelText('New text'), 'See you at 10.');
  await user.click(find.getByRole('button', { name: 'Send later' }));
  await find.findByText('In the time of Kiritimati.');
  return shown;
}

test('a text is scheduled in the time of whoever gets it, unless they are in contact first', async () => {
  const { find, user, requests } = await writing({
    answers: { 'GET /leads/l1/scheduled_texts': NONE_WAIT, 'POST /leads/l1/scheduled_text': {} },
  });
  await typed(user, find.getByLabelText('Send at'), '2027-03-02T09:30');
  await user.click(find.getByRole('button', { name: 'Schedule' }));
  await find.findByText('The text will be sent later.');

  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    message: 'See you at 10.',
    send_time: '2027-03-02T09:30',
    unless_contact: true,
  });
  // The form is empty again, and sends the next text now.
  expect(find.queryByRole('button', { name: 'Schedule' })).toBeNull();
  expect(find.getByLabelText<HTMLTextAreaElement>('New text').value).toBe('');
});

test('a time that has passed is refused beside its field, and the text stays', async () => {
  const { find, user } = await writing({
    answers: {
      'GET /leads/l1/scheduled_texts': NONE_WAIT,
      'POST /leads/l1/scheduled_text': () =>
        refusal(400, 'invalid_parameter', 'The time has passed; give a later one.', [
          { pointer: '/send_time', detail: 'The time has passed; give a later one.' },
        ]),
    },
  });
  await user.click(find.getByRole('button', { name: 'Schedule' }));

  await find.findAllByText('The time has passed; give a later one.');
  expect(find.getByLabelText('Send at').getAttribute('aria-invalid')).toBe('true');
  expect(find.getByLabelText<HTMLTextAreaElement>('New text').value).toBe('See you at 10.');
});

test('somebody who thinks again sends it now', async () => {
  const { find, user, requests } = await writing({
    answers: { 'GET /leads/l1/scheduled_texts': NONE_WAIT, 'POST /leads/l1/text': {} },
  });
  await user.click(find.getByRole('button', { name: 'Send it now instead' }));
  await user.click(find.getByRole('button', { name: 'Send text' }));
  await find.findByText('Sending the text.');

  expect(requests.find(({ method }) => method === 'POST')?.path).toBe('/leads/l1/text');
});

const eventOf = (data: object): TimelineEvent =>
  ({
    type: 'scheduled_text',
    inbound: false,
    online: false,
    data: {
      event_id: 'e1',
      event_time: '2026-03-02T09:00:00.000Z',
      created_by: 'user:u1',
      created_by_entity: { name: 'Kim', company_id: 'c' },
      comment_count: 0,
      attached_entities: [],
      message: 'See you at 10.',
      phone: '+12065550100',
      number: '+15125550101',
      state: 'open',
      planned_time: '2026-03-02T09:00:00.000Z',
      send_time: '2027-03-02T09:30:00.000Z',
      due_time: '2027-03-02T09:30:00.000Z',
      time_zone: ZONE,
      unless_contact: true,
      ...data,
    },
  }) as unknown as TimelineEvent;

test('one that waits is cancelled, and waits again after Undo', async () => {
  const event = eventOf({});
  const path = '/leads/l1/events/scheduled_text/e1';
  const { find, user, requests } = await show(h(EventLine, { event, lead: LEAD }), {
    answers: { [`POST ${path}/cancel`]: {}, [`POST ${path}/reschedule`]: {} },
  });
  await find.findByText(/^To be sent .* \(11:30 PM in Kiritimati\), unless they call or write first$/);
  await user.click(find.getByRole('button', { name: 'Cancel this text' }));
  await user.click(await find.findByRole('button', { name: 'Undo' }));
  await expect.poll(() => requests.length).toBe(2);

  expect(requests.map(({ path: asked, body }) => [asked, body])).toEqual([
    [`${path}/cancel`, {}],
    [`${path}/reschedule`, { send_time: '2027-03-02T09:30:00.000Z' }],
  ]);
});

test.each([
  [{ state: 'sent', text_id: 't1' }, /Planned for .*, and sent$/],
  [{ state: 'cancelled' }, /See you at 10\.Cancelled\. It was planned for/],
  [
    { state: 'cancelled', reason: 'They were in contact before it was due.' },
    /They were in contact before it was due\.$/,
  ],
  [
    { state: 'failed', reason: 'It could not be sent in time.' },
    /Not sent\. It could not be sent in time\.$/,
  ],
])('one with %j says what became of it, and offers nothing', async (data, words) => {
  const { find } = await show(h(EventLine, { event: eventOf(data), lead: LEAD }));
  await find.findByText(/Kim/);
  await expect.poll(() => document.querySelector('.event-main')?.textContent).toMatch(words);

  expect(find.queryByRole('button', { name: 'Cancel this text' })).toBeNull();
});
