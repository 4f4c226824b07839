/** After a failure the page stays unchanged, shows no error, and sends no repeated requests. */
import { describe, expect, test } from 'vitest';
import type { Treatment } from '../../../harness/edge.ts';
import type { Page } from '../../../harness/engines/page.ts';
import { DIRECT, TARGET } from '../../site-company.ts';
import { ready, setUpScenario } from '../../scenario.ts';

const scenario = setUpScenario(import.meta.dirname);
const cors = { 'Access-Control-Allow-Origin': '*' };

/** Opens a page whose lookup is handled by a function. */
async function openWith(dealing: Treatment): Promise<Page> {
  const visit = await scenario.visit();
  scenario.edge.treat = () => dealing;
  return visit.open('/page.html');
}

function refusal(status: number, code: string, detail: string): Treatment {
  const body = JSON.stringify({ type: 'about:blank', title: 'Refused', status, code, detail });
  return { status, headers: { ...cors, 'Content-Type': 'application/problem+json' }, body };
}

/** Checks the page and its interface after a failure. */
async function stateOf(page: Page): Promise<unknown> {
  await ready(page);
  return page.evaluate(async () => ({
    plan: (await window.leadline.ready) === undefined ? 'none' : 'a plan',
    body: document.body.innerHTML.trim(),
    got: [
      window.leadline.get('(212) 555-0134'),
      window.leadline.get('other'),
      window.leadline.get() ?? 'nothing',
    ],
    kept: Object.keys(localStorage).filter((key) => localStorage[key].includes('forms')),
  }));
}

const UNTOUCHED = {
  plan: 'none',
  body: `<a id="call" href="tel:+12125550134">${TARGET}</a>`,
  got: [TARGET, 'other', 'nothing'],
  kept: [],
};

test.for([
  ['an error of the server', { status: 500, headers: cors, body: '{"code":"internal_error"}' }],
  ['HTML instead of JSON', { headers: cors, body: '<html>' }],
  ['other JSON', { headers: cors, body: '[1]' }],
  ['a plan without forms', { headers: cors, body: '{"phone_number":"+14155550100","swaps":[]}' }],
  ['a plan with invalid forms', { headers: cors, body: '{"swaps":[],"forms":{"pattern":"(","gaps":{}}}' }],
  ['null', { headers: cors, body: 'null' }],
  ['an answer without CORS headers', { body: '{}' }],
  ['a broken connection', 'break'],
  ['a visitor with too many requests', refusal(429, 'rate_limited', 'Wait.')],
  ['an unavailable edge', refusal(503, 'service_unavailable', 'Later.')],
] as const)(
  '%s: the page stays, get returns its argument, no error is shown, and no request is repeated',
  async ([, dealing]) => {
    const page = await openWith(dealing);

    expect(await stateOf(page)).toEqual(UNTOUCHED);
    expect(await page.complaints()).toEqual([]);
    expect(scenario.edge.numberRequests).toHaveLength(1);
  },
);

describe('an invalid tag warns once, and stores nothing', () => {
  test.for([
    ['an unknown company', '00000000-0000-4000-8000-000000000000'],
    ['a malformed company', 'acme'],
    ['a company with a slash', 'a/b'],
    ['an empty company', ''],
  ])('%s', async ([, company = '']) => {
    scenario.site.put('/bad', scenario.html('page.html').replace(scenario.companyId, company));
    const page = await (await scenario.visit()).open('/bad');

    expect(await stateOf(page)).toEqual(UNTOUCHED);
    expect(await page.complaints()).toEqual([
      'leadline: There is no company with this id, or it has no DNI settings yet.',
    ]);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });

  test('no company', async () => {
    scenario.site.put('/bad', scenario.html('page.html').replace(/data-company="[^"]*"/, ''));
    const page = await (await scenario.visit()).open('/bad');

    expect(await stateOf(page)).toEqual(UNTOUCHED);
    expect(await page.complaints()).toEqual([expect.stringContaining('There is no company with this id')]);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });

  test('a site outside the company’s domains', async () => {
    const page = await openWith(
      refusal(403, 'domain_not_allowed', "domain is x.example, which is not one of the company's domains."),
    );

    expect(await stateOf(page)).toEqual(UNTOUCHED);
    expect(await page.complaints()).toEqual([expect.stringContaining("is not one of the company's domains")]);
  });

  test('also after a later consent', async () => {
    const page = await openWith(refusal(404, 'not_found', 'There is none.'));
    await ready(page);
    await page.evaluate(() => {
      const refused = new Promise<null>((resolve) => window.leadline.on('error', () => resolve(null)));
      window.leadline.consent(false);
      window.leadline.consent(true);
      return refused;
    });

    expect(scenario.edge.numberRequests).toHaveLength(2);
    expect(await page.complaints()).toHaveLength(1);
  });
});

test.for([
  ['undefined'],
  ['null', null],
  ['0', 0],
  ['5', 5],
  ['true', true],
  ['an object', {}],
  ['an array', []],
  ['no text', ''],
  ['words', 'no number'],
  ['another number', '(800) 555-9999'],
] as const)('get returns %s unchanged, before and after the plan', async ([, given]) => {
  const visit = await scenario.visit();
  scenario.edge.treat = () => 'hang';
  const isSame = (given: unknown): boolean => {
    const got = window.leadline.get(given as string);
    // Without an argument it returns the number of the visit.
    return (
      JSON.stringify(got) === JSON.stringify(given) ||
      ((given === undefined || given === null) && (got === undefined || got === '+14155550100'))
    );
  };
  const page = await visit.open('/page.html');
  await page.until(() => 'leadline' in window);
  expect(await page.evaluate(isSame, given)).toBe(true);
  scenario.edge.treat = undefined;
  await visit.openReady('/page.html');
  expect(await page.evaluate(isSame, given)).toBe(true);
});

test('calls with any arguments, before and after the plan, throw no error', async () => {
  const call = (): string[] => {
    const thrown: string[] = [];
    for (const given of [
      undefined,
      null,
      0,
      '',
      'x',
      {},
      [],
      document,
      document.body,
      new Text('x'),
      new Event('x'),
    ]) {
      for (const name of ['get', 'swap', 'restore', 'consent'] as const) {
        try {
          (window.leadline[name] as (given: unknown) => unknown)(given);
        } catch (error) {
          thrown.push(`${name} of ${Object.prototype.toString.call(given)}: ${String(error)}`);
        }
      }
    }
    return thrown;
  };
  const visit = await scenario.visit();
  scenario.edge.treat = () => 'hang';
  const page = await visit.open('/page.html');
  await page.until(() => 'leadline' in window);
  expect(await page.evaluate(call)).toEqual([]);
  scenario.edge.treat = undefined;
  // Each new consent asked once more.
  scenario.edge.hangUp();
  await visit.openReady('/page.html');
  expect(await page.evaluate(call)).toEqual([]);
  expect(await page.complaints()).toEqual([]);
});

test.for([
  ['an invalid queue', { q: 'x' }],
  ['invalid entries', { q: [1, null, ['nothing'], [], ['get']] }],
] as const)('%s does not stop the script', async ([, early]) => {
  const visit = await scenario.visit();
  visit.before((early) => Object.assign(window, { leadline: early }), early);
  const page = await visit.openReady('/page.html');

  expect(await page.text('#call')).toBe(DIRECT);
  expect(await page.complaints()).toEqual([]);
});

test('an invalid data layer causes no error', async () => {
  scenario.site.put('/layer', scenario.html('page.html', 'async data-layer="dataLayer"'));
  const visit = await scenario.visit();
  visit.before(() => Object.assign(window, { dataLayer: {} }));
  const page = await visit.openReady('/layer');

  expect(await page.text('#call')).toBe(DIRECT);
  expect(await page.complaints()).toEqual([]);
});

test('parts that fail to load cause no error', async () => {
  scenario.site.put('/parts', scenario.html('page.html', 'async data-consent=required'));
  const visit = await scenario.visit();
  scenario.edge.treatments.set('/dni/leadline-', 'break');
  const page = await visit.openReady('/parts?leadline_debug');
  // Some browsers retry by themselves.
  const parts = (): string[] => scenario.edge.paths.filter((path) => path.startsWith('/dni/leadline-'));
  await expect.poll(() => new Set(parts()).size).toBe(2);

  expect(await page.text('#call')).toBe(DIRECT);
  expect(await page.complaints()).toEqual([]);
});

test('a hanging edge delays nothing', async () => {
  const page = await openWith('hang');
  await page.until(() => 'leadline' in window);

  expect(await page.text('#call')).toBe(TARGET);
  expect(await page.complaints()).toEqual([]);
  expect(scenario.edge.numberRequests).toHaveLength(1);
});

test('a slow edge: the page is swapped when it answers', async () => {
  const visit = await scenario.visit();
  let answer = (): void => {};
  const wait = new Promise<Treatment>((resolve) => {
    answer = () => resolve('pass');
  });
  scenario.edge.treat = () => wait;
  const page = await visit.open('/page.html');
  await page.until(() => 'leadline' in window);

  expect(await page.text('#call')).toBe(TARGET);
  answer();
  await ready(page);
  expect(await page.text('#call')).toBe(DIRECT);
  expect(await page.complaints()).toEqual([]);
});

test('forbidden storage: the page is swapped nevertheless', async () => {
  const visit = await scenario.visit();
  visit.before(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Denied', 'SecurityError');
      },
    });
  });
  const page = await visit.openReady('/page.html');

  expect(await page.text('#call')).toBe(DIRECT);
  expect(await page.complaints()).toEqual([]);
});

test.for(['', 'null', '[]', '{"plan":1}', '{"session":[],"time":1}', 'not JSON'])(
  'storage with %j: the page is swapped nevertheless',
  async (kept) => {
    const visit = await scenario.visit();
    visit.before(
      ([key = '', kept = '']) => localStorage.setItem(key, kept),
      [`leadline:${scenario.companyId}`, kept],
    );
    const page = await visit.openReady('/page.html');

    expect(await page.text('#call')).toBe(DIRECT);
  },
);

test('a valid plan stored by an earlier script is requested again, since the script may need more of it', async () => {
  const visit = await scenario.visit();
  const page = await visit.openReady('/page.html');
  await page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key) ?? '') as {
      question: string;
      plan: { forms: { link?: string } };
    };
    kept.question = kept.question.replace(/forms=\d+/, 'forms=0');
    delete kept.plan.forms.link;
    localStorage.setItem(key, JSON.stringify(kept));
  }, `leadline:${scenario.companyId}`);
  await visit.openReady('/page.html');

  expect(await page.text('#call')).toBe(DIRECT);
  expect(await page.attribute('#call', 'href')).toBe('tel:+14155550100');
});

test('an invalid stored plan affects only one page view', async () => {
  const visit = await scenario.visit();
  const page = await visit.openReady('/page.html');
  await page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key) ?? '') as { plan: unknown };
    kept.plan = { swaps: [] };
    localStorage.setItem(key, JSON.stringify(kept));
  }, `leadline:${scenario.companyId}`);
  await visit.openReady('/page.html');
  expect(await page.text('#call')).toBe(TARGET);
  await visit.openReady('/page.html');

  expect(await page.text('#call')).toBe(DIRECT);
});

test('a valid stored plan is used when the edge is down', async () => {
  const visit = await scenario.visit();
  await visit.openReady('/page.html');
  scenario.edge.treat = () => 'break';
  const page = await visit.openReady('/page.html');

  expect(await page.text('#call')).toBe(DIRECT);
});

test('without a script the page stays unchanged', async () => {
  const visit = await scenario.visit();
  scenario.edge.treatments.set('/dni/leadline.js', 'break');
  const page = await visit.open('/page.html');

  expect(await page.text('#call')).toBe(TARGET);
  expect(await page.complaints()).toEqual([]);
});
