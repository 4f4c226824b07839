/** Background work: no kind waits for another, failures are logged and delay the work, and late results change nothing. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Fault } from '../../faults/faults.ts';
import { answerOf } from '../../harness/builders.ts';
import { basic, freshIp, problemOf } from '../../harness/client.ts';
import { dniSettings } from '../../harness/dni-company.ts';
import { type FaultServer, startFaultServer } from '../../harness/fault-server.ts';
import { OPERATOR_TOKEN } from '../../harness/operator-token.ts';
import { startServer } from '../../harness/own-worker.ts';

const PATIENCE = { timeout: 30_000, interval: 100 };

let server: FaultServer;
/** The log lines that were read. The server returns each line once. */
const logged: string[] = [];
/** Accepts every request and answers none. */
let silent: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  silent = await startServer(() => undefined);
  server = await startFaultServer({ RATES_URL: 'http://127.0.0.1:9/rates?key=secret-of-the-source' });
});

afterAll(async () => {
  await server.close();
  await silent.close();
});

beforeEach(() => breakBindings());

async function breakBindings(...faults: Fault[]): Promise<void> {
  await server.fetch('/test/faults', { method: 'POST', body: JSON.stringify(faults) });
}

interface Company {
  companyId: string;
  email: string;
  path: string;
  authorization: string;
}

async function send(method: string, path: string, authorization: string, body?: unknown): Promise<Response> {
  const isText = typeof body === 'string';
  const headers = {
    Authorization: authorization,
    'Content-Type': isText ? 'text/csv' : 'application/json',
    'CF-Connecting-IP': freshIp(),
  };
  const init = {
    method,
    headers,
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  };
  return server.fetch(path, init);
}

const OPERATOR = `Bearer ${OPERATOR_TOKEN}`;

async function makeCompany(): Promise<Company> {
  const email = `sue.${crypto.randomUUID()}@acme.test`;
  const { company_id: companyId } = await answerOf<{ company_id: string }>(
    await send('POST', '/operator/companies', OPERATOR, {
      name: 'Acme',
      default_region: 'US',
      superadmin: { name: 'Sue', email },
    }),
  );
  const token = await answerOf<string>(await send('POST', '/operator/tokens', OPERATOR, { email }));
  return { companyId, email, path: `/companies/${companyId}`, authorization: basic(email, token) };
}

async function withWebhook(url: string): Promise<Company> {
  const company = await makeCompany();
  const options = { name: 'Acme', default_region: 'US', notification_webhook: { url } };
  await answerOf(await send('PUT', `${company.path}/settings`, company.authorization, options));
  return company;
}

async function createLead({ path, authorization }: Company, email: string): Promise<string> {
  const made = await send('POST', `${path}/leads/create`, authorization, { email });
  return (await answerOf<{ lead_ids: [string] }>(made)).lead_ids[0];
}

async function assign(company: Company, leadId: string): Promise<void> {
  const body = { to_user_email: company.email };
  await send('POST', `${company.path}/leads/${leadId}/assign`, company.authorization, body);
}

async function startImport({ path, authorization }: Company, rows: number): Promise<string> {
  const lines = Array.from({ length: rows }, (_, row) => `row.${row}@example.com`);
  const answer = await send('POST', `${path}/leads/import`, authorization, `email\n${lines.join('\n')}`);
  return (await answerOf<{ import_id: string }>(answer)).import_id;
}

async function importStatus({ path, authorization }: Company, importId: string): Promise<string> {
  const answer = await send('GET', `${path}/leads/import/${importId}?size=0`, authorization);
  return (await answerOf<{ status: string }>(answer)).status;
}

async function query(companyId: string, sql: string): Promise<Record<string, unknown>[]> {
  const response = await server.fetch(`/test/sql/${companyId}`, { method: 'POST', body: sql });
  return (await response.json()) as Record<string, unknown>[];
}

async function userIdOf({ companyId }: Company): Promise<string> {
  const [row] = await query(companyId, 'SELECT user_id FROM users');
  return String(row?.['user_id']);
}

/** The log of all tests so far. */
async function log(): Promise<readonly string[]> {
  const response = await server.fetch('/test/logs');
  logged.push(...((await response.json()) as string[]));
  return logged;
}

/** The lines of the log about a company's work. */
async function failuresOf(companyId: string): Promise<{ work: string; failures: number }[]> {
  return (await log())
    .filter((line) => line.includes(companyId))
    .map((line) => JSON.parse(line) as { work: string; failures: number });
}

test('a webhook that hangs does not hold up an import', async () => {
  const company = await withWebhook(silent.url);
  const leads = await Promise.all(
    Array.from({ length: 12 }, (_, index) => createLead(company, `assigned.${index}@example.com`)),
  );
  await Promise.all(leads.map((leadId) => assign(company, leadId)));

  // More rows than one request imports, so that the alarm does the rest, beside three rounds of deliveries of 10 seconds each.
  const importId = await startImport(company, 6_000);

  await vi.waitFor(async () => expect(await importStatus(company, importId)).toBe('done'), {
    timeout: 30_000,
    interval: 200,
  });
  const pending = await query(
    company.companyId,
    "SELECT 1 AS x FROM webhook_deliveries WHERE status = 'pending'",
  );
  // The assignments, and the end of the import.
  expect(pending.length).toBe(13);
});

test('failing work is logged with company and kind and repeated with growing waits, and other work continues', async () => {
  const company = await makeCompany();
  const importId = await startImport(company, 1);
  // Like after a fault of the product: columns that cannot be read.
  await query(
    company.companyId,
    `UPDATE imports SET status = 'running', columns = '{', due_time = 0 WHERE import_id = '${importId}'`,
  );
  const leadId = await createLead(company, 'other@example.com');
  await query(
    company.companyId,
    `INSERT INTO notifications (notification_id, type, user_id, data, created_time)
     SELECT 'old', 'lead.assigned', user_id, '{}', 1 FROM users LIMIT 1`,
  );

  await vi.waitFor(async () => {
    expect((await failuresOf(company.companyId))[0]).toMatchObject({ work: 'imports', failures: 1 });
    expect(await query(company.companyId, 'SELECT 1 AS x FROM notifications')).toEqual([]);
  }, PATIENCE);
  // There is none while the object works.
  await vi.waitFor(async () => {
    const alarm = await server.fetch(`/test/alarm/${company.companyId}`);
    expect((await alarm.json()) ?? 0).toBeGreaterThan(Date.now());
  }, PATIENCE);
  expect(leadId).toMatch(/^[\da-f-]{36}$/);
});

test('work whose due time cannot be read is logged and delayed, and requests and other work continue', async () => {
  const company = await makeCompany();
  await query(company.companyId, 'DROP TABLE index_merges');
  await query(
    company.companyId,
    `INSERT INTO notifications (notification_id, type, user_id, data, created_time)
     SELECT 'old', 'lead.assigned', user_id, '{}', 1 FROM users LIMIT 1`,
  );

  await createLead(company, 'other@example.com');
  await vi.waitFor(async () => {
    expect((await failuresOf(company.companyId))[0]).toMatchObject({
      work: 'merging of indexes',
      failures: 1,
    });
    expect(await query(company.companyId, 'SELECT 1 AS x FROM notifications')).toEqual([]);
  }, PATIENCE);
  const failures = (await failuresOf(company.companyId)).length;
  for (let count = 0; count < 5; count += 1) await createLead(company, `another.${count}@example.com`);
  expect((await failuresOf(company.companyId)).length).toBeLessThan(failures + 5);
});

test('a publication that arrives late does not replace a newer one', { tags: ['full'] }, async () => {
  const company = await makeCompany();
  const settings = `/dni/api/companies/${company.companyId}/settings`;
  await breakBindings('kv-late');
  const first = await send('PUT', settings, OPERATOR, dniSettings());
  await breakBindings();
  const second = await send('PUT', settings, OPERATOR, dniSettings({ prefer: 'location' }));

  expect(first.headers.get('Leadline-Published')).toBe('false');
  expect(second.headers.get('ETag')).toBe('"2"');
  const cache = await server.cache();
  const row = async (): Promise<unknown> =>
    (await query(company.companyId, 'SELECT published_version, next_publish_time FROM dni_settings'))[0];
  await vi.waitFor(
    async () => expect(await row()).toEqual({ published_version: 2, next_publish_time: null }),
    PATIENCE,
  );
  expect(await cache.get(`settings:${company.companyId}`, 'json')).toMatchObject({ version: 2 });
});

test('an overloaded object answers 503 with Retry-After', async () => {
  const company = await makeCompany();
  await breakBindings('company-overloaded');

  const refused = await send('GET', `${company.path}/users`, company.authorization);

  expect(refused.status).toBe(503);
  expect(refused.headers.get('Retry-After')).toBe('2');
  expect((await problemOf(refused)).code).toBe('service_unavailable');
});

test('a full database refuses new data with the reason, and existing data can be read and found', async () => {
  const company = await makeCompany();
  const { path, authorization } = company;
  const leadId = await createLead(company, 'there@example.com');
  await answerOf(
    await send('POST', `${path}/leads/${leadId}/note`, authorization, { message: 'a green door' }),
  );
  const read = async (rest: string): Promise<Response> => send('GET', `${path}${rest}`, authorization);
  await breakBindings('company-full');

  const refused = await send('POST', `${path}/leads/create`, authorization, { email: 'new@example.com' });

  expect(refused.status).toBe(507);
  expect((await problemOf(refused)).code).toBe('company_full');
  expect(await answerOf(await read('/leads/search?q=there'))).toMatchObject([{ lead_id: leadId }]);
  await answerOf(await read('/leads/search?q=green+door&exclude_notes=false'));
  expect(await answerOf(await read('/smart_views/default'))).toMatchObject({ count: 1 });
  for (const rest of [
    `/leads/${leadId}`,
    `/leads/${leadId}/events`,
    '/calls',
    '/texts',
    '/changes',
    '/webhooks',
    '/audit',
    '/users',
    '/settings',
  ]) {
    expect([rest, (await read(rest)).status]).toEqual([rest, 200]);
  }
  // A copy of a person's data is recorded in the log or refused.
  expect((await problemOf(await read(`/leads/${leadId}/everything`))).code).toBe('company_full');
});

test('a change and a sign-in without room at the end are refused with the reason and logged', async () => {
  const { path, authorization, companyId, email } = await makeCompany();
  await answerOf(
    await send(
      'POST',
      `${path}/users/${await userIdOf({ path, authorization, companyId, email })}/modify`,
      authorization,
      {
        password: 'right and long',
      },
    ),
  );
  await breakBindings('company-full-at-commit');

  const refused = [
    await send('POST', `${path}/leads/create`, authorization, { email: 'new@example.com' }),
    await send('POST', '/auth/issue_token', '', { username: email, password: 'right and long' }),
  ];

  for (const answer of refused) {
    expect([answer.status, (await problemOf(answer)).code]).toEqual([507, 'company_full']);
  }
  expect((await log()).join()).toContain('SQLITE_FULL');
});

test('in a full database a refusal stays a refusal, a key that was not used for an hour reads, and a wrong password is one', async () => {
  const company = await makeCompany();
  const { path, authorization } = company;
  await answerOf(
    await send('POST', `${path}/users/${await userIdOf(company)}/modify`, authorization, {
      password: 'right and long',
    }),
  );
  const token = await answerOf<string>(
    await send('POST', '/operator/tokens', OPERATOR, { email: company.email }),
  );
  expect(token).toMatch(/^llt_/);
  // After the new password, which revokes the existing keys.
  const key = await answerOf<{ key: string }>(
    await send('POST', `${path}/api_keys`, `Bearer ${token}`, { name: 'Reader', scopes: ['read'] }),
  );
  await query(company.companyId, 'UPDATE api_keys SET last_used_time = 1');
  await breakBindings('company-full');

  const refused = await send('GET', `${path}/audit`, `Bearer ${key.key}`);
  expect([refused.status, (await problemOf(refused)).code]).toEqual([403, 'insufficient_scope']);
  expect((await send('GET', `${path}/leads/search?q=abc`, `Bearer ${key.key}`)).status).toBe(200);
  const body = { username: company.email, password: 'wrong' };
  expect((await send('POST', '/auth/issue_token', '', body)).status).toBe(401);
});

test('a failure to fetch currency rates is logged without the address', async () => {
  await server.fetch('/test/cron');

  const lines = await log();
  expect(lines.find((line) => line.includes('currency rates'))).toMatch(/could not be reached|answered 5/);
  expect(lines.join()).not.toContain('secret-of-the-source');
});

test('new leads are found at once: a search indexes a few waiting leads, and the alarm indexes many', async () => {
  const company = await makeCompany();
  const leadId = await createLead(company, 'waits.for.the.index@example.com');
  const found = async (): Promise<string[]> => {
    const answer = await send(
      'GET',
      `${company.path}/leads/search?q=waits.for.the.index`,
      company.authorization,
    );
    return (await answerOf<{ lead_id: string }[]>(answer)).map(({ lead_id }) => lead_id);
  };
  const indexed = (): Promise<unknown[]> =>
    query(company.companyId, 'SELECT rowid AS x FROM lead_texts WHERE lead_texts MATCH \'"wai"\'');

  expect(await indexed()).toEqual([]);
  expect(await found()).toEqual([leadId]);
  expect(await indexed()).toHaveLength(1);

  // All leads of an import except the last.
  await query(
    company.companyId,
    `INSERT INTO leads (lead_id, state, lead_group, assignee_id, creation_time, modification_time, last_event_time, document, change_number)
     WITH RECURSIVE turns (turn) AS (VALUES (1) UNION ALL SELECT turn + 1 FROM turns WHERE turn < 998)
     SELECT 'lead' || turn, state, lead_group, assignee_id, creation_time, modification_time, last_event_time, document, change_number + turn
     FROM turns, leads`,
  );
  expect((await found()).length).toBeGreaterThan(1);
  await createLead(company, 'last@example.com');
  await vi.waitFor(async () => expect((await indexed()).length).toBeGreaterThan(750), PATIENCE);
  expect((await found()).length).toBeGreaterThan(1);
});
