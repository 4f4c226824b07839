/** Computes the metrics of a group from its sums. Pure. */
import type { MetricName } from './definitions.ts';
import type { Counter, Tally } from './tally.ts';

/** Decimals of sums of shares: enough for the parts of a total to sum to it. */
const DECIMALS = 1e6;

/** The figures of a group: sums, people and medians. */
export interface Sums {
  of: (counter: Counter) => number;
  callers: number;
  ring: number;
  talk: number;
}

/** Reads the sums of the groups of a tally. */
export function sumsOf(tally: Tally): (group: number | undefined) => Sums {
  const people = tally.people();
  const { ring, talk } = tally.medians();
  return (group) =>
    group === undefined
      ? { of: () => 0, callers: 0, ring: NaN, talk: NaN }
      : {
          of: (counter) => tally.count(group, counter),
          callers: people[group] ?? 0,
          ring: ring[group] ?? NaN,
          talk: talk[group] ?? NaN,
        };
}

/** Returns a metric of a group; null if it is undefined. */
export function figureOf(metric: MetricName, sums: Sums): number | null {
  const value = FIGURES[metric](sums);
  return Number.isFinite(value) ? Math.round(value * DECIMALS) / DECIMALS : null;
}

const FIGURES: Readonly<Record<MetricName, (sums: Sums) => number>> = {
  visits: ({ of }) => of('visits'),
  taps: ({ of }) => of('taps'),
  calls: ({ of }) => of('calls'),
  callers: ({ callers }) => callers,
  first_time_callers: ({ of }) => of('firstTime'),
  answered: ({ of }) => of('answered'),
  missed: ({ of }) => of('missed'),
  answer_rate: ({ of }) => of('answered') / (of('answered') + of('missed')),
  rescued: ({ of }) => of('rescued'),
  not_called_back: ({ of }) => of('missed') - of('rescued'),
  lost_in_menu: ({ of }) => of('lostInMenu'),
  ring_median: ({ ring }) => ring,
  talk_median: ({ talk }) => talk,
  share_high_confidence: ({ of }) => of('high') / of('calls'),
  share_medium_confidence: ({ of }) => of('medium') / of('calls'),
  share_low_confidence: ({ of }) => of('low') / of('calls'),
  texts: ({ of }) => of('texts'),
  forms: ({ of }) => of('forms'),
  leads: ({ of }) => of('leads'),
  won: ({ of }) => of('won'),
  value: ({ of }) => of('value'),
  cost: ({ of }) => of('cost'),
  cost_per_lead: ({ of }) => (of('costs') === 0 ? NaN : of('cost') / of('leads')),
  return_on_spend: ({ of }) => of('value') / of('cost'),
  calls_per_100_visits: ({ of }) => (100 * of('calls')) / of('visits'),
};
