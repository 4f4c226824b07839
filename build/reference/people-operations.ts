/** Provisioning, sign-in, users, settings and notifications. */
import { revokeSchema, signInBodySchema, signInSchema } from '../../worker/sign-ins/schema.ts';
import { notificationQuerySchema } from '../../worker/core/notifications/schema.ts';
import { fieldsSchema } from '../../worker/core/settings/field-schema.ts';
import {
  currenciesSchema,
  groupsSchema,
  optionsSchema,
  statesSchema,
} from '../../worker/core/settings/schema.ts';
import { newUserSchema, userChangeSchema, userPageSchema } from '../../worker/core/users/schema.ts';
import { addressSchema, newCompanySchema, operatorTokenSchema } from '../../worker/operator/schema.ts';
import { arrayOf, count, exactly, id, type Operation, ref, text } from './operation.ts';

const COMPANY = '/companies/{company}';
const SIGN_IN = { username: 'sue@acme.test', password: 'correct horse battery' };
const STATES = [{ name: 'open', label: 'Open', color: '#3b82f6' }];
const CURRENCIES = {
  currencies: [
    { name: 'US Dollar', unit: 'USD', symbol: '$', rate: 1, show: true, company_default: true },
    { name: 'Euro', unit: 'EUR', symbol: '&euro;', rate: 0.92 },
  ],
};
const FIELDS = [
  { name: 'size', label: 'Size', type: 'dropdown', choices: ['Small', 'Large'], field_facet: true },
];

export const PEOPLE_OPERATIONS: readonly Operation[] = [
  {
    method: 'POST',
    path: '/operator/companies',
    tag: 'Provisioning',
    summary: 'Make a company and its super admin',
    access: 'operator',
    body: {
      schema: newCompanySchema,
      example: {
        name: 'Acme Plumbing',
        default_region: 'US',
        superadmin: { name: 'Sue Super', email: SIGN_IN.username, password: SIGN_IN.password },
      },
    },
    answer: exactly({ company_id: id, 'user_id?': id }),
    golden: 'people/make-company',
    problems: ['company_exists', 'too_many_values', 'invalid_email', 'service_unavailable'],
  },
  {
    method: 'POST',
    path: '/operator/tokens',
    tag: 'Provisioning',
    summary: 'Issue a token for a user',
    description: 'In the company that is named, else in the first that has the user.',
    access: 'operator',
    body: { schema: operatorTokenSchema, example: { email: SIGN_IN.username, valid_seconds: 3600 } },
    answer: ref('Token'),
    golden: 'people/operator-token',
    problems: ['unknown_user', 'user_suspended', 'invalid_email'],
  },
  {
    method: 'POST',
    path: '/operator/addresses/release',
    tag: 'Provisioning',
    summary: 'Free a sign-in address that a company holds without having anybody with it',
    description: 'Answers the company that held it, or null.',
    access: 'operator',
    body: { schema: addressSchema, example: { email: SIGN_IN.username } },
    answer: exactly({ email: { type: 'string' }, company_id: { type: ['string', 'null'] } }),
    golden: 'people/release-address',
    problems: ['in_use', 'invalid_email'],
  },
  {
    method: 'GET',
    path: '/auth/issue_token',
    tag: 'Sign-in',
    summary: 'Issue a token for e-mail address and password',
    description:
      'Valid for 14 days; X-Token-Expires-At says until when. Of the company that company_id names, else of the first that the password opens. The POST form keeps the password out of URLs.',
    access: 'none',
    query: signInSchema,
    answer: ref('Token'),
    golden: 'people/issue-token',
    problems: ['invalid_credentials', 'user_suspended', 'rate_limited'],
  },
  {
    method: 'POST',
    path: '/auth/issue_token',
    tag: 'Sign-in',
    summary: 'Issue a token, with the credentials in the body',
    access: 'none',
    body: { schema: signInBodySchema, example: SIGN_IN },
    answer: ref('Token'),
    golden: 'people/issue-token-by-post',
    problems: ['invalid_credentials', 'user_suspended', 'rate_limited'],
  },
  {
    method: 'POST',
    path: '/auth/revoke_token',
    tag: 'Sign-in',
    summary: 'End a token',
    access: 'none',
    body: { schema: revokeSchema, example: { token: `llt_${'A'.repeat(64)}` } },
    answer: exactly({ status: text }),
    golden: 'people/revoke-token',
    problems: ['rate_limited'],
  },
  {
    method: 'GET',
    path: '/me',
    tag: 'Users',
    summary: 'The current user',
    access: 'user',
    answer: ref('CurrentUser'),
    golden: 'people/me',
  },
  {
    method: 'GET',
    path: `${COMPANY}/users`,
    tag: 'Users',
    summary: 'All users, suspended ones too, by name',
    description: 'With start and size a page of them; X-Total-Count says how many there are.',
    access: 'user',
    query: userPageSchema,
    answer: arrayOf(ref('User')),
    golden: 'people/users',
  },
  {
    method: 'POST',
    path: `${COMPANY}/users`,
    tag: 'Users',
    summary: 'Make a user (super admin)',
    description:
      'Whether somebody else on this deployment has the address makes no difference: the password that is given opens this company alone, until the person accepts the invitation with it.',
    access: 'user',
    body: {
      schema: newUserSchema,
      example: { name: 'Al Agent', email: 'al@acme.test', role_id: 'agent', phone: '+15125550111' },
    },
    answer: ref('User'),
    golden: 'people/add-user',
    problems: [
      'permission_denied',
      'identifier_taken',
      'unknown_group',
      'invalid_email',
      'invalid_phone',
      'too_many_values',
      'service_unavailable',
    ],
  },
  {
    method: 'POST',
    path: `${COMPANY}/users/{user}/modify`,
    tag: 'Users',
    summary: 'Change a user (super admin)',
    access: 'user',
    body: { schema: userChangeSchema, example: { auto_assignable: true } },
    answer: ref('User'),
    golden: 'people/modify-user',
    problems: [
      'permission_denied',
      'identifier_taken',
      'last_superadmin',
      'unknown_group',
      'invalid_email',
      'invalid_phone',
      'too_many_values',
      'service_unavailable',
    ],
  },
  {
    method: 'GET',
    path: `${COMPANY}/notifications`,
    tag: 'Notifications',
    summary: "The caller's notifications, newest first; with scope=company everybody's (super admin)",
    access: 'user',
    query: notificationQuerySchema,
    answer: exactly({ count, start: count, notifications: arrayOf(ref('Notification')) }),
    golden: 'people/notifications',
    problems: ['permission_denied'],
  },
  ...settings('fields', arrayOf(ref('LeadField')), { schema: fieldsSchema, example: FIELDS }),
  ...settings('states', arrayOf(ref('State')), { schema: statesSchema, example: STATES }),
  ...settings('groups', arrayOf(ref('Group')), { schema: groupsSchema, example: [{ label: 'Texas' }] }),
  ...settings('currencies', exactly({ currencies: arrayOf(ref('Currency')) }), {
    schema: currenciesSchema,
    example: CURRENCIES,
  }),
  {
    method: 'GET',
    path: `${COMPANY}/settings`,
    tag: 'Settings',
    summary: 'The options of the company (super admin)',
    access: 'user',
    answer: ref('CompanyOptions'),
    golden: 'people/options',
    problems: ['permission_denied'],
  },
  {
    method: 'PUT',
    path: `${COMPANY}/settings`,
    tag: 'Settings',
    summary: 'Replace the options of the company (super admin)',
    access: 'user',
    body: { schema: optionsSchema, example: { name: 'Acme Plumbing', default_region: 'US' } },
    answer: ref('CompanyOptions'),
    golden: 'people/put-options',
    problems: ['permission_denied', 'precondition_failed'],
  },
];

/** The pair of reading and replacing one of the lead settings. */
function settings(
  name: string,
  answer: Operation['answer'],
  body: NonNullable<Operation['body']>,
): Operation[] {
  const path = `${COMPANY}/lead_settings/${name}`;
  return [
    {
      method: 'GET',
      path,
      tag: 'Settings',
      summary: `The lead ${name}`,
      access: 'user',
      answer,
      golden: `people/${name}`,
    },
    {
      method: 'PUT',
      path,
      tag: 'Settings',
      summary: `Replace the lead ${name} (super admin)`,
      access: 'user',
      body,
      answer,
      golden: `people/put-${name}`,
      problems: [
        'permission_denied',
        'precondition_failed',
        'duplicate_id',
        ...(name === 'groups' ? (['in_use'] as const) : []),
      ],
    },
  ];
}
