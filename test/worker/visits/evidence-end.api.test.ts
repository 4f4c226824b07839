/** The end of the evidence of a month whose company does not answer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { visitorHeaders } from '../../harness/client.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../harness/faulty-leadline.ts';

const NUMBER = '+18005550100';
const DAY_MS = 24 * 3_600_000;

let leadline: FaultyLeadline;
beforeAll(async () => {
  leadline = await startFaultyLeadline();
});
afterAll(() => leadline.close());

async function visitsOf(companyId: string, method = 'GET'): Promise<number> {
  const path = `/test/evidence/${companyId}?number=${encodeURIComponent(NUMBER)}`;
  const response = await leadline.send(path, { method });
  return (await response.json()) as number;
}

test('evidence is kept while its company does not answer, and deleted at its end all the same', async () => {
  const companyId = await leadline.makeCompany({ settings: { numbers: [] } });
  const touch = ['', ''];
  const visit = [touch, touch, touch, `${Date.now()}-0.7431204518`, null, ''];
  const response = await leadline.send(`/dni/swap/${companyId}`, {
    method: 'POST',
    headers: { ...visitorHeaders(), 'Content-Type': 'text/plain' },
    body: JSON.stringify({ url: 'https://example.com/', visit }),
  });
  expect(response.status).toBe(200);
  await expect.poll(() => visitsOf(companyId), { timeout: 30_000 }).toBe(1);

  // The month and its 90 days are over after 121 days at the latest.
  await leadline.set({ ahead: 60 * DAY_MS, faults: ['company-deaf'] });
  expect(await visitsOf(companyId, 'PUT')).toBe(1);
  await leadline.set({ ahead: 122 * DAY_MS, faults: ['company-deaf'] });
  expect(await visitsOf(companyId, 'PUT')).toBe(0);
});
