// @vitest-environment happy-dom
/** Files of costs that are read every morning: the form with its preview, the list, and the way back. */
import { h } from 'preact';
import { expect, test, vi } from 'vitest';
import type { Feed } from '../../../console/screens/reports/costs/feed.ts';
import { FeedForm } from '../../../console/screens/reports/costs/feed-form.tsx';
import { FeedList } from '../../../console/screens/reports/costs/feed-list.tsx';
import { COST_FILE, ID } from '../forms/refused-answers.ts';
import { type ApiAnswers, type ApiRequest, confirmWith, show, type Shown } from '../rendered.ts';

const RUN = {
  time: '2026-11-30T12:00:00Z',
  rows: 12,
  changed: 3,
  removed: 1,
  from: '2026-11-01',
  to: '2026-11-29',
  import_id: ID,
  error: null,
};
const FEED: Feed = {
  feed_id: ID,
  name: 'Google Ads',
  host: 'docs.google.com',
  mapping: { Day: 'day', Spend: 'amount' },
  source: 'paid_search',
  unit: null,
  decimal: 'point',
  days: 'month_first',
  spread: false,
  from: null,
  hour: 6,
  state: 'active',
  next_time: '2026-12-01T12:00:00Z',
  runs: [RUN, { ...RUN, time: '2026-11-29T12:00:00Z', import_id: null, error: 'The address answers 404.' }],
  created_time: '2026-11-01T12:00:00Z',
  created_by: 'user:x',
};
const COLUMNS = [
  { name: 'Day', samples: ['3/11/2026'] },
  { name: 'Spend', samples: ['12.50'] },
  { name: 'Clicks', samples: ['7'] },
];
const DAYS = {
  parameter: 'days',
  detail: 'The days may begin with the day or with the month.',
  choices: ['day_first', 'month_first'],
  samples: ['3/11/2026'],
};
const READS: ApiAnswers = {
  'GET /reports/query': { rows: [] },
  'GET /calls/places': { locations: [], sources: [] },
};

function checksOf({ requests }: Shown): Record<string, unknown>[] {
  return requests
    .filter(({ path }) => path.endsWith('/check'))
    .map(({ body }) => body as Record<string, unknown>);
}

test('a new file is shown as it is read, asked about, and saved with the answers', async () => {
  const shown = await show(h(FeedForm, { feed: undefined }), {
    answers: {
      ...READS,
      'POST /costs/feeds/check': ({ body }: ApiRequest) => {
        const { days } = body as { days: string | null };
        const questions = days === null ? [DAYS] : [];
        return { columns: COLUMNS, file: { ...COST_FILE, questions }, removed: 0, errors: [] };
      },
      'POST /costs/feeds': FEED,
    },
  });
  const { find, user, requests } = shown;
  const button = find.getByRole<HTMLButtonElement>('button', { name: /^Save/ });
  expect(button.disabled).toBe(true);
  await user.type(find.getByLabelText('Address of the CSV file'), ' https://docs.google.com/pub ');
  await user.type(find.getByLabelText('Name'), 'Google Ads');
  const answer = await find.findByRole('button', { name: 'Month first' });
  expect(button.disabled).toBe(true);
  await user.click(answer);
  await vi.waitUntil(() => !button.disabled);
  expect(checksOf(shown).at(-1)).toEqual({
    url: 'https://docs.google.com/pub',
    mapping: { Day: 'day', Spend: 'amount', Clicks: null },
    source: 'paid_search',
    decimal: null,
    days: 'month_first',
    spread: false,
    new_sources: false,
  });

  await user.click(button);
  await vi.waitUntil(() => requests.some(({ path }) => path.endsWith('/costs/feeds')));
  expect(requests.findLast(({ path }) => path.endsWith('/costs/feeds'))?.body).toMatchObject({
    name: 'Google Ads',
    url: 'https://docs.google.com/pub',
    mapping: { Day: 'day', Spend: 'amount', Clicks: null },
    days: 'month_first',
    hour: 6,
    from: null,
  });
});

test('an address that is typed anew is read before it can be saved', async () => {
  const { find, user } = await show(h(FeedForm, { feed: undefined }), {
    answers: {
      ...READS,
      'POST /costs/feeds/check': { columns: COLUMNS, file: COST_FILE, removed: 0, errors: [] },
    },
  });
  const button = find.getByRole<HTMLButtonElement>('button', { name: /^Save/ });
  const address = find.getByLabelText('Address of the CSV file');
  await user.type(address, 'https://docs.google.com/pub');
  await vi.waitUntil(() => !button.disabled);
  await user.type(address, '2');
  expect(button.disabled).toBe(true);
  await vi.waitUntil(() => !button.disabled);
});

test('a file that is written in another way can be read as it is now', async () => {
  const detail = 'The days of the file now begin with the day, and were read with the month first.';
  const shown = await show(h(FeedForm, { feed: FEED }), {
    answers: {
      ...READS,
      'POST /costs/feeds/check': ({ body }: ApiRequest) =>
        (body as { days: string | null }).days === null
          ? { columns: COLUMNS, file: COST_FILE, removed: 0, errors: [] }
          : {
              columns: COLUMNS,
              file: null,
              removed: 0,
              errors: [{ pointer: '/days', code: 'invalid_parameter', detail }],
            },
      'GET /costs/feeds': [FEED],
      [`POST /costs/feeds/${ID}/modify`]: FEED,
    },
  });
  const { find, user, requests } = shown;
  await find.findByText(detail);
  await user.click(find.getByRole('button', { name: 'Read it as it is written now' }));
  const button = find.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await vi.waitUntil(() => !button.disabled);
  await user.click(button);

  await vi.waitUntil(() => requests.some(({ path }) => path.endsWith('/modify')));
  expect(requests.find(({ path }) => path.endsWith('/modify'))?.body).toMatchObject({ days: null });
});

test('the list says what the last reading brought; each reading can be taken back, and the file paused or removed', async () => {
  const asked = confirmWith(true);
  const { find, user, requests } = await show(h(FeedList, {}), {
    at: 'reports/costs',
    answers: {
      'GET /costs/feeds': [FEED],
      [`POST /costs/feeds/${ID}/read`]: FEED,
      [`POST /costs/feeds/${ID}/modify`]: FEED,
      [`POST /costs/feeds/${ID}/remove`]: FEED,
      [`POST /costs/imports/${ID}/take_back`]: { restored: 4, kept: 0 },
    },
  });
  const result = '12 costs, 3 new or changed, 1 removed';
  expect((await find.findAllByText(new RegExp(result))).length).toBeGreaterThan(0);
  find.getByText('The address answers 404.');
  const sent = (): string[] => requests.filter(({ method }) => method === 'POST').map(({ path }) => path);

  await user.click(find.getByRole('button', { name: `Take back: ${result}` }));
  await user.click(find.getByRole('button', { name: 'Pause: Google Ads' }));
  const button = find.getByRole('button', { name: 'Read now: Google Ads' });
  button.click();
  button.click();
  await user.click(find.getByRole('button', { name: 'Remove: Google Ads' }));
  await vi.waitUntil(() => sent().length === 4);
  expect(sent().map((path) => path.replace(/.*\/costs/, ''))).toEqual([
    `/imports/${ID}/take_back`,
    `/feeds/${ID}/modify`,
    `/feeds/${ID}/read`,
    `/feeds/${ID}/remove`,
  ]);
  expect(asked).toEqual(['Read Google Ads no more, and remove its log? Its costs stay.']);
});
