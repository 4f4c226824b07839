/** The words for what a report is made of: filters, what is included, models; and the order of all choices. Pure. */
import type { Dimension, MetricName, Model } from '../../../../worker/core/reports/counting/definitions.ts';
import { DIMENSION_LABELS, METRIC_WORDS } from '../../../../worker/core/reports/words/metrics.ts';
import type { Filter, LeftOut } from './report-path.ts';

export const FILTER_LABELS: Readonly<Record<Filter, string>> = {
  ...DIMENSION_LABELS,
  first_time: 'First call',
};

/** What a report includes that it leaves out otherwise. */
export const INCLUDE_LABELS: Readonly<Record<LeftOut, string>> = {
  spam: 'With blocked calls and spam',
  not_a_lead: 'With calls that are not leads',
};

export const MODEL_LABELS: Readonly<Record<Model, string>> = {
  last: 'Last visit',
  first: 'First visit',
  last_non_direct: 'Last visit, not direct',
  last_paid: 'Last paid visit',
  lead_creation: 'Visit that made the lead',
  position: 'First 40%, last 40%, between 20%',
};

/** The metrics, groupings and models, in the order in which they are offered. */
export const METRIC_NAMES = Object.keys(METRIC_WORDS) as MetricName[];
export const DIMENSIONS = Object.keys(DIMENSION_LABELS) as Dimension[];
export const MODELS = Object.keys(MODEL_LABELS) as Model[];
