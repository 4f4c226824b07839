// @vitest-environment happy-dom
/** Chat channels: their form, their state, the test, and the messages with how each went. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import type { Channel, ChatMessage } from '../../../../console/screens/company/chat/channel.ts';
import { CompanyScreen } from '../../../../console/screens/company/screen.tsx';
import { type ApiAnswers, type ApiRequest, confirmWith, refusal, show, type Shown } from '../../rendered.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const CHANNEL = {
  channel_id: ID,
  name: '#front-desk',
  platform: 'slack',
  host: 'hooks.slack.com',
  events: ['missed_call', 'text'],
  groups: ['1'],
  locations: [],
  state: 'active',
  waiting: 0,
  created_time: '2026-01-20T12:00:00Z',
} as unknown as Channel;

const MESSAGES = [
  {
    delivery_id: 'a',
    title: 'Text from Ann Lee',
    status: 'delivered',
    attempts: 1,
    answer_status: 200,
    answer_milliseconds: 12,
  },
  {
    delivery_id: 'b',
    title: 'Missed call from a lead',
    status: 'pending',
    attempts: 2,
    last_error: 'Slack answered 429.',
  },
  { delivery_id: 'c', status: 'not_sent', attempts: 0 },
].map((message) => ({
  type: 'text.received',
  created_time: '2026-01-20T12:00:00Z',
  ...message,
})) as ChatMessage[];

function showChat(rest: string, answers: ApiAnswers = {}): Promise<Shown> {
  let channel = CHANNEL;
  return show(h(CompanyScreen, {}), {
    at: `company/chat${rest}`,
    answers: {
      'GET /chat_channels': () => [channel],
      [`GET /chat_channels/${ID}/messages`]: { messages: MESSAGES },
      [`POST /chat_channels/${ID}/modify`]: ({ body }: ApiRequest) => {
        channel = { ...channel, ...(body as Partial<Channel>) };
        return channel;
      },
      'GET /lead_settings/groups': [
        { id: '1', label: 'West' },
        { id: '2', label: 'East' },
      ],
      'GET /calls/places': {
        locations: [
          { location_id: 'austin', name: 'Austin' },
          { location_id: 'denver', name: 'Denver' },
        ],
        sources: [],
        numbers: [],
      },
      ...answers,
    },
  });
}

const sent = ({ requests }: Shown, path: string): unknown[] =>
  requests.filter((request) => request.method === 'POST' && request.path === path).map(({ body }) => body);

test('a channel is added for events, groups and locations, and what is wrong stands beside its field', async () => {
  const answers = [
    refusal(400, 'invalid', 'Invalid.', [
      { pointer: '/url', detail: 'This is an address of Discord, not of Slack.' },
    ]),
    Response.json(CHANNEL),
  ];
  const shown = await showChat('?over=chat-channel', { 'POST /chat_channels': () => answers.shift() ?? {} });
  const { find, user } = shown;
  await user.type(await find.findByLabelText('Name'), '#front-desk');
  await user.type(find.getByLabelText('Address'), 'https://discord.com/api/webhooks/1/x');
  await user.click(find.getByLabelText('Forms'));
  await user.click(await find.findByLabelText('East'));
  await user.click(await find.findByLabelText('Denver'));
  await user.click(find.getByRole('button', { name: 'Add channel' }));
  await find.findAllByText('This is an address of Discord, not of Slack.');
  expect(find.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true');
  await user.click(find.getByRole('button', { name: 'Add channel' }));
  await find.findByText('Text from Ann Lee');
  expect(sent(shown, '/chat_channels')[1]).toEqual({
    name: '#front-desk',
    platform: 'slack',
    url: 'https://discord.com/api/webhooks/1/x',
    events: ['missed_call', 'voicemail', 'text'],
    groups: ['2'],
    locations: ['denver'],
  });
});

test('the steps to an address follow the platform', async () => {
  const { find, user } = await showChat('?over=chat-channel');
  await find.findByText(/^In Slack:/);
  await user.selectOptions(find.getByLabelText('Platform'), 'teams');
  expect(await find.findByText(/^In Teams:.*Workflows/)).toBeTruthy();
});

test('a channel is tested, changed without its address, paused and removed', async () => {
  confirmWith(true);
  const shown = await showChat(`/${ID}`, {
    [`POST /chat_channels/${ID}/test`]: { status: 'failed', last_error: 'Slack answered 404: it is gone.' },
    [`POST /chat_channels/${ID}/remove`]: CHANNEL,
  });
  const { find, user } = shown;
  await user.click(await find.findByText('Send a test'));
  await find.findByText('The test failed. Slack answered 404: it is gone.');
  await user.click(find.getByText('Edit'));
  await user.click(await find.findByLabelText('Assignments'));
  await user.click(find.getByRole('button', { name: 'Save' }));
  await find.findByText('Missed calls, Texts, Assignments');
  await user.click(find.getByText('Pause'));
  await find.findByText('Resume');
  expect(sent(shown, `/chat_channels/${ID}/modify`)).toEqual([
    { events: ['missed_call', 'text', 'assigned'] },
    { state: 'paused' },
  ]);
  const lists = (): number => shown.requests.filter(({ path }) => path === '/chat_channels').length;
  const before = lists();
  await user.click(find.getByText('Remove'));
  await find.findByText('Channel removed.');
  await expect.poll(lists).toBeGreaterThan(before);
});

test('the log says what was told and how each message went', async () => {
  const { find } = await showChat(`/${ID}`);
  await find.findByText('Text from Ann Lee');
  for (const text of ['200 in 12 ms', /Slack answered 429\. 2 attempts\./, 'No longer kept', 'West']) {
    expect(find.getByText(text)).toBeTruthy();
  }
  expect(find.getByText('hooks.slack.com, the rest is secret')).toBeTruthy();
});
