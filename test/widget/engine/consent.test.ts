/** What the choices in a site's consent tools mean: nothing may be stored, a visit may be, or ads may use it too, also by interests. */
import { afterEach, expect, test, vi } from 'vitest';
import type { Consent } from '../../../widget/interface.ts';

interface Tools {
  dataLayer?: unknown[];
  /** What a TCF tool tells each listener. */
  tcf?: object[];
}

afterEach(() => vi.unstubAllGlobals());

/** Loads the part for consent on a page with these tools, and pushes more to the data layer. @returns what it tells the script */
async function told({ dataLayer, tcf }: Tools, later: unknown[] = []): Promise<Consent[]> {
  const heard: Consent[] = [];
  const page = {
    leadline: { consent: (granted: Consent) => void heard.push(granted) },
    ...(dataLayer && { dataLayer }),
    ...(tcf && {
      __tcfapi: (command: string, version: number, hear: (data: object) => void) => {
        if (command === 'addEventListener' && version === 2) for (const data of tcf) hear(data);
      },
    }),
  };
  vi.stubGlobal('window', page);
  vi.resetModules();
  await import('../../../widget/consent.ts');
  page.dataLayer?.push(...later);
  return heard;
}

const done = (consents: Record<number, boolean>): object => ({
  gdprApplies: true,
  eventStatus: 'useractioncomplete',
  purpose: { consents },
});

test.for<[what: string, tcf: object[], consents: Consent[]]>([
  ['storage', [done({ 1: true })], ['analytics']],
  ['storage and measuring ads', [done({ 1: true, 7: true })], ['measurement']],
  ['these and ads by interests', [done({ 1: true, 3: true, 4: true, 7: true })], [true]],
  ['a profile for ads, which are not chosen by it', [done({ 1: true, 3: true, 7: true })], ['measurement']],
  ['ads by interests without measuring them', [done({ 1: true, 3: true, 4: true })], ['analytics']],
  ['measuring ads without storage', [done({ 1: false, 7: true })], [false]],
  ['other purposes', [done({ 2: true, 3: true, 10: true })], [false]],
  ['nothing', [{ gdprApplies: true, eventStatus: 'tcloaded', purpose: {} }], [false]],
  ['no choice yet', [{ ...done({ 1: true }), eventStatus: 'cmpuishown' }], []],
  ['that no law applies, so nobody asks', [{ gdprApplies: false, eventStatus: 'tcloaded' }], [1]],
  ['a later refusal', [done({ 1: true, 7: true }), done({})], ['measurement', false]],
])('a TCF tool tells %s', async ([, tcf, consents]) => {
  expect(await told({ tcf })).toEqual(consents);
});

/** As `gtag` pushes: the object of its arguments. */
const gtag = (command: string, action: string, choices: object): object => ({
  0: command,
  1: action,
  2: choices,
});

test.for<[what: string, entries: unknown[], consents: Consent[]]>([
  [
    'that everything is granted',
    [
      gtag('consent', 'update', {
        analytics_storage: 'granted',
        ad_storage: 'granted',
        ad_user_data: 'granted',
        ad_personalization: 'granted',
      }),
    ],
    [true],
  ],
  [
    'that ads by interests are denied, which are allowed later',
    [
      gtag('consent', 'update', {
        analytics_storage: 'granted',
        ad_user_data: 'granted',
        ad_personalization: 'denied',
      }),
      gtag('consent', 'update', { ad_personalization: 'granted' }),
    ],
    ['measurement', true],
  ],
  [
    'the choices of its first version, which has none for ads by interests',
    [gtag('consent', 'update', { analytics_storage: 'granted', ad_storage: 'granted' })],
    [2],
  ],
  [
    'a denial of ads by interests alone',
    [gtag('consent', 'update', { analytics_storage: 'granted', ad_personalization: 'denied' })],
    ['analytics'],
  ],
  ['granted storage alone', [gtag('consent', 'update', { analytics_storage: 'granted' })], [1]],
  ['a list', [['consent', 'default', { analytics_storage: 'granted' }]], [1]],
  ['denied storage', [gtag('consent', 'default', { analytics_storage: 'denied' })], [false]],
  [
    'storage after a denial',
    [
      gtag('consent', 'default', { analytics_storage: 'denied' }),
      gtag('consent', 'update', { analytics_storage: 'granted' }),
    ],
    [false, 1],
  ],
  [
    'denied use by ads, which is allowed later',
    [
      gtag('consent', 'update', { analytics_storage: 'granted', ad_user_data: 'denied' }),
      gtag('consent', 'update', { ad_user_data: 'granted' }),
    ],
    ['analytics', 2],
  ],
  [
    'use by ads, whose storage is denied later',
    [
      gtag('consent', 'update', {
        analytics_storage: 'granted',
        ad_user_data: 'granted',
        ad_storage: 'granted',
      }),
      gtag('consent', 'update', { ad_storage: 'denied' }),
    ],
    [2, 'analytics'],
  ],
  [
    'other choices',
    [gtag('consent', 'update', { ad_storage: 'granted', functionality_storage: 'granted' })],
    [],
  ],
  [
    'what only sounds like consent',
    [gtag('event', 'consent', { analytics_storage: 'granted' }), { event: 'consent' }, null, 'consent'],
    [],
  ],
])('Google Consent Mode tells %s, before and after the script', async ([, entries, consents]) => {
  const layer: unknown[] = [];

  expect(await told({ dataLayer: [...entries] })).toEqual(consents);
  expect(await told({ dataLayer: layer }, entries)).toEqual(consents);
  // Others read it too.
  expect([...layer]).toEqual(entries);
});
