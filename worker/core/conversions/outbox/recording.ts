/** Puts conversions into the outbox, in the transaction of the call, message or form that they report. */
import type { NewChange } from '../../engine/context/stream-schema.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { findConversionEvent } from '../deciding/events.ts';
import { amountOf, concerns, decide, type Verdict } from '../deciding/verdicts.ts';
import { platformsOf } from '../platform-settings.ts';
import type { Amount } from '../platforms/conversion.ts';
import { FACTS, type Platform } from '../platforms/facts.ts';
import { rulesOf } from '../rules.ts';
import { arrangeConversions } from './merged-leads.ts';
import type {
  ConversionRecord,
  ConversionStatus,
  ConversionEvent,
  EventKind,
  Reason,
  RuleRecord,
} from '../schema.ts';
import {
  CONVERSIONS_KEPT_MS,
  conversionIdOf,
  conversionsOf,
  insertConversion,
  type NewConversion,
  updateConversion,
} from './conversion-store.ts';

/** Most conversions of a request (Google takes 2,000). Few, since one bad event spoils the whole request. */
export const MOST_TOGETHER = 20;

/** Statuses of a conversion that the platform has, or had. */
const GONE_OUT: readonly ConversionStatus[] = ['sent', 'accepted', 'refused'];

/** The changes after which a call, message or form is looked at, and whether it is new to the rules then. */
const CAUSES: ReadonlyMap<string, { what: EventKind; isNew: boolean }> = new Map([
  ['call.completed', { what: 'call', isNew: true }],
  ['call.changed', { what: 'call', isNew: false }],
  ['text.received', { what: 'text', isNew: true }],
  ['text.changed', { what: 'text', isNew: false }],
  ['form.received', { what: 'form', isNew: true }],
  ['form.changed', { what: 'form', isNew: false }],
]);

/** The changes after which their lead is looked at: those of the lead, and of the visit that may have brought it. */
const CAUSES_OF_WON: ReadonlySet<string> = new Set([
  'lead.created',
  'lead.changed',
  'lead.merged',
  'lead.unmerged',
  'lead.restored',
  'call.changed',
  'text.changed',
  'form.received',
  'form.changed',
]);

/** Looks at the calls, messages, forms and leads of these changes by all rules. */
export function recordConversions(context: WriteContext, changes: readonly NewChange[]): void {
  const rules = rulesOf(context).all();
  if (rules.length === 0) return;
  for (const [recordId, { what, isNew }] of recordsOf(changes)) {
    const event = findConversionEvent(context, what, recordId);
    if (event !== undefined) for (const rule of rules) recordBy(context, rule, event, { isNew });
  }
  if (rules.every(({ when }) => when.what !== 'lead_won')) return;
  const others = changes.flatMap((change) => followMerge(context, change));
  const own = changes.flatMap(({ type, leadId }) => (CAUSES_OF_WON.has(type) ? (leadId ?? []) : []));
  const leads = [...own, ...others];
  for (const leadId of new Set(leads)) {
    const event = findConversionEvent(context, 'lead_won', leadId);
    if (event === undefined) continue;
    for (const rule of rules) recordBy(context, rule, event, { isNew: false });
  }
}

/** Follows a merge or its undoing. @returns the living leads of one that was undone */
function followMerge(context: WriteContext, { type, leadId, data }: NewChange): string[] {
  const secondaryId = data?.['secondary_lead_id'];
  if (leadId === undefined || typeof secondaryId !== 'string') return [];
  if (type === 'lead.merged') arrangeConversions(context, [leadId]);
  if (type !== 'lead.unmerged') return [];
  arrangeConversions(context, [leadId, secondaryId]);
  return [leadId, secondaryId];
}

/** Returns the calls, messages and forms of changes by their id, and whether each is new. */
function recordsOf(changes: readonly NewChange[]): Map<string, { what: EventKind; isNew: boolean }> {
  const seen = new Map<string, { what: EventKind; isNew: boolean }>();
  for (const { type, data } of changes) {
    const cause = CAUSES.get(type);
    const recordId = data?.[`${cause?.what}_id`];
    if (cause === undefined || typeof recordId !== 'string') continue;
    seen.set(recordId, { ...cause, isNew: cause.isNew || seen.get(recordId)?.isNew === true });
  }
  return seen;
}

/** What is known about the look at a conversion event. */
interface Look {
  /** Whether the conversion event has just happened. */
  isNew: boolean;
  /** Whether the rule's present value counts for what it reported before. */
  isRestated?: boolean;
}

/** Looks at a conversion event by one rule, for each of its platforms. */
export function recordBy(context: WriteContext, rule: RuleRecord, event: ConversionEvent, look: Look): void {
  const known = conversionsOf(context.database, event.recordId, rule.ruleId);
  const isConcerned = rule.state === 'active' && concerns(rule, event);
  for (const platform of new Set([...rule.platforms, ...known.map((row) => row.platform)])) {
    const before = known.find((row) => row.platform === platform);
    const isDue = isConcerned && rule.platforms.includes(platform);
    if (before !== undefined) renew(context, before, { rule, event, isDue, ...look });
    else if (isDue && event.isWon !== false && (look.isNew || event.time >= rule.changedTime)) {
      add(context, { rule, event, platform });
    }
  }
}

function add(
  context: WriteContext,
  { rule, event, platform }: { rule: RuleRecord; event: ConversionEvent; platform: Platform },
): void {
  const amount = amountOf(rule, event);
  const conversionId = conversionIdOf(event.recordId, rule.ruleId);
  const { reason } = verdictOn(context, { rule, event, platform, id: conversionId, amount });
  const conversion: NewConversion = {
    conversionId,
    what: event.what,
    recordId: event.recordId,
    platform,
    ruleId: rule.ruleId,
    ruleVersion: rule.version,
    ...outcomeOf(context, platform, reason),
    detail: null,
    eventTime: event.time,
    createdTime: context.now,
    changedTime: context.now,
    unit: amount?.unit ?? null,
    value: amount?.value ?? null,
    sentUnit: null,
    sentValue: null,
    sentTime: null,
    formerUnit: null,
    formerValue: null,
    requestId: null,
    together: MOST_TOGETHER,
  };
  insertConversion(context.database, conversion);
  context.wakeBy(context.now + CONVERSIONS_KEPT_MS);
}

/** Decides anew on a conversion. What a platform has stays as it is there, unless its value changed and may be restated. */
function renew(
  context: WriteContext,
  before: ConversionRecord,
  {
    rule,
    event,
    isDue,
    isRestated = false,
  }: Look & { rule: RuleRecord; event: ConversionEvent; isDue: boolean },
): void {
  const { platform, conversionId: id } = before;
  const { amount, ruleVersion } = priceOf(before, rule, { event, isRestated });
  const hasGoneOut = GONE_OUT.includes(before.status);
  if (hasGoneOut && (sayIfLost(context, before, event) || !mayRestate(before, amount))) return;
  const reason = reasonNow(context, { rule, event, platform, id, amount, isDue });
  // There is no way to take a conversion back.
  if (hasGoneOut && reason !== null) return;
  const after: ConversionRecord = {
    ...before,
    ...outcomeOf(context, platform, reason),
    ruleVersion,
    eventTime: timeOf(before, event),
    unit: amount?.unit ?? null,
    value: amount?.value ?? null,
  };
  if (JSON.stringify({ ...after, dueTime: 0 }) === JSON.stringify({ ...before, dueTime: 0 })) return;
  updateConversion(context.database, { ...after, changedTime: context.now });
}

/** Returns why a conversion does not go out now; null if it does. */
function reasonNow(
  context: WriteContext,
  { isDue, ...of }: Parameters<typeof verdictOn>[1] & { isDue: boolean },
): Reason | null {
  // A lost lead has no visit any more by which a rule could concern it.
  return isDue || of.event.isWon === false ? verdictOn(context, of).reason : 'rule_off';
}

/** Returns when a conversion happened. A lost lead has no time of its own. */
function timeOf({ eventTime }: ConversionRecord, { isWon, time }: ConversionEvent): number {
  return isWon === false ? eventTime : time;
}

/**
 * Notes on what a platform has that its lead is not won any more, or is won again. There is no way to take it back.
 * @returns whether the lead is lost
 */
function sayIfLost(context: WriteContext, before: ConversionRecord, { isWon }: ConversionEvent): boolean {
  const isLost = isWon === false;
  if (isLost !== (before.reason === 'not_won') && (isLost || before.status !== 'refused')) {
    const reason = isLost ? 'not_won' : null;
    updateConversion(context.database, { ...before, reason, changedTime: context.now });
  }
  return isLost;
}

/**
 * Returns the value of a conversion, and the version of the rule that gave it. A changed rule prices nothing anew. A value that
 * people gave does.
 */
function priceOf(
  { platform, unit, value, sentValue, ruleVersion }: ConversionRecord,
  rule: RuleRecord,
  { event, isRestated }: { event: ConversionEvent; isRestated: boolean },
): { amount: Amount | null; ruleVersion: number } {
  const isUnpriced = unit === null || value === null;
  // The platform may have it, and keeps the first one.
  const isFixed = sentValue !== null && !FACTS[platform].restates;
  const isGivenByPeople = rule.value === 'lead' && ruleVersion === rule.version;
  if (isUnpriced || (!isFixed && (isRestated || isGivenByPeople))) {
    return { amount: amountOf(rule, event), ruleVersion: rule.version };
  }
  return { amount: { unit, value }, ruleVersion };
}

/** Tells whether a value differs from the one that a platform has and can replace. */
function mayRestate(
  { platform, status, sentUnit, sentValue }: ConversionRecord,
  amount: Amount | null,
): boolean {
  if (!FACTS[platform].restates || amount === null || status === 'refused') return false;
  return amount.unit !== sentUnit || amount.value !== sentValue;
}

function verdictOn(
  context: WriteContext,
  of: { rule: RuleRecord; event: ConversionEvent; platform: Platform; id: string; amount: Amount | null },
): Verdict {
  const { rule, event, platform, id, amount } = of;
  const { isEnabled, settings } = platformsOf(context).of(platform);
  const verdict = decide(rule, event, { platform, settings }, { id, amount, now: context.now });
  return verdict.reason === null && !isEnabled ? { conversion: null, reason: 'platform_off' } : verdict;
}

/** Returns the status after a verdict, and when to send. */
function outcomeOf(
  context: WriteContext,
  platform: Platform,
  reason: Reason | null,
): Pick<ConversionRecord, 'status' | 'reason' | 'dueTime'> {
  if (reason !== null) return { status: 'skipped', reason, dueTime: null };
  if (FACTS[platform].door === 'file') return { status: 'waiting', reason: null, dueTime: null };
  context.wakeBy(context.now);
  return { status: 'waiting', reason: null, dueTime: context.now };
}
