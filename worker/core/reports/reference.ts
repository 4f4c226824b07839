/** Reference of reports. */
import { operationsOf, type Operation } from '../../shared/reference/operation.ts';
import { visitCountsAnswer } from './answer-schema.ts';
import { visitCountsQuerySchema } from './schema.ts';

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
];
