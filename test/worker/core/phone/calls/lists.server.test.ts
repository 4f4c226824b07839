/** Lists of calls and messages for somebody who may see, or asks for, few of very many. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../../harness/faulty-leadline.ts';
import { AUSTIN } from './call-company.ts';
import { type FaultyCallCompany, makeFaultyCallCompany } from './faulty-call-company.ts';

/** Calls and messages of others, all newer than the agent's; more than one step of a walk. */
const OTHERS = 2_500;
/** The rows that a list of a few calls may read: each call with its event and lead, and those of any request. */
const FEW_ROWS = 200;
/** Keeps the background from deriving the facts of reports during the test, whose rows would be counted with its own. */
const NO_REPORTS = 'DELETE FROM report_changes';

let leadline: FaultyLeadline;
let companyId: string;
let superadmin: string;
let ask: FaultyCallCompany['askAs'];
let agent: string;
let agentsLead: string;

beforeAll(async () => {
  leadline = await startFaultyLeadline();
  const company = await makeFaultyCallCompany(leadline);
  ({ companyId, superadmin, askAs: ask } = company);
  const amy = { name: 'Amy', email: 'amy@acme.test', role_id: 'agent' };
  await ask(superadmin, 'POST', '/users', amy);
  agent = await company.signIn('amy@acme.test');
  const others = await reportBoth('others', '+12065550101');
  for (const id of ['1', '2', '3']) agentsLead = await reportBoth(id, '+12065550102');
  await ask(superadmin, 'POST', `/leads/${others}/assign`, { to_user_email: 'sue@acme.test' });
  await ask(superadmin, 'POST', `/leads/${agentsLead}/assign`, { to_user_email: 'amy@acme.test' });
  await multiplyOthers();
});
afterAll(() => leadline.close());

/** Reports a call and a message of a person; resolves to their lead. */
async function reportBoth(id: string, from: string): Promise<string> {
  const call = { carrier_call_id: id, number: AUSTIN, from, started_at: '2026-03-02T16:00:00Z' };
  const text = { carrier_text_id: id, number: AUSTIN, from, message: id };
  await answerOf(await ask(superadmin, 'POST', '/texts', text));
  const reported = await answerOf<{ lead_id: string }>(await ask(superadmin, 'POST', '/calls', call));
  return reported.lead_id;
}

/** Copies the others' call and message many times, each with its own event, last modified a year ago. */
async function multiplyOthers(): Promise<void> {
  const turns = `WITH RECURSIVE turns (turn) AS (VALUES (1) UNION ALL SELECT turn + 1 FROM turns WHERE turn < ${OTHERS})`;
  const events = (kind: string, table: string): string =>
    `INSERT INTO events (event_id, lead_number, origin_number, type, event_time, inbound, online, created_by, data)
     ${turns} SELECT '${kind}' || turn, lead_number, origin_number, type, event_time, inbound, online, created_by, '{}'
     FROM turns, events WHERE event_id = (SELECT event_id FROM ${table} WHERE carrier_${kind}_id = 'others')`;
  const year = 365 * 24 * 60 * 60_000;
  await leadline.sql(companyId, events('call', 'calls'));
  await leadline.sql(companyId, events('text', 'texts'));
  await leadline.sql(
    companyId,
    `INSERT INTO calls (call_id, carrier, carrier_call_id, direction, number, caller, location_id, source, started_time, outcome,
       prior_calls, event_id, modification_time, deadline, facts, remarks)
     ${turns} SELECT 'call' || turn, carrier, 'other' || turn, direction, number, caller, location_id, source, started_time + turn,
       outcome, prior_calls, 'call' || turn, modification_time - ${year}, deadline, facts, remarks
     FROM turns, calls WHERE carrier_call_id = 'others'; ${NO_REPORTS}`,
  );
  await leadline.sql(
    companyId,
    `INSERT INTO texts (text_id, carrier, carrier_text_id, direction, number, phone, location_id, source, sent_time, status,
       event_id, modification_time, message, media)
     ${turns} SELECT 'text' || turn, carrier, 'other' || turn, direction, number, phone, location_id, source, sent_time,
       status, 'text' || turn, modification_time - ${year}, message, media
     FROM turns, texts WHERE carrier_text_id = 'others'; ${NO_REPORTS}`,
  );
}

/** Asks, and counts the rows that were read. Words are indexed in the background, which reads rows, too: the least of three counts. */
async function withRows<Answer>(read: () => Promise<Answer>): Promise<{ answer: Answer; rows: number }> {
  const counts: number[] = [];
  let answer = await read();
  for (let turn = 0; turn < 3; turn += 1) {
    await leadline.rowsRead();
    answer = await read();
    counts.push(await leadline.rowsRead());
  }
  return { answer, rows: Math.min(...counts) };
}

/** Returns the carrier's ids in a list, and the number of rows that were read for it. */
async function list(
  authorization: string,
  path: '/calls' | '/texts',
  query = '',
): Promise<{ ids: string[]; rows: number; next: string | undefined }> {
  const { answer, rows } = await withRows(async () =>
    answerOf<Record<string, never>>(await ask(authorization, 'GET', `${path}?${query}`)),
  );
  const items: Record<string, string>[] = answer[path.slice(1)] ?? [];
  const ids = items.map((item) => item['carrier_call_id'] ?? item['carrier_text_id'] ?? '');
  return { ids, rows, next: answer['next_cursor'] };
}

test.for(['/calls', '/texts'] as const)(
  'an agent’s list of %s is read by way of their few leads',
  async (path) => {
    // The first list loads the columns that decide who may see a lead.
    expect((await list(agent, path)).ids).toEqual(['3', '2', '1']);

    const { ids, rows } = await list(agent, path);
    expect(ids).toEqual(['3', '2', '1']);
    expect(rows).toBeLessThan(FEW_ROWS);
    const first = await list(agent, path, 'limit=2');
    expect(first.ids).toEqual(['3', '2']);
    expect((await list(agent, path, `limit=2&cursor=${first.next}`)).ids).toEqual(['1']);
    const file = await withRows(async () => (await ask(agent, 'GET', `${path}/export.csv`)).text());
    expect(file.answer.trim().split('\r\n')).toHaveLength(4);
    expect(file.rows).toBeLessThan(FEW_ROWS);
  },
);

test('recently modified calls need few rows; a list of many keeps nobody waiting', async () => {
  const since = new Date(Date.now() - 60 * 60_000).toISOString();
  const { ids, rows } = await list(superadmin, '/calls', `updated_since=${since}`);

  expect(ids).toEqual(['3', '2', '1', 'others']);
  expect(rows).toBeLessThan(FEW_ROWS);
  expect((await list(superadmin, '/texts', `updated_since=${since}`)).ids).toEqual(['3', '2', '1', 'others']);
  expect((await list(superadmin, '/calls', `lead_id=${agentsLead}`)).rows).toBeLessThan(FEW_ROWS);
  expect((await list(superadmin, '/calls', 'outcome=in_progress')).rows).toBeLessThan(FEW_ROWS);
});

test('a list that takes several steps of a walk is complete', async () => {
  // Too many events to find their calls through them.
  await leadline.sql(
    companyId,
    `INSERT INTO events (event_id, lead_number, origin_number, type, event_time, inbound, online, created_by, data)
     WITH RECURSIVE turns (turn) AS (VALUES (1) UNION ALL SELECT turn + 1 FROM turns WHERE turn < 10001)
     SELECT 'visit' || turn, lead_number, lead_number, 'visit', 0, 1, 1, '', '{}' FROM turns, leads
     WHERE lead_id = '${agentsLead}'`,
  );

  for (const path of ['/calls', '/texts'] as const) {
    const { ids, rows } = await list(agent, path);
    expect(ids).toEqual(['3', '2', '1']);
    expect(rows).toBeGreaterThan(OTHERS);
    const first = await list(agent, path, 'limit=2');
    expect(first.ids).toEqual(['3', '2']);
    expect((await list(agent, path, `limit=2&cursor=${first.next}`)).ids).toEqual(['1']);
  }
  const rare = await list(superadmin, '/calls', 'source=paid_search&first_time=false&location_id=austin');
  expect(rare.ids).toEqual(['3', '2']);
});
