/** Pages that visitors open are read once a week, by the rules of the site check: super admins hear of a number that nobody tracks. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { answerOf } from '../../../harness/builders.ts';
import { visitorHeaders } from '../../../harness/client.ts';
import { dniSettings } from '../../../harness/dni-company.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../harness/faulty-leadline.ts';
import { startServer } from '../../../harness/own-worker.ts';
import { type FaultyCallCompany, makeFaultyCallCompany } from '../../core/phone/calls/faulty-call-company.ts';

const PATIENCE = { timeout: 60_000 };
const PAGES: Readonly<Record<string, string>> = {
  '/contact': '<p>Call (800) 555-0100, or our partner: <a href="tel:+12065550199">(206) 555-0199</a>.</p>',
  '/fine': '<p>Fax (206) 555-0188</p>',
};

let leadline: FaultyLeadline;
let site: { url: string; close: () => Promise<void> };
let company: FaultyCallCompany;
let asked: string[] = [];

beforeAll(async () => {
  [leadline, site] = await Promise.all([
    startFaultyLeadline(),
    startServer(({ url = '', headers }: IncomingMessage, response: ServerResponse) => {
      asked.push(`${url} ${headers.cookie ?? ''}`);
      const page = PAGES[url];
      if (page === undefined) response.writeHead(302, { Location: 'http://10.0.0.1/secret' }).end();
      else response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html>${page}`);
    }),
  ]);
  company = await makeFaultyCallCompany(leadline);
  const settings = dniSettings({ domains: ['127.0.0.1'], other_numbers: ['+12065550188'] });
  const path = `/dni/api/companies/${company.companyId}/settings`;
  await answerOf(await leadline.sendAsOperator('PUT', path, settings));
});
afterAll(() => Promise.all([leadline.close(), site.close()]));

/** Opens a page in a visitor's browser. */
async function visit(path: string): Promise<void> {
  const response = await leadline.send(`/dni/swap/${company.companyId}`, {
    method: 'POST',
    headers: { ...visitorHeaders({ origin: site.url }), 'Content-Type': 'text/plain' },
    body: JSON.stringify({ url: `${site.url}${path}?email=ann@example.com` }),
  });
  expect(response.status).toBe(200);
}

async function silences(): Promise<unknown[]> {
  const response = await company.askAs(company.superadmin, 'GET', '/notifications?size=50');
  const { notifications } = await answerOf<{ notifications: { type: string; data: object }[] }>(response);
  return notifications.filter(({ type }) => type.startsWith('silence.')).map(({ data }) => data);
}

test('nothing in the first week, then the number and its page, once', async () => {
  await visit('/contact');
  await vi.waitFor(async () => {
    const seen = await leadline.sendAsOperator('GET', `/dni/api/companies/${company.companyId}/site`);
    expect(await seen.text()).toContain('/contact');
  }, PATIENCE);
  expect(asked).toEqual([]);

  await leadline.set({ ahead: 8 * 24 * 3_600_000 });
  for (const path of ['/contact', '/fine', '/elsewhere', '/contact']) await visit(path);
  await vi.waitFor(async () => expect(await silences()).toHaveLength(1), PATIENCE);
  await vi.waitFor(() => expect(asked).toHaveLength(3), PATIENCE);
  expect(asked.toSorted()).toEqual(['/contact ', '/elsewhere ', '/fine ']);
  expect(await silences()).toMatchObject([
    {
      silent: 'printed',
      name: '(206) 555-0199',
      detail: expect.stringContaining('It stands on /contact,') as string,
    },
  ]);
});
