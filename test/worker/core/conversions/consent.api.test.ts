/** The choice in a site's consent tool, from the page to the request that each ad platform gets. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type OwnWorker, startWorker } from '../../../harness/own-worker.ts';
import { branches } from '../phone/calls/call-company.ts';
import { type ConsentTool, consentMode, tapOnPage, tcf } from './page-with-tag.ts';
import { AdCompany, type FakePlatform, PATIENCE, startPlatform } from './platform-company.ts';

let worker: OwnWorker;
let platforms: FakePlatform;

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const SETTINGS: Record<string, [settings: Record<string, unknown>, secret?: string]> = {
  google_ads: [{ conversion_name: 'Phone call' }],
  google_data_manager: [
    { customer_id: '123-456-7890', conversion_action_id: '11' },
    JSON.stringify({
      client_email: 'ads@project.iam',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    }),
  ],
  meta: [{ dataset_id: '123', event_name: 'Lead', action_source: 'phone_call' }, 'meta-token'],
  ga4: [{ measurement_id: 'G-ABC123', event_name: 'generate_lead' }, 'ga-secret'],
  microsoft_uet: [{ tag_id: '42', event_name: 'phone_call' }, 'uet-token'],
};
const HOSTS = [
  'graph.facebook.com',
  'oauth2.googleapis.com',
  'datamanager.googleapis.com',
  'www.google-analytics.com',
  'capi.uet.microsoft.com',
];

beforeAll(async () => {
  platforms = await startPlatform(({ path, body }) => {
    if (path === '/token') return { status: 200, body: { access_token: 'google-token', expires_in: 3600 } };
    if (path.includes('ingest')) return { status: 200, body: { requestId: 'request-1' } };
    return { status: 200, body: 'data' in body ? { events_received: 1, fbtrace_id: 'trace-1' } : {} };
  });
  const outbound = Object.fromEntries(HOSTS.map((host) => [host, platforms.url]));
  worker = await startWorker({}, { outbound });
});
afterAll(async () => {
  await worker.close();
  await platforms.close();
});

/** A company that reports each call to all platforms. */
async function companyWith(unasked: string | undefined): Promise<AdCompany> {
  const company = await AdCompany.make(worker);
  const [user] = await company.ask<{ user_id: string }[]>('/users');
  const settings = { ...branches(user?.user_id ?? ''), ...(unasked && { unasked_consent: unasked }) };
  await company.put('/dni', settings, true);
  for (const [platform, [settings, secret]] of Object.entries(SETTINGS)) {
    const body = { enabled: true, settings, ...(secret === undefined ? {} : { secret }) };
    await company.put(`/conversions/platforms/${platform}`, body);
  }
  await company.ask('/conversions/rules', {
    name: 'Calls',
    when: { what: 'call' },
    value: { unit: 'EUR', value: 50 },
    platforms: Object.keys(SETTINGS),
  });
  return company;
}

/** What the platforms got of the visitor's consent since `platforms.calls` was emptied, and the last line of Google's file. */
async function told({ session }: AdCompany): Promise<Record<string, unknown>> {
  const bodyTo = (part: string): Record<string, unknown> =>
    platforms.calls.find(({ path }) => path.includes(part))?.body ?? {};
  const eventTo = (part: string, list: string): Record<string, unknown> =>
    (bodyTo(part)[list] as Record<string, unknown>[] | undefined)?.[0] ?? {};
  const { url, path, authorization } = session;
  const file = await fetch(`${url}${path}/conversions/google_ads.csv`, { headers: { authorization } });
  return {
    google_ads: (await file.text()).trim().split('\r\n').at(-1)?.split(',').slice(-2),
    google_data_manager: eventTo('ingest', 'events')['consent'],
    meta: eventTo('/123/events', 'data')['opt_out'],
    ga4: bodyTo('/mp/collect')['consent'],
    microsoft_uet: eventTo('/42/events', 'data')['adStorageConsent'],
  };
}

const GRANTED = { analytics_storage: 'granted', ad_storage: 'granted', ad_user_data: 'granted' } as const;

test.for<[what: string, tool: ConsentTool | undefined, unasked: string | undefined, isPersonalized: boolean]>(
  [
    ['Consent Mode grants all', consentMode({ ...GRANTED, ad_personalization: 'granted' }), undefined, true],
    [
      'Consent Mode denies ads by interests',
      consentMode({ ...GRANTED, ad_personalization: 'denied' }),
      'personalized_ads',
      false,
    ],
    ['Consent Mode does not ask for ads by interests', consentMode(GRANTED), undefined, false],
    ['Consent Mode does not ask, and the company does', consentMode(GRANTED), 'personalized_ads', true],
    ['TCF allows all', tcf(1, 3, 4, 7), undefined, true],
    ['TCF denies ads by interests', tcf(1, 7), 'personalized_ads', false],
    ['nobody asks', undefined, undefined, false],
    ['nobody asks, and the company knows that they agree', undefined, 'personalized_ads', true],
  ],
)('each platform gets the choice if %s', async ([, tool, unasked, isPersonalized]) => {
  const company = await companyWith(unasked);
  platforms.calls.length = 0;
  await tapOnPage(worker, company.session.path.split('/')[2] ?? '', tool);
  const call = await company.callAfterTap();
  await vi.waitUntil(
    async () => (await company.conversionsOf(call)).filter(({ status }) => status === 'waiting').length === 1,
    PATIENCE,
  );

  const word = isPersonalized ? 'Granted' : 'Denied';
  expect(await told(company)).toEqual({
    google_ads: ['Granted', word],
    google_data_manager: {
      adUserData: 'CONSENT_GRANTED',
      adPersonalization: `CONSENT_${word.toUpperCase()}`,
    },
    meta: !isPersonalized,
    ga4: { ad_user_data: 'GRANTED', ad_personalization: word.toUpperCase() },
    microsoft_uet: 'G',
  });
});

test.for<[what: string, tool: ConsentTool | undefined, unasked: string | undefined]>([
  [
    'Consent Mode denies the use for ads',
    consentMode({ ...GRANTED, ad_user_data: 'denied', ad_personalization: 'granted' }),
    'personalized_ads',
  ],
  ['TCF denies the use for ads', tcf(1, 3, 4), 'personalized_ads'],
  ['nobody asks, and the company allows none', undefined, 'analytics'],
])('no platform gets anything if %s', async ([, tool, unasked]) => {
  const company = await companyWith(unasked);
  platforms.calls.length = 0;
  await tapOnPage(worker, company.session.path.split('/')[2] ?? '', tool);
  const call = await company.callAfterTap();
  const log = await company.settled(call, 'skipped');

  expect(log.map(({ reason }) => reason)).toEqual(Object.keys(SETTINGS).map(() => 'no_consent'));
  expect(platforms.calls).toEqual([]);
});
