/** Reports, and the costs that they count. */
import * as v from 'valibot';
import type { ReportBody, SavedCosts } from '../answer-schema.ts';
import { DIMENSIONS, METRIC_NAMES, MODELS } from '../../../core/reports/interface.ts';
import { makeTool, OTHERS_WORDS } from '../tool.ts';
import { limit, optional, orNull, RANGE, text } from './members.ts';

const MOST_COSTS = 100;
const figures = v.record(v.string(), v.nullable(v.number()));
const DAY = 'A day as 2026-11-23.';

const runReport = makeTool(
  {
    name: 'run_report',
    title: 'Run a report',
    description: `Counts visits, calls, texts, forms, leads and costs, by up to two groupings, and compares them with the days before. A figure is null if it is not defined or not known. Ratios are from 0 to 1. more is the number of rows that are not listed.${OTHERS_WORDS}`,
    input: v.strictObject({
      metrics: v.pipe(
        v.array(v.picklist(METRIC_NAMES, `Use ${METRIC_NAMES.join(', ')}.`)),
        v.minLength(1),
        v.maxLength(12),
      ),
      by: v.optional(
        v.pipe(v.array(v.picklist(DIMENSIONS, `Use ${DIMENSIONS.join(', ')}.`)), v.maxLength(2)),
        [],
      ),
      relative: optional(`${RANGE} The last 30 days by default.`),
      from: optional(DAY),
      to: optional(`${DAY} Included.`),
      compare: v.optional(v.picklist(['previous', 'year', 'none']), 'previous'),
      model: v.optional(
        v.pipe(v.picklist(MODELS), v.description('Which of the visits before a call or lead counts.')),
        'last',
      ),
      source: optional('Only this source.'),
      campaign: optional('Only this campaign.'),
      location: optional('Only this location_id.'),
      number: optional('Only this number, in E.164.'),
      outcome: optional('Only calls with this outcome, such as missed.'),
      sort: optional('A metric or grouping; with a minus sign the other way round: -calls.'),
      limit: limit(200, 50),
    }),
    output: v.object({
      from: text,
      to: text,
      time_zone: text,
      model: text,
      metrics: v.array(v.object({ name: text, unit: text, currency: orNull })),
      totals: figures,
      compared: v.nullable(v.object({ from: text, to: text, totals: figures })),
      rows: v.array(
        v.object({
          by: v.array(v.object({ value: orNull, label: text })),
          values: figures,
          compared: v.nullable(figures),
        }),
      ),
      more: v.number(),
      notes: v.array(text),
    }),
  },
  ({ metrics, by, ...query }, api) =>
    api.get<ReportBody>('reports/query', { ...query, metrics: metrics.join(), by: by.join() }),
);

const saveCosts = makeTool(
  {
    name: 'save_costs',
    title: 'Save costs of ads',
    description:
      'Saves what ads cost, by day, source and campaign. A cost replaces the former one of the same day, source and campaign.',
    input: v.strictObject({
      costs: v.pipe(
        v.array(
          v.strictObject({
            day: v.pipe(v.string(), v.description(DAY)),
            source: v.pipe(v.string(), v.description('A source of the company, such as google_ads.')),
            campaign: optional('The campaign; without it, the cost is that of the whole source.'),
            amount: v.number(),
            unit: optional('The three letters of a currency; the company’s by default.'),
          }),
        ),
        v.minLength(1),
        v.maxLength(MOST_COSTS),
      ),
    }),
    output: v.object({ saved: v.number(), changed: v.number() }),
    writing: { replaces: true, isIdempotent: true },
  },
  (body, api) => api.send<SavedCosts>('PUT', 'costs', body),
);

export const REPORT_TOOLS = [runReport, saveCosts];
