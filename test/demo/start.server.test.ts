/** @module-tag full: starts `npm start` as a process, several times */
import { createServer } from 'node:net';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DEMO_COMPANY_ID } from '../../demo/company.ts';
import { failToStart, freePort, startLocalLeadline } from '../harness/local-leadline.ts';
import { askDemo } from './demo-company.ts';

const state = mkdtempSync(join(tmpdir(), 'leadline-start-'));

afterAll(() => rmSync(state, { recursive: true, force: true }));

function peopleOf(origin: string): Promise<{ role_id: string }[]> {
  return askDemo(origin, '/users');
}

function recentLeadsOf(origin: string): Promise<{ count: number; leads: unknown[] }> {
  return askDemo(origin, '/leads/recent_leads?relative=last_7_days');
}

/** Waits until the evidence of all calls has reached their leads, which goes on after the summary. */
async function settledLeadsOf(origin: string): ReturnType<typeof recentLeadsOf> {
  let before = '';
  const isSettled = async (): Promise<boolean> => {
    // The end of the range is now.
    const now = JSON.stringify((await recentLeadsOf(origin)).leads);
    const isSame = now === before;
    before = now;
    return isSame;
  };
  await expect.poll(isSettled, { timeout: 90_000, interval: 3_000 }).toBe(true);
  return recentLeadsOf(origin);
}

interface PastCall {
  from: string | null;
  number: string;
  outcome: string;
  lead_id: string | null;
  prior_calls: number;
  note: string | null;
  carrier_call_id: string;
  started_at: string;
  ring_seconds: number | null;
  answered_at: string | null;
  talk_seconds: number | null;
  ended_at: string | null;
}

async function pastOf(origin: string): Promise<{ calls: PastCall[]; texts: { lead_id: string }[] }> {
  const [{ calls }, { texts }] = await Promise.all([
    askDemo<{ calls: PastCall[] }>(origin, '/calls?limit=200'),
    askDemo<{ texts: { lead_id: string }[] }>(origin, '/texts?limit=200'),
  ]);
  return { calls, texts };
}

/** Calls that are reported again. */
const REPORTED_AGAIN = 20;

/** Reports the newest calls again by the API, whose answer to a report that it knows is the call. */
function reportAgain(origin: string, calls: readonly PastCall[]): Promise<unknown[]> {
  return Promise.all(
    calls.slice(0, REPORTED_AGAIN).map((call) => {
      const { number, from, carrier_call_id, started_at, outcome, ...others } = call;
      const { ring_seconds, answered_at, talk_seconds, ended_at } = others;
      const times = Object.entries({ ring_seconds, answered_at, talk_seconds, ended_at });
      const known = Object.fromEntries(times.filter(([, time]) => time !== null));
      return askDemo(origin, '/calls', { number, from, carrier_call_id, started_at, outcome, ...known });
    }),
  );
}

/** The figures of Home by month. */
const WORTH =
  '/reports/query?metrics=calls,visits,leads,won,value,cost_per_lead&relative=last_90_days&by=month&compare=none';

interface Worth {
  rows: { values: Record<string, number | null> }[];
}

/** Calls of every kind, to all branches and sources, by leads of the demo. */
function expectWorthLookingAt({ calls, texts }: Awaited<ReturnType<typeof pastOf>>): void {
  expect(calls.length).toBeGreaterThan(50);
  expect(texts).toHaveLength(15);
  const outcomes = new Set(calls.map(({ outcome }) => outcome));
  expect([...outcomes].toSorted()).toEqual(['abandoned', 'answered', 'busy', 'missed', 'voicemail']);
  const numbers = calls.map(({ number }) => number);
  for (const areaCode of ['512', '303', '206', '312', '212', '800'])
    expect(numbers).toContainEqual(expect.stringMatching(`^\\+1${areaCode}`));
  for (const ending of ['40', '51', '52', '53', '54', '88'])
    expect(numbers).toContainEqual(expect.stringMatching(`${ending}$`));
  expect(calls.filter(({ lead_id: id }) => id === null).map(({ from }) => from)).toEqual([null]);
  expect(calls.filter(({ prior_calls: prior }) => prior > 0).length).toBeGreaterThan(3);
  expect(calls.filter(({ note }) => note !== null).length).toBeGreaterThan(5);
}

test('a start serves the demo, prints the addresses, and keeps its data between runs', async () => {
  const operator = { Authorization: 'Bearer local-operator-token', 'Content-Type': 'application/json' };
  const settingsOf = (origin: string): string => `${origin}/dni/api/companies/${DEMO_COMPANY_ID}/settings`;

  // Traces of a former version.
  const traces = join(state, 'v3', 'observability', 'traces.sqlite');
  mkdirSync(dirname(traces), { recursive: true });
  writeFileSync(traces, 'a request');
  const first = await startLocalLeadline(state, await freePort());
  const page = await fetch(`${first.origin}/demo/`);
  await settledLeadsOf(first.origin);
  const { calls } = await pastOf(first.origin);
  const again = await reportAgain(first.origin, calls);
  const saved = await fetch(settingsOf(first.origin), {
    method: 'PUT',
    headers: operator,
    body: JSON.stringify({ default_number: '+18005550199' }),
  });
  const people = await peopleOf(first.origin);
  const leads = await settledLeadsOf(first.origin);
  const past = await pastOf(first.origin);
  const worth = await askDemo<Worth>(first.origin, WORTH);
  const views = await askDemo<{ name: string }[]>(first.origin, '/smart_views');
  await first.stop();
  const second = await startLocalLeadline(state, await freePort());
  const kept = await fetch(settingsOf(second.origin), { headers: operator });
  const keptPeople = await peopleOf(second.origin);
  const keptLeads = await recentLeadsOf(second.origin);
  const keptPast = await pastOf(second.origin);
  await second.stop();

  // What was kept in one go is what the API makes of the same reports.
  expect(again).toEqual(calls.slice(0, REPORTED_AGAIN));
  expect(existsSync(join(state, 'v3', 'do'))).toBe(true);
  expect(existsSync(dirname(traces))).toBe(false);
  // A line for each step, before the summary.
  expect(first.output()).toMatch(
    /^(?:dist\/ is up to date|Building the )[^]*\nStarting the Worker on [^]*\nCreating the demo company[^]*\n  2400 leads …\n[^]*\nLeadline is running/m,
  );
  expect(first.output()).toContain(`${first.origin}/demo/`);
  expect(first.output()).toContain('demo@leadline.test / leadline-demo');
  expect(first.output()).toContain(`${first.origin}/reference/`);
  expect(await page.text()).toContain('/dni/leadline.js');
  expect(people.map((user) => user.role_id)).toContain('manager');
  expect(people).toHaveLength(14);
  expect(views.map(({ name }) => name)).toEqual([
    'All leads',
    'Nobody works on',
    'Offers to follow up',
    'Visits to come',
  ]);
  expect(keptPeople).toEqual(people);
  expect(leads.count).toBeGreaterThan(100);
  expect(keptLeads.leads).toEqual(leads.leads);
  expectWorthLookingAt(past);
  expect(keptPast).toEqual(past);
  expect(worth.rows.length).toBeGreaterThanOrEqual(3);
  const months = worth.rows.map(({ values }) => Object.values(values).every((value) => (value ?? 0) > 0));
  // The first and the current month may have a day or two.
  expect(months.filter(Boolean).length).toBeGreaterThanOrEqual(2);
  expect(saved.status).toBe(200);
  expect(await kept.json()).toMatchObject({ default_number: '+18005550199' });
}, 240_000);

test('a port in use fails with a clear message', async () => {
  const blocker = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve));

  const { code, output } = await failToStart(state, port);
  blocker.close();

  expect(code).toBe(1);
  expect(output).toContain(`Port ${port} is in use`);
});

test('an invalid PORT fails with a clear message', async () => {
  const { code, output } = await failToStart(state, 'eighty');

  expect(code).toBe(1);
  expect(output).toContain('PORT must be a number from 1 to 65535, not "eighty"');
});
