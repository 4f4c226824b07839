// @vitest-environment happy-dom
/** What is to do: who waits for an answer, by which way, with what they said; and how they are taken off. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import type { RemindersBody } from '../../../../worker/core/leads/reminders/reference.ts';
import { ToDoScreen } from '../../../../console/screens/to-do/screen.tsx';
import { show, type Shown } from '../../rendered.ts';

type Item = RemindersBody['reminders'][number];

const EVENT = {
  event_time: '2026-03-02T09:00:00.000Z',
  created_by: 'system:twilio',
  created_by_entity: { name: 'twilio', company_id: 'c' },
  comment_count: 0,
  attached_entities: [],
  state: 'open',
};

/** Returns a reminder of the list. @param data what it is about @param contact the event to be answered */
function item(name: string, data: object, contact?: object): Item {
  const reminder = {
    ...EVENT,
    event_id: `of-${name.replace(' ', '-')}`,
    due_time: '2026-03-02T09:30:00.000Z',
    ...data,
  };
  return {
    event: { type: 'reminder', inbound: false, online: false, data: reminder },
    lead: { lead_id: name.replace(' ', '-'), name, source_tags: [], emails: [{ email: 'flo@example.com' }] },
    ...(contact === undefined ? {} : { contact: { inbound: true, online: false, ...contact } }),
  } as unknown as Item;
}

const PHONE = '+12065550100';
const reminders = [
  item(
    'Vic Voice',
    { call_id: 'c1', phone: PHONE },
    { type: 'call', data: { ...EVENT, call_id: 'c1', outcome: 'voicemail', voicemail: { seconds: 24 } } },
  ),
  item(
    'Mia Missed',
    { call_id: 'c2', phone: PHONE },
    { type: 'call', data: { ...EVENT, voicemail: null, location_id: 'austin' } },
  ),
  item(
    'Tex Text',
    { text_id: 't1', phone: PHONE },
    { type: 'sms', data: { ...EVENT, message: 'On Tuesday?' } },
  ),
  item(
    'Flo Form',
    { form_id: 'f1' },
    {
      type: 'form',
      data: { ...EVENT, answers: [{ label: 'What leaks?', value: 'The roof' }] },
    },
  ),
  item('Rob Self', { message: 'Send the quote' }),
  item(
    'Lou Long',
    { text_id: 't2', phone: PHONE },
    { type: 'sms', data: { ...EVENT, message: 'Hello 👋 '.repeat(60) } },
  ),
];
const answers = {
  'GET /reminders': { reminders },
  'GET /calls/transcripts': {
    transcripts: [{ call_id: 'c1', segments: [{ text: 'It leaks.' }, { text: 'Call me.' }] }],
  },
  'GET /calls/settings': { carriers: [], blocked: [] },
  'GET /calls/places': { locations: [{ location_id: 'austin', name: 'Austin North' }], sources: [] },
  'POST /leads/Tex-Text/events/reminder/of-Tex-Text/dismiss': {},
  'POST /leads/Tex-Text/events/reminder/of-Tex-Text/reopen': {},
};

/** Opens a menu. This DOM has no popovers. */
async function openMenu({ find }: Shown, label: string): Promise<void> {
  const button = await find.findByLabelText(label);
  const menu = document.getElementById(button.getAttribute('popovertarget') ?? '');
  if (menu === null) throw new Error(`${label} opens nothing.`);
  menu.hidePopover = () => undefined;
  menu.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState: 'open' }));
}

test('everybody who waits is there with what they said, and a voicemail plays', async () => {
  const { find } = await show(h(ToDoScreen, {}), { at: 'to-do', answers });
  await find.findByText('Vic Voice');

  await find.findByText('Said: It leaks. Call me.');
  const lines = [...document.querySelectorAll('.to-do li .words')].map((line) => line.textContent);
  expect(lines).toEqual([
    'Voicemail of 0:24 min: call (206) 555-0100 back',
    'Said: It leaks. Call me.',
    'Missed call: call (206) 555-0100 back',
    'Text: On Tuesday?',
    'Form: What leaks? The roof',
    'Send the quote',
    `Text: ${'Hello 👋 '.repeat(35)}…`,
  ]);
  expect(find.getAllByLabelText('Voicemail').map((player) => player.getAttribute('src'))).toEqual([
    expect.stringMatching(/\/calls\/c1\/recording$/),
  ]);
  expect(find.getByLabelText('Answer Tex Text').getAttribute('href')).toContain('over=thread');
  expect(find.getByLabelText('E-mail Flo Form').getAttribute('href')).toBe('mailto:flo%40example.com');
  expect(find.getAllByText(/came/)).toHaveLength(5);
  expect((await find.findByText(/Austin North/)).closest('li')?.textContent).toContain('Mia Missed');
});

test('no answer needed takes somebody off, with Undo; a reminder that people set is done', async () => {
  const shown = await show(h(ToDoScreen, {}), { at: 'to-do', answers });
  const { find, user, requests } = shown;
  await openMenu(shown, 'More about Rob Self');
  await find.findByText('Later');
  expect(find.queryByText('No answer needed')).toBe(null);
  await openMenu(shown, 'More about Tex Text');
  await user.click(await find.findByText('No answer needed'));
  await user.click(await find.findByText('Undo'));

  const sent = requests.filter(({ method }) => method === 'POST').map(({ path }) => path.split('/').at(-1));
  expect(sent).toEqual(['dismiss', 'reopen']);
});
