import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { answerOf } from '../../harness/builders.ts';
import { basic, freshIp } from '../../harness/client.ts';
import { dniSettings } from '../../harness/dni-company.ts';
import { type FaultServer, startFaultServer } from '../../harness/fault-server.ts';
import { OPERATOR_TOKEN } from '../../harness/operator-token.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The alarm is set at once, but it depends on the machine when it has finished. */
const PATIENCE = { timeout: 30_000 };

let server: FaultServer;

beforeAll(async () => {
  server = await startFaultServer();
});

afterAll(() => server.close());

interface Company {
  companyId: string;
  /** Requests of the super admin. */
  email: string;
  authorization: string;
}

async function send(method: string, path: string, authorization: string, body?: unknown): Promise<Response> {
  const headers = {
    Authorization: authorization,
    'Content-Type': 'application/json',
    'CF-Connecting-IP': freshIp(),
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return server.fetch(path, init);
}

async function makeCompany(): Promise<Company> {
  const operator = `Bearer ${OPERATOR_TOKEN}`;
  const email = `sue.${crypto.randomUUID()}@acme.test`;
  const made = await answerOf<{ company_id: string }>(
    await send('POST', '/operator/companies', operator, {
      name: 'Acme',
      default_region: 'US',
      superadmin: { name: 'Sue', email },
    }),
  );
  const token = await answerOf<string>(await send('POST', '/operator/tokens', operator, { email }));
  return { companyId: made.company_id, email, authorization: basic(email, token) };
}

/** `path` follows `/companies/<uuid>/leads`. */
function onLeads(company: Company, method: string, path: string, body?: unknown): Promise<Response> {
  return send(method, `/companies/${company.companyId}/leads${path}`, company.authorization, body);
}

function importCsv(company: Company, body: BodyInit): Promise<Response> {
  const headers = { Authorization: company.authorization, 'Content-Type': 'text/csv' };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  return server.fetch(`/companies/${company.companyId}/leads/import`, init);
}

async function createLead(company: Company, email: string): Promise<string> {
  const made = await answerOf<{ lead_ids: [string] }>(await onLeads(company, 'POST', '/create', { email }));
  return made.lead_ids[0];
}

async function addNote(company: Company, leadId: string, message: string): Promise<string> {
  const response = await onLeads(company, 'POST', `/${leadId}/note`, { message });
  return (await answerOf<{ data: { event_id: string } }>(response)).data.event_id;
}

async function removedNote(company: Company, leadId: string, message: string): Promise<string> {
  const noteId = await addNote(company, leadId, message);
  await onLeads(company, 'POST', `/${leadId}/events/note/${noteId}/comments`, { comment: `On ${message}` });
  await answerOf(await onLeads(company, 'POST', `/${leadId}/note/${noteId}/remove`));
  return noteId;
}

async function query(company: Company, sql: string): Promise<Record<string, unknown>[]> {
  const response = await server.fetch(`/test/sql/${company.companyId}`, { method: 'POST', body: sql });
  return (await response.json()) as Record<string, unknown>[];
}

async function column(company: Company, name: string, rest: string): Promise<unknown[]> {
  return (await query(company, `SELECT ${name} FROM ${rest}`)).map((row) => row[name]);
}

test('a lead that was removed long ago is erased, an unchanged one is removed, and both are in the audit log', async () => {
  const company = await makeCompany();
  const old = await createLead(company, 'old@example.com');
  const young = await createLead(company, 'young@example.com');
  const idle = await createLead(company, 'idle@example.com');
  await createLead(company, 'fresh@example.com');
  for (const leadId of [old, young]) await answerOf(await onLeads(company, 'POST', `/${leadId}/remove`));
  const ago = (days: number): string => `- ${days * DAY_MS + 1_000}`;
  await query(
    company,
    `UPDATE lead_removals SET removed_time = removed_time ${ago(31)} WHERE lead_id = '${old}'`,
  );
  await query(
    company,
    `UPDATE leads SET modification_time = modification_time ${ago(62)} WHERE lead_id = '${idle}'`,
  );

  const options = { name: 'Acme', default_region: 'US', retention: { idle_leads_days: 60 } };
  await answerOf(
    await send('PUT', `/companies/${company.companyId}/settings`, company.authorization, options),
  );

  await vi.waitFor(
    async () =>
      expect(await column(company, 'lead_id', 'lead_removals ORDER BY lead_number')).toEqual([young, idle]),
    PATIENCE,
  );
  expect(await column(company, 'lead_id', 'leads')).toHaveLength(1);
  const told = await column(
    company,
    'told',
    "(SELECT subject || ' ' || detail AS told FROM audit WHERE action = 'purged' ORDER BY audit_number)",
  );
  expect(told).toEqual(['removed leads {"count":1}', 'idle leads {"count":1}']);
});

test('calls and messages without a lead are deleted after a year or the time in the option, and those of leads stay', async () => {
  const company = await makeCompany();
  const number = '+15125550102';
  await send('PUT', `/dni/api/companies/${company.companyId}/settings`, `Bearer ${OPERATOR_TOKEN}`, {
    ...dniSettings(),
    numbers: [{ phone_number: number }],
  });
  const tell = async (days: number, from: string | null): Promise<void> => {
    const id = `${days} ${from}`;
    const time = new Date(Date.now() - days * DAY_MS).toISOString();
    const call = { carrier_call_id: id, number, from, started_at: time };
    const text = { carrier_text_id: id, number, from, message: 'Hi', sent_at: time };
    const path = `/companies/${company.companyId}`;
    await answerOf(await send('POST', `${path}/texts`, company.authorization, text));
    await answerOf(await send('POST', `${path}/calls`, company.authorization, call));
  };
  const retain = async (days: number | null): Promise<void> => {
    const retention = { calls_without_lead_days: days };
    const options = { name: 'Acme', default_region: 'US', retention };
    await answerOf(
      await send('PUT', `/companies/${company.companyId}/settings`, company.authorization, options),
    );
  };
  const kept = async (): Promise<unknown[]> => [
    ...(await column(company, 'carrier_call_id', 'calls ORDER BY started_time')),
    ...(await column(company, 'carrier_text_id', 'texts ORDER BY sent_time')),
  ];
  await retain(null);
  for (const days of [400, 40, 20]) await tell(days, null);
  await tell(400, '+12065550123');
  expect(await kept()).toHaveLength(8);

  await retain(365);
  const young = ['400 +12065550123', '40 null', '20 null'];
  await vi.waitFor(async () => expect(await kept()).toEqual([...young, ...young]), PATIENCE);
  await retain(30);
  const younger = ['400 +12065550123', '20 null'];
  await vi.waitFor(async () => expect(await kept()).toEqual([...younger, ...younger]), PATIENCE);
  const told = await column(company, 'subject', "audit WHERE action = 'purged' ORDER BY audit_number");
  expect(told).toEqual([
    'calls without a lead',
    'messages without a lead',
    'calls without a lead',
    'messages without a lead',
  ]);
});

test('the ids of a visit are deleted from its call and message after 90 days, and the visit stays', async () => {
  const company = await makeCompany();
  const visit = JSON.stringify({
    method: 'tap',
    confidence: 0.95,
    candidates: [],
    candidateCount: 1,
    visit: { visit_id: 'v', begun_time: 1, campaign: 'Plumber', click_ids: {}, ids: { fbp: 'fb.1.1.1' } },
    modelVersion: '1',
  });
  const path = `/companies/${company.companyId}`;
  await send('PUT', `/dni/api${path}/settings`, `Bearer ${OPERATOR_TOKEN}`, {
    ...dniSettings(),
    numbers: [{ phone_number: '+15125550102' }],
  });
  const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
  for (const days of [89, 93]) {
    const item = { number: '+15125550102', from: '+15125559000' };
    const call = { ...item, carrier_call_id: `call-${days}`, started_at: ago(days) };
    await answerOf(await send('POST', `${path}/calls`, company.authorization, call));
    const text = { ...item, carrier_text_id: `text-${days}`, message: 'Hello', sent_at: ago(days) };
    await answerOf(await send('POST', `${path}/texts`, company.authorization, text));
  }
  await query(company, `UPDATE calls SET visit = '${visit}'`);
  await query(company, `UPDATE texts SET visit = '${visit}'`);

  const options = { name: 'Acme', default_region: 'US', retention: { evidence_days: 90 } };
  await answerOf(await send('PUT', `${path}/settings`, company.authorization, options));

  const fbp = `visit ->> '$.visit.ids.fbp'`;
  for (const [table, time] of [
    ['calls', 'started_time'],
    ['texts', 'sent_time'],
  ] as const) {
    await vi.waitFor(async () => {
      const rows = await query(company, `SELECT ${fbp} AS fbp FROM ${table} ORDER BY ${time}`);
      expect(rows.map((row) => row['fbp'])).toEqual([null, 'fb.1.1.1']);
    }, PATIENCE);
    const campaigns = await query(company, `SELECT visit ->> '$.visit.campaign' AS name FROM ${table}`);
    expect(campaigns.map((row) => row['name'])).toEqual(['Plumber', 'Plumber']);
  }
});

test('a note that can no longer be restored is deleted with its comments, and a newer one is not', async () => {
  const company = await makeCompany();
  const leadId = await createLead(company, 'a@example.com');
  const old = await removedNote(company, leadId, 'old');
  const young = await removedNote(company, leadId, 'young');
  const kept = await addNote(company, leadId, 'kept');
  const inRows = `events WHERE type = 'note' ORDER BY event_number`;
  await query(
    company,
    `UPDATE events SET removed_time = removed_time - ${31 * DAY_MS + 1_000} WHERE event_id = '${old}'`,
  );
  await query(
    company,
    `UPDATE events SET removed_time = removed_time - ${29 * DAY_MS} WHERE event_id = '${young}'`,
  );

  await vi.waitFor(
    async () => expect(await column(company, 'event_id', inRows)).toEqual([young, kept]),
    PATIENCE,
  );

  expect(await column(company, 'comment', 'comments')).toEqual(['On young']);
  expect((await onLeads(company, 'POST', `/${leadId}/note/${old}/restore`)).status).toBe(404);
  expect((await onLeads(company, 'POST', `/${leadId}/note/${old}/remove`)).status).toBe(404);
  const restored = await onLeads(company, 'POST', `/${leadId}/note/${young}/restore`);
  expect(await answerOf(restored)).toMatchObject({ data: { message: 'young', comment_count: 1 } });
});

test('a merge that can no longer be undone loses only its snapshot', async () => {
  const company = await makeCompany();
  const survivor = await createLead(company, 'a@example.com');
  const gone = await createLead(company, 'b@example.com');
  const recent = await createLead(company, 'c@example.com');
  const merge = (secondary: string): Promise<Response> =>
    onLeads(company, 'POST', `/${survivor}/merge`, { with: secondary });
  const first = await answerOf(await merge(gone));
  await query(company, `UPDATE merges SET merged_time = merged_time - ${91 * DAY_MS + 1_000}`);

  await answerOf(await merge(recent));
  const snapshots = "merges WHERE snapshot <> ''";
  await vi.waitFor(
    async () => expect(await column(company, 'secondary_id', snapshots)).toEqual([recent]),
    PATIENCE,
  );

  const answer = await onLeads(company, 'GET', `/${gone}`);
  expect(answer.headers.get('Content-Location')).toBe(`/companies/${company.companyId}/leads/${survivor}`);
  expect(await answerOf(answer)).toMatchObject({ lead_id: survivor });
  expect(await answerOf(await merge(gone))).toEqual(first);
  expect(await answerOf(await onLeads(company, 'POST', '/upsert', { email: 'b@example.com' }))).toMatchObject(
    {
      lead_ids: [survivor],
      created: false,
    },
  );
  expect((await onLeads(company, 'POST', `/${survivor}/unmerge`, { lead_id: gone })).status).toBe(409);
  const undone = await onLeads(company, 'POST', `/${survivor}/unmerge`, { lead_id: recent });
  expect(await answerOf(undone)).toMatchObject({ lead_ids: [survivor, recent] });
});

test('the next alarms delete what one alarm leaves, until nothing is left', async () => {
  const company = await makeCompany();
  const leadId = await createLead(company, 'a@example.com');
  const noteId = await removedNote(company, leadId, 'the last');
  const longAgo = Date.now() - 40 * DAY_MS;
  await query(
    company,
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200)
     INSERT INTO events (event_id, lead_number, origin_number, type, event_time, inbound, online, created_by, removed_time, data)
     SELECT 'copy-' || n, lead_number, origin_number, type, event_time, 0, 0, created_by, ${longAgo}, data
     FROM numbers CROSS JOIN events WHERE event_id = '${noteId}'`,
  );

  await vi.waitFor(async () => {
    expect(await column(company, 'event_id', 'events WHERE removed_time > 0')).toEqual([noteId]);
  }, PATIENCE);
});

test('the data for undoing a bulk operation is deleted after a day, and the operation with its results after a week', async () => {
  const company = await makeCompany();
  const leads = [await createLead(company, 'a@example.com'), await createLead(company, 'b@example.com')];
  const runBulk = async (state: string): Promise<string> => {
    const body = { action: 'change_state', state, lead_ids: leads };
    const { bulk_id: id } = await answerOf<{ bulk_id: string }>(
      await onLeads(company, 'POST', '/bulk', body),
    );
    await vi.waitFor(
      async () =>
        expect(await answerOf(await onLeads(company, 'GET', `/bulk/${id}`))).toMatchObject({
          status: 'done',
        }),
      PATIENCE,
    );
    return id;
  };
  const age = (id: string, ms: number): Promise<unknown> =>
    query(
      company,
      `UPDATE bulk_operations SET ended_time = ended_time - ${ms}, due_time = due_time - ${ms} WHERE bulk_id = '${id}'`,
    );
  const chunksOf = (id: string, kept: string): Promise<unknown[]> =>
    column(company, 'chunk', `bulk_chunks WHERE bulk_id = '${id}' AND ${kept} IS NOT NULL`);

  const old = await runBulk('contacted');
  expect(await chunksOf(old, 'marks')).toHaveLength(1);
  await age(old, DAY_MS);
  const young = await runBulk('open');
  await vi.waitFor(async () => expect(await chunksOf(old, 'marks')).toEqual([]), PATIENCE);
  expect((await onLeads(company, 'POST', `/bulk/${old}/undo`)).status).toBe(409);
  expect(await answerOf(await onLeads(company, 'GET', `/bulk/${old}`))).toMatchObject({
    changed: 2,
    rows: [{}, {}],
  });
  expect(await chunksOf(young, 'marks')).toHaveLength(1);

  await age(old, 6 * DAY_MS);
  await runBulk('contacted');
  await vi.waitFor(async () => expect(await chunksOf(old, 'bulk_id')).toEqual([]), PATIENCE);
  expect((await onLeads(company, 'GET', `/bulk/${old}`)).status).toBe(404);
  expect(await answerOf(await onLeads(company, 'POST', `/bulk/${young}/undo`))).toMatchObject({ count: 2 });
});

test('notifications are kept for 90 days, delivered or not', async () => {
  const company = await makeCompany();
  const leadId = await createLead(company, 'a@example.com');
  const assign = (email: string): Promise<Response> =>
    onLeads(company, 'POST', `/${leadId}/assign`, { to_user_email: email });
  expect((await assign(company.email)).status).toBe(200);
  expect(await column(company, 'type', 'notifications')).toEqual(['lead.assigned']);
  await query(company, `UPDATE notifications SET created_time = created_time - ${92 * DAY_MS}`);
  await answerOf(await onLeads(company, 'POST', `/${leadId}/note`, { message: 'Later.' }));

  await vi.waitFor(async () => expect(await column(company, 'type', 'notifications')).toEqual([]), PATIENCE);
});

describe('every change that needs the alarm sets it, without code in its route', () => {
  test.each<[string, number, (company: Company, leadId: string) => Promise<Response>]>([
    [
      'a merge, whose change goes from the stream after 30 days',
      30 * DAY_MS,
      async (company, leadId) =>
        onLeads(company, 'POST', `/${leadId}/merge`, { with: await createLead(company, 'b@example.com') }),
    ],
    [
      'a removed note, which goes after 30 days',
      30 * DAY_MS,
      async (company, leadId) =>
        onLeads(company, 'POST', `/${leadId}/note/${await addNote(company, leadId, 'x')}/remove`),
    ],
    [
      'an assignment, whose change goes from the stream after 30 days',
      30 * DAY_MS,
      (company, leadId) => onLeads(company, 'POST', `/${leadId}/assign`, { to_user_email: company.email }),
    ],
  ])('%s', async (_, after, change) => {
    const created = Date.now();
    const company = await makeCompany();
    const leadId = await createLead(company, 'a@example.com');

    expect((await change(company, leadId)).status).toBe(200);

    await vi.waitFor(async () => {
      const alarm = (await (await server.fetch(`/test/alarm/${company.companyId}`)).json()) as number;
      expect(alarm).toBeGreaterThanOrEqual(created + after);
      expect(alarm).toBeLessThan(Date.now() + after + 2 * DAY_MS);
    }, PATIENCE);
  });

  test('an upload that breaks off, whose rows are deleted within a day', async () => {
    const company = await makeCompany();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(`email,name\r\n${'d@example.com,D\r\n'.repeat(10_000)}`));
      },
      pull(controller) {
        controller.error(new Error('The client is gone.'));
      },
    });

    await importCsv(company, body).catch(() => undefined);

    await vi.waitFor(async () => {
      expect(await column(company, 'import_id', 'imports')).toEqual([]);
      expect(await column(company, 'first_row', 'import_batches')).toEqual([]);
    }, PATIENCE);
  });
});

test('of thousands of leads with one identifier, the lead with both is found, or else the oldest', async () => {
  const company = await makeCompany();
  const first = await createLead(company, 'first@example.com');
  await query(
    company,
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)
     INSERT INTO leads (lead_id, state, creation_time, modification_time, last_event_time, document, change_number)
     SELECT substr('00000000' || n, -8) || '-0000-4000-8000-000000000000', state, n, n, n, document, change_number
     FROM numbers CROSS JOIN leads WHERE lead_id = '${first}'`,
  );
  const phones = `json_array(json_object('phone', '+14155550100', 'type', 'Work'))`;
  const emails = `json_array(json_object('email', 'last@example.com', 'type', 'Work'))`;
  const isLast = `lead_number = (SELECT max(lead_number) FROM leads)`;
  await query(company, `UPDATE leads SET document = json_set(document, '$.phones', ${phones})`);
  await query(
    company,
    `UPDATE leads SET document = json_set(document, '$.emails', ${emails}) WHERE ${isLast}`,
  );
  await query(company, "INSERT INTO lead_keys SELECT '+14155550100', lead_number FROM leads");
  await query(
    company,
    `INSERT INTO lead_keys SELECT 'last@example.com', lead_number FROM leads WHERE ${isLast}`,
  );
  const upsert = (body: object): Promise<{ lead_ids: string[]; matched_on: string }> =>
    onLeads(company, 'POST', '/upsert', body).then((response) => answerOf(response));

  expect(await upsert({ email: 'last@example.com', phone: '+14155550100' })).toMatchObject({
    lead_ids: ['00005000-0000-4000-8000-000000000000'],
    matched_on: 'email_and_phone',
  });
  expect(await upsert({ phone: '+14155550100' })).toMatchObject({
    lead_ids: ['00000001-0000-4000-8000-000000000000'],
    matched_on: 'phone',
  });
});
