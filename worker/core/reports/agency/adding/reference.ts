/** Reference of adding companies. */
import * as v from 'valibot';
import { id, named } from '../../../../shared/reference/answers.ts';
import { copyResultAnswer } from '../copying/reference.ts';
import { type Operation, operationsOf } from '../../../../shared/reference/operation.ts';
import { clientSchema } from './schema.ts';

export const addedCompanyAnswer = named(
  'AddedCompany',
  v.strictObject({
    company_id: id,
    name: v.string(),
    template: v.pipe(
      v.nullable(copyResultAnswer),
      v.description('What it got of the template. Null without one.'),
    ),
    invitation: v.pipe(
      v.nullable(
        v.strictObject({
          email: v.string(),
          is_mailed: v.boolean(),
          code: v.exactOptional(v.string()),
          detail: v.exactOptional(v.string()),
        }),
      ),
      v.description('The invitation of the client, or why it was refused. Null if nobody is invited.'),
    ),
    link: v.exactOptional(v.string()),
  }),
);
export type AddedCompanyBody = v.InferOutput<typeof addedCompanyAnswer>;

const ownCompanies = operationsOf('Own companies', 'user');

export const ADDING_OPERATIONS: readonly Operation[] = [
  ownCompanies({
    name: 'addCompany',
    method: 'POST',
    path: '/me/companies/{company}/clients',
    summary: 'Add a company for a client (super admin)',
    description:
      'The path names the company that adds it, and whose allowance counts; the operator sets it. The caller becomes the super admin of the new company, with the same sign-in. With a template, of which the caller is a super admin too, it gets that company’s settings as by a copy, its states and groups instead of the first ones. The client is invited as super admin or viewer. The same request again, with the same company_id, makes no second company, and completes one that was half made. A company_id that is taken is refused.',
    body: clientSchema,
    answer: addedCompanyAnswer,
    golden: 'people/add-company',
    problems: [
      'permission_denied',
      'user_suspended',
      'second_factor_required',
      'not_found',
      'company_exists',
      'too_many_values',
      'invalid_email',
      'service_unavailable',
    ],
  }),
];
