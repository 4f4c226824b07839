/** What a page view makes of the stored visit: its touches, its session and its id. */
import { afterEach, expect, test, vi } from 'vitest';
import type { Plan } from '../../../widget/plan.ts';
import { keysOf, parametersOfPage, viewPage, type Visit } from '../../../widget/visit.ts';

const SITE = 'https://example.com/';
const GOOGLE = 'https://www.google.com/';
const MINUTE = 60_000;
const NOON = Date.parse('2026-03-02T12:00:00Z');

/** Click ids of the networks and mailing services that the edge knows. */
const CLICK_IDS =
  'gclid gbraid wbraid dclid msclkid ttclid li_fat_id twclid rdt_cid epik ScCid qclid ndclid yclid irclickid cjevent awc tblci obclid dicbo mc_cid mc_eid mkt_tok _hsenc vero_id _kx fbclid igshid srsltid gad_source gad_campaignid oppref'.split(
    ' ',
  );

afterEach(() => vi.unstubAllGlobals());

/** Views a page of the site. */
function view(visit: Partial<Visit>, page: string, { referrer = '', time = NOON } = {}): Visit {
  vi.stubGlobal('location', new URL(page, SITE));
  vi.stubGlobal('document', { referrer });
  return viewPage(visit, time);
}

/** The referrer that a page reports. */
const reported = (page: string, referrer: string): string => view({}, page, { referrer }).session[1];

test('click ids of every network are kept, other ids are not', () => {
  const ours = CLICK_IDS.map((name) => `${name}=x`).join('&');
  const others = 'id=1&cid=2&docid=3&topicid=4&stockid=5&trackid=6&recid=7&user_id=8&session_id=9';

  expect(view({}, `/?${others}&${ours}`).session).toEqual([ours, '']);
});

test.for([
  ['the next page', '?page=2'],
  ['a search', '?q=gclid&sort=cpc'],
  ['an article', '?id=7&cid=9&session_id=3'],
  ['old parameters', '?utm=1&utmost=2&source=google&medium=cpc'],
  ['nearly a click id', '?gclids=1&my-gclid=2&gclid.x=3'],
  ['further down', '#gclid=abc'],
  ['the front page', '?'],
  ['the same campaign', '?gclid=abc'],
])('the own link to %s goes on with the session', ([, link = '']) => {
  const first = view({}, '/?gclid=abc', { referrer: GOOGLE });

  expect(view(first, link, { referrer: SITE, time: NOON + MINUTE })).toMatchObject({
    session: ['gclid=abc', GOOGLE],
    id: first.id,
    time: NOON + MINUTE,
  });
});

test.for([
  ['/#utm_source=news&gclid=abc', 'utm_source=news&gclid=abc'],
  ['/#/offer?utm_source=news&page=2', 'utm_source=news'],
  ['/?gclid=abc#!/offer?utm_source=news', 'gclid=abc&utm_source=news'],
  ['/?utm_source=news#/offer?utm_source=news', 'utm_source=news'],
  ['/#prices', ''],
] as const)('%s is a visit of %j', ([page, keys]) => {
  expect(view({}, page).session).toEqual([keys, '']);
});

test.for([
  '/#/?utm_source=news&gclid=abc',
  '/?utm_source=news&gclid=abc#/offer?utm_source=news&gclid=abc',
  '/#/offer',
])('a router that makes %s of the address goes on with the session', (moved) => {
  for (const landing of ['/?utm_source=news&gclid=abc', '/#utm_source=news&gclid=abc']) {
    const first = view({}, landing);
    expect(view(first, moved, { time: NOON + MINUTE }).id).toBe(first.id);
  }
});

test('another campaign starts a session, with an id of its own', () => {
  const first = view({}, '/?gclid=abc');
  const second = view(first, '/?utm_campaign=spring_sale', { time: NOON + MINUTE });

  expect(second.session).toEqual(['utm_campaign=spring_sale', '']);
  expect(first.id).toMatch(/^\d{13}-0\.\d+$/);
  expect(second.id).toMatch(/^\d{13}-0\.\d+$/);
  expect(second.id).not.toBe(first.id);
});

test('half an hour without a page view ends the session, a moment less does not', () => {
  const first = view({}, '/?gclid=abc');
  const before = view(first, '/', { time: NOON + 30 * MINUTE - 1 });
  const after = view(first, '/', { time: NOON + 30 * MINUTE });
  const later = view(before, '/', { time: NOON + 59 * MINUTE });

  expect([before.session, before.id]).toEqual([first.session, first.id]);
  expect(after.session).toEqual(['', '']);
  expect(after.id).not.toBe(first.id);
  // Each page view goes on with it.
  expect(later.session).toEqual(first.session);
});

test('the first touch stays; the last one is the last that came from outside', () => {
  const first = view({}, '/?gclid=abc');
  const search = view(first, '/', { referrer: 'https://www.bing.com/', time: NOON + 31 * MINUTE });
  const direct = view(search, '/', { time: NOON + 62 * MINUTE });

  expect(search).toMatchObject({
    first: ['gclid=abc', ''],
    session: ['', 'https://www.bing.com/'],
    last: ['', 'https://www.bing.com/'],
  });
  expect(direct).toMatchObject({
    first: ['gclid=abc', ''],
    session: ['', ''],
    last: ['', 'https://www.bing.com/'],
  });
});

test('a new visitor without a source has an empty touch as first and last', () => {
  expect(view({}, '/')).toMatchObject({ first: ['', ''], session: ['', ''], last: ['', ''] });
});

test.for([
  ['https://example.com/', 'https://example.com/first'],
  ['https://www.example.com/', 'https://shop.example.com/'],
  ['https://www2.example.com/', 'https://www2.example.com/'],
  ['https://www-shop.example.com/', 'https://www-shop.example.com/'],
  ['https://wwwexample.com/', 'https://wwwexample.com/'],
  ['https://www.example.com./second', 'https://www.example.com./'],
  ['https://www.example.com./second', 'https://www.example.com/'],
  ['https://www.example.com/', 'https://example.com./'],
  ['https://www.example.com.:8443/', 'https://example.com/'],
  ['https://example.com/', 'https://www.example.com.:8443/'],
  ['https://shop.www.example.com/', 'https://shop.www.example.com/'],
  ['http://localhost:3000/', 'http://localhost:3000/'],
  ['http://[::1]:3000/', 'http://[::1]:3000/'],
  ['http://[::1]/', 'http://[::1]:3000/'],
] as const)('on %s, %s is an own page', ([page, referrer]) => {
  expect(reported(page, referrer)).toBe('');
});

test.for([
  ['https://www2.example.com/', 'https://2.example.com/'],
  ['https://wwwexample.com/', 'https://example.com/'],
  ['https://example.com/', 'https://notexample.com/'],
  ['https://example.com./', 'https://notexample.com/'],
  ['https://example.com/', 'https://example.co./'],
  ['http://[::1]:3000/', 'http://[::2]:3000/'],
  ['https://example.com/', 'https://example.com.evil.test/'],
  ['https://example.com/', 'https://www.google.com/search?q=//example.com/'],
] as const)('on %s, %s is another site', ([page, referrer]) => {
  expect(reported(page, referrer)).toBe(referrer);
});

test('a missing referrer is empty', () => {
  expect(reported('https://example.com/', '')).toBe('');
});

test.for([
  ['/?page=2&src=flyer&gclid=1', 'src=flyer&gclid=1'],
  ['/?SRC=Flyer#/offer?promo=7&src', 'SRC=Flyer&promo=7&src'],
  ['/?mysrc=1&page=src', ''],
] as const)('of %s the parameters that the company asks for are %j', ([page, keys]) => {
  const plan = { parameters: ['src', 'promo'] } as unknown as Plan;
  expect(view({ plan }, page).session[0]).toBe(keys);
  expect(keysOf(parametersOfPage(), plan)).toBe(keys);
});

test('a parameter of the company’s begins a visit as a campaign does, and goes on with it on its own page', () => {
  const plan = { parameters: ['src'] } as unknown as Plan;
  const first = view({ plan }, '/?src=flyer');

  expect(view(first, '/?src=flyer', { time: NOON + MINUTE }).id).toBe(first.id);
  expect(view(first, '/?page=2', { time: NOON + MINUTE }).session[0]).toBe('src=flyer');
  expect(view(first, '/?src=poster', { time: NOON + MINUTE })).toMatchObject({ session: ['src=poster', ''] });
});
