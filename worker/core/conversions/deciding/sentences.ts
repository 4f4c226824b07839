/** Says in words why conversions do not go out. Pure. */
import type { Draft, Reason } from '../schema.ts';

const WORDS: Readonly<Record<Exclude<Reason, 'too_few_seconds' | 'low_confidence'>, string>> = {
  unwanted: 'blocked, failed, spam, or a keyword such as STOP',
  other_outcome: 'with another outcome',
  not_first_time: 'not by first-time callers, or not by others, as the rule asks',
  not_a_lead: 'marked as not a lead',
  other_lead_status: 'without the lead status of the rule',
  no_visit: 'without a known visit',
  no_consent: 'without consent',
  no_click_id: 'without a click id',
  no_value: 'without a value',
  too_old: 'older than the platform takes',
  platform_off: 'while the platform was off',
  rule_off: 'of a rule that was paused or removed',
  not_won: 'of leads that are not won any more',
  merged: 'of leads that were merged into another one',
  gone: 'deleted meanwhile',
  refused: 'refused by the platform',
};

/** Returns the words after a number of conversions: `3 under 60 seconds`. */
export function wordsOf(reason: Reason, rule: Pick<Draft, 'when'> | undefined): string {
  if (reason === 'too_few_seconds') {
    const seconds = rule?.when.talk_seconds;
    return seconds === undefined ? 'too short' : `under ${seconds} seconds`;
  }
  if (reason === 'low_confidence') {
    const least = rule?.when.min_confidence;
    return least === undefined ? 'by an uncertain visit' : `below a confidence of ${least}`;
  }
  return WORDS[reason];
}

/** Returns a summary: `41 would be sent, 9 not: 6 without consent, 3 under 60 seconds.` */
export function summary(sent: number, reasons: readonly { count: number; words: string }[]): string {
  const others = reasons.reduce((sum, { count }) => sum + count, 0);
  if (others === 0) return `${sent} would be sent.`;
  const list = reasons.map(({ count, words }) => `${count} ${words}`).join(', ');
  return `${sent} would be sent, ${others} not: ${list}.`;
}
