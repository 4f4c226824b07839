/** Reference of copying settings between companies. */
import * as v from 'valibot';
import { operationsOf, type Operation } from '../../../../shared/reference/operation.ts';
import { copyResultAnswer } from './answer-schema.ts';
import { copyQuery, copySchema } from './schema.ts';

const ownCompanies = operationsOf('Own companies', 'user');

export const COPYING_OPERATIONS: readonly Operation[] = [
  ownCompanies({
    name: 'copyCompanySettings',
    method: 'POST',
    path: '/me/companies/{company}/copy_settings',
    summary: 'Copy settings of a company to others of the caller (super admin of each)',
    description:
      'The path names the company that the settings come from. Each company takes all of them or nothing. What only it has stays: nothing is removed. Repeating a copy changes nothing. dry_run=1 tells what would change, and writes nothing; its value of reviewed, sent with the copy, refuses the copy if the settings of either company have changed since. A company that does not answer within five seconds has the status no_answer, and may have taken them all the same: copy again. Not copied are secrets, accounts of carriers, webhooks, numbers, locations, people, leads, name, region, time zone, sites and the rule of two factors; nor who rings, nor texts with a phone number or with the name of the company that they come from.',
    query: v.object(copyQuery),
    body: copySchema,
    answer: v.array(copyResultAnswer),
    golden: 'people/copy-settings',
    problems: [
      'permission_denied',
      'user_suspended',
      'second_factor_required',
      'not_found',
      'duplicate_id',
      'service_unavailable',
    ],
  }),
];
