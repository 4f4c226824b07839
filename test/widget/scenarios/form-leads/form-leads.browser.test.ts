/** Forms become leads, and the site receives the same bytes as without the script; the full tests send each form without it too. */
import { describe, expect, test, vi } from 'vitest';
import type { SentForm } from '../../../harness/edge.ts';
import { effort, isFull } from '../../../harness/effort.ts';
import type { Page } from '../../../harness/engines/page.ts';
import type { Post } from '../../../harness/site.ts';
import { setUpScenario } from '../../scenario.ts';
import { makeSiteCompany } from '../../site-company.ts';

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

/**
 * Takes the steps on a page, of which the site must receive these posts; the full tests take them on its twin without the script too.
 * @returns the reports
 */
async function send(kind: string, posts: Post[], steps: Steps, folder = ''): Promise<SentForm[]> {
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
  for (const path of isFull ? ['without', 'with'] : ['with']) {
    const sent = await run(path);
    // A long difference would not be printed.
    expect(sent.map(({ path, type, body }) => [path, type, body.slice(0, 500), body.length])).toEqual(
      posts.map(({ path, type, body }) => [path, type, body.slice(0, 500), body.length]),
    );
    expect(sent.every(({ body }, at) => body === posts[at]?.body)).toBe(true);
  }
  return scenario.edge.forms;
}

const answers = ({ fields }: SentForm): [string, string][] => fields.map(([label, value]) => [label, value]);

const WHOLE = [
  ['E-mail', MAIL],
  ['Question', 'The roof'],
];

/** The fields of the plain form, in its order. */
const fields = (mail: string, question: string): [name: string, value: string][] => [
  ['fullname', ''],
  ['mail', mail],
  ['question', question],
  ['token', 'secret-token'],
  ['pass_word', '4111111111111111'],
  ['website', ''],
];
const encoded = (all: [string, string][]): string => new URLSearchParams(all).toString();
/** What the browser posts for a form. */
const native = (all: [string, string][]): Post => ({
  path: '/post',
  type: 'application/x-www-form-urlencoded',
  body: encoded(all),
});
/** What the page posts by a script. */
const scripted = (all: [string, string][]): Post => ({
  path: '/post',
  type: 'text/plain;charset=UTF-8',
  body: encoded(all),
});
const PLAIN = fields(MAIL, 'The roof');
const NATIVE = native(PLAIN);
const SCRIPTED = scripted(PLAIN);
const MULTIPART: Post = {
  path: '/post',
  type: 'multipart/form-data; boundary=boundary',
  body: PLAIN.map(
    ([name, value]) => `--boundary\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
    .concat('--boundary--\r\n')
    .join(''),
};

type Case = readonly [kind: string, posts: readonly Post[], act: Steps, settled: Steps];

/** Ways to send a form that are the browser's. */
const BY_THE_BROWSER: readonly Case[] = [
  ['native', [NATIVE], fillAndSend, thanks],
  ['multipart', [MULTIPART], fillAndSend, thanks],
  ['shadow', [NATIVE], fillAndSend, thanks],
  [
    'native',
    [NATIVE],
    async (page: Page) => {
      await fill(page);
      await page.type('#question', 'The roof');
      await page.press('#mail', 'Enter');
    },
    thanks,
  ],
  [
    'submit',
    [NATIVE],
    async (page: Page) => {
      await fill(page);
      await page.type('#question', 'The roof');
      await page.click('#script');
    },
    thanks,
  ],
  [
    'request',
    [NATIVE],
    async (page: Page) => {
      await fill(page);
      await page.type('#question', 'The roof');
      await page.click('#script');
    },
    thanks,
  ],
];

/** Ways that are the page's. */
const BY_THE_PAGE: readonly Case[] = [
  ['late', [NATIVE], fillAndSend, thanks],
  ['stopping', [NATIVE], fillAndSend, thanks],
  ['good', [SCRIPTED], fillAndSend, posted],
  ['gone', [SCRIPTED], fillAndSend, posted],
  ['controlled', [SCRIPTED], fillAndSend, posted],
  [
    'twice',
    [SCRIPTED, SCRIPTED],
    async (page: Page) => {
      await fill(page);
      await page.type('#question', 'The roof');
      await page.click('#send', 2);
    },
    (page: Page) => page.until(() => document.querySelector<HTMLElement>('#place')?.dataset['posts'] === '2'),
  ],
  [
    'steps',
    [
      scripted([
        ['mail', MAIL],
        ['question', 'The roof'],
      ]),
    ],
    async (page: Page) => {
      await fill(page);
      await page.click('#next');
      await page.type('#question', 'The roof');
      await page.click('#next');
      await page.click('#send');
    },
    posted,
  ],
];

/** Sends a form in one of the ways. */
async function expectReport([kind, posts, act, settled]: Case): Promise<void> {
  const forms = await send(kind, [...posts], async (page) => {
    await act(page);
    await settled(page);
  });

  await vi.waitUntil(() => forms.length > 0, PATIENCE);
  expect(forms.map(answers)).toEqual([WHOLE]);
  expect(forms[0]).toMatchObject({
    sent: true,
    trap: false,
    form: 'contact',
    number: '+14155550100',
    visit: expect.stringMatching(/^\d{13}-0\.\d+$/) as unknown,
  });
}

describe('the site receives the same, and the form is reported once', () => {
  test.for(BY_THE_BROWSER)('%s', expectReport);

  test.for(BY_THE_PAGE)('%s', { tags: ['one-engine'] }, expectReport);
});

test('a page with a strict policy', async () => {
  const steps = async (page: Page): Promise<void> => {
    await fillAndSend(page);
    await thanks(page);
  };
  const forms = await send('native', [NATIVE], steps, '/strict');

  await vi.waitUntil(() => forms.length > 0, PATIENCE);
  expect(forms.map(answers)).toEqual([WHOLE]);
});

test('the digits of a card are left out of texts, and those of a phone are not, though they may pass for a card’s', async () => {
  const digits = '4915123456704';
  const question = `My card is ${digits}, my order 4915123456705`;
  const posts = [native(fields(MAIL, question).toSpliced(2, 0, ['phone', digits]))];
  const forms = await send('native', posts, async (page) => {
    await page.until(() => document.querySelector('#mail'));
    await page.evaluate(() => {
      document
        .querySelector('#question')!
        .parentElement!.insertAdjacentHTML(
          'beforebegin',
          '<label>Phone <input id="phone" name="phone" type="tel" /></label>',
        );
    });
    await fill(page);
    await page.type('#phone', digits);
    await page.type('#question', question);
    await page.click('#send');
    await thanks(page);
  });

  await vi.waitUntil(() => forms.length > 0, PATIENCE);
  expect(forms.map(answers)).toEqual([
    [
      ['E-mail', MAIL],
      ['Phone', digits],
      ['Question', 'My card is [removed], my order 4915123456705'],
    ],
  ]);
});

test(
  'a label lends no choices, and the full number of a plugin comes along',
  { tags: ['one-engine'] },
  async () => {
    const typed = '０１５１２ ３４５６７８９';
    const added: [string, string][] = [
      ['budget', '5-10 k'],
      ['phone', typed],
      ['full', '+4915123456789'],
      ['office', '+15125550100'],
    ];
    const posts = [native(fields('', 'The roof').toSpliced(2, 0, ...added))];
    const forms = await send('native', posts, async (page) => {
      await page.until(() => document.querySelector('#mail'));
      await page.evaluate(() => {
        const html = `<label>Budget <select id="budget" name="budget"><option value="">Choose</option>
        <option>5-10 k</option><option>Reset my PIN</option></select></label>
        <label>Phone <input id="phone" name="phone" /></label>
        <input type="hidden" name="full" value="+4915123456789" />
        <input type="hidden" name="office" value="+15125550100" />`;
        document.querySelector('#question')!.parentElement!.insertAdjacentHTML('beforebegin', html);
        document.querySelector<HTMLInputElement>('#mail')!.required = false;
      });
      await page.click('#phone');
      await loaded(page);
      await page.type('#phone', typed);
      await page.evaluate(() => (document.querySelector<HTMLSelectElement>('#budget')!.selectedIndex = 1));
      await page.type('#question', 'The roof');
      await page.click('#send');
      await thanks(page);
    });

    await vi.waitUntil(() => forms.length > 0, PATIENCE);
    expect(forms.map(answers)).toEqual([
      [
        ['Budget', '5-10 k'],
        ['Phone', typed],
        ['Question', 'The roof'],
        ['', '+4915123456789'],
      ],
    ]);
  },
);

test('fields with the names of methods and properties', async () => {
  const odd = native([
    ['elements', MAIL],
    ['submit', ''],
    ['method', '1'],
    ['id', '2'],
    ['name', '3'],
    ['closest', '5'],
    ['action', '6'],
    ['getClientRects', '7'],
    ['addEventListener', '8'],
  ]);
  const forms = await send('odd', [odd], async (page) => {
    await fill(page);
    await page.click('#send');
    await thanks(page);
  });

  await vi.waitUntil(() => forms.length > 0, PATIENCE);
  expect(forms.map((form) => answers(form)[0])).toEqual([['E-mail', MAIL]]);
});

test('of very many fields and a very long text, the report has what fits', async () => {
  const many = Array.from({ length: FIELDS }, (_, at): [string, string] => [`field${at}`, `value ${at}`]);
  const huge = native([...fields(MAIL, 'x'.repeat(LETTERS)), ...many]);
  const forms = await send(`huge&size=${FIELDS}&size=${LETTERS}`, [huge], async (page) => {
    await fill(page);
    await page.click('#send');
    await thanks(page);
  });

  await vi.waitUntil(() => forms.length > 0, PATIENCE);
  expect(forms).toHaveLength(1);
  const [form] = forms;
  expect(JSON.stringify(form).length).toBeLessThan(14_000);
  expect(form?.fields.length).toBeLessThanOrEqual(100);
  expect(form && answers(form)[0]).toEqual(['E-mail', MAIL]);
});

test('a refused form that is corrected is the same submission', { tags: ['one-engine'] }, async () => {
  const posts = ['jo@wrong.example', MAIL].map((mail) => scripted(fields(mail, '')));
  const forms = await send('refused', posts, async (page) => {
    await fill(page);
    await page.type('#mail', 'jo@wrong.example');
    await page.click('#send');
    await posted(page);
    await page.type('#mail', MAIL);
    await page.click('#send');
    await page.until(() => document.querySelector<HTMLElement>('#place')?.dataset['posts'] === '2');
  });

  await vi.waitUntil(() => forms.some(({ sent }) => sent), PATIENCE);
  expect(new Set(forms.map(({ id }) => id)).size).toBe(1);
  expect(forms.at(-1)).toMatchObject({ sent: true });
});

test(
  'a form that is sent again after it has arrived is another submission',
  { tags: ['one-engine'] },
  async () => {
    const posts = ['The roof', 'The door'].map((question) => scripted(fields(MAIL, question)));
    const forms = await send('good', posts, async (page) => {
      await fillAndSend(page);
      await posted(page);
      await page.type('#mail', MAIL);
      await page.type('#question', 'The door');
      await page.click('#send');
      await page.until(() => document.querySelector<HTMLElement>('#place')?.dataset['posts'] === '2');
    });

    await vi.waitUntil(() => forms.length > 1, PATIENCE);
    expect(forms.map(({ fields, sent }) => [fields[1]?.[1], sent])).toEqual([
      ['The roof', true],
      ['The door', true],
    ]);
    expect(new Set(forms.map(({ id }) => id)).size).toBe(2);
  },
);

test(
  'a form without an answer of the site is reported as unconfirmed after four seconds',
  { tags: ['one-engine'] },
  async () => {
    const forms = await send('slow', [SCRIPTED], async (page) => {
      await fillAndSend(page);
      await vi.waitUntil(() => scenario.site.posts.length > 0, PATIENCE);
    });

    expect(forms).toEqual([]);
    await vi.waitUntil(() => forms.length > 0, PATIENCE);
    expect(forms).toMatchObject([{ sent: false }]);
  },
);

test('a search, a login and a skipped form are not reported', { tags: ['one-engine'] }, async () => {
  const login = native([
    ['user', MAIL],
    ['word', 'hunter2'],
  ]);
  const forms = await send('others', [login], async (page) => {
    await page.click('#user');
    await loaded(page);
    await page.type('#user', MAIL);
    await page.type('#word', 'hunter2');
    await page.click('#enter');
    await thanks(page);
  });
  const skipped = await send('others', [native([['mail', MAIL]])], async (page) => {
    await page.click('#skip-mail');
    await loaded(page);
    await page.type('#skip-mail', MAIL);
    await page.click('#skip-send');
    await thanks(page);
  });

  const inShadow = await send('others', [NATIVE], async (page) => {
    await page.click('#mail');
    await loaded(page);
    await page.type('#mail', MAIL);
    await page.type('#question', 'The roof');
    await page.click('#send');
    await thanks(page);
  });

  expect([...forms, ...skipped, ...inShadow]).toEqual([]);
});

test('a page that reads its form while the visitor types reports nothing', async () => {
  const forms = await send('saving', [], async (page) => {
    await fill(page);
    // Timers of the same length run in order: the script, which began before, no longer expects that the page leaves.
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => resolve(null), 500)));
    await page.evaluate(() => location.assign('/other'));
    await page.until(() => document.querySelector('#other'));
  });

  expect(forms).toEqual([]);
});

test('without the setting, the part for forms is not loaded', { tags: ['one-engine'] }, async () => {
  const other = await makeSiteCompany();
  scenario.site.put('/off', scenario.html('page.html').replaceAll(scenario.companyId, other));
  const page = await scenario.open('/off?kind=native');
  await page.type('#mail', MAIL);

  expect(scenario.edge.paths.filter((path) => path.includes('leadline-leads'))).toEqual([]);
  expect(await page.complaints()).toEqual([]);
});
