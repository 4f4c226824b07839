/** How the companies of a person are doing. */
import { expect, test } from 'vitest';
import type { CompanyFigures } from '../../../../worker/accounts/other-companies.ts';
import type { CompanyOverviewBody } from '../../../../worker/core/reports/overview/reference.ts';
import { troublesOf } from '../../../../worker/core/reports/overview/troubles.ts';
import { memberOfAll, openTwoCompanies } from '../../../harness/agency.ts';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { problemOf, sendAs, type TestUser } from '../../../harness/client.ts';
import { startFaultyLeadline } from '../../../harness/faulty-leadline.ts';
import { makeCallCompany } from '../phone/calls/call-company.ts';
import { reportCall } from './report-company.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.UTC(2026, 10, 23);
const WELL: CompanyFigures = {
  calls: 20,
  callsBefore: 20,
  callsByDay: Array.from({ length: 14 }, () => 3),
  setupDone: 6,
  missed: 0,
  notCalledBack: 0,
  leads: 5,
  seenTime: NOW - HOUR_MS,
  astrayNumbers: 0,
  silences: [],
  hasNumbers: true,
  hasCarrier: true,
};

function sum(counts: readonly number[]): number {
  return counts.reduce((total, each) => total + each, 0);
}

function overviewOf(person: Pick<TestUser, 'authorization'>): Promise<CompanyOverviewBody[]> {
  return sendAs(person, 'GET', '/me/companies/overview').then((answer) => answerOf(answer));
}

test('a person sees the figures of all their companies, the one with the worst trouble first', async () => {
  const [fresh, busy, other] = await Promise.all([
    makeCompanyWithUsers({ name: 'Fresh' }),
    makeCallCompany(),
    makeCompanyWithUsers({ name: 'Other' }),
  ]);
  const started = new Date(Date.now() - HOUR_MS).toISOString();
  await reportCall(busy, { started_at: started });
  await reportCall(busy, { started_at: started, outcome: 'missed' });
  await reportCall(busy, { started_at: new Date(Date.now() - 9 * DAY_MS).toISOString() });
  const ann = await memberOfAll([fresh, busy, other], ['superadmin', 'manager', 'agent']);

  const overview = await overviewOf(ann);

  expect(overview.map(({ company_id: id }) => id)).toEqual([
    busy.companyId,
    fresh.companyId,
    other.companyId,
  ]);
  expect(overview[0]).toMatchObject({
    role_id: 'manager',
    is_current: false,
    is_available: true,
    figures: {
      calls: 2,
      calls_before: 1,
      missed: 1,
      not_called_back: 1,
      new_leads: 3,
      setup_done: 5,
      setup_steps: 6,
      seen_time: null,
    },
    troubles: ['script_missing', 'not_called_back'],
  });
  const days = overview[0]?.figures?.calls_by_day ?? [];
  expect(days).toHaveLength(14);
  expect([sum(days.slice(0, 7)), sum(days.slice(7))]).toEqual([1, 2]);
  expect(overview[1]).toMatchObject({
    is_current: true,
    figures: { calls: 0, setup_done: 0 },
    troubles: ['setup_open'],
  });
  // An agent has no reports.
  expect(overview[2]).toMatchObject({ name: 'Other', role_id: 'agent', figures: null, troubles: [] });
});

test('equal troubles are in the order of their number, then of the names', async () => {
  const named = await Promise.all(['Zeta', 'Beta', 'Alpha'].map((name) => makeCompanyWithUsers({ name })));
  const ann = await memberOfAll(named);

  expect((await overviewOf(ann)).map(({ name }) => name)).toEqual(['Alpha', 'Beta', 'Zeta']);
});

test('a company that does not answer within five seconds is first, and keeps nobody from the others', async () => {
  const leadline = await startFaultyLeadline();
  const { own, silent, get, download } = await openTwoCompanies(leadline);
  await leadline.set({ hanging: [silent] });

  const begin = Date.now();
  const [overview, usage] = await Promise.all([
    get('/me/companies/overview'),
    download('/me/companies/usage.csv?month=2026-02'),
  ]);
  const waited = Date.now() - begin;
  await leadline.close();

  expect(overview).toMatchObject([
    { company_id: silent, name: 'Silent', is_available: false, figures: null, troubles: [] },
    { company_id: own, name: 'Own', is_available: true, figures: { calls: 0 } },
  ]);
  expect(usage.split('\r\n').slice(1, -1)).toEqual([
    `${own},Own,2026-02,0,0,0,0,0,0,0.00,,USD,`,
    `${silent},Silent,2026-02,,,,,,,,,,The company did not answer.`,
  ]);
  expect(waited).toBeGreaterThanOrEqual(5_000);
});

test(
  'a company that never answered has no name, and is not in the list to choose from',
  { tags: ['full'] },
  async () => {
    const leadline = await startFaultyLeadline();
    const { own, silent, get } = await openTwoCompanies(leadline, true);

    const overview = await get('/me/companies/overview');
    const list = await get('/me/companies');
    await leadline.set();
    const later = await get('/me/companies');
    await leadline.close();

    expect(overview).toMatchObject([
      { company_id: silent, name: null, is_available: false },
      { company_id: own, name: 'Own' },
    ]);
    expect(list).toMatchObject([{ company_id: own }]);
    expect(later).toHaveLength(2);
  },
);

test('whoever is suspended gets no figures, and a key none at all', async () => {
  const [first, second] = await Promise.all([makeCompanyWithUsers(), makeCompanyWithUsers()]);
  const ann = await memberOfAll([first, second]);
  const people = await answerOf<{ user_id: string; email: string }[]>(
    await sendAs(second.superadmin, 'GET', `${second.path}/users`),
  );
  const userId = people.find(({ email }) => email === ann.email)?.user_id ?? '';
  await answerOf(
    await sendAs(second.superadmin, 'POST', `${second.path}/users/${userId}/modify`, { is_suspended: true }),
  );

  expect((await overviewOf(ann))[1]).toMatchObject({
    company_id: second.companyId,
    is_suspended: true,
    figures: null,
  });
  const { key } = await answerOf<{ key: string }>(
    await sendAs(first.superadmin, 'POST', `${first.path}/api_keys`, {
      name: 'Robot',
      scopes: ['write'],
      owner: 'company',
    }),
  );
  const byKey = await sendAs({ authorization: `Bearer ${key}` }, 'GET', '/me/companies/overview');
  expect(await problemOf(byKey)).toMatchObject({ status: 403, code: 'permission_denied' });
});

test.each([
  ['nothing', {}, []],
  ['a script that is silent for longer than usual', { silences: ['script'] }, ['script_silent']],
  ['a number and forms that are silent', { silences: ['number', 'forms'] }, ['contacts_silent']],
  ['a script that was not seen for three days', { seenTime: NOW - 3 * DAY_MS - 1 }, ['script_silent']],
  ['one that was seen until now', { seenTime: NOW - 3 * DAY_MS }, []],
  ['one that was never seen', { seenTime: null }, ['script_missing']],
  [
    'no numbers, so that the script is not missing yet',
    { seenTime: null, hasNumbers: false },
    ['setup_open'],
  ],
  ['numbers that send their calls elsewhere', { astrayNumbers: 1 }, ['numbers_astray']],
  ['no carrier', { hasCarrier: false }, ['setup_open']],
  ['somebody who waits for a call', { notCalledBack: 1, missed: 1 }, ['not_called_back']],
  ['fewer calls', { calls: 11 }, ['calls_down']],
  ['hardly fewer calls', { calls: 12 }, []],
  ['fewer calls than a few', { calls: 0, callsBefore: 9 }, []],
])('troubles: %s', (_, given, expected) => {
  expect(troublesOf({ ...WELL, ...given }, NOW)).toEqual(expected);
});

test('the usage of a month is a line for each company whose reports one may see', async () => {
  const [busy, other] = await Promise.all([makeCallCompany(), makeCompanyWithUsers({ name: 'Other' })]);
  const started = new Date(Date.now() - 1000).toISOString();
  const month = new Intl.DateTimeFormat('sv', { timeZone: 'America/Chicago' }).format().slice(0, 7);
  for (const seconds of [61, 30]) {
    await reportCall(busy, { started_at: started, answered_at: started, talk_seconds: seconds });
  }
  await reportCall(busy, { started_at: started, outcome: 'missed' });
  await reportCall(busy, { started_at: '2020-01-02T03:04:05Z' });
  const ann = await memberOfAll([busy, other], ['manager', 'agent']);

  const answer = await sendAs(ann, 'GET', `/me/companies/usage.csv?month=${month}`);

  expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename="usage-${month}.csv"`);
  const [head, ...lines] = (await answer.text()).trim().split('\r\n');
  expect(head).toBe(
    'company_id,company,month,calls,minutes,texts_received,texts_sent,numbers,leads,cost,cost_per_lead,currency,note',
  );
  expect(lines.map((line) => line.split(',').slice(3))).toEqual([
    ['3', '3', '0', '0', '4', '4', '0.00', '', 'USD', ''],
  ]);
  expect((await problemOf(await sendAs(ann, 'GET', '/me/companies/usage.csv?month=13'))).status).toBe(400);
});
