/** Forms become leads, and work as without the script: each page beside its twin, of which the site receives the same bytes. */
import { describe, expect, test, vi } from 'vitest';
import type { SentForm } from '../../../harness/edge.ts';
import { effort } from '../../../harness/effort.ts';
import type { Page } from '../../../harness/engines/page.ts';
import type { Post } from '../../../harness/site.ts';
import { setUpScenario } from '../../scenario.ts';

const POLICY = "default-src 'none'; script-src EDGE 'nonce-own'; connect-src EDGE 'self'; form-action 'self'";

const scenario = setUpScenario(import.meta.dirname, {
  settings: { forms: true },
  prepare: ({ site, html, edge }) => {
    const page = html('page.html');
    const without = page.replace(/<script async.*<\/script>/, '');
    site.put('/with', page);
    site.put('/without', without);
    const headers = { 'Content-Security-Policy': POLICY.replaceAll('EDGE', edge.origin) };
    site.put('/strict/with', { body: page, headers });
    site.put('/strict/without', { body: without, headers });
    site.put('/post', '<!doctype html><title>Thanks</title><p id="thanks">Thanks</p>');
    site.put('/other', '<!doctype html><title>Other</title><p id="other">Other</p>');
  },
});

/** More than a report has room for; in the full tests as much as a hostile page may have. */
const [FIELDS, LETTERS] = [effort(500, 5_000), effort(100_000, 10_000_000)];
const PATIENCE = { timeout: 30_000, interval: 50 };
const MAIL = 'jo@example.org';
const thanks = (page: Page): Promise<void> => page.until(() => document.querySelector('#thanks'));
const posted = (page: Page): Promise<void> =>
  page.until(() => document.querySelector<HTMLElement>('#place')?.dataset['posts']);

/** Waits for the part for forms, which comes with the first focus. */
const loaded = (page: Page): Promise<void> =>
  page.until(
    () =>
      !document.querySelector('script[data-company]') ||
      performance.getEntriesByType('resource').some(({ name }) => name.includes('leadline-leads')),
  );

async function fill(page: Page): Promise<void> {
  await page.until(() => document.querySelector('#mail') ?? document.querySelector('#place')?.shadowRoot);
  await page.click('#mail');
  await loaded(page);
  await page.type('#mail', MAIL);
}

async function fillAndSend(page: Page): Promise<void> {
  await fill(page);
  await page.type('#question', 'The roof');
  await page.click('#send');
}

type Steps = (page: Page) => Promise<void>;

/** Takes the same steps on a page without the script and on one with it. @returns the posts of each, and the reports */
async function both(
  kind: string,
  steps: Steps,
  folder = '',
): Promise<{ without: Post[]; posts: Post[]; forms: SentForm[] }> {
  const run = async (path: string): Promise<Post[]> => {
    scenario.site.posts.length = 0;
    const visit = await scenario.visit();
    const page =
      path === 'with'
        ? await visit.openReady(`${folder}/with?kind=${kind}`)
        : await visit.open(`${folder}/without?kind=${kind}`);
    await steps(page);
    return [...scenario.site.posts];
  };
  const without = await run('without');
  expect(scenario.edge.forms).toEqual([]);
  const posts = await run('with');
  return { without, posts, forms: scenario.edge.forms };
}

const answers = ({ fields }: SentForm): [string, string][] => fields.map(([label, value]) => [label, value]);

const WHOLE = [
  ['E-mail', MAIL],
  ['Question', 'The roof'],
];

describe('the site receives the same, and the form is reported once', () => {
  test.for([
    ['native', fillAndSend, thanks],
    ['multipart', fillAndSend, thanks],
    ['late', fillAndSend, thanks],
    ['shadow', fillAndSend, thanks],
    ['stopping', fillAndSend, thanks],
    ['good', fillAndSend, posted],
    ['gone', fillAndSend, posted],
    ['controlled', fillAndSend, posted],
    [
      'native',
      async (page: Page) => {
        await fill(page);
        await page.type('#question', 'The roof');
        await page.press('#mail', 'Enter');
      },
      thanks,
    ],
    [
      'twice',
      async (page: Page) => {
        await fill(page);
        await page.type('#question', 'The roof');
        await page.click('#send', 2);
      },
      (page: Page) =>
        page.until(() => document.querySelector<HTMLElement>('#place')?.dataset['posts'] === '2'),
    ],
    [
      'submit',
      async (page: Page) => {
        await fill(page);
        await page.type('#question', 'The roof');
        await page.click('#script');
      },
      thanks,
    ],
    [
      'request',
      async (page: Page) => {
        await fill(page);
        await page.type('#question', 'The roof');
        await page.click('#script');
      },
      thanks,
    ],
    [
      'steps',
      async (page: Page) => {
        await fill(page);
        await page.click('#next');
        await page.type('#question', 'The roof');
        await page.click('#next');
        await page.click('#send');
      },
      posted,
    ],
  ] as const)('%s', async ([kind, send, settled]) => {
    const { without, posts, forms } = await both(kind, async (page) => {
      await send(page);
      await settled(page);
    });

    expect(without.length).toBeGreaterThan(0);
    expect(posts).toEqual(without);
    await vi.waitUntil(() => forms.length > 0, PATIENCE);
    expect(forms.map(answers)).toEqual([WHOLE]);
    expect(forms[0]).toMatchObject({
      sent: true,
      trap: false,
      form: 'contact',
      number: '+14155550100',
      visit: expect.stringMatching(/^\d{13}-0\.\d+$/) as unknown,
    });
  });
});

test('a page with a strict policy', async () => {
  const { without, posts, forms } = await both(
    'native',
    async (page) => {
      await fillAndSend(page);
      await thanks(page);
    },
    '/strict',
  );

  expect(posts).toEqual(without);
  await vi.waitUntil(() => forms.length > 0, PATIENCE);
  expect(forms.map(answers)).toEqual([WHOLE]);
});

test('fields with the names of methods and properties', async () => {
  const { without, posts, forms } = await both('odd', async (page) => {
    await fill(page);
    await page.click('#send');
    await thanks(page);
  });

  expect(without).toHaveLength(1);
  expect(posts).toEqual(without);
  await vi.waitUntil(() => forms.length > 0, PATIENCE);
  expect(forms.map((form) => answers(form)[0])).toEqual([['E-mail', MAIL]]);
});

test('of very many fields and a very long text, the report has what fits', async () => {
  const { without, posts, forms } = await both(`huge&size=${FIELDS}&size=${LETTERS}`, async (page) => {
    await fill(page);
    await page.click('#send');
    await thanks(page);
  });

  expect(without).toHaveLength(1);
  expect(without[0]?.body.length).toBeGreaterThan(LETTERS);
  // Compared by itself, since such a long difference is not printed.
  expect(posts.length === 1 && posts[0]?.body === without[0]?.body).toBe(true);
  await vi.waitUntil(() => forms.length > 0, PATIENCE);
  expect(forms).toHaveLength(1);
  const [form] = forms;
  expect(JSON.stringify(form).length).toBeLessThan(14_000);
  expect(form?.fields.length).toBeLessThanOrEqual(100);
  expect(form && answers(form)[0]).toEqual(['E-mail', MAIL]);
});

test('a refused form that is corrected is the same submission', async () => {
  const { without, posts, forms } = await both('refused', async (page) => {
    await fill(page);
    await page.type('#mail', 'jo@wrong.example');
    await page.click('#send');
    await posted(page);
    await page.type('#mail', MAIL);
    await page.click('#send');
    await page.until(() => document.querySelector<HTMLElement>('#place')?.dataset['posts'] === '2');
  });

  expect(posts).toEqual(without);
  await vi.waitUntil(() => forms.some(({ sent }) => sent), PATIENCE);
  expect(new Set(forms.map(({ id }) => id)).size).toBe(1);
  expect(forms.at(-1)).toMatchObject({ sent: true });
});

test('a form without an answer of the site is reported as unconfirmed after four seconds', async () => {
  const { without, posts, forms } = await both('slow', async (page) => {
    await fillAndSend(page);
    await vi.waitUntil(() => scenario.site.posts.length > 0, PATIENCE);
  });

  expect(posts).toEqual(without);
  expect(forms).toEqual([]);
  await vi.waitUntil(() => forms.length > 0, PATIENCE);
  expect(forms).toMatchObject([{ sent: false }]);
});

test('a search, a login and a skipped form are not reported', async () => {
  const { without, posts, forms } = await both('others', async (page) => {
    await page.click('#user');
    await loaded(page);
    await page.type('#user', MAIL);
    await page.type('#word', 'hunter2');
    await page.click('#enter');
    await thanks(page);
  });
  const skipped = await both('others', async (page) => {
    await page.click('#skip-mail');
    await loaded(page);
    await page.type('#skip-mail', MAIL);
    await page.click('#skip-send');
    await thanks(page);
  });

  expect(posts).toEqual(without);
  expect(skipped.posts).toEqual(skipped.without);
  expect([...forms, ...skipped.forms]).toEqual([]);
});

test('a page that reads its form while the visitor types reports nothing', async () => {
  const { forms } = await both('saving', async (page) => {
    await fill(page);
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => resolve(null), 600)));
    await page.evaluate(() => location.assign('/other'));
    await page.until(() => document.querySelector('#other'));
  });

  expect(forms).toEqual([]);
});

test('without the setting, the part for forms is not loaded', async () => {
  const { makeSiteCompany } = await import('../../site-company.ts');
  const other = await makeSiteCompany();
  scenario.site.put('/off', scenario.html('page.html').replaceAll(scenario.companyId, other));
  const page = await scenario.open('/off?kind=native');
  await page.type('#mail', MAIL);

  expect(scenario.edge.paths.filter((path) => path.includes('leadline-leads'))).toEqual([]);
  expect(await page.complaints()).toEqual([]);
});
