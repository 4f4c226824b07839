/** Shows what rules would report of the last 30 days, what not, and why. */
import type { RequestContext } from '../../engine/context/request-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { pause } from '../../engine/work/pauses.ts';
import type { PreviewBody, PreviewedPlatform } from '../answer-schema.ts';
import { platformsOf } from '../platform-settings.ts';
import type { Platform } from '../platforms/facts.ts';
import type { Draft, ConversionEvent, EventPosition, Reason } from '../schema.ts';
import { listConversionEvents } from './events.ts';
import { summary, wordsOf } from './sentences.ts';
import { amountOf, concerns, decide } from './verdicts.ts';

const REACH_MS = 30 * 24 * 60 * 60_000;
/** Rows in one step, between which other requests of the company run. */
const STEP = 200;
/** Most rows that a preview looks at, newest first; the answer says whether these were all. */
const MOST_ROWS = 20_000;
/** Newest conversions that a preview lists for each platform. */
const MOST_NEWEST = 20;

/** A rule to preview; a draft has no id and no name yet. */
export interface PreviewedRule extends Draft {
  ruleId: string | null;
  name: string | null;
}

interface Count {
  sent: number;
  /** The sum of the values by currency. */
  amounts: Map<string, number>;
  reasons: Map<Reason, number>;
  newest: PreviewedPlatform['newest'];
}

/** Previews rules over the last 30 days. */
export async function previewRules(
  context: RequestContext,
  rules: readonly PreviewedRule[],
): Promise<PreviewBody> {
  const since = context.now - REACH_MS;
  const counts = new Map(
    rules.map((rule) => [rule, new Map(rule.platforms.map((platform) => [platform, newCount()]))]),
  );
  let isComplete = true;
  for (const what of new Set(rules.map(({ when }) => when.what))) {
    let rows = 0;
    let after: EventPosition | undefined;
    for (;;) {
      const page = listConversionEvents(context, what, { since, after, limit: STEP });
      for (const event of page.events) {
        for (const [rule, platforms] of counts) countConversionEvent(context, { rule, event, platforms });
      }
      rows += page.read;
      after = page.last;
      if (page.read < STEP) break;
      if (rows >= MOST_ROWS) {
        isComplete = false;
        break;
      }
      await pause();
    }
  }
  return {
    from: writeMoment(since),
    to: writeMoment(context.now),
    is_complete: isComplete,
    rules: [...counts].map(([rule, platforms]) => ({
      rule_id: rule.ruleId,
      name: rule.name,
      platforms: [...platforms].map(([platform, count]) => platformBody(context, { rule, platform, count })),
    })),
  };
}

function newCount(): Count {
  return { sent: 0, amounts: new Map(), reasons: new Map(), newest: [] };
}

function countConversionEvent(
  context: RequestContext,
  {
    rule,
    event,
    platforms,
  }: { rule: PreviewedRule; event: ConversionEvent; platforms: Map<Platform, Count> },
): void {
  if (!concerns(rule, event)) return;
  const amount = amountOf(rule, event);
  for (const [platform, count] of platforms) {
    const { settings } = platformsOf(context).of(platform);
    // As if it had been sent at the time.
    const at = { id: '', amount, now: event.time };
    const { reason } = decide(rule, event, { platform, settings }, at);
    if (reason !== null) count.reasons.set(reason, (count.reasons.get(reason) ?? 0) + 1);
    else {
      count.sent += 1;
      if (amount !== null)
        count.amounts.set(amount.unit, (count.amounts.get(amount.unit) ?? 0) + amount.value);
    }
    if (count.newest.length >= MOST_NEWEST) continue;
    count.newest.push({
      what: event.what,
      record_id: event.recordId,
      time: writeMoment(event.time),
      is_sent: reason === null,
      reason,
      words: reason === null ? null : wordsOf(reason, rule),
      value: reason === null ? amount : null,
    });
  }
}

function platformBody(
  context: RequestContext,
  { rule, platform, count }: { rule: PreviewedRule; platform: Platform; count: Count },
): PreviewedPlatform {
  const reasons = [...count.reasons]
    .toSorted(([one, left], [other, right]) => right - left || (one < other ? -1 : 1))
    .map(([reason, number]) => ({ reason, count: number, words: wordsOf(reason, rule) }));
  return {
    platform,
    is_enabled: platformsOf(context).of(platform).isEnabled,
    sent: count.sent,
    not_sent: reasons.reduce((sum, each) => sum + each.count, 0),
    reasons,
    values: [...count.amounts].map(([unit, value]) => ({ unit, value: Math.round(value * 100) / 100 })),
    summary: summary(count.sent, reasons),
    newest: count.newest,
  };
}
