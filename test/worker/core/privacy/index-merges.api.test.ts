import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { answerOf } from '../../../harness/builders.ts';
import { basic, freshIp } from '../../../harness/client.ts';
import { type FaultServer, startFaultServer } from '../../../harness/fault-server.ts';
import { OPERATOR_TOKEN } from '../../../harness/operator-token.ts';

const PATIENCE = { timeout: 40_000, interval: 500 };

let server: FaultServer;
let companyId: string;
let authorization = `Bearer ${OPERATOR_TOKEN}`;

beforeAll(async () => {
  server = await startFaultServer();
  const email = `sue.${crypto.randomUUID()}@acme.test`;
  const superadmin = { name: 'Sue', email };
  const company = { name: 'Acme', default_region: 'US', superadmin };
  ({ company_id: companyId } = await answerOf<{ company_id: string }>(
    await send('POST', '/operator/companies', company),
  ));
  authorization = basic(email, await answerOf<string>(await send('POST', '/operator/tokens', { email })));
});
afterAll(() => server.close());

function send(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = {
    Authorization: authorization,
    'Content-Type': 'application/json',
    'CF-Connecting-IP': freshIp(),
  };
  return server.fetch(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

function onLeads(method: string, path: string, body?: unknown): Promise<Response> {
  return send(method, `/companies/${companyId}/leads${path}`, body);
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const response = await server.fetch(`/test/sql/${companyId}`, { method: 'POST', body: sql });
  return (await response.json()) as Record<string, unknown>[];
}

async function create(name: string): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  const made = await answerOf<{ lead_ids: [string] }>(await onLeads('POST', '/create', { name, email }));
  await answerOf(await onLeads('POST', `/${made.lead_ids[0]}/note`, { message: `A note of ${name}` }));
  return made.lead_ids[0];
}

/** What the log tells of indexes that were cleared. */
async function cleared(): Promise<{ subject: string; erasures: number }[]> {
  const answer = await send('GET', `/companies/${companyId}/audit?action=index.cleared&limit=200`);
  const { entries } = await answerOf<{ entries: { subject: string; detail: { erasures: number } }[] }>(
    answer,
  );
  return entries.map(({ subject, detail }) => ({ subject, erasures: detail.erasures }));
}

test('erasures that come while a large index is merged or rests share the next merge, and searches go on', async () => {
  // As if each of the indexes had grown to some thousand pages.
  await query(
    `INSERT INTO event_texts (rowid, text)
     WITH RECURSIVE numbers (n) AS (SELECT 1000000 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1008000)
     SELECT n, hex(randomblob(60)) FROM numbers`,
  );
  const leadIds = [];
  for (const name of ['Ann', 'Ben', 'Cid', 'Dee']) leadIds.push(await create(name));
  await answerOf(await onLeads('GET', '/search?q=note+of&exclude_notes=false'));

  for (const leadId of leadIds.slice(0, 3)) await answerOf(await onLeads('POST', `/${leadId}/erase`));
  const found = await answerOf<unknown[]>(await onLeads('GET', '/search?q=note+of&exclude_notes=false'));
  expect(found).toMatchObject([{ lead_id: leadIds[3] }]);

  const timelines = async (): Promise<number[]> =>
    (await cleared()).flatMap(({ subject, erasures }) => (subject === 'index:timelines' ? [erasures] : []));
  await vi.waitFor(async () => expect((await timelines()).length).toBeGreaterThan(0), PATIENCE);
  const [row] = await query("SELECT * FROM index_merges WHERE index_name = 'event_texts'");
  const { waiting, steps, resting_until: rest } = row as Record<string, number>;
  expect(steps).toBeGreaterThan(8);
  expect(rest).toBeGreaterThan(Date.now() + 20_000);
  // All three erasures are in one merge, or in it and in the one that waits for the rest to end.
  const first = (await timelines())[0] ?? 0;
  expect(first + (waiting ?? 0)).toBe(3);
  expect(await timelines()).toHaveLength(1);

  await answerOf(await onLeads('POST', `/${leadIds[3]}/erase`));
  await vi.waitFor(async () => {
    // The rest is over.
    await query('UPDATE index_merges SET resting_until = 0, due_time = 0 WHERE merging = 0 AND waiting > 0');
    expect((await timelines()).reduce((sum, erasures) => sum + erasures, 0)).toBe(4);
  }, PATIENCE);
  const [left] = await query(
    "SELECT count(*) AS count FROM event_texts_data WHERE instr(hex(block), hex('0not')) > 0",
  );
  expect(left).toEqual({ count: 0 });
});

test('a note that was removed long ago leaves the index as well', async () => {
  const leadId = await create('Eve');
  const noted = await answerOf<{ data: { event_id: string } }>(
    await onLeads('POST', `/${leadId}/note`, { message: 'To be forgotten' }),
  );
  await answerOf(await onLeads('POST', `/${leadId}/note/${noted.data.event_id}/remove`));
  await query('DELETE FROM index_merges');
  await query('UPDATE events SET removed_time = 1 WHERE removed_time > 0');
  await vi.waitFor(
    async () =>
      expect(await query('SELECT index_name FROM index_merges')).toEqual([{ index_name: 'event_texts' }]),
    PATIENCE,
  );
});
