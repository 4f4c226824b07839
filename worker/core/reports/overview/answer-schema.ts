/** The answer about how a person's companies are doing. */
import * as v from 'valibot';
import { count, named, time } from '../../../shared/reference/answers.ts';
import { ownMembershipAnswer } from '../../people/memberships/answer-schema.ts';
import { TROUBLES } from './troubles.ts';

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
