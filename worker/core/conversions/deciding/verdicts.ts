/** Decides whether a rule reports a call, a message or a won lead to a platform, and with which value. Pure. */
import type { Amount, Conversion, PlatformSettings } from '../platforms/conversion.ts';
import { FACTS, type Platform } from '../platforms/facts.ts';
import { identifiersOf } from '../platforms/identifiers.ts';
import type { Draft, ConversionEvent, Reason } from '../schema.ts';

/** A conversion goes out, or not for a reason. */
export type Verdict = { conversion: Conversion; reason: null } | { conversion: null; reason: Reason };

/** A platform with the company's settings for it. */
export interface Destination {
  platform: Platform;
  settings: PlatformSettings;
}

/** Tells whether a conversion event is of the kind, the sources and the locations that a rule is about. */
export function concerns(
  { when }: Pick<Draft, 'when'>,
  { what, source, locationId }: ConversionEvent,
): boolean {
  return (
    when.what === what &&
    (when.sources === undefined || (source !== null && when.sources.includes(source))) &&
    (when.locations === undefined || (locationId !== null && when.locations.includes(locationId)))
  );
}

/** Returns the value that a rule gives a conversion event; null if people have not given it one yet. */
export function amountOf({ value }: Pick<Draft, 'value'>, { amount }: ConversionEvent): Amount | null {
  return value === 'lead' ? amount : value;
}

/**
 * Decides on a conversion event that a rule concerns.
 * @param more.id the id for the platform
 * @param more.amount the value to send
 * @param more.now the time at which it would go out, in milliseconds since the epoch
 */
export function decide(
  rule: Pick<Draft, 'when'>,
  event: ConversionEvent,
  { platform, settings }: Destination,
  { id, amount, now }: { id: string; amount: Amount | null; now: number },
): Verdict {
  const reason = reasonOfRule(rule, event) ?? reasonOfVisit(rule, event);
  if (reason !== null || event.visit === null) return { conversion: null, reason: reason ?? 'no_visit' };
  const { time, visit, phone, emails, leadId, isFirst } = event;
  const conversion: Conversion = {
    id,
    time,
    amount: amount ?? { unit: '', value: 0 },
    visit,
    phone,
    emails,
    leadId,
    isFirst,
  };
  // The click of one of several visits is unknown.
  const isUncertain = visit.visit_id === null && event.confidence < 1;
  if (identifiersOf(platform, conversion, settings).length === 0)
    return refused(isUncertain ? 'low_confidence' : 'no_click_id');
  if (isTooOld(platform, conversion, now)) return refused('too_old');
  return amount === null ? refused('no_value') : { conversion, reason: null };
}

/** Tells whether a platform takes a conversion no longer. */
export function isTooOld(
  platform: Platform,
  { time, visit }: Pick<Conversion, 'time' | 'visit'>,
  now: number,
): boolean {
  const { oldestMs, ageFrom } = FACTS[platform];
  const since = ageFrom === 'click' ? (visit.begun_time ?? time) : time;
  return now - since > oldestMs;
}

function refused(reason: Reason): Verdict {
  return { conversion: null, reason };
}

function reasonOfRule({ when }: Pick<Draft, 'when'>, event: ConversionEvent): Reason | null {
  const { outcomes, talk_seconds: seconds = 0, first_time: isFirst } = when;
  if (event.isWon === false) return 'not_won';
  if (event.isUnwanted) return 'unwanted';
  if (outcomes !== undefined && !outcomes.some((outcome) => outcome === event.outcome))
    return 'other_outcome';
  if (seconds > 0 && (event.talkSeconds ?? 0) < seconds) return 'too_few_seconds';
  return isFirst !== undefined && isFirst !== event.isFirst ? 'not_first_time' : reasonOfStatus(when, event);
}

function reasonOfStatus(
  { lead_status: status }: Draft['when'],
  { leadStatus }: ConversionEvent,
): Reason | null {
  if (status !== undefined) return status === leadStatus ? null : 'other_lead_status';
  return leadStatus === 'not_a_lead' ? 'not_a_lead' : null;
}

function reasonOfVisit({ when }: Pick<Draft, 'when'>, { visit, confidence }: ConversionEvent): Reason | null {
  if (visit === null) return 'no_visit';
  if (confidence < when.min_confidence) return 'low_confidence';
  // A visit that says nothing has not consented.
  return visit.ad_user_data === 'granted' ? null : 'no_consent';
}
