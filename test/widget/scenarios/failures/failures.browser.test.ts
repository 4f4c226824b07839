/** After a failure the page stays unchanged, shows no error, and sends no repeated requests. */
import { describe, expect, test } from 'vitest';
import type { Treatment } from '../../../harness/edge.ts';
import type { Page } from '../../../harness/engines/page.ts';
import { DIRECT, TARGET } from '../../site-company.ts';
import { ready, setUpScenario, startAgain } from '../../scenario.ts';

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

/** Answers without a plan that the script can use. */
const BAD_ANSWERS: Record<string, Treatment> = {
  'an error of the server': { status: 500, headers: cors, body: '{"code":"internal_error"}' },
  'HTML instead of JSON': { headers: cors, body: '<html>' },
  'other JSON': { headers: cors, body: '[1]' },
  'a plan without forms': { headers: cors, body: '{"phone_number":"+14155550100","swaps":[]}' },
  'a plan with invalid forms': { headers: cors, body: '{"swaps":[],"forms":{"pattern":"(","gaps":{}}}' },
  null: { headers: cors, body: 'null' },
  'an answer without CORS headers': { body: '{}' },
  'a visitor with too many requests': refusal(429, 'rate_limited', 'Wait.'),
  'an unavailable edge': refusal(503, 'service_unavailable', 'Later.'),
};

test('a broken connection: the page stays, get returns its argument, no error is shown, and no request is repeated', async () => {
  const page = await openWith('break');

  expect(await stateOf(page)).toEqual(UNTOUCHED);
  expect(await page.complaints()).toEqual([]);
  expect(scenario.edge.numberRequests).toHaveLength(1);
});

test('so it is after any answer without a plan', async () => {
  const page = await openWith({ status: 500 });
  await ready(page);

  for (const [answer, treatment] of Object.entries(BAD_ANSWERS)) {
    scenario.edge.treat = () => treatment;
    scenario.edge.numberRequests.length = 0;
    await startAgain(page);

    expect([answer, await stateOf(page), await page.complaints()]).toEqual([answer, UNTOUCHED, []]);
    expect([answer, scenario.edge.numberRequests.length]).toEqual([answer, 1]);
  }
});

describe('an invalid tag warns once, and stores nothing', () => {
  const UNKNOWN = 'leadline: There is no company with this id, or it has no DNI settings yet.';

  test('without the id of a company with settings', async () => {
    const page = await (await scenario.visit()).openReady('/page.html');
    await page.evaluate(() => localStorage.clear());

    for (const company of ['00000000-0000-4000-8000-000000000000', 'acme', 'a/b', '', null]) {
      await page.evaluate(() => void (window.complaints.length = 0));
      await startAgain(page, { data: { company } });

      expect([company, await stateOf(page), await page.complaints()]).toEqual([
        company,
        UNTOUCHED,
        [UNKNOWN],
      ]);
      expect([company, await page.evaluate(() => Object.keys(localStorage))]).toEqual([company, []]);
    }
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

/** Runs in the page. @returns the arguments that `get` does not return unchanged */
function changedByGet(): string[] {
  const given = [undefined, null, 0, 5, true, {}, [], '', 'no number', '(800) 555-9999'];
  return given
    .filter((value) => {
      const got = window.leadline.get(value as string);
      // Without an argument it returns the number of the visit.
      const isAbsent = value === undefined || value === null;
      return got !== value && !(isAbsent && (got === undefined || got === '+14155550100'));
    })
    .map(String);
}

/** Runs in the page: calls the methods with anything. @returns what they throw */
function thrownByMethods(): string[] {
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
}

test('before and after the plan, get returns other arguments unchanged, and calls with any arguments throw nothing', async () => {
  const visit = await scenario.visit();
  scenario.edge.treat = () => 'hang';
  const page = await visit.open('/page.html');
  await page.until(() => 'leadline' in window);
  expect([await page.evaluate(changedByGet), await page.evaluate(thrownByMethods)]).toEqual([[], []]);
  scenario.edge.treat = undefined;
  // Each new consent asked once more.
  scenario.edge.hangUp();
  await visit.openReady('/page.html');
  expect([await page.evaluate(changedByGet), await page.evaluate(thrownByMethods)]).toEqual([[], []]);
  expect(await page.complaints()).toEqual([]);
});

test('an invalid queue, data layer or storage does not stop the script', async () => {
  const page = await scenario.open('/page.html');
  const key = `leadline:${scenario.companyId}`;
  const started = async (what: unknown, again: Parameters<typeof startAgain>[1]): Promise<void> => {
    await startAgain(page, again);
    expect([what, await page.text('#call'), await page.complaints()]).toEqual([what, DIRECT, []]);
  };

  for (const early of [{ q: 'x' }, { q: [1, null, ['nothing'], [], ['get']] }])
    await started(early, { early });
  for (const kept of ['', 'null', '[]', '{"plan":1}', '{"session":[],"time":1}', 'not JSON']) {
    await page.evaluate(([key = '', kept = '']) => localStorage.setItem(key, kept), [key, kept]);
    await started(kept, {});
  }
  await page.evaluate(() => void Object.assign(window, { dataLayer: {} }));
  await started('a data layer that is no list', { data: { layer: 'dataLayer' } });
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

test('a slow edge delays nothing, and the page is swapped when it answers', async () => {
  const visit = await scenario.visit();
  let answer = (): void => {};
  const wait = new Promise<Treatment>((resolve) => {
    answer = () => resolve('pass');
  });
  scenario.edge.treat = () => wait;
  const page = await visit.open('/page.html');
  await page.until(() => 'leadline' in window);

  expect([await page.text('#call'), await page.complaints()]).toEqual([TARGET, []]);
  expect(scenario.edge.numberRequests).toHaveLength(1);
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

test('a valid plan stored by an earlier script is requested again, since the script may need more of it', async () => {
  const page = await scenario.open('/page.html');
  await page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key) ?? '') as {
      question: string;
      plan: { forms: { link?: string } };
    };
    kept.question = kept.question.replace(/forms=\d+/, 'forms=0');
    delete kept.plan.forms.link;
    localStorage.setItem(key, JSON.stringify(kept));
  }, `leadline:${scenario.companyId}`);
  await startAgain(page);

  expect(await page.text('#call')).toBe(DIRECT);
  expect(await page.attribute('#call', 'href')).toBe('tel:+14155550100');
});

test('an invalid stored plan affects only one page view', async () => {
  const page = await scenario.open('/page.html');
  await page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key) ?? '') as { plan: unknown };
    kept.plan = { swaps: [] };
    localStorage.setItem(key, JSON.stringify(kept));
  }, `leadline:${scenario.companyId}`);
  await startAgain(page);
  expect(await page.text('#call')).toBe(TARGET);
  await startAgain(page);

  expect(await page.text('#call')).toBe(DIRECT);
});

test('a valid stored plan is used when the edge is down', async () => {
  const page = await scenario.open('/page.html');
  scenario.edge.treat = () => 'break';
  await startAgain(page);

  expect(await page.text('#call')).toBe(DIRECT);
});

test('without a script the page stays unchanged', async () => {
  const visit = await scenario.visit();
  scenario.edge.treatments.set('/dni/leadline.js', 'break');
  const page = await visit.open('/page.html');

  expect(await page.text('#call')).toBe(TARGET);
  expect(await page.complaints()).toEqual([]);
});
