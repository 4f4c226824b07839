import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../harness/builders.ts';
import { send, sendAs } from '../../../harness/client.ts';
import { createLead, sendLead } from '../../../harness/leads.ts';

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

test('changes of settings and people are noted with who, when, the request, and what was there before', async () => {
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

test('sign-ins, wrong passwords, exports and tokens by the operator are noted', async () => {
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

test('what a role does not allow is noted once, however often it is tried', async () => {
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
    [`user:${agent.userId}`, 'GET /companies/:id/leads/:id'],
    [`user:${agent.userId}`, 'GET /companies/:id/audit'],
  ]);
});

test('pages of the log go back to its beginning', async () => {
  const company = await makeCompanyWithUsers();
  const all = await auditOf(company, 'limit=200');
  const seen: AuditEntry[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const answer = await sendAs(company.superadmin, 'GET', `${company.path}/audit?limit=2&cursor=${cursor}`);
    const page: { entries: AuditEntry[]; next_cursor?: string } = await answerOf(answer);
    seen.push(...page.entries);
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(all);
});
