/** What ads may do with a visit, by what its script reports and what the company says of visitors whom nobody asked. */
import { expect, test } from 'vitest';
import { adConsentOf } from '../../../../worker/edge/lookup/visits/consent.ts';

type Setting = Parameters<typeof adConsentOf>[1];
type Report = Parameters<typeof adConsentOf>[0];

const [UNSET, ANALYTICS, ADS, PERSONALIZED]: Setting[] = [
  {},
  { unasked_consent: 'analytics' },
  { unasked_consent: 'ads' },
  { unasked_consent: 'personalized_ads' },
];

test.for<[what: string, report: Report, setting: Setting | undefined, data: string, personal: string]>([
  ['no use by ads', { consent: 'analytics' }, PERSONALIZED, 'denied', 'denied'],
  ['no storage', {}, PERSONALIZED, 'denied', 'denied'],
  ['all', { cookies: '', consent: true }, ANALYTICS, 'granted', 'granted'],
  ['no ads by interests', { cookies: '', consent: 'measurement' }, PERSONALIZED, 'granted', 'denied'],
  ['nothing, asked by nobody', { cookies: '', consent: 1 }, UNSET, 'granted', 'denied'],
  ['nothing, asked by nobody', { cookies: '', consent: 1 }, ANALYTICS, 'denied', 'denied'],
  ['nothing, asked by nobody', { cookies: '', consent: 1 }, ADS, 'granted', 'denied'],
  ['nothing, asked by nobody', { cookies: '', consent: 1 }, PERSONALIZED, 'granted', 'granted'],
  ['the use by ads alone', { cookies: '', consent: 2 }, ANALYTICS, 'granted', 'denied'],
  ['the use by ads alone', { cookies: '', consent: 2 }, PERSONALIZED, 'granted', 'granted'],
  ['cookies to an older script', { cookies: '_fbp=1' }, PERSONALIZED, 'granted', 'denied'],
])('a visitor who said %s: %j, where the company says %j', ([, report, setting = {}, data, personal]) => {
  expect(adConsentOf(report, setting)).toEqual({ ad_user_data: data, ad_personalization: personal });
});
