/** Numbers that very many share: an office, a call centre that shows its own number, somebody who calls all day. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sign } from '../../../../../demo/carrier/signing.ts';
import { answerOf } from '../../../../harness/builders.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../../harness/faulty-leadline.ts';
import { AUSTIN, freshCaller } from './call-company.ts';
import { ACCOUNT, type FaultyCallCompany, makeFaultyCallCompany } from './faulty-call-company.ts';

/** Leads with the office's number, and calls of one caller: more than are searched one by one. */
const LEADS = 10_000;
const CALLS = 12_000;
const OFFICE = '+12065550101';
const CALLER = '+12065550102';
/** The rows that a list of a few calls reads, with those of any request. */
const FEW_ROWS = 300;
/** Keeps the background from deriving the facts of reports during the test, whose rows would be counted with its own. */
const NO_REPORTS = 'DELETE FROM report_changes';
/** The rows beyond those of a new caller: 200 of the leads with a number are read with their keys, at most three times. */
const SHARED_ROWS = 2_000;

let leadline: FaultyLeadline;
let companyId: string;
let ask: FaultyCallCompany['ask'];
let callersLead: string;
let officesLead: string;

beforeAll(async () => {
  leadline = await startFaultyLeadline();
  ({ companyId, ask } = await makeFaultyCallCompany(leadline));
  officesLead = await reportBoth(OFFICE, 'office');
  callersLead = await reportBoth(CALLER, 'caller');
  await multiply();
  await ask('GET', '/calls');
  // Else the background would index the texts during the tests.
  await ask('GET', '/leads/search?q=Hello&exclude_texts=false');
  await leadline.rowsRead();
});
afterAll(() => leadline.close());

/** Reports a call and a message of another system; resolves to their lead. */
async function reportBoth(from: string, id: string): Promise<string> {
  const text = { carrier_text_id: id, number: AUSTIN, from, message: 'Hello' };
  await answerOf(await ask('POST', '/texts', text));
  const call = { carrier_call_id: id, number: AUSTIN, from, started_at: '2026-03-02T16:00:00Z' };
  return (await answerOf<{ lead_id: string }>(await ask('POST', '/calls', call))).lead_id;
}

/** Makes many leads with the office's number, and many calls and messages of the one caller. */
async function multiply(): Promise<void> {
  const turns = (count: number): string =>
    `WITH RECURSIVE turns (turn) AS (VALUES (1) UNION ALL SELECT turn + 1 FROM turns WHERE turn < ${count})`;
  await leadline.sql(
    companyId,
    `INSERT INTO leads (lead_id, state, lead_group, assignee_id, creation_time, modification_time, last_event_time, document, change_number)
     ${turns(LEADS)} SELECT 'lead' || turn, state, lead_group, assignee_id, creation_time + turn, modification_time, last_event_time, document,
       change_number + turn FROM turns, leads WHERE lead_id = '${officesLead}'; ${NO_REPORTS}`,
  );
  await leadline.sql(
    companyId,
    `INSERT INTO lead_keys SELECT '${OFFICE}', lead_number FROM leads WHERE lead_id LIKE 'lead%'`,
  );
  for (const [table, kind] of [
    ['calls', 'call'],
    ['texts', 'text'],
  ] as const) {
    await leadline.sql(
      companyId,
      `INSERT INTO events (event_id, lead_number, origin_number, type, event_time, inbound, online, created_by, data)
       ${turns(CALLS)} SELECT '${kind}' || turn, lead_number, origin_number, type, event_time - turn, inbound, online, created_by, '{}'
       FROM turns, events WHERE event_id = (SELECT event_id FROM ${table} WHERE carrier_${kind}_id = 'caller')`,
    );
  }
  await leadline.sql(
    companyId,
    `INSERT INTO calls (call_id, carrier, carrier_call_id, direction, number, caller, location_id, source, started_time, outcome,
       prior_calls, event_id, modification_time, deadline, facts, remarks)
     ${turns(CALLS)} SELECT 'call' || turn, carrier, 'caller' || turn, direction, number, caller, location_id, source, started_time - turn,
       outcome, ${CALLS} - turn, 'call' || turn, modification_time, deadline, facts, remarks
     FROM turns, calls WHERE carrier_call_id = 'caller'; ${NO_REPORTS}`,
  );
  await leadline.sql(companyId, `UPDATE calls SET prior_calls = ${CALLS} WHERE carrier_call_id = 'caller'`);
  await leadline.sql(
    companyId,
    `INSERT INTO texts (text_id, carrier, carrier_text_id, direction, number, phone, location_id, source, sent_time, status,
       event_id, modification_time, message, media)
     ${turns(CALLS)} SELECT 'text' || turn, carrier, 'caller' || turn, direction, number, phone, location_id, source, sent_time - turn,
       status, 'text' || turn, modification_time, message, media
     FROM turns, texts WHERE carrier_text_id = 'caller'; ${NO_REPORTS}`,
  );
}

async function rowsOf(work: () => Promise<unknown>): Promise<number> {
  await leadline.rowsRead();
  await work();
  return leadline.rowsRead();
}

/** Places a call through a carrier; resolves to the number of rows that were read for it. */
async function call(from: string): Promise<number> {
  const CallSid = `CA${crypto.randomUUID()}`;
  const send = async (path: string, CallStatus: string): Promise<void> => {
    const address = `/carriers/twilio/${companyId}${path}`;
    const form = new URLSearchParams({ AccountSid: 'AC1', CallSid, From: from, To: AUSTIN, CallStatus });
    const response = await leadline.send(address, {
      method: 'POST',
      headers: sign(ACCOUNT, leadline.url + address, form),
      body: form.toString(),
    });
    if (!response.ok) throw new Error(await response.text());
  };
  return rowsOf(async () => {
    await send('/call', 'ringing');
    await send('/status', 'completed');
  });
}

test('a call from a number that ten thousand leads have, or that called twelve thousand times, reads a bounded number of rows', async () => {
  const [fresh, shared, often] = [await call(freshCaller()), await call(OFFICE), await call(CALLER)];

  expect(shared).toBeLessThan(fresh + SHARED_ROWS);
  expect(often).toBeLessThan(fresh + FEW_ROWS);
  const { calls } = await answerOf<{ calls: Record<string, unknown>[] }>(await ask('GET', '/calls?limit=2'));
  expect(calls).toMatchObject([
    { from: CALLER, lead_id: callersLead, prior_calls: CALLS + 1 },
    { from: OFFICE, lead_id: officesLead, prior_calls: 1 },
  ]);
});

test('so does a message, and a report of another system', async () => {
  const of = (from: string): Promise<number> => rowsOf(() => reportBoth(from, crypto.randomUUID()));
  const [fresh, shared, often] = [await of(freshCaller()), await of(OFFICE), await of(CALLER)];

  expect(shared).toBeLessThan(fresh + 2 * SHARED_ROWS);
  expect(often).toBeLessThan(fresh + FEW_ROWS);
});

test.for(['calls', 'texts'] as const)(
  'a page of the %s of one lead with very many is read in steps',
  async (path) => {
    const list = async (query = ''): Promise<{ ids: string[]; next: string | undefined }> => {
      const answer = await answerOf<Record<string, never>>(
        await ask('GET', `/${path}?lead_id=${callersLead}&limit=3${query}`),
      );
      const items: Record<string, string>[] = answer[path] ?? [];
      return {
        ids: items.map((item) => item['carrier_call_id'] ?? item['carrier_text_id'] ?? ''),
        next: answer['next_cursor'],
      };
    };
    let next: string | undefined;
    const rows = await rowsOf(async () => {
      const first = await list();
      expect(first.ids).toHaveLength(3);
      next = first.next;
    });
    // Ten thousand events are read to see that they are many, and one step of the walk has two thousand rows.
    expect(rows).toBeLessThan(10_001 + 2_000 + FEW_ROWS);

    const { calls = [], texts = [] } = await answerOf<{ calls?: object[]; texts?: object[] }>(
      await ask('GET', `/${path}?limit=8`),
    );
    const all = [...calls, ...texts] as Record<string, string>[];
    const mine = all.filter((item) => item['lead_id'] === callersLead);
    const second = await list(`&cursor=${next}`);
    expect([...(await list()).ids, ...second.ids].slice(0, mine.length)).toEqual(
      mine.map((item) => item['carrier_call_id'] ?? item['carrier_text_id']),
    );
  },
);

test('a search shows what it found on a timeline with very many events, the newest first', async () => {
  const snippetsOf = async (q: string): Promise<unknown> => {
    const answer = await ask('GET', `/leads/search?q=${q}&exclude_texts=false`);
    return answerOf<object[]>(answer);
  };
  await leadline.sql(
    companyId,
    `UPDATE events SET data = '{"message":"An ancient text"}' WHERE event_id = 'text${CALLS}'`,
  );

  expect(JSON.stringify(await snippetsOf('ancient'))).toContain('An ancient text');
  const rows = await rowsOf(() => snippetsOf('Hello'));
  expect(rows).toBeLessThan(CALLS);
});

test('very many texts are indexed before anybody searches, after a restart too, and notes are found behind them', async () => {
  const note = await ask('POST', `/leads/${officesLead}/note`, { message: 'Samovar' });
  expect(note.status).toBe(200);
  // The note comes after more texts than are read at a time.
  await leadline.sql(
    companyId,
    `UPDATE events SET data = '{"message":"Samovar"}' WHERE type = 'sms' AND event_id LIKE 'text%'`,
  );
  const countWaiting = async (): Promise<number> => {
    const answer = await leadline.send(`/test/sql/${companyId}`, {
      method: 'POST',
      body: 'SELECT count(*) AS count FROM unindexed_events',
    });
    return ((await answer.json()) as [{ count: number }])[0].count;
  };
  // In the middle of it.
  expect(await countWaiting()).toBeGreaterThan(2_000);
  await leadline.send(`/test/kill/${companyId}`, { method: 'POST' });

  await vi.waitFor(async () => expect(await countWaiting()).toBeLessThan(1_001), {
    timeout: 30_000,
    interval: 200,
  });
  const foundBy = async (parameter: string): Promise<unknown[]> =>
    answerOf(await ask('GET', `/leads/search?q=samovar&${parameter}=false`));
  expect(await foundBy('exclude_notes')).toMatchObject([
    { lead_id: officesLead, search_field_name: 'note', field_value: 'Samovar' },
  ]);
  expect(await foundBy('exclude_texts')).toMatchObject([
    { lead_id: callersLead, search_field_name: 'sms', field_value: 'Samovar' },
  ]);
  // Each text with the word is read once, however many steps there are.
  const rows = await rowsOf(async () =>
    expect(await foundBy('exclude_notes=false&exclude_texts')).toHaveLength(2),
  );
  expect(rows).toBeLessThan(3 * CALLS);
});

test('a search for what was said reads each call with the word once, however many steps there are', async () => {
  await leadline.sql(
    companyId,
    `INSERT INTO transcripts (call_id, recording_id, state, seconds, attempts, segments, redactions, modification_time)
     SELECT call_id, '', 'done', 1, 0, '[{"text":"Balalaika"}]', 0, 0 FROM calls WHERE call_id LIKE 'call%'`,
  );
  const search = async (): Promise<object[]> =>
    answerOf(await ask('GET', '/leads/search?q=balalaika&search_fields=transcript'));
  const expected = [{ lead_id: callersLead, search_field_name: 'transcript', field_value: 'Balalaika' }];
  expect(await search()).toMatchObject(expected);

  const rows = await rowsOf(async () => expect(await search()).toMatchObject(expected));
  // For each call its entry in the index, itself and its event; then, to show the newest of the lead, all events and calls of theirs.
  expect(rows).toBeLessThan(10 * CALLS);
});
