/** Tells what is paid for: channels, media, and the sources of a company. Pure. */
import { clickIdOf } from './click-ids.ts';

/** Matches the media of paid visits (docs/sources.md). */
export const PAID_MEDIUM = /^(?:.*cp.*|ppc|retargeting|paid.*)$/;
/** Matches the channels that are paid for, also as the pattern of a condition: `paid_*`. */
const PAID_CHANNEL = /^(?:paid_|cross_network|display)/;

export function isPaidChannel(channel: string): boolean {
  return PAID_CHANNEL.test(channel);
}

/** The conditions of a source that say whether its visits are paid for. */
interface PaidConditions {
  channel?: string | undefined;
  utm_medium?: string | undefined;
  click_id?: string | undefined;
}

/** Tells whether only paid visits match a source of the company, by its channel, medium or click id. */
export function isPaidSource({ when }: { when: PaidConditions }): boolean {
  const { channel = '', utm_medium: medium = '', click_id: clickId = '' } = when;
  if (isPaidChannel(channel.toLowerCase()) || PAID_MEDIUM.test(medium.toLowerCase())) return true;
  return clickIdOf(new URLSearchParams({ [clickId]: 'x' }))?.proves.startsWith('paid') === true;
}
