import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestHarness } from 'wrangler';
import { answerOf } from '../../harness/builders.ts';
import { basic, freshIp } from '../../harness/client.ts';
import { createFaultServer } from '../../harness/fault-server.ts';
import { OPERATOR_TOKEN } from '../../harness/operator-token.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The alarm comes at once, but when that is done the machine decides. */
const PATIENCE = { timeout: 15_000 };

let server: TestHarness;

beforeAll(async () => {
  server = createFaultServer({});
  await server.listen();
});

afterAll(() => server.close());

interface Company {
  companyId: string;
  authorization: string;
}

async function send(method: string, path: string, authorization: string, body?: unknown): Promise<Response> {
  const headers = {
    Authorization: authorization,
    'Content-Type': 'application/json',
    'CF-Connecting-IP': freshIp(),
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return (await server.fetch(path, init)) as unknown as Response;
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
  return { companyId: made.company_id, authorization: basic(email, token) };
}

/** `path` follows `/companies/<uuid>/leads`. */
function onLeads(company: Company, method: string, path: string, body?: unknown): Promise<Response> {
  return send(method, `/companies/${company.companyId}/leads${path}`, company.authorization, body);
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

test('a note that was removed too long ago to come back is deleted with its comments, a younger one is not', async () => {
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

test('a merge that is too old to be undone loses its snapshot and nothing else', async () => {
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

test('what is more than one alarm deletes is deleted by the next ones, and nothing is left to do', async () => {
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
