/** Sources of visits: the first touch, the session's and the last are stored and reported. */
import { describe, expect, test, vi } from 'vitest';
import type { NumberRequest } from '../../../harness/edge.ts';
import type { Page } from '../../../harness/engines/page.ts';
import { DIRECT, GOOGLE, makeSiteCompany, OTHER, PAID, SPRING } from '../../site-company.ts';
import { setUpScenario, type Visit } from '../../scenario.ts';

const scenario = setUpScenario(import.meta.dirname, {
  prepare: ({ site, html }) => {
    site.put('/', html('page.html'));
    site.put('/first', html('page.html', 'async data-attribution=first'));
    site.put('/last', html('page.html', 'async data-attribution=last'));
  },
});

/** Click ids of the networks and mailing services that the edge knows. */
const CLICK_IDS =
  'gclid gbraid wbraid dclid msclkid ttclid li_fat_id twclid rdt_cid epik ScCid qclid ndclid yclid irclickid cjevent awc tblci obclid dicbo mc_cid mc_eid mkt_tok _hsenc vero_id _kx fbclid igshid srsltid gad_source gad_campaignid oppref'.split(
    ' ',
  );

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
    cookies: null,
  });
});

test('click ids of every network are reported, other ids are not', async () => {
  const ours = CLICK_IDS.map((name) => `${name}=x`).join('&');
  const others = 'id=1&cid=2&docid=3&topicid=4&stockid=5&trackid=6&recid=7&user_id=8&session_id=9';

  const { request } = await view(await scenario.visit(), `/?${others}&${ours}`);

  expect(request?.keys).toBe(ours);
});

test.for([
  ['/', undefined, DIRECT],
  ['/', 'https://www.google.com/', GOOGLE],
  ['/?gclid=abc', 'https://www.google.com/', PAID],
  ['/?gbraid=abc', undefined, PAID],
  ['/?msclkid=abc', 'https://www.bing.com/', PAID],
  ['/?utm_source=google&utm_medium=cpc', undefined, PAID],
  ['/?utm_source=news&utm_medium=email&utm_campaign=spring_sale', undefined, SPRING],
  ['/', 'https://blog.example.org/post', OTHER],
  ['/?fbclid=abc', 'https://l.facebook.com/', OTHER],
] as const)('%s from %s shows %s', async ([path, referrer, number]) => {
  expect((await view(await scenario.visit(), path, referrer)).shown).toBe(number);
});

test.for([
  ['/?utm_campaign=cross-network&gclid=a', undefined, 'cross_network'],
  ['/?utm_source=google&utm_medium=cpc&utm_campaign=summer_shop', undefined, 'paid_shopping'],
  ['/?msclkid=a', 'https://duckduckgo.com/', 'paid_search'],
  ['/?ttclid=a', undefined, 'paid_social'],
  ['/?gclid=a', 'https://www.youtube.com/', 'paid_video'],
  ['/?utm_source=news&utm_medium=banner', undefined, 'display'],
  ['/?utm_source=news&utm_medium=paid', undefined, 'paid_other'],
  ['/?utm_campaign=shopping', undefined, 'organic_shopping'],
  ['/', 'https://www.facebook.com/', 'organic_social'],
  ['/', 'https://www.youtube.com/', 'organic_video'],
  ['/', 'https://chatgpt.com/', 'ai_assistant'],
  ['/', 'https://duckduckgo.com/', 'organic_search'],
  ['/', 'https://mail.google.com/', 'email'],
  ['/?irclickid=a', undefined, 'affiliate'],
  ['/?utm_source=radio&utm_medium=audio', undefined, 'audio'],
  ['/?utm_source=list&utm_medium=sms', undefined, 'sms'],
  ['/?utm_source=app&utm_medium=push', undefined, 'push'],
  ['/', 'https://blog.example.org/', 'referral'],
  ['/', undefined, 'direct'],
] as const)('%s from %s has the source %s', async ([path, referrer, source]) => {
  const visit = await scenario.visit();
  const page = await visit.openReady(path, referrer === undefined ? {} : { referrer });

  expect(await page.evaluate(async () => (await window.leadline.ready)?.source)).toBe(source);
});

test('the next page of the session keeps its number without a request', async () => {
  const visit = await scenario.visit();
  await view(visit, '/?gclid=abc', 'https://www.google.com/');

  expect(await view(visit, '/', `${scenario.origin}/?gclid=abc`)).toEqual({
    request: undefined,
    shown: PAID,
  });
});

test("the site's own links with other parameters do not change the source of the visit", async () => {
  const visit = await scenario.visit();
  const page = await visit.openReady('/does-not.html?gclid=abc');
  const links = await page.evaluate(() =>
    [...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href')),
  );

  expect(await page.text('#number')).toBe(PAID);
  expect(links).toHaveLength(7);
  for (const link of links) {
    expect(await view(visit, `/does-not.html${link}`, `${scenario.origin}/does-not.html`)).toEqual({
      request: undefined,
      shown: PAID,
    });
  }
});

describe('the id of a visit', () => {
  test('stays for the session, in all tabs, and is another one after it', async () => {
    const visit = await scenario.visit();
    const first = await idOf(visit, '/?gclid=abc');
    const page = await visit.open('/');

    expect(
      await page.evaluate((key) => localStorage.getItem(key), `leadline:${scenario.companyId}`),
    ).toContain(first);
    const second = await idOf(visit, '/?utm_campaign=spring_sale');
    expect(second).not.toBe(first);
    await age(visit, 31 * 60_000);
    expect(await idOf(visit, '/')).not.toBe(second);
  });

  test.for(['first', 'last'])(
    'is reported once, with its own campaign, for data-attribution=%s',
    async (path) => {
      const visit = await scenario.visit();
      await view(visit, `/${path}?gclid=abc`);
      const page = await visit.openReady(`/${path}?utm_campaign=spring_sale`);

      const { id } = await requestOf('utm_campaign=spring_sale');
      await page.until(
        ([key, sent]) => localStorage.getItem(key as string)?.includes(`"sent":"${sent}"`),
        [`leadline:${scenario.companyId}`, id],
      );
      expect((await view(visit, `/${path}?utm_campaign=spring_sale`)).request).toBeUndefined();
    },
  );

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

  test('are sent with the visit, and no others', async () => {
    await withCookies('/?gclid=abc');

    expect(sortedCookies(scenario.edge.numberRequests[0])).toEqual(SENT.toSorted());
  });

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

  test('are sent for the visit whose visitor allows ads later, and not once that ends', async () => {
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

test('a changed campaign starts a session; the same one does not', async () => {
  const visit = await scenario.visit();
  await view(visit, '/?utm_source=google&utm_medium=cpc');

  expect((await view(visit, '/?utm_source=google&utm_medium=cpc')).request).toBeUndefined();
  expect((await view(visit, '/?utm_campaign=spring_sale')).request).toMatchObject({
    keys: 'utm_campaign=spring_sale',
  });
});

test('thirty minutes of inactivity end a session', async () => {
  const visit = await scenario.visit();
  await view(visit, '/?gclid=abc');
  await age(visit, 31 * 60_000);

  expect((await view(visit, '/')).request).toMatchObject({ keys: '', referrer: '' });
});

test('twenty-nine do not', async () => {
  const visit = await scenario.visit();
  await view(visit, '/?gclid=abc');
  await age(visit, 29 * 60_000);

  expect((await view(visit, '/')).shown).toBe(PAID);
});

test('first and last touch are stored beside the session', async () => {
  const visit = await scenario.visit();
  await view(visit, '/?gclid=abc');
  await age(visit, 31 * 60_000);
  await view(visit, '/', 'https://www.bing.com/');
  await age(visit, 31 * 60_000);

  expect((await view(visit, '/first')).request).toMatchObject({ keys: 'gclid=abc', referrer: '' });
  expect((await view(visit, '/last')).request).toMatchObject({ keys: '', referrer: 'https://www.bing.com/' });
  expect((await view(visit, '/')).request).toMatchObject({ keys: '', referrer: '' });
});

test("the site's own pages are not a source", async () => {
  const { request } = await view(await scenario.visit(), '/', `${scenario.origin}/somewhere`);

  expect(request).toMatchObject({ referrer: '' });
});

test('cleared storage starts a new visit', async () => {
  const visit = await scenario.visit();
  await view(visit, '/?gclid=abc');
  const page = await visit.open('/');
  await page.evaluate(() => localStorage.clear());

  expect((await view(visit, '/')).request).toMatchObject({ keys: '' });
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

/** Makes stored data older. */
async function age(visit: Visit, milliseconds: number): Promise<void> {
  scenario.site.put('/age', 'x');
  const page = await visit.open('/age');
  await page.evaluate(
    ([key, milliseconds]) => {
      const kept = JSON.parse(localStorage.getItem(key) ?? '') as { time: number };
      localStorage.setItem(key, JSON.stringify({ ...kept, time: kept.time - milliseconds }));
    },
    [`leadline:${scenario.companyId}`, milliseconds] as const,
  );
}
