/** The words for the metrics and the groupings of reports, in the console and in mail. Pure. */
import type { Dimension, Metric, MetricName } from '../counting/definitions.ts';
import type { FigureFormat } from './figures.ts';

/** The noun of a figure in both numbers, in lower case: `missed call`, `missed calls`. */
export interface Noun {
  one: string;
  many: string;
}

/** A metric as people read it. */
export interface MetricWords {
  label: string;
  /** In sentences: `12 missed calls`. */
  noun: Noun;
  /** Whether more is worse. */
  isBad?: boolean;
  /** Whether more is neither better nor worse, as with costs. */
  isNeutral?: boolean;
}

/** In which unit the figures of a metric are, as an answer describes it; the currency (ISO 4217) of amounts. */
interface MetricUnit {
  name: MetricName;
  unit: Metric['unit'];
  currency: string | null;
}

export const METRIC_WORDS: Readonly<Record<MetricName, MetricWords>> = {
  visits: words('Visits', 'visit'),
  taps: words('Taps on numbers', 'tap on a number', 'taps on numbers'),
  calls: words('Calls', 'call'),
  callers: words('Callers', 'caller'),
  first_time_callers: words('First-time callers', 'first-time caller'),
  answered: words('Answered', 'answered call'),
  missed: { ...words('Missed', 'missed call'), isBad: true },
  answer_rate: words('Answer rate', 'answer rate'),
  rescued: words('Missed, called back', 'missed call with a call-back', 'missed calls with a call-back'),
  not_called_back: {
    ...words('Not called back', 'missed call without a call-back', 'missed calls without a call-back'),
    isBad: true,
  },
  lost_in_menu: {
    ...words('Lost in the menu', 'call lost in the menu', 'calls lost in the menu'),
    isBad: true,
  },
  ring_median: { ...words('Ringing time', 'median ringing time'), isBad: true },
  talk_median: { ...words('Talk time', 'median talk time'), isNeutral: true },
  share_high_confidence: words('Sure attribution', 'share of sure attribution'),
  share_medium_confidence: { ...words('Likely attribution', 'share of likely attribution'), isNeutral: true },
  share_low_confidence: { ...words('Unsure attribution', 'share of unsure attribution'), isBad: true },
  texts: words('Texts', 'text'),
  forms: words('Forms', 'form'),
  leads: words('Leads', 'lead'),
  won: words('Won', 'won lead'),
  value: words('Value won', 'value won', 'values won'),
  cost: { ...words('Cost', 'cost'), isNeutral: true },
  cost_per_lead: { ...words('Cost per lead', 'cost per lead', 'costs per lead'), isBad: true },
  return_on_spend: words('Return on spend', 'return on spend', 'returns on spend'),
  calls_per_100_visits: words('Calls per 100 visits', 'rate of calls per 100 visits'),
};

export const DIMENSION_LABELS: Readonly<Record<Dimension, string>> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  hour: 'Hour',
  weekday: 'Weekday',
  source: 'Source',
  medium: 'Medium',
  campaign: 'Campaign',
  term: 'Keyword',
  landing_page: 'Landing page',
  location: 'Location',
  number: 'Number',
  outcome: 'Outcome',
  answered_by: 'Answered by',
  menu_key: 'Keys in the menu',
  state: 'State of the lead',
  confidence: 'Confidence',
};

/** Returns how the figures of a metric are written. @param metrics as the answer describes them */
export function formatOf(name: MetricName, metrics: readonly MetricUnit[]): FigureFormat {
  const { unit, currency } = metrics.find((metric) => metric.name === name) ?? {
    unit: 'count',
    currency: null,
  };
  switch (unit) {
    case 'amount':
      return { kind: 'money', currency: currency ?? undefined };
    case 'seconds':
      return { kind: 'seconds' };
    case 'ratio':
      return { kind: name === 'return_on_spend' ? 'ratio' : 'share' };
    default:
      return { kind: name === 'calls_per_100_visits' ? 'ratio' : 'count' };
  }
}

function words(label: string, one: string, many = `${one}s`): MetricWords {
  return { label, noun: { one, many } };
}
