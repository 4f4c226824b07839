import { expect, test } from 'vitest';
import { makeCompanyWithUsers } from '../../../../harness/builders.ts';
import { beginBulk, type Bulk, bulkIs } from '../../../../harness/bulk.ts';
import { goldenFiles } from '../../../../harness/golden.ts';
import { createLead, sendLead } from '../../../../harness/leads.ts';

test('the answers of bulk operations match the golden files', async () => {
  const golden = goldenFiles('leads');
  const { manager, path } = await makeCompanyWithUsers();
  const client = { user: manager, path };
  await createLead(client);
  const state = { action: 'change_state', state: 'contacted', filters: { state: ['open'] } };

  const begun = await sendLead(client, 'POST', '/bulk', state);
  const { bulk_id: bulkId } = await golden<Bulk>('bulk-begin', begun);
  await bulkIs(client, bulkId, 'done');
  await golden('bulk', await sendLead(client, 'GET', `/bulk/${bulkId}`));
  await golden('bulk-list', await sendLead(client, 'GET', '/bulk'));
  await golden('bulk-undo', await sendLead(client, 'POST', `/bulk/${bulkId}/undo`));
  await bulkIs(client, bulkId, 'undone');
  const strangers = Array.from({ length: 9_000 }, () => crypto.randomUUID());
  await beginBulk(client, { action: 'remove', lead_ids: strangers });
  const waiting = await beginBulk(client, { action: 'tags', add: ['Fair'], filters: {} });
  const cancelled = await sendLead(client, 'POST', `/bulk/${waiting.bulk_id}/cancel`);
  expect((await golden<Bulk>('bulk-cancel', cancelled)).status).toBe('cancelled');
});
