/** Reference of reports. */
import * as v from 'valibot';
import { count } from '../../shared/reference/answers.ts';
import { type Operation, operationsOf } from '../../shared/reference/operation.ts';
import { callPageAnswer } from '../phone/calls/answer-schema.ts';
import {
  formsBehindAnswer,
  leadsBehindAnswer,
  messagesBehindAnswer,
  reportAnswer,
} from './queries/answer-schema.ts';
import { recordsQuerySchema, reportQuerySchema, visitCountsQuerySchema } from './counting/schema.ts';

export const visitCountsAnswer = v.strictObject({
  day: v.pipe(v.string(), v.isoDate()),
  visits: count,
  counts: v.array(
    v.strictObject({
      source: v.string(),
      campaign: v.nullable(v.string()),
      location_id: v.nullable(v.string()),
      number: v.nullable(v.string()),
      visits: count,
    }),
  ),
});
export type VisitCountsBody = v.InferOutput<typeof visitCountsAnswer>;

const reports = operationsOf('Calls', 'user');

export const REPORT_OPERATIONS: readonly Operation[] = [
  reports({
    name: 'countVisits',
    method: 'GET',
    path: '/companies/{company}/reports/visits',
    summary: 'The visits of a day by source, campaign, location and number',
    description:
      'For managers and super admins. A visit is counted within about five minutes. A day has at most 2,000 combinations in each month’s object; beyond that its rarest campaigns are counted as the campaign `other`. Counts are kept for 25 months.',
    query: visitCountsQuerySchema,
    answer: visitCountsAnswer,
    golden: 'calls/visits',
    problems: ['permission_denied'],
  }),
  reports({
    name: 'runReport',
    method: 'GET',
    path: '/companies/{company}/reports/query',
    summary: 'Metrics of calls, messages, forms, leads, visits, taps and costs, by up to two groupings',
    description:
      'For managers and super admins; docs/reports.md defines the metrics. `metrics` and `by` are names separated by commas. The days are those of the company’s zone: `from` and `to`, both included, or `relative`; by default the last 30 days. They are compared with as many days before (`previous`) or a year before (`year`), moved by whole weeks. `model` says which of the visits before a call or lead gets the credit. Filters take one value, empty for records without one; blocked calls and forms that look like spam (`spam`) and calls marked as `not_a_lead` are left out unless `include` names them. A figure is null if it is undefined, or not known by these groupings and filters. `link` is the query of the records behind a row: add it to `reports/<list>` of the metric, with its `only`. With `format=csv` or `Accept: text/csv` the answer is a file for people, whose last line says how many rows it leaves out.',
    query: reportQuerySchema,
    answer: reportAnswer,
    isCsvOnDemand: true,
    headers: ['Content-Disposition'],
    golden: 'reports/query',
    goldenOnDemand: 'reports/query-csv',
    problems: ['permission_denied', 'unknown_parameter', 'unknown_range', 'reversed_range'],
  }),
  reports({
    name: 'listCallsForReport',
    method: 'GET',
    path: '/companies/{company}/reports/calls',
    summary: 'The calls behind a cell of a report, latest first',
    description:
      'For managers and super admins. The query is the `link` of a row; `only` is that of the metric. `next_cursor` is absent on the last page.',
    query: recordsQuerySchema,
    answer: callPageAnswer,
    golden: 'reports/calls',
    problems: ['permission_denied', 'unknown_parameter', 'unknown_range', 'reversed_range'],
  }),
  reports({
    name: 'listTextsForReport',
    method: 'GET',
    path: '/companies/{company}/reports/texts',
    summary: 'The messages behind a cell of a report, latest first',
    description: 'For managers and super admins; as for calls.',
    query: recordsQuerySchema,
    answer: messagesBehindAnswer,
    golden: 'reports/texts',
    problems: ['permission_denied', 'unknown_parameter', 'unknown_range', 'reversed_range'],
  }),
  reports({
    name: 'listFormsForReport',
    method: 'GET',
    path: '/companies/{company}/reports/forms',
    summary: 'The forms behind a cell of a report, latest first',
    description: 'For managers and super admins; as for calls.',
    query: recordsQuerySchema,
    answer: formsBehindAnswer,
    golden: 'reports/forms',
    problems: ['permission_denied', 'unknown_parameter', 'unknown_range', 'reversed_range'],
  }),
  reports({
    name: 'listLeadsForReport',
    method: 'GET',
    path: '/companies/{company}/reports/leads',
    summary: 'The leads behind a cell of a report, latest first',
    description: 'For managers and super admins; as for calls.',
    query: recordsQuerySchema,
    answer: leadsBehindAnswer,
    golden: 'reports/leads',
    problems: ['permission_denied', 'unknown_parameter', 'unknown_range', 'reversed_range'],
  }),
];
