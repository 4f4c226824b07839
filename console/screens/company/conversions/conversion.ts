/** Rules, platforms and conversions as the API answers them, and the names of their parts. Pure. */
import type {
  ConversionBody,
  HealthBody,
  PlatformBody,
  RuleBody,
} from '../../../../worker/core/conversions/answer-schema.ts';
import { amountText } from '../../../components/text/field-text.ts';
import { OUTCOME_NAMES } from '../../calls/call.ts';

export type Rule = RuleBody;
export type Platform = PlatformBody;
export type Conversion = ConversionBody;
export type PlatformHealth = HealthBody['platforms'][number];
/** The members of a rule that people choose. */
export type RuleInput = Pick<Rule, 'name' | 'when' | 'value' | 'platforms'>;

/** What a rule reports, and the same in the plural. */
export const OCCASION_NAMES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  call: ['Call', 'Calls'],
  text: ['Text', 'Texts'],
  form: ['Form', 'Forms'],
  lead_won: ['Won lead', 'Won leads'],
};

export const STATUS_NAMES: Record<Conversion['status'], string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  accepted: 'Accepted',
  refused: 'Refused',
  skipped: 'Not sent',
};

/** Why a conversion was not sent, as a choice of a filter. */
export const REASON_NAMES: Readonly<Record<string, string>> = {
  no_consent: 'No consent',
  no_click_id: 'No click id',
  no_visit: 'No known visit',
  low_confidence: 'Visit not certain enough',
  too_few_seconds: 'Too short',
  other_outcome: 'Another outcome',
  not_first_time: 'Not a first call',
  not_a_lead: 'Not a lead',
  other_lead_status: 'Another lead status',
  no_value: 'No value',
  too_old: 'Too old',
  unwanted: 'Blocked or failed',
  platform_off: 'Platform was off',
  rule_off: 'Rule was off',
  not_won: 'Not won any more',
  merged: 'Merged into another lead',
  gone: 'Deleted meanwhile',
  refused: 'Refused by the platform',
};

/** The least certainty of the visit, as choices. */
export const CERTAINTIES: readonly (readonly [least: number, label: string])[] = [
  [0.5, 'Likely (50%)'],
  [0.8, 'Fairly sure (80%)'],
  [0.9, 'Almost certain (90%)'],
];

export function eventName(what: string, isMany = false): string {
  return OCCASION_NAMES[what]?.[isMany ? 1 : 0] ?? what;
}

/** Returns the conditions of a rule in words: `Calls of 60 seconds or more, first-time callers only`. */
export function whenText({ when }: Pick<Rule, 'when'>): string {
  const { talk_seconds: seconds = 0, outcomes, first_time: isFirst, sources, lead_status: status } = when;
  const outcomeNames = outcomes?.map((outcome) => OUTCOME_NAMES[outcome].toLowerCase());
  return [
    eventName(when.what, true) + (seconds > 0 ? ` of ${seconds} seconds or more` : ''),
    ...(outcomeNames === undefined ? [] : [outcomeNames.join(' or ')]),
    ...(isFirst === undefined ? [] : [isFirst ? 'first-time callers only' : 'returning callers only']),
    ...(sources === undefined ? [] : [`from ${sources.join(' or ')}`]),
    ...(when.locations === undefined ? [] : [`for ${when.locations.join(' or ')}`]),
    ...(status === undefined ? [] : [status === 'good' ? 'marked as a good lead' : 'marked as not a lead']),
  ].join(', ');
}

/** Returns the value of a rule in words. */
export function valueText({ value }: Pick<Rule, 'value'>): string {
  return value === 'lead' ? 'Its own value' : `${amountText(value)} each`;
}
