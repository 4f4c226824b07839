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

/** Returns the name of a source for people: `Paid search` for `paid_search`; a custom name unchanged. */
export function channelName(source: string): string {
  if (!/^[a-z]+(?:_[a-z]+)*$/.test(source)) return source;
  const words = source.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
