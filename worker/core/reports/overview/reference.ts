/** Reference of the overview of a person's companies. */
import * as v from 'valibot';
import { count, named, time } from '../../../shared/reference/answers.ts';
import { ownMembershipAnswer } from '../../people/memberships/reference.ts';
import { TROUBLES } from './troubles.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';
import { usageQuerySchema } from './schema.ts';

const figures = v.strictObject({
  calls: v.pipe(count, v.description('Calls of the last seven days, today included.')),
  calls_before: v.pipe(count, v.description('Calls of the seven days before, up to the same time of day.')),
  calls_by_day: v.pipe(
    v.array(count),
    v.description('Calls of each of these fourteen days, oldest first; today is the last.'),
  ),
  missed: v.pipe(count, v.description('Calls of these days that nobody answered.')),
  not_called_back: v.pipe(count, v.description('Missed calls whose callers nobody has called back yet.')),
  new_leads: v.pipe(count, v.description('Leads that were created in these days.')),
  setup_done: v.pipe(count, v.description('Steps of the set-up that are done.')),
  setup_steps: v.pipe(count, v.description('Steps of the set-up.')),
  seen_time: v.pipe(v.nullable(time), v.description('When a page last requested its numbers.')),
  astray_numbers: v.pipe(count, v.description('Numbers at carriers that no longer send their calls here.')),
});

export const companyOverviewAnswer = named(
  'CompanyOverview',
  v.strictObject({
    ...ownMembershipAnswer.entries,
    name: v.pipe(
      v.nullable(v.string()),
      v.description('Null if the company did not answer in time and its name is not known from before.'),
    ),
    figures: v.pipe(
      v.nullable(figures),
      v.description('Null for agents, suspended users, and a company that did not answer in time.'),
    ),
    troubles: v.pipe(v.array(v.picklist(TROUBLES)), v.description('The worst first.')),
    may_add: v.pipe(
      v.nullable(count),
      v.description('How many companies its super admins may still add. Null for other roles.'),
    ),
    is_available: v.pipe(v.boolean(), v.description('False if the company did not answer in time.')),
  }),
);
export type CompanyOverviewBody = v.InferOutput<typeof companyOverviewAnswer>;

const ownCompanies = operationsOf('Own companies', 'user');

export const OVERVIEW_OPERATIONS: readonly Operation[] = [
  ownCompanies({
    name: 'listCompanyOverviews',
    method: 'GET',
    path: '/me/companies/overview',
    summary: 'How the companies of the caller are doing, the one with the worst trouble first',
    description:
      'Calls, missed callers and leads of the last seven days, the site’s last request, the progress of the set-up, and troubles: numbers_astray (numbers at carriers no longer send their calls here), script_silent (no page has requested its numbers for longer than usual, or for three days), contacts_silent (calls or forms have not come for longer than usual), script_missing, not_called_back, calls_down (by more than 40 % of at least ten), setup_open. Figures may be 30 seconds old. In companies where the caller is an agent there are none. A company that does not answer within five seconds has is_available false.',
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
