// @vitest-environment happy-dom
/** A saved report is sent to somebody, and says to whom. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import { ReportForm } from '../../../console/screens/reports/saved/report-form.tsx';
import { SavedReports } from '../../../console/screens/reports/saved/saved-list.tsx';
import { show } from '../rendered.ts';

const PERSON = { email: 'ann@acme.test', is_suspended: false, role_id: 'manager' };
const PEOPLE = [
  { ...PERSON, user_id: 'ann', name: 'Ann Lee' },
  { ...PERSON, user_id: 'sam', name: 'Sam Roe', is_suspended: true },
  { ...PERSON, user_id: 'bob', name: 'Bob Fox', role_id: 'agent' },
];
const REPORT = {
  report_id: 'weekly',
  name: 'Weekly',
  query: { metrics: 'calls', by: 'source' },
  is_shared: true,
  owner_id: 'ann',
  schedule: null,
  shared_until: null,
};
const DAILY = {
  every: 'day',
  hour: 8,
  user_ids: [],
  emails: [],
  recipients: [],
  next_time: null,
  last_time: null,
  last_error: null,
};

test('a schedule without anybody to send to is refused beside the field, and nothing is saved', async () => {
  const { find, user, requests } = await show(h(ReportForm, { reportId: 'weekly' }), {
    at: 'reports/saved?over=saved-report&id=weekly',
    answers: {
      'GET /reports/saved/weekly': REPORT,
      'GET /users': PEOPLE,
      'POST /reports/saved/weekly/modify': REPORT,
    },
  });
  await user.selectOptions(await find.findByLabelText('Send it'), 'day');
  await user.click(find.getByRole('button', { name: 'Save' }));
  const group = find.getByRole('group', { name: /^To/ });
  await expect.poll(() => group.textContent).toContain('Choose at least one person who receives the report.');
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);

  await user.click(find.getByLabelText('Ann Lee'));
  await user.click(find.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => requests.filter(({ method }) => method === 'POST').map(({ body }) => body))
    .toMatchObject([{ schedule: { every: 'day', user_ids: ['ann'] } }]);
});

test.for([
  [['ann', 'sam'], 'To Ann Lee'],
  [['sam', 'bob', 'gone'], 'Nobody receives it any more. Choose other people with Edit.'],
  [[], 'To nobody but webhooks'],
] as const)('the list says who receives a report: %j', async ([ids, said]) => {
  const { find } = await show(h(SavedReports, {}), {
    at: 'reports/saved',
    answers: {
      'GET /reports/saved': [{ ...REPORT, schedule: { ...DAILY, user_ids: ids } }],
      'GET /users': PEOPLE,
    },
  });
  expect(await find.findByText(said)).toBeTruthy();
});

const KNOWN = { state_time: '2026-11-20T08:00:00.000Z', last_error: null };
const OUTSIDE = {
  ...DAILY,
  emails: ['jo@agency.test', 'flo@agency.test'],
  recipients: [
    { ...KNOWN, email: 'jo@agency.test', state: 'confirmed' },
    { ...KNOWN, email: 'flo@agency.test', state: 'asked' },
  ],
};
const SENT_OUTSIDE = { ...REPORT, schedule: OUTSIDE };
const ANSWERS = {
  'GET /reports/saved': [SENT_OUTSIDE],
  'GET /reports/saved/weekly': SENT_OUTSIDE,
  'GET /users': PEOPLE,
  'POST /reports/saved/weekly/modify': SENT_OUTSIDE,
  'POST /reports/saved/weekly/send': SENT_OUTSIDE,
};

test('the list says who outside has confirmed, and asks the others again', async () => {
  const list = await show(h(SavedReports, {}), { at: 'reports/saved', answers: ANSWERS });
  expect(await list.find.findByText(/jo@agency\.test: gets it/)).toBeTruthy();
  expect(list.find.getByText(/flo@agency\.test: not confirmed yet, asked/)).toBeTruthy();
  await list.user.click(list.find.getByRole('button', { name: 'Ask again for Weekly' }));
  await list.user.click(list.find.getByRole('button', { name: 'Send now Weekly' }));
  const sent = (): unknown[] =>
    list.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
  await expect.poll(() => sent().length).toBe(2);
  expect(JSON.stringify(sent())).not.toContain('recipients');
  expect(sent()).toMatchObject([
    [expect.stringContaining('/modify'), { schedule: { emails: OUTSIDE.emails } }],
    [expect.stringContaining('/send'), {}],
  ]);
});

test('who was asked within the last day is not asked again', async () => {
  const asked = {
    email: 'flo@agency.test',
    state: 'asked',
    state_time: new Date().toISOString(),
    last_error: null,
  };
  const report = { ...REPORT, schedule: { ...OUTSIDE, recipients: [asked] } };
  const answers = { ...ANSWERS, 'GET /reports/saved': [report] };
  const { find } = await show(h(SavedReports, {}), { at: 'reports/saved', answers });
  expect(await find.findByText(/flo@agency\.test: not confirmed yet, asked/)).toBeTruthy();
  expect(find.queryByRole('button', { name: /^Ask again/ })).toBeNull();
});

test('people outside are named one a line', async () => {
  const form = await show(h(ReportForm, { reportId: 'weekly' }), {
    at: 'reports/saved?over=saved-report&id=weekly',
    answers: ANSWERS,
  });
  const field = await form.find.findByLabelText('And to people outside');
  expect((field as HTMLTextAreaElement).value).toBe('jo@agency.test\nflo@agency.test');
  await form.user.clear(field);
  await form.user.type(field, 'ann@other.test; bo@other.test');
  await form.user.click(form.find.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => form.requests.filter(({ method }) => method === 'POST').map(({ body }) => body))
    .toMatchObject([{ schedule: { emails: ['ann@other.test', 'bo@other.test'] } }]);
});
