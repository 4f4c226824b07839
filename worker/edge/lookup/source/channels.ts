/** The test for each channel of a visit. Pure; the rules in words are in docs/sources.md. */
import type { Channel } from '../../../dni/pure/channels.ts';
import type { ClickId } from '../../../dni/pure/click-ids.ts';
import { PAID_MEDIUM } from '../../../dni/pure/paid.ts';
import type { KnownSource } from './referrers.ts';

const SHOPPING_CAMPAIGN = /^(?:.*(?:(?:[^a-df-z]|^)shop|shopping).*)$/;
const DISPLAY_MEDIUM = /^(?:display|banner|expandable|interstitial|cpm)$/;
const SOCIAL_MEDIUM = /^(?:social|social[-_ ](?:network|media)|sm)$/;
const EMAIL = /^e[-_ ]?mail$/;
const PUSH_MEDIUM = /push$|mobile|notification/;

/** The input of the channel tests, in lower case. */
export interface Signals {
  known: KnownSource | undefined;
  source: string;
  medium: string;
  campaign: string;
  clickId: ClickId | undefined;
  parameters: URLSearchParams;
  referrer: string;
}

/** The tests in order; the first that passes decides the channel. */
const TESTS: readonly (readonly [Channel, (signals: Signals) => boolean])[] = [
  ['cross_network', (s) => s.campaign.includes('cross-network')],
  [
    'paid_shopping',
    (s) => isPaid(s) && (s.known?.category === 'shopping' || SHOPPING_CAMPAIGN.test(s.campaign)),
  ],
  ['paid_search', (s) => (isPaid(s) && s.known?.category === 'search') || s.known?.category === 'search_ad'],
  ['paid_social', (s) => isPaid(s) && s.known?.category === 'social'],
  ['paid_video', (s) => isPaid(s) && s.known?.category === 'video'],
  [
    'display',
    (s) =>
      s.known?.category === 'display_ad' || DISPLAY_MEDIUM.test(s.medium) || s.clickId?.proves === 'display',
  ],
  ['paid_other', (s) => isPaid(s) || s.known?.category === 'native_ad' || s.clickId?.proves === 'paid_other'],
  [
    'organic_shopping',
    (s) =>
      s.known?.category === 'shopping' || SHOPPING_CAMPAIGN.test(s.campaign) || s.parameters.has('srsltid'),
  ],
  ['organic_social', (s) => s.known?.category === 'social' || SOCIAL_MEDIUM.test(s.medium)],
  ['organic_video', (s) => s.known?.category === 'video' || s.medium.includes('video')],
  ['ai_assistant', (s) => s.known?.category === 'ai_assistant' || s.medium === 'ai-assistant'],
  ['organic_search', (s) => s.known?.category === 'search' || s.medium === 'organic'],
  [
    'email',
    (s) =>
      s.known?.category === 'email' ||
      EMAIL.test(s.medium) ||
      EMAIL.test(s.source) ||
      s.clickId?.proves === 'email',
  ],
  ['affiliate', (s) => s.medium === 'affiliate' || s.clickId?.proves === 'affiliate'],
  ['audio', (s) => s.medium === 'audio'],
  ['sms', (s) => s.medium === 'sms' || s.source === 'sms'],
  ['push', (s) => PUSH_MEDIUM.test(s.medium) || s.source === 'firebase'],
  ['referral', (s) => s.referrer !== '' || hasCampaignParameter(s.parameters)],
];

/** Returns the channel of a visit; `direct` when no test passes. */
export function channelOf(signals: Signals): Channel {
  return TESTS.find(([, holds]) => holds(signals))?.[0] ?? 'direct';
}

/** Tells whether a visit was paid for: by its medium, an advertiser's tag, or a paid click id. */
function isPaid({ medium, clickId, known }: Signals): boolean {
  return PAID_MEDIUM.test(medium) || known?.isPaid === true || clickId?.proves === 'paid';
}

/** Tells whether a link has any campaign tag; `utm_content` alone counts too. */
function hasCampaignParameter(parameters: URLSearchParams): boolean {
  return [...parameters].some(([name, value]) => name.startsWith('utm_') && value.trim() !== '');
}
