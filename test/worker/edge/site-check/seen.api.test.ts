/** Where the widget was seen: the pages that requested their numbers, as the company sees them. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../harness/builders.ts';
import { problemOf, send, sendAs, sendAsOperator, visitorHeaders } from '../../../harness/client.ts';
import { dniSettings } from '../../../harness/dni-company.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../harness/faulty-leadline.ts';
import { askForSwaps } from '../lookup/ask.ts';

/** Reports are sent after the answer, which may take time on a busy machine. */
const PATIENCE = { timeout: 30_000 };

interface Seen {
  sites: {
    site: string;
    seen_time: string;
    pages: { path: string; seen_time: string; settings_version: number; targets: number; swaps: number }[];
  }[];
}

const siteOf = ({ companyId }: Pick<PeopledCompany, 'companyId'>): string =>
  `/dni/api/companies/${companyId}/site`;

async function companyWith(settings: Record<string, unknown> = {}): Promise<PeopledCompany> {
  const company = await makeCompanyWithUsers();
  await answerOf(
    await sendAsOperator('PUT', `/dni/api/companies/${company.companyId}/settings`, dniSettings(settings)),
  );
  return company;
}

/** Sends a page's lookup as a browser does. */
async function visit(
  { companyId }: PeopledCompany,
  url: string,
  origin = new URL(url).origin,
): Promise<void> {
  await answerOf(await askForSwaps(companyId, { visitor: { origin }, body: { url } }));
}

async function seen(company: PeopledCompany): Promise<Seen['sites']> {
  return (await answerOf<Seen>(await sendAs(company.manager, 'GET', siteOf(company)))).sites;
}

/** Waits until a page is reported, which happens after its answer. */
async function waitFor(company: PeopledCompany, path: string): Promise<Seen['sites']> {
  return vi.waitFor(async () => {
    const sites = await seen(company);
    expect(sites.flatMap(({ pages }) => pages.map((page) => page.path))).toContain(path);
    return sites;
  }, PATIENCE);
}

test('a page is reported with its site, time, and number of swaps', async () => {
  const company = await companyWith();
  const before = Date.now();

  await visit(company, 'https://www.acme.example/contact?email=ann@example.com#form');

  const [site] = await waitFor(company, '/contact');
  expect(site).toEqual({
    site: 'https://www.acme.example',
    seen_time: site?.pages[0]?.seen_time,
    pages: [
      {
        path: '/contact',
        seen_time: expect.any(String) as string,
        settings_version: 1,
        targets: 1,
        swaps: 1,
      },
    ],
  });
  expect(Date.parse(site?.seen_time ?? '')).toBeGreaterThanOrEqual(before);
});

test('pages seen last come first, and new settings are reported at once', async () => {
  const company = await companyWith();
  await visit(company, 'https://acme.example/a');
  await waitFor(company, '/a');
  await visit(company, 'https://shop.acme.example/b');
  await waitFor(company, '/b');
  await answerOf(
    await sendAs(company.superadmin, 'PUT', `/dni/api/companies/${company.companyId}/settings`, {
      default_number: '+18005550100',
      targets: [{ number: '+18005550100' }, { number: '+18005550200' }],
    }),
  );
  await visit(company, 'https://acme.example/a');

  const sites = await vi.waitFor(async () => {
    const now = await seen(company);
    expect(now[0]?.pages[0]).toMatchObject({ path: '/a', settings_version: 2, targets: 2, swaps: 1 });
    return now;
  }, PATIENCE);
  expect(sites.map(({ site }) => site)).toEqual(['https://acme.example', 'https://shop.acme.example']);
});

test('personal parts of a path are replaced, so that such pages have one path', async () => {
  const company = await companyWith();
  for (const path of [
    '/orders/8812345/ann%40example.com',
    '/orders/8812346/bob@example.com?token=1',
    `/reset/a1b2c3d4e5f60718/${'x'.repeat(90)}`,
    `/deep${'/er'.repeat(20)}`,
  ]) {
    await visit(company, `https://acme.example${path}`);
  }

  await waitFor(company, '/reset/*/*');
  const [site] = await waitFor(company, '/deep/er/er/er/er/er/er/er/*');
  expect(site?.pages.map(({ path }) => path).sort()).toEqual([
    '/deep/er/er/er/er/er/er/er/*',
    '/orders/*/*',
    '/reset/*/*',
  ]);
});

describe('there are no reports about', () => {
  /** Returns the sites after a page that is certainly reported. */
  async function sitesAfter(company: PeopledCompany): Promise<string[]> {
    await visit(company, 'https://acme.example/last');
    const sites = await waitFor(company, '/last');
    return sites.map(({ site }) => site);
  }

  test('a crawler, a page that names another site than its browser, one without a URL, and other schemes', async () => {
    const company = await companyWith();
    const url = 'https://liar.example/';
    const bot = { origin: 'https://liar.example', userAgent: 'Googlebot/2.1' };
    await askForSwaps(company.companyId, { visitor: bot, body: { url } });
    await visit(company, url, 'https://other.example');
    await visit(company, url, 'null');
    await visit(company, 'chrome-extension://abc/', 'chrome-extension://abc');
    await askForSwaps(company.companyId, { visitor: { origin: 'https://liar.example' }, body: {} });
    await askForSwaps(company.companyId, { body: { url } });

    expect(await sitesAfter(company)).toEqual(['https://acme.example']);
  });

  test('the lookup of another system and the preview', async () => {
    const company = await companyWith();
    const headers = visitorHeaders({ origin: 'https://liar.example' });
    const closest = `/dni/api/companies/${company.companyId}/closest`;
    await send(closest, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: 'https://liar.example/' }),
    });
    const preview = `/dni/preview/${company.companyId}?url=${encodeURIComponent('https://liar.example/')}`;
    await sendAs(company.manager, 'GET', preview, undefined, { Origin: 'https://liar.example' });

    expect(await sitesAfter(company)).toEqual(['https://acme.example']);
  });

  test('sites outside the domains, including earlier ones', async () => {
    const company = await companyWith();
    await visit(company, 'https://liar.example/');
    await waitFor(company, '/');
    await answerOf(
      await sendAs(company.superadmin, 'PATCH', `/dni/api/companies/${company.companyId}/settings`, {
        domains: ['acme.example'],
      }),
    );
    const refused = await askForSwaps(company.companyId, {
      visitor: { origin: 'https://liar.example' },
      body: { url: 'https://liar.example/again' },
    });

    expect(refused.status).toBe(403);
    expect(await sitesAfter(company)).toEqual(['https://acme.example']);
  });
});

test('most of thousands of sites and pages from one sender', async () => {
  const company = await companyWith();
  const origins = Array.from({ length: 40 }, (_, index) => `https://site-${index}.example`);
  for (const origin of origins) await visit(company, `${origin}/page`);
  await waitFor(company, '/page');
  const sites = await vi.waitFor(async () => {
    const now = await seen(company);
    expect(now.length).toBeGreaterThanOrEqual(5);
    return now;
  }, PATIENCE);

  expect(sites.length).toBe(5);
});

test('managers see it, but not agents or other companies', async () => {
  const company = await companyWith();
  const other = await makeCompanyWithUsers();
  const statusFor = async (authorization: string): Promise<number> =>
    (await sendAs({ authorization }, 'GET', siteOf(company))).status;

  expect(await statusFor(company.superadmin.authorization)).toBe(200);
  expect((await sendAsOperator('GET', siteOf(company))).status).toBe(200);
  expect(await statusFor(company.agent.authorization)).toBe(403);
  expect(await statusFor(other.superadmin.authorization)).toBe(401);
  expect((await problemOf(await send(siteOf(company)))).code).toBe('credentials_required');
});

describe('with a clock that is moved forward', () => {
  let leadline: FaultyLeadline;
  beforeAll(async () => {
    leadline = await startFaultyLeadline();
  });
  afterAll(() => leadline.close());

  const ask = async (companyId: string, url: string): Promise<number> => {
    const response = await leadline.send(`/dni/swap/${companyId}`, {
      method: 'POST',
      headers: { ...visitorHeaders({ origin: new URL(url).origin }), 'Content-Type': 'text/plain' },
      body: JSON.stringify({ url }),
    });
    await response.text();
    return response.status;
  };
  const sitesOf = async (companyId: string): Promise<Seen['sites']> => {
    const response = await leadline.sendAsOperator('GET', siteOf({ companyId }));
    return ((await response.json()) as Seen).sites;
  };

  test('the last twenty sites with twenty pages each are kept', async () => {
    const companyId = await leadline.makeCompany();
    const rows = Array.from({ length: 20 }, (_, index) => [
      `('https://site-${index}.example', '/', ${index}, 1, 1, 1)`,
      `('https://acme.example', '/page-${index}', ${100 + index}, 1, 1, 1)`,
    ]);
    const sql = `INSERT INTO seen_pages (site, path, seen_time, settings_version, targets, swaps) VALUES ${rows.flat().join(', ')}`;
    await leadline.send(`/test/sql/${companyId}`, { method: 'POST', body: sql });

    await ask(companyId, 'https://acme.example/new');

    const sites = await vi.waitFor(async () => {
      const now = await sitesOf(companyId);
      expect(now[0]?.pages[0]?.path).toBe('/new');
      return now;
    }, PATIENCE);
    expect(sites.map(({ site }) => site)).toEqual([
      'https://acme.example',
      ...Array.from({ length: 19 }, (_, index) => `https://site-${19 - index}.example`),
    ]);
    expect(sites[0]?.pages.map(({ path }) => path)).toEqual([
      '/new',
      ...Array.from({ length: 19 }, (_, index) => `/page-${19 - index}`),
    ]);
  });

  test('many visitors of a page cause one report in five minutes, and no more use of KV', async () => {
    const companyId = await leadline.makeCompany();
    for (let visitor = 0; visitor < 3; visitor += 1) await ask(companyId, 'https://acme.example/');
    await vi.waitFor(async () => expect(await sitesOf(companyId)).toHaveLength(1), PATIENCE);
    await leadline.counts();

    for (let visitor = 0; visitor < 20; visitor += 1) await ask(companyId, 'https://acme.example/');

    expect(await leadline.counts()).toEqual({ reads: { answer: 20 }, writes: { answer: 20 }, objects: 0 });
  });

  test.each(['company', 'company-hang'] as const)('a visitor still gets an answer: %s', async (fault) => {
    const companyId = await leadline.makeCompany();
    await leadline.set({ faults: [fault] });

    expect(await ask(companyId, 'https://acme.example/')).toBe(200);
    await leadline.set();
    expect(await sitesOf(companyId)).toEqual([]);
  });
});
