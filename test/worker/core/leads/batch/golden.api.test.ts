import { expect, test } from 'vitest';
import { makeCompanyWithUsers } from '../../../../harness/builders.ts';
import { goldenFiles } from '../../../../harness/golden.ts';
import { createLead, sendLead } from '../../../../harness/leads.ts';

test('the answer of a batch matches the golden file', async () => {
  const golden = goldenFiles('leads');
  const { superadmin, path } = await makeCompanyWithUsers();
  const client = { user: superadmin, path };
  const leadId = await createLead(client);
  const operations = [
    { op: 'create', lead: { email: 'ann@example.com', name: 'Ann Lee' } },
    { op: 'upsert', lead: { email: 'ann@example.com', phone: '512 555 0100' } },
    { op: 'modify', lead_id: leadId, lead: { state: 'contacted' } },
    { op: 'modify', lead_id: leadId, lead: { email: 'jo' } },
  ];

  const response = await sendLead(client, 'POST', '/batch', { operations });
  const { succeeded } = await golden<{ succeeded: number }>('batch', response);
  expect(succeeded).toBe(3);
});
