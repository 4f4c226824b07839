/** Reference of the overview of a person's companies. */
import * as v from 'valibot';
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';
import { companyOverviewAnswer } from './answer-schema.ts';
import { usageQuerySchema } from './schema.ts';

const ownCompanies = operationsOf('Own companies', 'user');

export const OVERVIEW_OPERATIONS: readonly Operation[] = [
  ownCompanies({
    name: 'listCompanyOverviews',
    method: 'GET',
    path: '/me/companies/overview',
    summary: 'How the companies of the caller are doing, the one with the worst trouble first',
    description:
      'Calls, missed callers and leads of the last seven days, the site’s last request, the progress of the set-up, and troubles: numbers_astray (numbers at carriers no longer send their calls here), script_silent (no page has requested its numbers for three days), script_missing, not_called_back, calls_down (by more than 40 % of at least ten), setup_open. Figures may be 30 seconds old. In companies where the caller is an agent there are none. A company that does not answer within five seconds has is_available false.',
    answer: v.array(companyOverviewAnswer),
    golden: 'people/company-overviews',
    problems: ['permission_denied', 'service_unavailable'],
  }),
  ownCompanies({
    name: 'exportCompanyUsage',
    method: 'GET',
    path: '/me/companies/usage.csv',
    summary: 'What the companies of the caller have used in a month, as a CSV file',
    description:
      'A line for each company whose reports the caller may see: calls, minutes of conversations (each call’s rounded up, as carriers bill them), texts, tracking numbers now, leads, costs of ads and cost per lead in the company’s currency. A company that does not answer within five seconds has a note alone.',
    query: usageQuerySchema,
    answer: v.string(),
    answerType: 'text/csv',
    headers: ['Content-Disposition'],
    golden: 'people/company-usage',
    problems: ['permission_denied', 'service_unavailable'],
  }),
];
