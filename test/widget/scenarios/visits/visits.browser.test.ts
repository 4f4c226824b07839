/** Sources of visits: the first touch, the session's and the last are stored and reported. */
import { describe, expect, test, vi } from 'vitest';
import type { NumberRequest } from '../../../harness/edge.ts';
import type { Page } from '../../../harness/engines/page.ts';
import { DIRECT, FLYER, GOOGLE, makeSiteCompany, PAID, SPRING } from '../../site-company.ts';
import { setUpScenario, type Visit } from '../../scenario.ts';

const scenario = setUpScenario(import.meta.dirname, {
  prepare: ({ site, html }) => {
    site.put('/', html('page.html'));
    site.put('/first', html('page.html', 'async data-attribution=first'));
    site.put('/last', html('page.html', 'async data-attribution=last'));
  },
});

/** The widget's request on a page view, if any, and the number that the page shows. */
interface View {
  request: NumberRequest | undefined;
  shown: string;
}

async function view(visit: Visit, path: string, referrer?: string): Promise<View> {
  const before = scenario.edge.numberRequests.length;
  const page = await visit.openReady(path, referrer === undefined ? {} : { referrer });
  const requests = scenario.edge.numberRequests.slice(before);
  expect(requests.length).toBeLessThan(2);
  return { request: requests[0], shown: await page.text('#number') };
}

test('a lookup contains only the documented members', async () => {
  const { request } = await view(await scenario.visit(), '/?utm_source=news&utm_medium=email&page=2&gclid=x');

  const touch = ['utm_source=news&utm_medium=email&gclid=x', ''];
  expect(request).toEqual({
    url: `${scenario.origin}/?utm_source=news&utm_medium=email&page=2&gclid=x`,
    keys: touch[0],
    referrer: touch[1],
    session: touch,
    first: touch,
    id: expect.stringMatching(/^\d{13}-0\.\d+$/) as unknown,
    sent: null,
    pageReferrer: '',
    began: true,
    cookies: null,
  });
});

test.for([
  ['/', undefined, DIRECT],
  ['/', 'https://www.google.com/', GOOGLE],
  ['/?utm_source=news&utm_medium=email&utm_campaign=spring_sale', undefined, SPRING],
] as const)('%s from %s shows %s', async ([path, referrer, number]) => {
  expect((await view(await scenario.visit(), path, referrer)).shown).toBe(number);
});

test('the pages of a session keep its number without a request, whatever their own links have', async () => {
  const visit = await scenario.visit();
  const own = `${scenario.origin}/does-not.html`;
  expect((await view(visit, '/does-not.html?gclid=abc', 'https://www.google.com/')).shown).toBe(PAID);

  for (const link of ['?id=7&my-gclid=2', '#gclid=abc']) {
    expect(await view(visit, `/does-not.html${link}`, own)).toEqual({ request: undefined, shown: PAID });
  }
});

describe('a parameter that a source of the company asks for', () => {
  test('is the visit’s from its first page on, which says so in one request', async () => {
    const visit = await scenario.visit();
    expect((await view(visit, '/?page=2&src=flyer')).shown).toBe(FLYER);

    expect(await view(visit, '/?page=3')).toEqual({ request: undefined, shown: FLYER });
    expect(await view(visit, '/?src=flyer')).toEqual({ request: undefined, shown: FLYER });
    const page = await visit.openReady('/');
    const kept = await page.evaluate(
      (key) => localStorage.getItem(key) ?? '',
      `leadline:${scenario.companyId}`,
    );
    expect(JSON.parse(kept)).toMatchObject({ session: ['src=flyer', ''], first: ['src=flyer', ''] });
  });

  test('begins another visit, which keeps its campaign', async () => {
    const visit = await scenario.visit();
    const before = await idOf(visit, '/?gclid=abc');
    const { request } = await view(visit, '/?src=flyer');

    expect(request).toMatchObject({ keys: 'src=flyer', first: ['gclid=abc', ''] });
    expect(request?.id).not.toBe(before);
  });

  test('of a page to which a router has gone meanwhile is that of the page that was asked for', async () => {
    const visit = await scenario.visit();
    let goOn = (): void => undefined;
    const gone = new Promise<void>((resolve) => (goOn = resolve));
    scenario.edge.treat = () => gone.then(() => 'pass' as const);
    const page = await visit.open('/?src=flyer&gclid=abc');
    await vi.waitUntil(() => scenario.edge.numberRequests.length > 0, { timeout: 30_000 });
    await page.evaluate(() => history.replaceState(null, '', '/'));
    scenario.edge.treat = undefined;
    goOn();
    await page.until(() => window.isSettled);

    expect((await view(visit, '/')).shown).toBe(FLYER);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain('src=flyer&gclid=abc');
  });
});

describe('the id of a visit', () => {
  test('stays for the session, in all tabs, and is another one after it or without storage', async () => {
    const visit = await scenario.visit();
    const first = await idOf(visit, '/?gclid=abc');
    const page = await visit.open('/');

    expect(
      await page.evaluate((key) => localStorage.getItem(key), `leadline:${scenario.companyId}`),
    ).toContain(first);
    const second = await idOf(visit, '/?utm_campaign=spring_sale');
    expect(second).not.toBe(first);
    await age(page, 31 * 60_000);
    const { request: third } = await view(visit, '/');
    expect(third).toMatchObject({ keys: '', referrer: '' });
    expect(third?.id).not.toBe(second);
    await page.evaluate(() => localStorage.clear());
    expect((await view(visit, '/')).request).toMatchObject({ keys: '', sent: null });
  });

  test('is reported once, with its own campaign, for data-attribution=first', async () => {
    const visit = await scenario.visit();
    await view(visit, '/first?gclid=abc');
    const page = await visit.openReady('/first?utm_campaign=spring_sale');

    const { id } = await requestOf('utm_campaign=spring_sale');
    await page.until(
      ([key, sent]) => localStorage.getItem(key as string)?.includes(`"sent":"${sent}"`),
      [`leadline:${scenario.companyId}`, id],
    );
    expect((await view(visit, '/first?utm_campaign=spring_sale')).request).toBeUndefined();
    expect((await view(visit, '/?page=2')).request).toMatchObject({ began: false });
  });

  test('does not delay a kept plan, and is reported again until the edge has it', async () => {
    const visit = await scenario.visit();
    await view(visit, '/first?gclid=abc');
    scenario.edge.treat = () => 'break';
    const page = await visit.openReady('/first?utm_campaign=spring_sale');
    expect(await page.text('#number')).toBe(PAID);
    const { id } = await requestOf('utm_campaign=spring_sale');
    scenario.edge.treat = undefined;
    scenario.edge.numberRequests.length = 0;

    const again = await visit.openReady('/first');
    expect(await again.text('#number')).toBe(PAID);
    expect(await requestOf('utm_campaign=spring_sale')).toMatchObject({ id, first: ['gclid=abc', ''] });
    expect(await again.complaints()).toEqual([]);
  });

  test('is sent with consent, of a visit that was counted without it', async () => {
    const visit = await scenario.visit();
    scenario.site.put('/required', scenario.html('page.html', 'async data-consent=required'));
    const page = await visit.openReady('/required');
    await page.evaluate(() => window.leadline.consent(true));

    await expect
      .poll(() => scenario.edge.numberRequests.map(({ id, sent }) => [typeof id, sent]))
      .toEqual([
        ['object', null],
        ['string', '-'],
      ]);
    await page.evaluate(() => window.leadline.consent(false));
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });

  test('is one for all frames of the site, and none in a frame without storage', async () => {
    const visit = await scenario.visit();
    await view(visit, '/');
    scenario.site.put('/frame', scenario.html('page.html'));
    scenario.site.put(
      '/frames',
      '<p>Frames</p><iframe src="/frame"></iframe><iframe sandbox="allow-scripts" src="/frame?gclid=boxed"></iframe>',
    );
    await visit.open('/frames');

    expect((await requestOf('gclid=boxed')).id).toBeNull();
    expect(scenario.edge.numberRequests).toHaveLength(2);
  });

  test('is sent from a tab in the background too', async () => {
    const visit = await scenario.visit();
    visit.before(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    });

    expect((await view(visit, '/')).request?.id).toMatch(/^\d{13}-/);
  });

  test('is not sent where nothing can be stored, and the number is right', async () => {
    const visit = await scenario.visit();
    scenario.edge.preludes.push(
      "Storage.prototype.setItem = () => { throw new Error('full'); };",
      "Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } });",
    );

    const { request, shown } = await view(visit, '/?gclid=abc');
    expect([request?.id, shown]).toEqual([null, PAID]);
  });

  test('is neither kept nor asked for again where the company counts no visits', async () => {
    const visit = await scenario.visit();
    const companyId = await makeSiteCompany({ visits: false });
    scenario.site.put('/uncounted', scenario.html('page.html').replaceAll(scenario.companyId, companyId));
    const page = await visit.openReady('/uncounted');

    expect(await page.evaluate((key) => localStorage.getItem(key), `leadline:${companyId}`)).not.toContain(
      '"id"',
    );
    expect((await view(visit, '/uncounted')).request).toBeUndefined();
  });
});

describe('the cookies of Meta and Google Analytics', () => {
  const SENT = [
    '_ga=GA1.1.5.6',
    '_ga_AB12=GS2.1.s77$o1$g0',
    '_fbp=fb.1.1763900000000.9',
    '_fbc=fb.1.1763900000000.x',
  ];
  const sortedCookies = (request: NumberRequest | undefined): string[] => (request?.cookies || []).toSorted();

  /** Opens a page that has these cookies and others. */
  const withCookies = async (path: string): Promise<Page> => {
    const visit = await scenario.visit();
    visit.before(
      (cookies) => {
        for (const cookie of cookies) document.cookie = cookie;
      },
      [...SENT, 'x_ga=no', '_gali=menu', '_gid=GA1.1.7.8', 'session=secret'],
    );
    return visit.openReady(path);
  };

  test('are sent with a tap too, which may come after they were set', async () => {
    const visit = await scenario.visit();
    const page = await visit.openReady('/');
    await page.evaluate(() => {
      document.cookie = '_ga=GA1.1.5.6';
      const link = document.body.appendChild(document.createElement('a'));
      link.href = 'tel:+12125550134';
      link.id = 'call';
      link.textContent = '(212) 555-0134';
    });
    await page.until(() => document.querySelector('#call')?.textContent !== '(212) 555-0134');
    await page.click('#call');

    await vi.waitUntil(() => scenario.edge.taps.length > 0, { timeout: 30_000 });
    expect(scenario.edge.taps[0]?.cookies).toEqual(['_ga=GA1.1.5.6']);
  });

  test('are sent with the visit and no others, and again once the visitor allows ads later', async () => {
    const page = await withCookies('/?gclid=abc');
    await page.evaluate(() => window.leadline.consent('analytics'));
    // The plan is stored with the consent that it was asked with.
    await page.until(() => JSON.stringify(localStorage).includes('=analytics'));
    await page.evaluate(() => window.leadline.consent(true));

    await expect
      .poll(() => scenario.edge.numberRequests.map(sortedCookies))
      .toEqual([SENT.toSorted(), [], SENT.toSorted()]);
    expect(new Set(scenario.edge.numberRequests.map(({ id }) => id)).size).toBe(1);
  });

  test('are not sent without consent, nor after its withdrawal', async () => {
    scenario.site.put('/cookies', scenario.html('page.html', 'async data-consent=required'));
    const page = await withCookies('/cookies');
    await page.evaluate(() => window.leadline.consent(true));
    await expect.poll(() => scenario.edge.numberRequests.map(sortedCookies)).toEqual([[], SENT.toSorted()]);
    await page.evaluate(() => window.leadline.consent(false));
    expect(await page.evaluate(() => JSON.stringify(localStorage))).toBe('{}');
    await page.reload();
    await page.until(() => window.isSettled);

    expect(scenario.edge.numberRequests.map((request) => 'cookies' in request)).toEqual([false, true, false]);
    expect(scenario.edge.numberRequests[2]?.id).toBeNull();
  });
});

test('first and last touch are stored beside the session', async () => {
  const visit = await scenario.visit();
  const page = await visit.openReady('/?gclid=abc');
  await age(page, 31 * 60_000);
  await view(visit, '/', 'https://www.bing.com/');
  await age(page, 31 * 60_000);

  expect((await view(visit, '/first')).request).toMatchObject({ keys: 'gclid=abc', referrer: '' });
  expect((await view(visit, '/last')).request).toMatchObject({ keys: '', referrer: 'https://www.bing.com/' });
  expect((await view(visit, '/')).request).toMatchObject({ keys: '', referrer: '' });
});

/** The first request of a visit with this campaign. */
function requestOf(keys: string): Promise<NumberRequest> {
  return vi.waitUntil(() => scenario.edge.numberRequests.find(({ session }) => session[0] === keys), {
    timeout: 30_000,
  });
}

/** The id that a page view reports. */
async function idOf(visit: Visit, path: string): Promise<string | undefined> {
  return (await view(visit, path)).request?.id ?? undefined;
}

/** Makes the stored data of the page's site older. */
async function age(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate(
    ([key, milliseconds]) => {
      const kept = JSON.parse(localStorage.getItem(key) ?? '') as { time: number };
      localStorage.setItem(key, JSON.stringify({ ...kept, time: kept.time - milliseconds }));
    },
    [`leadline:${scenario.companyId}`, milliseconds] as const,
  );
}
