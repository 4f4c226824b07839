// @vitest-environment happy-dom
/** The data of a company: how long it is kept, what goes out as CSV, and the log of who did what. */
import { h } from 'preact';
import { globSync, readFileSync } from 'node:fs';
import { AUDIT_ACTIONS } from '../../../../worker/core/engine/context/audit-schema.ts';
import { expect, test } from 'vitest';
import { logParameters } from '../../../../console/screens/company/data/log-filters.tsx';
import { ACTIONS, SETTINGS, SUBJECTS } from '../../../../console/screens/company/data/log-actions.ts';
import {
  actionText,
  membersOf,
  refusedText,
  settingsText,
  whoText,
} from '../../../../console/screens/company/data/log-words.ts';
import { CompanyScreen } from '../../../../console/screens/company/screen.tsx';
import { type ApiRequest, confirmWith, refusal, show, typed } from '../../rendered.ts';
import { answersAt, kept } from './kept-settings.ts';

const RETENTION = {
  idle_leads_days: null,
  removed_leads_days: 30,
  notifications_days: 90,
  audit_days: 365,
  evidence_days: 90,
};

test('periods are refused at their fields, and leads that they would remove are counted and asked about first', async () => {
  const document = kept({ name: 'Acme', retention: RETENTION });
  const answers = answersAt('/settings', document);
  const put = answers['PUT /settings'] as (request: ApiRequest) => unknown;
  const counts = [1, 1, 0];
  const { find, user, companyId } = await show(h(CompanyScreen, {}), {
    at: 'company/data',
    answers: {
      ...answers,
      'PUT /settings': (request: ApiRequest) =>
        (request.body as typeof document.body).retention.audit_days === 7
          ? refusal(400, 'invalid', 'Invalid.', [
              { pointer: '/retention/audit_days', detail: 'At least 30.' },
            ])
          : put(request),
      'GET /audit': { entries: [] },
      'POST /leads/bulk': () => ({ count: counts.shift() }),
    },
  });
  await find.findByText('Nothing yet. Data that reaches the end of its retention is listed here.');
  await typed(user, find.getByLabelText('Log (days)'), '7');
  await user.click(find.getByText('Save'));
  await find.findAllByText('At least 30.');
  expect(find.getByLabelText('Log (days)').getAttribute('aria-invalid')).toBe('true');

  const asked = confirmWith(false, true);
  await typed(user, find.getByLabelText('Log (days)'), '400');
  await typed(user, find.getByLabelText('Inactive leads (days)'), '90');
  await user.click(find.getByText('Save'));
  await expect.poll(() => asked).toHaveLength(1);
  expect(document.version).toBe(1);
  await user.click(find.getByText('Save'));
  await find.findByText('Saved.');
  expect(asked[1]).toBe('1 lead without activity for that long will be removed. Continue?');
  expect(document.body).toEqual({
    name: 'Acme',
    retention: { ...RETENTION, idle_leads_days: 90, audit_days: 400 },
  });
  // Of more days than before nothing is counted, and without leads nobody is asked.
  await typed(user, find.getByLabelText('Inactive leads (days)'), '60');
  await user.click(find.getByText('Save'));
  await expect.poll(() => document.body.retention.idle_leads_days).toBe(60);
  expect(asked).toHaveLength(2);
  expect(find.getByRole('link', { name: 'CSV of Calls' }).getAttribute('href')).toBe(
    `/console/api/companies/${companyId}/calls/export.csv`,
  );
});

const entry = (parts: object): object => ({
  time: '2026-01-20T12:00:00Z',
  actor: 'user:ann',
  actor_name: 'Ann Lee',
  action: 'settings.changed',
  subject: 'settings:dni',
  detail: {},
  request_id: crypto.randomUUID(),
  ...parts,
});

test('the log shows who did what, an entry opens to what changed, and its filters are asked', async () => {
  const changed = entry({
    action: 'user.changed',
    subject: 'user:max',
    detail: { before: { name: 'Max' }, after: { name: 'Maximilian' }, by: 'console' },
  });
  const { find, user, requests } = await show(h(CompanyScreen, {}), {
    at: 'company/log',
    answers: {
      'GET /users': [{ user_id: 'max', name: 'Max Lee' }],
      'GET /audit': ({ path }: ApiRequest) => ({
        entries: path.includes('actor') ? [] : [changed, entry({ subject: 'settings:webhooks:w1' })],
      }),
    },
  });
  const opened = (await find.findByText('User changed')).closest('tr');
  expect(opened?.textContent).toMatch(/before: Max → after: Maximilian.*By.*console/);
  await expect.poll(() => opened?.children[2]?.textContent).toBe('Max Lee');
  expect(find.getByRole('link', { name: 'A webhook' }).getAttribute('href')).toMatch(
    /\/company\/webhooks\/w1$/,
  );
  await user.selectOptions(find.getByLabelText('Action'), 'Users and sign-ins');
  await user.selectOptions(find.getByLabelText('Who'), 'Max Lee');
  await find.findByText('No entries match these filters.');
  expect(requests.at(-1)?.path).toBe('/audit?action=user.&actor=user%3Amax');
  await user.click(find.getByText('Clear filters'));
  expect((await find.findAllByText('Settings changed')).length).toBe(1);
});

test('the days of the log begin at midnight here; other ranges are ignored', () => {
  const now = new Date(2026, 0, 20, 15, 30);
  const days = (text: string): string | null =>
    logParameters(new URLSearchParams({ days: text }), now).get('from');
  expect(days('0')).toBe(new Date(2026, 0, 20).toISOString());
  expect(days('6')).toBe(new Date(2026, 0, 14).toISOString());
  expect([days('5'), days('x')]).toEqual([null, null]);
  const other = logParameters(new URLSearchParams({ cursor: '7', action: '', over: 'x' }), now);
  expect(other.toString()).toBe('cursor=7');
});

test('who did it is told in words, never by the name that programs have for the operator or a part of the product', () => {
  const told = [
    ['user:ann', 'Ann Lee'],
    ['key:k1', 'Zapier (Ann Lee)'],
    ['system:operator', 'operator'],
    ['system:purge', 'purge'],
    ['system:twilio', 'twilio'],
    ['user:gone', undefined],
  ] as const;
  const names = told.map(([actor, name]) =>
    whoText(name === undefined ? { actor } : { actor, actor_name: name }),
  );

  expect(names).toEqual([
    'Ann Lee',
    'Zapier (Ann Lee)',
    'The operator',
    'Retention',
    'Twilio',
    'Somebody who is no user any more',
  ]);
});

test('entries are told in words', () => {
  expect(['user.signed_in', 'api_key.created'].map(actionText)).toEqual(['Signed in', 'API key made']);
  expect(actionText('robot.was_kind')).toBe('Robot was kind');
  expect(['dni', 'states'].map(settingsText)).toEqual(['Numbers, locations, sources', 'States of leads']);
  const refused = [
    'POST /companies/:company/users/:user/modify',
    'GET /companies/:company/options',
    'GET /me',
  ];
  expect(refused.map(refusedText)).toEqual(['Users', 'Options', 'Their own sign-in']);
  const before = ['a'];
  expect(membersOf({ detail: { before, after: ['a', 'b'] } })).toEqual([
    { name: 'Everything', before: 'a', after: 'a, b' },
  ]);
  expect(membersOf({ detail: { after: { is_on: true, base_url: '', sizes: [1] }, count: 3 } })).toEqual([
    { name: 'Is on', before: 'nothing', after: 'yes' },
    { name: 'Base URL', before: 'nothing', after: 'nothing' },
    { name: 'Sizes', before: 'nothing', after: '[\n 1\n]' },
    { name: 'Count', after: '3' },
  ]);
});

const SOURCES = globSync('worker/core/**/*.ts').map((file) => readFileSync(file, 'utf8'));
/** Subjects with a link or a name of their own in the log. */
const LINKED = ['user', 'key', 'lead', 'settings'];

/** Returns the first group of all matches in the sources of the core. */
const found = (pattern: RegExp): string[] => [
  ...new Set(SOURCES.flatMap((text) => Array.from(text.matchAll(pattern), ([, name = '']) => name))),
];

test('each action is told in words of its own, the subjects and settings of entries too', () => {
  expect(Object.keys(ACTIONS)).toEqual([...AUDIT_ACTIONS].toSorted());
  expect(new Set(Object.values(ACTIONS)).size).toBe(AUDIT_ACTIONS.length);
  const subjects = [...found(/subject: `(\w+):/g), ...found(/subject: '(\w+)'/g)];
  expect(subjects.length).toBeGreaterThan(10);
  expect(subjects.filter((kind) => !(kind in SUBJECTS) && !LINKED.includes(kind))).toEqual([]);
  const settings = found(/\bsettings: '(\w+)'/g);
  expect(settings).toContain('webhooks');
  expect(settings.filter((name) => !(name in SETTINGS))).toEqual([]);
});
