/** The channels of visits (docs/sources.md), in the order in which they are tried. Pure. */
export const CHANNELS = [
  'cross_network',
  'paid_shopping',
  'paid_search',
  'paid_social',
  'paid_video',
  'display',
  'paid_other',
  'organic_shopping',
  'organic_social',
  'organic_video',
  'ai_assistant',
  'organic_search',
  'email',
  'affiliate',
  'audio',
  'sms',
  'push',
  'referral',
  'direct',
] as const;

export type Channel = (typeof CHANNELS)[number];
