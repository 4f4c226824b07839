import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../../../harness/builders.ts';
import { sendFile } from '../../../../../harness/csv.ts';
import { goldenFiles } from '../../../../../harness/golden.ts';
import { sendLead } from '../../../../../harness/leads.ts';

test('the answers of import and export match the golden files', async () => {
  const golden = goldenFiles('leads');
  const { superadmin, path } = await makeCompanyWithUsers();
  const client = { user: superadmin, path };
  const file =
    'E-mail,Phone,Name,source_tags,Internal\r\n' +
    'ann@example.com,512 555 0100,"Lee, Ann",Fair; Website,x\r\n' +
    'ann@example.com,512 555 0177,Ann M. Lee,,\r\n' +
    'bob@,12,Bob,,\r\n';
  const mapping = JSON.stringify({ 'E-mail': 'email', Internal: null });

  const { import_id } = await golden<{ import_id: string }>(
    'import',
    await sendFile(client, file, { mapping }),
  );
  await golden('import-failed-rows', await sendLead(client, 'GET', `/import/${import_id}?status=failed`));
  await golden('import-refused', await sendFile(client, 'mail,name,Name\n'));
  const exported = await golden<string>('export', await sendLead(client, 'GET', '/export.csv'));
  expect(exported).toContain('ann@example.com');
  const { leads } = await answerOf<{ leads: { lead_id: string }[] }>(
    await sendLead(client, 'GET', '/recent_leads?relative=last_2_days'),
  );
  const named = { lead_ids: leads.map(({ lead_id: leadId }) => leadId) };
  await golden('export-named', await sendLead(client, 'POST', '/export.csv', named));
});
