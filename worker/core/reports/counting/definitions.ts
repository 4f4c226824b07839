/** The metrics, groupings and attribution models of reports. Pure. */

/** How a report credits the visits before a call or a lead (docs/reports.md). */
export const MODELS = ['last', 'first', 'last_non_direct', 'last_paid', 'lead_creation', 'position'] as const;
export type Model = (typeof MODELS)[number];

/** Groupings by the time of a record, in the company's zone. */
export const TIMES = ['day', 'week', 'month', 'hour', 'weekday'] as const;
/** Groupings by the visit that a record is credited to. */
export const TOUCHES = ['source', 'medium', 'campaign', 'term', 'landing_page'] as const;
/** Groupings by the record itself. */
const OWN = ['location', 'number', 'outcome', 'answered_by', 'menu_key', 'state', 'confidence'] as const;

export const DIMENSIONS = [...TIMES, ...TOUCHES, ...OWN] as const;
export type Dimension = (typeof DIMENSIONS)[number];
export type TouchDimension = (typeof TOUCHES)[number];

/** The kinds of data that metrics are made of. */
export type FactKind = 'call' | 'text' | 'form' | 'lead' | 'visit' | 'tap' | 'cost';

/** What a figure means: a number of things, seconds, a share from 0 to 1, or money in the company's currency. */
export const UNITS = ['count', 'seconds', 'ratio', 'amount'] as const;

/** The parts of a list that a metric counts. */
export const PARTS = [
  'first_time',
  'answered',
  'missed',
  'rescued',
  'not_called_back',
  'lost_in_menu',
  'ended',
  'high_confidence',
  'medium_confidence',
  'low_confidence',
  'won',
] as const;
export type Part = (typeof PARTS)[number];

/** A metric. */
export interface Metric {
  unit: (typeof UNITS)[number];
  /** The data that it needs. */
  of: readonly FactKind[];
  /** The list behind a cell; null if single records are not kept, as for visits and taps. */
  list: 'calls' | 'texts' | 'forms' | 'leads' | null;
  /** The part of the list that is behind a cell; null for all of it. */
  only: Part | null;
}

export const METRICS = {
  visits: { unit: 'count', of: ['visit'], list: null, only: null },
  taps: { unit: 'count', of: ['tap'], list: null, only: null },
  calls: { unit: 'count', of: ['call'], list: 'calls', only: null },
  callers: { unit: 'count', of: ['call'], list: 'calls', only: null },
  first_time_callers: { unit: 'count', of: ['call'], list: 'calls', only: 'first_time' },
  answered: { unit: 'count', of: ['call'], list: 'calls', only: 'answered' },
  missed: { unit: 'count', of: ['call'], list: 'calls', only: 'missed' },
  answer_rate: { unit: 'ratio', of: ['call'], list: 'calls', only: 'ended' },
  rescued: { unit: 'count', of: ['call'], list: 'calls', only: 'rescued' },
  not_called_back: { unit: 'count', of: ['call'], list: 'calls', only: 'not_called_back' },
  lost_in_menu: { unit: 'count', of: ['call'], list: 'calls', only: 'lost_in_menu' },
  ring_median: { unit: 'seconds', of: ['call'], list: 'calls', only: 'answered' },
  talk_median: { unit: 'seconds', of: ['call'], list: 'calls', only: 'answered' },
  share_high_confidence: { unit: 'ratio', of: ['call'], list: 'calls', only: 'high_confidence' },
  share_medium_confidence: { unit: 'ratio', of: ['call'], list: 'calls', only: 'medium_confidence' },
  share_low_confidence: { unit: 'ratio', of: ['call'], list: 'calls', only: 'low_confidence' },
  texts: { unit: 'count', of: ['text'], list: 'texts', only: null },
  forms: { unit: 'count', of: ['form'], list: 'forms', only: null },
  leads: { unit: 'count', of: ['lead'], list: 'leads', only: null },
  won: { unit: 'count', of: ['lead'], list: 'leads', only: 'won' },
  value: { unit: 'amount', of: ['lead'], list: 'leads', only: 'won' },
  cost: { unit: 'amount', of: ['cost'], list: null, only: null },
  cost_per_lead: { unit: 'amount', of: ['cost', 'lead'], list: 'leads', only: null },
  return_on_spend: { unit: 'ratio', of: ['cost', 'lead'], list: 'leads', only: 'won' },
  calls_per_100_visits: { unit: 'count', of: ['call', 'visit'], list: 'calls', only: null },
} as const satisfies Record<string, Metric>;
export type MetricName = keyof typeof METRICS;
export const METRIC_NAMES = Object.keys(METRICS) as MetricName[];

/** What may be counted in addition. Blocked calls are spam, and forms that look like it. */
export const LEFT_OUT = ['spam', 'not_a_lead'] as const;
