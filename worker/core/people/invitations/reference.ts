/** Reference of invitations and of links for a new password. */
import * as v from 'valibot';
import { companyInvitationAnswer, invitationWithLinkAnswer, passwordLinkAnswer } from './answer-schema.ts';
import { newInvitationSchema } from './schema.ts';
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';

const COMPANY = '/companies/{company}';
const users = operationsOf('Users', 'user');

export const INVITATION_OPERATIONS: readonly Operation[] = [
  users({
    name: 'listCompanyInvitations',
    method: 'GET',
    path: `${COMPANY}/invitations`,
    summary: 'The invitations of the last 90 days, newest first (super admin)',
    answer: v.array(companyInvitationAnswer),
    golden: 'people/company-invitations',
    problems: ['permission_denied'],
  }),
  users({
    name: 'createCompanyInvitation',
    method: 'POST',
    path: `${COMPANY}/invitations`,
    summary: 'Invite a person by a link (super admin)',
    description:
      'The link is valid once, for seven days, and is sent by mail where mail is set up (is_mailed). Otherwise hand it over. Only this answer has it. The user is added when the person accepts. With company_ids, the link also opens these companies, of which the caller is a super admin: all are invited to, or none. One that cannot be reached when the person accepts is left out, and its invitation stays open.',
    body: newInvitationSchema,
    answer: invitationWithLinkAnswer,
    golden: 'people/invite',
    problems: [
      'permission_denied',
      'invalid_email',
      'identifier_taken',
      'unknown_group',
      'too_many_values',
      'second_factor_required',
      'user_suspended',
      'not_found',
      'service_unavailable',
    ],
  }),
  users({
    name: 'replaceCompanyInvitation',
    method: 'POST',
    path: `${COMPANY}/invitations/{invitation}/renew`,
    summary: 'Make a new link for an invitation, and send it; the former one ends (super admin)',
    answer: invitationWithLinkAnswer,
    golden: 'people/renew-invitation',
    problems: ['permission_denied', 'in_use'],
  }),
  users({
    name: 'cancelCompanyInvitation',
    method: 'POST',
    path: `${COMPANY}/invitations/{invitation}/withdraw`,
    summary: 'Withdraw an invitation (super admin)',
    answer: companyInvitationAnswer,
    golden: 'people/withdraw-invitation',
    problems: ['permission_denied', 'in_use'],
  }),
  users({
    name: 'createPasswordLink',
    method: 'POST',
    path: `${COMPANY}/users/{user}/password_link`,
    summary: 'Make a link with which a user chooses a new password (super admin)',
    description:
      'It is valid once, for 30 minutes, and for this company alone. It is sent by mail where mail is set up (is_mailed).',
    answer: passwordLinkAnswer,
    golden: 'people/password-link',
    problems: ['permission_denied', 'in_use', 'too_many_values'],
  }),
];
