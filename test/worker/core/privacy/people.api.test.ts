import { expect, test, vi } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { problemOf, send, sendAs, sendAsOperator } from '../../../harness/client.ts';
import { createLead, getEvents, sendLead } from '../../../harness/leads.ts';

const PATIENCE = { timeout: 30_000, interval: 100 };

test('of an erased user only their id stays: in the list, on timelines, in the audit log; their address is free', async () => {
  const { superadmin, manager, agent, path } = await makeCompanyWithUsers();
  const client = { user: manager, path };
  const leadId = await createLead(client);
  await answerOf(
    await sendAs(superadmin, 'POST', `${path}/users/${agent.userId}/modify`, { name: 'Zebedee Quixotic' }),
  );
  await sendLead(client, 'POST', `/${leadId}/assign`, { to_user_email: agent.email });
  await sendLead(client, 'POST', `/${leadId}/assign`, { to_user_email: manager.email });
  await sendLead({ user: agent, path }, 'POST', '/create', { email: 'theirs@example.com' });

  const erased = await answerOf<Record<string, unknown>>(
    await sendAs(superadmin, 'POST', `${path}/users/${agent.userId}/erase`),
  );
  expect(erased).toMatchObject({ user_id: agent.userId, name: 'Erased user', is_suspended: true, phone: '' });
  expect((await sendAs(agent, 'GET', '/me')).status).toBe(401);
  const token = await sendAsOperator('POST', '/operator/tokens', { email: agent.email });
  expect((await problemOf(token)).code).toBe('unknown_user');
  await vi.waitFor(async () => {
    const told = JSON.stringify([
      await getEvents(client, leadId),
      await answerOf(await sendAs(superadmin, 'GET', `${path}/users`)),
      await answerOf(await sendAs(superadmin, 'GET', `${path}/audit?limit=200`)),
      await answerOf(await sendAs(superadmin, 'GET', `${path}/changes?limit=1000`)),
      await answerOf(await sendAs(superadmin, 'GET', `${path}/notifications?scope=company`)),
    ]);
    expect(told).not.toContain('Zebedee');
    expect(told).not.toContain(agent.email);
  }, PATIENCE);
  const elsewhere = await makeCompanyWithUsers();
  await vi.waitFor(async () => {
    const again = await sendAs(elsewhere.superadmin, 'POST', `${elsewhere.path}/users`, {
      name: 'Al',
      email: agent.email,
      role_id: 'agent',
    });
    expect(again.status).toBe(200);
  }, PATIENCE);
});

test('nobody erases themselves, and only a super admin erases', async () => {
  const { superadmin, manager, agent, path } = await makeCompanyWithUsers();
  const oneself = await sendAs(superadmin, 'POST', `${path}/users/${superadmin.userId}/erase`);
  expect((await problemOf(oneself)).code).toBe('permission_denied');
  expect((await sendAs(manager, 'POST', `${path}/users/${agent.userId}/erase`)).status).toBe(403);
  expect((await sendAs(superadmin, 'POST', `${path}/users/${crypto.randomUUID()}/erase`)).status).toBe(404);
});

test('the operator erases a company by its name; its addresses and its id are free', async () => {
  const { superadmin, path, agent } = await makeCompanyWithUsers();
  const companyId = path.replace('/companies/', '');
  await createLead({ user: superadmin, path });
  const settings = { default_number: '+18005550100', locations: [], numbers: [] };
  await sendAsOperator('PUT', `/dni/api/companies/${companyId}/settings`, settings);

  const wrong = await sendAsOperator('POST', `/operator${path}/erase`, { name: 'Another' });
  expect((await problemOf(wrong)).errors[0]?.pointer).toBe('/name');
  expect((await sendAs(superadmin, 'GET', `${path}/users`)).status).toBe(200);
  expect((await send(`/operator${path}/erase`, { method: 'POST' })).status).toBe(401);

  await answerOf(await sendAsOperator('POST', `/operator${path}/erase`, { name: 'Acme Plumbing' }));
  await vi.waitFor(async () => {
    expect((await sendAs(superadmin, 'GET', `${path}/users`)).status).toBe(401);
  }, PATIENCE);
  const again = await sendAsOperator('POST', `/operator${path}/erase`, { name: 'Acme Plumbing' });
  expect(again.status).toBe(404);
  const made = await sendAsOperator('POST', '/operator/companies', {
    company_id: companyId,
    name: 'Acme Reborn',
    default_region: 'US',
    superadmin: { name: 'Al', email: agent.email },
  });
  expect(made.status).toBe(200);
  expect((await sendAsOperator('GET', `/dni/api/companies/${companyId}/settings`)).status).toBe(404);
});
