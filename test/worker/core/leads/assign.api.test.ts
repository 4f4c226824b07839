import { beforeAll, expect, test } from 'vitest';
import { makeCompanyWithUsers, makeUser, type PeopledCompany } from '../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../harness/client.ts';
import { createLead, getLead, type LeadClient, sendLead } from '../../../harness/leads.ts';

let company: PeopledCompany;
let client: LeadClient;

beforeAll(async () => {
  company = await makeCompanyWithUsers();
  client = { user: company.manager, path: company.path };
});

function assign(leadId: string, email: string, as: LeadClient = client): Promise<Response> {
  return sendLead(as, 'POST', `/${leadId}/assign`, { to_user_email: email });
}

function unassign(leadId: string, email: string): Promise<Response> {
  return sendLead(client, 'POST', `/${leadId}/unassign`, { from_user_email: email });
}

test('assigning answers 200 without content and the lead shows its owner', async () => {
  const leadId = await createLead(client);

  const response = await assign(leadId, company.agent.email.toUpperCase());

  expect(response.status).toBe(200);
  expect(await response.text()).toBe('');
  expect((await getLead(client, leadId)).assigned_to).toEqual({
    name: 'Al Agent',
    id: company.agent.userId,
  });
});

test('an unassigned lead has no owner', async () => {
  const leadId = await createLead(client);
  await assign(leadId, company.agent.email);

  const response = await unassign(leadId, company.agent.email);

  expect(response.status).toBe(200);
  expect(await response.text()).toBe('');
  expect(await getLead(client, leadId)).not.toHaveProperty('assigned_to');
});

test('assigning a lead to its owner changes nothing', async () => {
  const leadId = await createLead(client);
  await assign(leadId, company.agent.email);
  const before = await getLead(client, leadId);

  expect((await assign(leadId, company.agent.email)).status).toBe(200);
  expect(await getLead(client, leadId)).toEqual(before);
});

test('an unknown user is refused', async () => {
  const response = await assign(await createLead(client), 'nobody@acme.test');

  expect(response.status).toBe(400);
  const { errors } = await problemOf(response);
  expect(errors).toEqual([expect.objectContaining({ code: 'unknown_user', pointer: '/to_user_email' })]);
});

test('leads cannot be assigned to a suspended user', async () => {
  const user = await makeUser(company.superadmin, company.path);
  await sendAs(company.superadmin, 'POST', `${company.path}/users/${user.userId}/modify`, {
    is_suspended: true,
  });

  const response = await assign(await createLead(client), user.email);

  expect(response.status).toBe(409);
  expect(await problemOf(response)).toMatchObject({ code: 'assignee_suspended' });
});

test('unassigning a user who is not the owner is refused, and the refusal names the owner', async () => {
  const leadId = await createLead(client);
  await assign(leadId, company.agent.email);

  const response = await unassign(leadId, company.colleague.email);

  expect(response.status).toBe(409);
  expect(await problemOf(response)).toMatchObject({
    code: 'stale_assignment',
    current_assignee: { id: company.agent.userId, name: 'Al Agent', email: company.agent.email },
  });
});

test('of two concurrent unassigns, one answers 200 and the other 409', async () => {
  const leadId = await createLead(client);
  await assign(leadId, company.agent.email);

  const responses = await Promise.all([
    unassign(leadId, company.agent.email),
    unassign(leadId, company.agent.email),
  ]);

  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const refused = responses.find(({ status }) => status === 409);
  expect(refused && (await problemOf(refused)).code).toBe('not_assigned');
});

test('an agent may change their own and unassigned leads, but not a colleague’s', async () => {
  const agent = { user: company.agent, path: company.path };
  const leadId = await createLead(client);

  expect((await assign(leadId, company.agent.email, agent)).status).toBe(200);
  expect((await assign(leadId, company.colleague.email, agent)).status).toBe(200);
  const response = await assign(leadId, company.agent.email, agent);
  expect(response.status).toBe(403);
  expect((await sendLead(agent, 'GET', `/${leadId}`)).status).toBe(403);
});
