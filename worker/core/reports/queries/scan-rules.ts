/** Prepares what a scan needs beside the facts: the states of leads, what is won, currencies. */
import { isPaidSource } from '../../../dni/pure/paid.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';
import type { Currency } from '../../company/settings/records.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { localTimesOf, rateBetween, weekStartOf, wonStatesOf } from '../company-rules.ts';
import { chunkOf, slotOf } from '../facts/fact-chunk.ts';
import type { Facts } from '../facts/facts.ts';
import type { Dimension, MetricName } from '../counting/definitions.ts';
import type { ScanRules } from '../counting/scan.ts';
import type { ReportScope } from '../counting/schema.ts';

/** What is asked for. */
export interface ScanQuery {
  scope: ReportScope;
  by: readonly Dimension[];
  metrics: readonly MetricName[];
  currencies: readonly Currency[];
}

/** Returns the rules of a scan. Loads the leads if their states are asked for. */
export async function scanRulesOf(
  context: RequestContext,
  facts: Facts,
  { scope, by, metrics, currencies }: ScanQuery,
): Promise<ScanRules> {
  if (by.includes('state') || scope.state !== undefined) await facts.loadAll('lead');
  const { dictionary } = facts;
  const won = new Set(wonStatesOf(context).map((state) => dictionary.numberOf(state)));
  const { sources = [] } = dniSettingsOf(context).read()?.settings ?? {};
  const paid = new Set(sources.filter(isPaidSource).map(({ name }) => dictionary.numberOf(name)));
  const rates = new Map<number, number>();
  return {
    scope,
    by,
    metrics,
    dictionary,
    times: localTimesOf(context),
    weekStart: weekStartOf(context),
    stateOf: (leadNumber) =>
      leadNumber <= 0 ? 0 : (facts.loaded('lead', chunkOf(leadNumber))?.who[slotOf(leadNumber)] ?? 0),
    isWon: (state) => won.has(state),
    isPaid: (source) => paid.has(source),
    rateOf: (unit) => {
      const known = rates.get(unit) ?? rateBetween(currencies, dictionary.textOf(unit) || null);
      rates.set(unit, known);
      return known;
    },
  };
}
