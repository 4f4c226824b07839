/** Reference of the operator's operations. */
import {
  addressSchema,
  allowanceSchema,
  eraseCompanySchema,
  moveNumberSchema,
  newCompanySchema,
  operatorTokenSchema,
} from './schema.ts';
import {
  count,
  exactly,
  id,
  ref,
  text,
  operationsOf,
  type Operation,
} from '../../shared/reference/operation.ts';

const operator = operationsOf('Provisioning', 'operator');

export const OPERATOR_OPERATIONS: readonly Operation[] = [
  operator({
    name: 'createCompany',
    method: 'POST',
    path: '/operator/companies',
    summary: 'Create a company and its super admin',
    body: newCompanySchema,
    answer: ref('MadeCompany'),
    golden: 'people/make-company',
    problems: ['company_exists', 'too_many_values', 'invalid_email', 'service_unavailable'],
  }),
  operator({
    name: 'changeCompanyAllowance',
    method: 'POST',
    path: '/operator/companies/{company}/allowance',
    summary: 'Set how many companies a company may add',
    description:
      'For an agency, whose super admins then add companies for their clients. The number is that of all companies that it ever adds, 0 at first. Those that it has added count, also once they are erased.',
    body: allowanceSchema,
    answer: exactly({ company_id: id, companies: count, added: count }),
    golden: 'people/company-allowance',
    problems: ['not_found'],
  }),
  operator({
    name: 'issueTokenForUser',
    method: 'POST',
    path: '/operator/tokens',
    summary: 'Issue a token for a user',
    description:
      'The token is for the company that company_id names, otherwise for the first one that has the user.',
    body: operatorTokenSchema,
    answer: ref('Token'),
    headers: ['X-Token-Expires-At'],
    golden: 'people/operator-token',
    problems: ['unknown_user', 'user_suspended', 'invalid_email'],
  }),
  operator({
    name: 'releaseAddress',
    method: 'POST',
    path: '/operator/addresses/release',
    summary: 'Free a sign-in address that a company holds without having a user with it',
    description: 'Answers the company that held it, or null.',
    body: addressSchema,
    answer: exactly({ email: text, company_id: { type: ['string', 'null'], format: 'uuid' } }),
    golden: 'people/release-address',
    problems: ['in_use', 'invalid_email'],
  }),
  operator({
    name: 'assignTrackingNumber',
    method: 'POST',
    path: '/operator/numbers/move',
    summary: 'Move a phone number to another company',
    description:
      'A number belongs to one company of a deployment. The companies that had it forget it among their numbers at carriers; in their settings it stays until they take it out. The other company then puts it into its settings, and imports it, so that its calls come there.',
    body: moveNumberSchema,
    answer: exactly({
      number: text,
      company_id: id,
      former_company_ids: { type: 'array', items: id },
    }),
    golden: 'people/move-number',
    problems: ['not_found', 'invalid_phone'],
  }),
];

export const COMPANY_ERASURE_OPERATIONS: readonly Operation[] = [
  operator({
    name: 'eraseCompany',
    method: 'POST',
    path: '/operator/companies/{company}/erase',
    summary: 'Delete a company with all its data',
    description:
      'The name must be the company’s, so that no other one is deleted by mistake. Its sign-in addresses are free afterwards. While carriers have numbers that the company bought, they go on charging for them: the answer is 409 in_use with these numbers, until bought_numbers says release, which gives them back and answers 409 again while some are left, or keep. Numbers that were imported stay in their account; put them back first, so that their calls go where they went before. This cannot be undone.',
    body: eraseCompanySchema,
    answer: exactly({ company_id: id, status: { const: 'erased' } }),
    golden: 'removal/erase-company',
    problems: ['not_found', 'in_use'],
  }),
];
