/** Reference of copying settings between companies. */
import * as v from 'valibot';
import { anyValue, count, id, named } from '../../../../shared/reference/answers.ts';
import { REASONS, SECTIONS } from './plans.ts';
import { type Operation, operationsOf } from '../../../../shared/reference/operation.ts';
import { copyQuery, copySchema } from './schema.ts';

const VALUE = 'Text, a number, true or false, null, or a list of conditions, as the settings have it.';

const copiedSection = named(
  'CopiedSection',
  v.strictObject({
    section: v.picklist(SECTIONS),
    added: v.pipe(v.array(v.string()), v.description('The names of what the company gets.')),
    changed: v.array(
      v.strictObject({
        name: v.string(),
        members: v.exactOptional(
          v.pipe(v.array(v.string()), v.description('The members that change, of an entry with members.')),
        ),
        before: v.exactOptional(anyValue(VALUE)),
        after: v.exactOptional(anyValue(VALUE)),
        numbers: v.exactOptional(
          v.pipe(count, v.description('How many numbers of the company are for this source.')),
        ),
      }),
    ),
    kept: v.pipe(
      v.array(v.string()),
      v.description('The names of what only this company has, which stays as it is.'),
    ),
    left: v.pipe(
      v.array(v.strictObject({ name: v.string(), reason: v.picklist(REASONS) })),
      v.description('What cannot be copied to this company, and why.'),
    ),
    is_reordered: v.pipe(
      v.boolean(),
      v.description(
        'Whether what the company has comes in another order: new leads get the first state, and visits the first source that matches.',
      ),
    ),
  }),
);
export type SectionBody = v.InferOutput<typeof copiedSection>;

export const copyResultAnswer = named(
  'CopyResult',
  v.strictObject({
    company_id: id,
    name: v.pipe(v.nullable(v.string()), v.description('Null if it is not known.')),
    status: v.picklist(['reviewed', 'copied', 'unchanged', 'refused', 'no_answer']),
    reviewed: v.pipe(
      v.nullable(v.string()),
      v.description(
        'Names what was reviewed. Sent with the copy, it refuses the copy if the settings have changed since.',
      ),
    ),
    code: v.exactOptional(
      v.pipe(v.string(), v.description('Why the company refuses: the code of a problem.')),
    ),
    detail: v.exactOptional(v.pipe(v.string(), v.description('Why the company refuses, in words.'))),
    sections: v.array(copiedSection),
  }),
);
export type CopyResultBody = v.InferOutput<typeof copyResultAnswer>;

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
