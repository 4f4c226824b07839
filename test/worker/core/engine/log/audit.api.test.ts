import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../harness/builders.ts';
import { send, sendAs } from '../../../../harness/client.ts';
import { createLead, sendLead } from '../../../../harness/leads.ts';

interface AuditEntry {
  time: string;
  actor: string;
  actor_name?: string;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
  request_id: string;
}

async function auditOf({ superadmin, path }: PeopledCompany, query = ''): Promise<AuditEntry[]> {
  const answer = await sendAs(superadmin, 'GET', `${path}/audit?${query}`);
  return (await answerOf<{ entries: AuditEntry[] }>(answer)).entries;
}

test('changes of settings and users are recorded with actor, time, request and former values', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, agent, path } = company;
  const options = await answerOf<Record<string, unknown>>(
    await sendAs(superadmin, 'GET', `${path}/settings`),
  );
  const saved = await sendAs(superadmin, 'PUT', `${path}/settings`, {
    ...options,
    week_start: 'sunday',
    notification_webhook: {
      url: 'https://hooks.example.com/x',
      secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    },
  });
  expect(saved.status).toBe(200);
  await sendAs(superadmin, 'POST', `${path}/users/${agent.userId}/modify`, {
    role_id: 'manager',
    password: 'a new password',
  });

  const entries = await auditOf(company, `actor=user:${superadmin.userId}&limit=3`);
  expect(entries).toMatchObject([
    { action: 'user.password_changed', subject: `user:${agent.userId}` },
    {
      action: 'user.changed',
      subject: `user:${agent.userId}`,
      actor_name: 'Sue Super',
      detail: { before: { role_id: 'agent' }, after: { role_id: 'manager' } },
    },
    {
      action: 'settings.changed',
      subject: 'settings:options',
      request_id: saved.headers.get('X-Request-Id'),
      detail: {
        version: 2,
        before: { week_start: 'monday', notification_webhook: null },
        after: {
          week_start: 'sunday',
          notification_webhook: { url: 'https://hooks.example.com/x', secret: '[secret]' },
        },
      },
    },
  ]);
  const text = JSON.stringify(await auditOf(company, 'limit=200'));
  expect(text).not.toContain(Buffer.alloc(32, 7).toString('base64'));
  expect(text).not.toContain('a new password');
});

test('sign-ins, wrong passwords, exports and tokens from the operator are recorded', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, agent, path } = company;
  await sendAs(superadmin, 'POST', `${path}/users/${agent.userId}/modify`, { password: 'right and long' });
  const signIn = (password: string): Promise<Response> =>
    send('/auth/issue_token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: agent.email, password }),
    });
  expect((await signIn('wrong')).status).toBe(401);
  expect((await signIn('right and long')).status).toBe(200);
  await (await sendAs(superadmin, 'GET', `${path}/leads/export.csv`)).text();
  await expect
    .poll(async () => (await auditOf(company, `subject=user:${agent.userId}`)).map(({ action }) => action))
    .toEqual(
      expect.arrayContaining([
        'user.signed_in',
        'sign_in.refused',
        'user.password_changed',
        'token.issued',
        'user.created',
      ]),
    );
  expect(await auditOf(company, 'action=leads.')).toMatchObject([
    { action: 'leads.exported', actor: `user:${superadmin.userId}` },
  ]);
});

test('a repeated attempt without the rights is recorded once', async () => {
  const company = await makeCompanyWithUsers();
  const { agent, colleague, manager, path } = company;
  const leadId = await createLead({ user: colleague, path });
  await sendLead({ user: manager, path }, 'POST', `/${leadId}/assign`, { to_user_email: colleague.email });
  for (let count = 0; count < 3; count += 1) {
    expect((await sendAs(agent, 'GET', `${path}/audit`)).status).toBe(403);
    expect((await sendLead({ user: agent, path }, 'GET', `/${leadId}`)).status).toBe(403);
  }
  const entries = await auditOf(company, 'action=refused');
  expect(entries.map(({ actor, subject }) => [actor, subject])).toEqual([
    [`user:${agent.userId}`, 'GET /companies/:company/leads/:lead'],
    [`user:${agent.userId}`, 'GET /companies/:company/audit'],
  ]);
});

test('a caller refused repeatedly, with long paths, leaves only a few short log entries', async () => {
  const company = await makeCompanyWithUsers();
  const { agent, path } = company;
  const long = 'jane@example.com'.repeat(200);
  const refusals = Array.from({ length: 60 }, (_, index) => `/webhooks/${index}${long}/deliveries`);
  const operations = ['GET', 'POST', 'PATCH', 'DELETE'].flatMap((method) =>
    ['/webhooks', '/api_keys', '/audit', '/settings', '/calls/settings', '/webhooks/1', '/api_keys/1'].map(
      (rest) => ({ method, rest }),
    ),
  );
  for (const rest of refusals) expect((await sendAs(agent, 'GET', path + rest)).status).toBe(403);
  for (const { method, rest } of operations)
    await sendAs(agent, method, path + rest, method === 'GET' ? undefined : {});
  for (const user of ['erase', 'modify', 'reset_password', 'remove_from_company']) {
    await sendAs(agent, 'POST', `${path}/users/${agent.userId}/${user}`, {});
  }

  const entries = await auditOf(company, 'action=refused&limit=200');
  expect(entries.at(-1)?.subject).toBe('GET /companies/:company/webhooks/:webhook/deliveries');
  expect(entries.length).toBeGreaterThan(5);
  expect(entries.length).toBeLessThanOrEqual(21);
  expect(JSON.stringify(entries)).not.toContain('jane@');
  for (const { subject, detail } of entries) {
    expect(subject.length + JSON.stringify(detail).length).toBeLessThan(500);
  }
});

test('the entry of an export has the names of its filters, without values and unknown parameters', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, path } = company;
  const noted = async (query: string): Promise<unknown> => {
    expect((await sendAs(superadmin, 'GET', `${path}/leads/export.csv?${query}`)).status).toBe(200);
    return (await auditOf(company, 'action=leads.exported&limit=1'))[0]?.detail;
  };

  const junk = `anything=${'x'.repeat(4_000)}`;
  expect(await noted(`q=jane@example.com&search_fields=email&${junk}`)).toEqual({
    by: 'search',
    search_fields: ['email'],
    for: 'spreadsheet',
  });
  const filters = encodeURIComponent('{"state": ["New"]}');
  expect(await noted(`filters=${filters}&${junk}`)).toEqual({
    by: 'filters',
    filtered_by: ['state'],
    sorted_by: [],
    relative: 'all_time',
    for: 'spreadsheet',
  });
});

test('exports of calls and texts are recorded too, with the names of their filters', async () => {
  const company = await makeCompanyWithUsers();
  const { manager, path } = company;
  for (const file of [
    'calls/export.csv?number=%2B12065550123&relative=today',
    'texts/export.csv',
    'texts/export.csv?phone=%2B12065550123',
  ]) {
    expect((await sendAs(manager, 'GET', `${path}/${file}`)).status).toBe(200);
  }
  const actor = `user:${manager.userId}`;
  expect(await auditOf(company, 'action=calls.')).toMatchObject([
    { action: 'calls.exported', actor, subject: 'calls', detail: { filtered_by: ['relative', 'number'] } },
  ]);
  const texts = await auditOf(company, 'action=texts.');
  expect(texts.map(({ action, detail }) => [action, detail])).toEqual([
    ['texts.exported', { filtered_by: ['phone'] }],
    ['texts.exported', { filtered_by: [] }],
  ]);
});

test('the log has a hundred exports of a caller in an hour, and a note that there were more', async () => {
  const company = await makeCompanyWithUsers();
  const { superadmin, path } = company;
  for (let count = 0; count < 110; count += 1) {
    await (await sendAs(superadmin, 'GET', `${path}/leads/export.csv`)).text();
  }
  const entries = await auditOf(company, 'action=leads.exported&limit=200');
  expect(entries).toHaveLength(101);
  expect(entries[0]?.detail).toEqual({
    detail: 'Further exports by this caller within the hour are not recorded.',
  });
});

test('pages of the log lead back to its beginning', async () => {
  const company = await makeCompanyWithUsers();
  const all = await auditOf(company, 'limit=200');
  const seen: AuditEntry[] = [];
  let cursor: number | string | undefined = '';
  while (cursor !== undefined) {
    const answer = await sendAs(company.superadmin, 'GET', `${company.path}/audit?limit=2&cursor=${cursor}`);
    const page: { entries: AuditEntry[]; next_cursor?: number } = await answerOf(answer);
    seen.push(...page.entries);
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(all);
});
