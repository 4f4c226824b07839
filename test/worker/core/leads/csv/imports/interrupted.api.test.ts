/** An import that something else ends while its request does the first rows. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../../../harness/builders.ts';
import { basic, freshIp } from '../../../../../harness/client.ts';
import type { ImportAnswer } from '../../../../../harness/csv.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../../../harness/faulty-leadline.ts';

const ROWS = 4_000;

let leadline: FaultyLeadline;

beforeAll(async () => {
  leadline = await startFaultyLeadline();
});
afterAll(() => leadline.close());

test('the request answers, and no further rows are imported', async () => {
  const email = 'sue@acme.test';
  const company = { name: 'Acme', default_region: 'US', superadmin: { name: 'Sue', email } };
  const made = await leadline.sendAsOperator('POST', '/operator/companies', company);
  const { company_id: companyId } = await answerOf<{ company_id: string }>(made);
  const token = await answerOf<string>(await leadline.sendAsOperator('POST', '/operator/tokens', { email }));
  const lines = Array.from({ length: ROWS }, (_, index) => `Lead ${index},lead.${index}@leads.test`);
  const progress = { isAnswered: false };
  const answering = leadline
    .send(`/companies/${companyId}/leads/import`, {
      method: 'POST',
      headers: {
        Authorization: basic(email, token),
        'Content-Type': 'text/csv',
        'CF-Connecting-IP': freshIp(),
      },
      body: ['name,email', ...lines].join('\n'),
    })
    .finally(() => (progress.isAnswered = true));
  while (!progress.isAnswered)
    await leadline.sql(companyId, "UPDATE imports SET status = 'done' WHERE status = 'running'");

  const answer = await answerOf<ImportAnswer>(await answering);
  expect(answer).toMatchObject({ status: 'done', count: ROWS });
  expect(answer.processed).toBeLessThan(ROWS);
});
