/** Links of reports are secrets: nothing that is answered to them, or logged about them, gives them away. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { basic, freshIp } from '../../../harness/client.ts';
import { OPERATOR_TOKEN } from '../../../harness/operator-token.ts';
import { unsubscribeUrl } from '../../../../worker/shared/mail/unsubscribing.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../harness/faulty-leadline.ts';

const HIDDEN = {
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

let leadline: FaultyLeadline;
let companyId: string;
let authorization: string;
let links: { confirm: string; shared: string };

beforeAll(async () => {
  leadline = await startFaultyLeadline();
});
afterAll(() => leadline.close());
beforeEach(async () => {
  await leadline.set();
  const email = `sue.${crypto.randomUUID().slice(0, 8)}@acme.test`;
  const company = { name: 'Acme', default_region: 'US', superadmin: { name: 'Sue', email } };
  const made = await leadline.sendAsOperator('POST', '/operator/companies', company);
  companyId = ((await made.json()) as { company_id: string }).company_id;
  const issued = await leadline.sendAsOperator('POST', '/operator/tokens', { email });
  authorization = basic(email, (await issued.json()) as string);
  const post = async <Body>(path: string, body: unknown): Promise<Body> => {
    const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await leadline.send(`/companies/${companyId}/reports/saved${path}`, init)).json()) as Body;
  };
  const query = { metrics: 'visits', by: 'day', relative: 'yesterday' };
  const { report_id: id } = await post<{ report_id: string }>('', { name: 'Visits', query });
  const { path: shared } = await post<{ path: string }>(`/${id}/share`, { days: 1 });
  const secret = crypto.randomUUID();
  const now = Date.now();
  await leadline.sql(
    companyId,
    `INSERT INTO report_recipients VALUES ('r', 'jo@agency.test', 'asked', ${now}, 1, ${now},
       '${createHash('sha256').update(secret).digest('hex')}', ${now}, NULL)`,
  );
  links = { shared, confirm: `/reports/confirm/${companyId}/${secret}` };
  await leadline.logs();
});

/** Opens a link, and checks that nothing gives it away. @returns its status, and what was logged */
async function open(link: string, method: string): Promise<{ status: number; logged: string }> {
  // A page whose policy is `no-referrer` sends its form from nowhere.
  const headers = { 'CF-Connecting-IP': freshIp(), ...(method === 'POST' ? { Origin: 'null' } : {}) };
  const { status, headers: answered } = await leadline.send(link, { method, headers });
  expect(Object.fromEntries(answered)).toMatchObject(HIDDEN);
  const logged = (await leadline.logs()).join('\n');
  expect(logged).not.toContain(link.split('/')[4]);
  return { status, logged };
}

test.for([
  ['GET', 'confirm', [200, 200]],
  ['HEAD', 'confirm', [200, 200]],
  ['POST', 'confirm', [200, 410]],
  ['PUT', 'confirm', [405, 405]],
  ['GET', 'shared', [200, 200]],
  ['HEAD', 'shared', [200, 200]],
  ['POST', 'shared', [405, 405]],
] as const)('%s of a link to %s, also of one that is wrong', async ([method, page, expected]) => {
  const statuses = [(await open(links[page], method)).status, (await open(links[page], method)).status];
  expect(statuses).toEqual(expected);
  const unmounted = method === 'PUT' || (method === 'POST' && page === 'shared') ? 405 : undefined;
  expect((await open(`${links[page]}x`, method)).status).toBe(unmounted ?? 410);
  expect((await open(`/reports/${page}/no-company/a-secret-of-mine`, method)).status).toBe(unmounted ?? 404);
});

const LINKS = ['confirm', 'shared', 'stop', 'voicemail', 'menu'] as const;
const CHANGES: readonly [string, (link: string) => string][] = [
  ['as it is', (link) => link],
  ['with a slash behind it', (link) => `${link}/`],
  ['with two slashes behind it', (link) => `${link}//`],
  ['with an encoded slash behind it', (link) => `${link}%2F`],
  ['with a query', (link) => `${link}?utm_source=mail`],
  ['with a slash and a query', (link) => `${link}/?utm_source=mail`],
  ['in capitals', (link) => link.toUpperCase()],
  ['with more behind it', (link) => `${link}/more`],
];

test.for(CHANGES)('a link %s is given away by no answer', async ([, change]) => {
  const all: Record<(typeof LINKS)[number], string> = {
    ...links,
    stop: stopLink('digest'),
    voicemail: `/companies/${companyId}/calls/${crypto.randomUUID()}/recording`,
    menu: `/carriers/twilio/${companyId}/menu/${crypto.randomUUID()}`,
  };
  for (const name of LINKS) {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
      const init = { method, headers: { 'CF-Connecting-IP': freshIp(), Origin: 'null' } };
      const { headers } = await leadline.send(change(all[name]), init);
      expect(Object.fromEntries(headers), `${method} ${name}`).toMatchObject(HIDDEN);
    }
  }
});

/** Returns the link that ends a kind of mail. */
function stopLink(topic: string): string {
  const unsubscription = { companyId, userId: crypto.randomUUID(), topic };
  return unsubscribeUrl(unsubscription, { origin: '', secret: OPERATOR_TOKEN });
}

test.for([
  ['its own name', null, 'Acme'],
  ['the name of its brand', 'Northwind & Sons', 'Northwind &amp; Sons'],
  ['its own name, since the brand is an address', 'www.evil.test', 'Acme'],
] as const)(
  'the pages of links in mail name the company by %s and not the product',
  async ([, brand, heading]) => {
    const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
    const named = { method: 'PUT', headers, body: JSON.stringify({ name: brand }) };
    expect((await leadline.send(`/companies/${companyId}/brand`, named)).status).toBe(200);

    const stop = stopLink('digest');
    const stopReports = stopLink('outside_reports');
    const { confirm } = links;
    const steps = [
      ['GET', stop, 'Acme'],
      ['POST', stop, 'no more'],
      ['GET', stopReports, 'Acme'],
      ['GET', confirm, 'Acme'],
      ['POST', confirm, 'Thank you'],
    ] as const;
    for (const [method, link, words] of steps) {
      const visitor = { 'CF-Connecting-IP': freshIp(), Origin: 'null' };
      const page = await (await leadline.send(link, { method, headers: visitor })).text();
      expect(page, `${method} ${link}`).toContain(`<h1>${heading}</h1>`);
      expect(page).not.toMatch(/leadline|evil/i);
      expect(page).toContain(words);
    }
    const ended = await leadline.send(confirm, { headers: { 'CF-Connecting-IP': freshIp() } });
    expect(await ended.text()).not.toMatch(/leadline|Acme/i);
  },
);

test('mail can be ended while the company cannot tell its name', async () => {
  await leadline.set({ faults: ['company'] });
  const page = await leadline.send(stopLink('digest'), { headers: { 'CF-Connecting-IP': freshIp() } });
  expect(await page.text()).toContain('Stop these e-mails');
});

test.for([
  ['GET', 'confirm'],
  ['POST', 'confirm'],
  ['GET', 'shared'],
] as const)('%s of a link to %s, while the company cannot answer', async ([method, page]) => {
  await leadline.set({ faults: ['company'] });
  const broken = await open(links[page], method);
  await leadline.set();
  await leadline.sql(
    companyId,
    'DROP TABLE report_letters; DROP TABLE report_recipients; DROP TABLE saved_reports',
  );
  const lost = await open(links[page], method);

  expect([broken.status, lost.status]).toEqual([500, 500]);
  expect(broken.logged).toContain('request_id');
  expect(lost.logged).toContain('no such table');
});
