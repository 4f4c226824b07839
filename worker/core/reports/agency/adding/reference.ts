/** Reference of adding companies. */
import { operationsOf, type Operation } from '../../../../shared/reference/operation.ts';
import { addedCompanyAnswer } from './answer-schema.ts';
import { clientSchema } from './schema.ts';

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
