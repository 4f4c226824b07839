// @vitest-environment happy-dom
/** Webhooks: their form and secret, their state, and the messages with how each went. */
import { within } from '@testing-library/dom';
import { h } from 'preact';
import { describe, expect, test } from 'vitest';
import { CompanyScreen } from '../../../../console/screens/company/screen.tsx';
import {
  type Delivery,
  eventsText,
  patternsOf,
  typeName,
  typesOf,
  type Webhook,
} from '../../../../console/screens/company/webhooks/webhook.ts';
import {
  type ApiAnswers,
  type ApiRequest,
  confirmWith,
  refusal,
  show,
  type Shown,
  typed,
} from '../../rendered.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const HOOK: Webhook = {
  webhook_id: ID,
  url: 'https://warehouse.example/hook',
  description: '',
  events: ['lead.*', 'call.completed'],
  leave_out_spam: false,
  flat: false,
  rest_hook: false,
  state: 'active',
  secrets: 1,
  behind: 0,
  created_time: '2026-01-20T12:00:00Z',
} as unknown as Webhook;

const delivery = (parts: Partial<Delivery>): Delivery =>
  ({
    delivery_id: 'd',
    type: 'lead.created',
    status: 'delivered',
    attempts: 1,
    created_time: '2026-01-20T12:00:00Z',
    answer_status: 200,
    answer_milliseconds: 12,
    ...parts,
  }) as unknown as Delivery;

/** The answers of a webhook that is kept, and changed over its newest version. */
function answersOf(hook: { body: Webhook; version: number }, deliveries: Delivery[] = []): ApiAnswers {
  const answer = (): Response => Response.json(hook.body, { headers: { ETag: `"${hook.version}"` } });
  return {
    'GET /webhooks': () => [hook.body],
    [`GET /webhooks/${ID}`]: answer,
    [`GET /webhooks/${ID}/deliveries`]: ({ path }: ApiRequest) => {
      const status = new URLSearchParams(path.split('?')[1]).get('status');
      return { deliveries: deliveries.filter((each) => status === null || each.status === status) };
    },
    [`POST /webhooks/${ID}/modify`]: ({ body, headers }: ApiRequest) => {
      if (headers.get('If-Match') !== `"${hook.version}"`) return refusal(412, 'changed_meanwhile', 'Newer.');
      hook.body = { ...hook.body, ...(body as Partial<Webhook>) };
      hook.version += 1;
      return answer();
    },
  };
}

function showWebhooks(rest: string, answers: ApiAnswers): Promise<Shown> {
  return show(h(CompanyScreen, {}), { at: `company/webhooks${rest}`, answers });
}

const sent = ({ requests }: Shown, path: string): unknown[] =>
  requests.filter((request) => request.method === 'POST' && request.path === path).map(({ body }) => body);

test('a webhook is made for the chosen events, its secret is shown, and its page follows', async () => {
  const answers = [
    refusal(400, 'invalid', 'Invalid.', [{ pointer: '/url', detail: 'Write an address.' }]),
    Response.json({ ...HOOK, secret: 'whsec_1' }),
  ];
  const shown = await showWebhooks('?over=webhook', {
    ...answersOf({ body: HOOK, version: 1 }),
    'POST /webhooks': () => answers.shift() ?? {},
  });
  const { find, user } = shown;
  await user.type(await find.findByLabelText('Address'), 'nowhere');
  await user.type(find.getByLabelText('Description'), 'Warehouse');
  await user.click(find.getByLabelText('Selected events'));
  await user.click(within(find.getByRole('group', { name: 'Calls' })).getByLabelText('ended'));
  await user.click(find.getByLabelText('Leave out leads that look like spam'));
  await user.click(find.getByLabelText('One level of names and values'));
  await user.click(find.getByRole('button', { name: 'Add webhook' }));
  await find.findAllByText('Write an address.');
  expect(find.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true');
  await typed(user, find.getByLabelText('Address'), HOOK.url);
  await user.click(find.getByRole('button', { name: 'Add webhook' }));
  await find.findByText('whsec_1');
  await user.click(find.getByText('Done'));
  await find.findByText('Leads, Calls: ended');
  expect(location.pathname).toMatch(new RegExp(`/company/webhooks/${ID}$`));
  expect(sent(shown, '/webhooks')[1]).toEqual({
    url: HOOK.url,
    description: 'Warehouse',
    events: ['lead.*', 'call.completed'],
    leave_out_spam: true,
    flat: true,
  });
});

describe('a webhook that a key made', () => {
  const made = { ...HOOK, flat: true, rest_hook: true, key_name: 'Zapier' };
  const words = 'By the API key “Zapier”, with which it ends';

  test('says so in the list', async () => {
    const { find } = await showWebhooks('', answersOf({ body: made, version: 1 }));
    expect(await find.findByText(words)).not.toBeNull();
  });

  test('says so on its page, and is edited but for its flat messages', async () => {
    const shown = await showWebhooks(`/${ID}`, answersOf({ body: made, version: 1 }));
    const { find, user } = shown;
    await find.findByText(words);
    await user.click(find.getByText('Edit'));
    await typed(user, await find.findByLabelText('Description'), 'Rows');
    expect(find.queryByLabelText('One level of names and values')).toBeNull();
    await user.click(find.getByRole('button', { name: 'Save' }));
    await find.findByRole('heading', { name: 'Rows' });
    expect(sent(shown, `/webhooks/${ID}/modify`)).toEqual([{ description: 'Rows' }]);
  });
});

test('a secret whose answer was lost is told of', async () => {
  const { find, user } = await showWebhooks('?over=webhook', {
    ...answersOf({ body: HOOK, version: 1 }),
    'POST /webhooks': HOOK,
  });
  await user.type(await find.findByLabelText('Address'), HOOK.url);
  await user.click(find.getByRole('button', { name: 'Add webhook' }));
  expect(await find.findByText(/^The webhook was created, but its secret did not arrive\./)).not.toBeNull();
});

test('a webhook is tested, paused, resumed by Undo, changed and removed after a question', async () => {
  const hook = { body: HOOK, version: 1 };
  const tests = [delivery({ answer_status: 204 }), delivery({ status: 'failed', last_error: 'No answer.' })];
  const shown = await showWebhooks(`/${ID}`, {
    ...answersOf(hook),
    [`POST /webhooks/${ID}/test`]: () => tests.shift() ?? {},
    [`POST /webhooks/${ID}/remove`]: {},
  });
  const { find, user } = shown;
  await user.click(await find.findByText('Send a test'));
  await find.findByText('The receiver accepted the test: 204 in 12 ms.');
  await user.click(find.getByText('Send a test'));
  await find.findByText('The test failed. No answer.');
  await user.click(find.getByText('Pause'));
  await find.findByText('Resume');
  await user.click(find.getByText('Undo'));
  await find.findByText('Pause');
  await user.click(find.getByText('Edit'));
  await typed(user, await find.findByLabelText('Description'), 'The website');
  await user.click(find.getByRole('button', { name: 'Save' }));
  await find.findByRole('heading', { name: 'The website' });
  expect(sent(shown, `/webhooks/${ID}/modify`)).toEqual([
    { state: 'paused' },
    { state: 'active' },
    { description: 'The website' },
  ]);

  const asked = confirmWith(false, true);
  await user.click(find.getByText('Remove'));
  await user.click(find.getByText('Remove'));
  await find.findByText('Webhook removed.');
  expect(asked[0]).toBe('Remove the webhook to https://warehouse.example/hook, and its log?');
  expect(sent(shown, `/webhooks/${ID}/remove`)).toHaveLength(1);
});

test('a new secret leaves the old one valid for as long as was chosen', async () => {
  const shown = await showWebhooks(`/${ID}?over=secret`, {
    ...answersOf({ body: { ...HOOK, secrets: 2 }, version: 1 }),
    [`POST /webhooks/${ID}/rotate_secret`]: { secret: 'whsec_2' },
  });
  const { find, user } = shown;
  await user.selectOptions(await find.findByLabelText('Keep the old secret valid'), 'For a week');
  await user.click(find.getByText('Create new secret'));
  await find.findByText('whsec_2');
  await find.findByText('The new secret, and the old one for a while');
  expect(sent(shown, `/webhooks/${ID}/rotate_secret`)).toEqual([{ former_valid_seconds: 604_800 }]);
});

describe('the messages', () => {
  const failed = delivery({
    delivery_id: 'f',
    status: 'pending',
    attempts: 2,
    last_error: 'The receiver answered 500.',
    next_attempt_time: '2026-01-20T13:00:00Z',
  });

  test('say how each went; one that was tried is sent again, and they are narrowed by status', async () => {
    const shown = await showWebhooks(`/${ID}`, {
      ...answersOf({ body: HOOK, version: 1 }, [
        delivery({ attempts: 2 }),
        failed,
        delivery({ delivery_id: 'n', type: 'webhook.test', status: 'pending', attempts: 0 }),
      ]),
      [`POST /webhooks/${ID}/deliveries/f/replay`]: {},
    });
    const { find, user } = shown;
    await find.findByText('200 in 12 ms, attempt 2');
    expect(find.getByText(/^The receiver answered 500\./).textContent).toMatch(
      /^The receiver answered 500\. 2 attempts\. Next attempt Jan 20, 2026, \d/,
    );
    const again = find.getAllByRole('button', { name: 'Send again Leads: created' });
    expect(again).toHaveLength(2);
    expect(find.queryByRole('button', { name: 'Send again Test' })).toBeNull();
    await user.click(again[1] ?? document.body);
    await find.findByText('Sent again.');
    await user.selectOptions(find.getByLabelText('Status'), 'Failed');
    await find.findByText('No messages with this status.');
    expect(location.search).toBe('?status=failed');
  });
});

test('patterns of events are the shortest, and are told in words', () => {
  const all = typesOf(['lead.*', 'call.completed', 'other.*']);
  expect(patternsOf(all)).toEqual(['lead.*', 'call.completed']);
  all.delete('lead.erased');
  expect(patternsOf(all)).toContain('lead.created');
  expect(patternsOf(all)).not.toContain('lead.*');
  expect(eventsText(['*', 'lead.*'])).toBe('Everything');
  expect(eventsText(['lead.*', 'call.completed', 'x.*', 'text.sent', 'form.*'])).toBe(
    'Leads, Calls: ended, x.* and 2 others',
  );
  expect(['webhook.test', 'lead.merged', 'lead.unknown'].map(typeName)).toEqual([
    'Test',
    'Leads: merged',
    'lead.unknown',
  ]);
});
