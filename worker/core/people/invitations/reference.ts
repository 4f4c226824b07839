/** Reference of invitations and of links for a new password. */
import * as v from 'valibot';
import { id, named, time } from '../../../shared/reference/answers.ts';
import { ROLE_IDS } from '../../engine/context/actors.ts';
import { MESSAGE_STATUSES } from '../notifications/channels.ts';
import { newInvitationSchema } from './schema.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';

const invitationEntries = {
  invitation_id: id,
  email: v.string(),
  name: v.string(),
  role_id: v.picklist(ROLE_IDS),
  group_id: id,
  state: v.picklist(['open', 'accepted', 'withdrawn', 'expired']),
  created_time: time,
  created_by: v.string(),
  expires_time: time,
  /** What became of the mail. */
  mail: v.exactOptional(
    v.strictObject({ status: v.picklist(MESSAGE_STATUSES), last_error: v.exactOptional(v.string()) }),
  ),
  /** The other companies that the link opens. */
  further_companies: v.exactOptional(v.array(v.strictObject({ company_id: id, name: v.string() }))),
  /** The user whom an accepted invitation has become. */
  user_id: v.exactOptional(id),
};

export const companyInvitationAnswer = named('CompanyInvitation', v.strictObject(invitationEntries));
export type CompanyInvitationBody = v.InferOutput<typeof companyInvitationAnswer>;

/** An invitation with its link, and whether mail takes it to the person. */
export const invitationWithLinkAnswer = named(
  'CompanyInvitationWithLink',
  v.strictObject({ ...invitationEntries, link: v.exactOptional(v.string()), is_mailed: v.boolean() }),
);
export type InvitationWithLink = v.InferOutput<typeof invitationWithLinkAnswer>;

/** A link with which a user chooses a new password. */
export const passwordLinkAnswer = named(
  'PasswordLink',
  v.strictObject({ link: v.exactOptional(v.string()), expires_time: time, is_mailed: v.boolean() }),
);
export type PasswordLinkBody = v.InferOutput<typeof passwordLinkAnswer>;

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
