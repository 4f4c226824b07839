/** The source of a page view, from its address and referrer to the number that the edge gives. */
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { viewPage } from '../../../widget/visit.ts';
import { send, type Visitor, visitorHeaders } from '../../harness/client.ts';
import { makeSiteCompany } from '../site-company.ts';

const SITE = 'https://www.example.com';

let companyId: string;

beforeAll(async () => {
  companyId = await makeSiteCompany();
});

afterEach(() => vi.unstubAllGlobals());

interface Plan {
  source: string;
  phone_number: string;
  swaps: unknown[];
}

/** Asks for the plan as the script does on the first page of a visit. */
async function planOf(path: string, referrer = '', visitor: Visitor = {}): Promise<Plan> {
  vi.stubGlobal('location', new URL(path, SITE));
  vi.stubGlobal('document', { referrer });
  const { session, first, id } = viewPage({}, Date.now());
  const response = await send(`/dni/swap/${companyId}?forms=2&zip=`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', ...visitorHeaders(visitor) },
    body: JSON.stringify({
      visit: [session, session, first, id, null, referrer],
      url: SITE + path,
      cookies: null,
    }),
  });
  return (await response.json()) as Plan;
}

test.for([
  ['/', undefined, '+14155550100', 'direct'],
  ['/', 'https://www.google.com/', '+14155550103', 'organic_search'],
  ['/?gclid=abc', 'https://www.google.com/', '+14155550101', 'paid_search'],
  ['/?gbraid=abc', undefined, '+14155550101', 'paid_search'],
  ['/?msclkid=abc', 'https://www.bing.com/', '+14155550101', 'paid_search'],
  ['/?utm_source=google&utm_medium=cpc', undefined, '+14155550101', 'paid_search'],
  ['/?utm_source=news&utm_medium=email&utm_campaign=spring_sale', undefined, '+14155550102', 'spring'],
  ['/', 'https://blog.example.org/post', '+14155550199', 'referral'],
  ['/', 'https://shop.www.example.com/', '+14155550100', 'direct'],
  ['/?fbclid=abc', 'https://l.facebook.com/', '+14155550199', 'organic_social'],
  ['/?utm_campaign=cross-network&gclid=a', undefined, '+14155550199', 'cross_network'],
  ['/?utm_source=google&utm_medium=cpc&utm_campaign=summer_shop', undefined, '+14155550199', 'paid_shopping'],
  ['/?msclkid=a', 'https://duckduckgo.com/', '+14155550101', 'paid_search'],
  ['/?ttclid=a', undefined, '+14155550199', 'paid_social'],
  ['/?gclid=a', 'https://www.youtube.com/', '+14155550199', 'paid_video'],
  ['/?utm_source=news&utm_medium=banner', undefined, '+14155550199', 'display'],
  ['/?utm_source=news&utm_medium=paid', undefined, '+14155550199', 'paid_other'],
  ['/?utm_campaign=shopping', undefined, '+14155550199', 'organic_shopping'],
  ['/', 'https://www.youtube.com/', '+14155550199', 'organic_video'],
  ['/', 'https://chatgpt.com/', '+14155550199', 'ai_assistant'],
  ['/', 'https://mail.google.com/', '+14155550199', 'email'],
  ['/?irclickid=a', undefined, '+14155550199', 'affiliate'],
  ['/?utm_source=radio&utm_medium=audio', undefined, '+14155550199', 'audio'],
  ['/?utm_source=list&utm_medium=sms', undefined, '+14155550199', 'sms'],
  ['/?utm_source=app&utm_medium=push', undefined, '+14155550199', 'push'],
] as const)('%s from %s shows %s for the source %s', async ([path, referrer, number, source]) => {
  expect(await planOf(path, referrer)).toMatchObject({ phone_number: number, source });
});

test('a bot gets nothing to swap; a phone whose brand ends in bot is none', async () => {
  const bot = await planOf('/', '', {
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  });
  const phone = await planOf('/', '', {
    userAgent:
      'Mozilla/5.0 (Linux; Android 9; CUBOT_X18_Plus) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  });

  expect([bot.source, bot.swaps]).toEqual(['bot', []]);
  expect([phone.source, phone.swaps.length]).toEqual(['direct', 1]);
});
