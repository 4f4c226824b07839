// @vitest-environment happy-dom
/** The inbox: who waits for an answer, by which way, with what they said, who is at it; and how they are taken off by keys. */
import { h } from 'preact';
import { expect, test, vi } from 'vitest';
import type { RemindersBody } from '../../../../worker/core/leads/reminders/reference.ts';
import { InboxScreen } from '../../../../console/screens/inbox/screen.tsx';
import { listKeys } from '../../../../console/frame/keys.tsx';
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
function item(name: string, data: object, contact?: object, more: object = {}): Item {
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
    is_seen: false,
    ...more,
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
    { type: 'call', data: { ...EVENT, voicemail: null } },
    { location_id: 'austin', source: 'google_ads' },
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
  'POST /reminders/seen': { marked_count: 1 },
  'GET /users': [],
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
  const { find } = await show(h(InboxScreen, {}), { at: 'inbox', answers });
  await find.findByText('Vic Voice');

  await find.findByText('Said: It leaks. Call me.');
  const lines = [...document.querySelectorAll('.inbox li .words')].map((line) => line.textContent);
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
  expect(find.getByLabelText('Text Tex Text').getAttribute('href')).toContain('over=thread');
  expect(find.getByLabelText('E-mail Flo Form').getAttribute('href')).toBe('mailto:flo%40example.com');
  expect(find.getAllByText(/came/)).toHaveLength(5);
  const mia = (await find.findByText(/Austin North/)).closest('li')?.textContent;
  expect(mia).toContain('Mia Missed');
  expect(mia).toContain('Google ads');
});

test('no answer needed takes somebody off, with Undo; a reminder that people set is done', async () => {
  const shown = await show(h(InboxScreen, {}), { at: 'inbox', answers });
  const { find, user, requests } = shown;
  await openMenu(shown, 'Later: Rob Self');
  await find.findByText('In one hour');
  expect(find.queryByLabelText('No answer needed: Rob Self')).toBe(null);
  await user.click(await find.findByLabelText('No answer needed: Tex Text'));
  await user.click(await find.findByText('Undo'));

  expect(verbsOf(requests)).toEqual(['dismiss', 'reopen']);
});

/** Returns the last parts of the paths that were written to, but for what was seen. */
function verbsOf(requests: Shown['requests']): (string | undefined)[] {
  const sent = requests.filter(({ method }) => method === 'POST').map(({ path }) => path.split('/').at(-1));
  return sent.filter((verb) => verb !== 'seen');
}

test('a person who came four times is one row with all of it, and whoever is at it stands there', async () => {
  const call = { type: 'call', inbound: true, online: false, data: { ...EVENT, outcome: 'missed' } };
  const voicemail = {
    ...call,
    data: { ...EVENT, event_id: 'v', call_id: 'c9', outcome: 'voicemail', voicemail: { seconds: 9 } },
  };
  const ivy = item(
    'Ivy Often',
    { text_id: 't3', phone: PHONE },
    { type: 'sms', data: { ...EVENT, event_id: 's', message: 'Please call.' } },
    {
      earlier_contacts: [voicemail, call, call],
      contact_counts: { calls: 3, texts: 1, forms: 0 },
      taken: {
        by: { id: 'u2', name: 'Ann Lee' },
        since: '2026-03-02T09:05:00.000Z',
        until: new Date(Date.now() + 60_000).toISOString(),
      },
    },
  );
  const own = {
    ...answers,
    'GET /reminders': { reminders: [ivy] },
    'GET /calls/transcripts': { transcripts: [{ call_id: 'c9', segments: [{ text: 'It leaks.' }] }] },
  };
  const { find } = await show(h(InboxScreen, {}), { at: 'inbox', answers: own });
  await find.findByText('Said: It leaks.');

  expect([...document.querySelectorAll('.inbox li .words')].map((line) => line.textContent)).toEqual([
    '3 calls and 1 text: call (206) 555-0100 back',
    'Text: Please call.',
    'Voicemail of 0:09 min',
    'Said: It leaks.',
  ]);
  await find.findByText(/^Ann Lee has been on it since/);
});

test('J and K go from row to row, and the other keys act on the row that they have reached', async () => {
  const { find, user, requests } = await show(h(InboxScreen, {}), { at: 'inbox', answers });
  await find.findByText('Vic Voice');
  const currentName = (): string | undefined =>
    document.querySelector('.inbox [aria-current] .main')?.textContent ?? undefined;
  expect(currentName()).toBe('Vic Voice');

  await user.keyboard('jjj');
  expect([currentName(), document.activeElement?.textContent]).toEqual(['Tex Text', 'Tex Text']);
  await user.keyboard('k');
  expect(currentName()).toBe('Mia Missed');
  await user.keyboard('jx');
  await find.findByText('No answer needed.');

  expect(requests.filter(({ path }) => path.endsWith('/dismiss')).map(({ path }) => path)).toEqual([
    expect.stringContaining('/of-Tex-Text/'),
  ]);
  const keys = listKeys().map(({ key, name }) => `${key} ${name}`);
  expect(keys).toEqual(
    expect.arrayContaining(['d Done: Tex Text', 'l Later: Tex Text', 'a Assign Tex Text']),
  );
});

test('a row is seen once one has been at it for a moment, and passing it by is not seeing', async () => {
  const { find, requests } = await show(h(InboxScreen, {}), { at: 'inbox', answers });
  await find.findByText('Vic Voice');
  // Faster than any moment.
  for (const name of ['Mia Missed', 'Tex Text']) find.getByText(name).focus();
  const seen = (): string =>
    JSON.stringify(requests.filter(({ path }) => path.endsWith('/reminders/seen')).map(({ body }) => body));

  const isSeen = (name: string): boolean => find.getByText(name).closest('li')?.className !== 'is-new';
  await vi.waitUntil(() => seen().includes('of-Tex-Text') && isSeen('Tex Text'), { timeout: 30_000 });

  expect(seen()).not.toContain('of-Mia-Missed');
  expect(isSeen('Mia Missed')).toBe(false);
});
