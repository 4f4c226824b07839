import { expect, test } from 'vitest';
import { makeCompanyWithUsers } from '../../../harness/builders.ts';
import { sendAs, sendAsOperator } from '../../../harness/client.ts';
import { goldenFiles } from '../../../harness/golden.ts';
import { createLead } from '../../../harness/leads.ts';

test('the answers about removed leads are those of the golden files', async () => {
  const { superadmin, agent, path } = await makeCompanyWithUsers();
  const compare = goldenFiles('removal');
  const ask = async <Body>(name: string, method: string, rest: string): Promise<Body> =>
    compare<Body>(name, await sendAs(superadmin, method, `${path}/leads${rest}`));
  const leadId = await createLead({ user: superadmin, path }, { name: 'Ann Lee', email: 'ann@example.com' });

  await ask('remove', 'POST', `/${leadId}/remove`);
  await ask('removed', 'GET', '/removed');
  await ask('restore', 'POST', `/${leadId}/restore`);
  await ask('everything', 'GET', `/${leadId}/everything`);
  const { lead_id: erased } = await ask<{ lead_id: string }>('erase', 'POST', `/${leadId}/erase`);
  expect(erased).toBe(leadId);
  await compare('erase-user', await sendAs(superadmin, 'POST', `${path}/users/${agent.userId}/erase`));
  const company = await sendAsOperator('POST', `/operator${path}/erase`, { name: 'Acme Plumbing' });
  expect(company.status).toBe(200);
  await compare('erase-company', company);
});
