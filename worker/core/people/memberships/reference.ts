/** Reference of the operations for one person in several companies: companies, invitations, password. */
import * as v from 'valibot';
import { id, named, time } from '../../../shared/reference/answers.ts';
import { ROLE_IDS } from '../../engine/context/actors.ts';
import { acceptSchema, ownPasswordSchema } from './schema.ts';
import {
  type Operation,
  exactly,
  operationsOf,
  ref,
  text,
  time as timeAnswer,
} from '../../../shared/reference/operation.ts';

const membershipEntries = {
  company_id: id,
  name: v.string(),
  role_id: v.picklist(ROLE_IDS),
  is_suspended: v.boolean(),
};

const membershipAnswer = named('Membership', v.strictObject(membershipEntries));
export type MembershipBody = v.InferOutput<typeof membershipAnswer>;

export const ownMembershipAnswer = named(
  'OwnMembership',
  v.strictObject({ ...membershipEntries, is_current: v.boolean() }),
);
export type OwnMembershipBody = v.InferOutput<typeof ownMembershipAnswer>;

export const invitationAnswer = named(
  'Invitation',
  v.strictObject({ invitation_id: id, ...membershipEntries, invited_time: time }),
);
export type InvitationBody = v.InferOutput<typeof invitationAnswer>;

/** The companies whose logins were merged with the caller's. */
export const joinedAnswer = named('Joined', v.strictObject({ joined: v.array(membershipAnswer) }));
export type Joined = v.InferOutput<typeof joinedAnswer>;

const ownCompanies = operationsOf('Own companies', 'user');

export const MEMBERSHIP_OPERATIONS: readonly Operation[] = [
  ownCompanies({
    name: 'listOwnCompanies',
    method: 'GET',
    path: '/me/companies',
    summary: "The companies that the caller's password opens, the default one first",
    answer: v.array(ownMembershipAnswer),
    golden: 'people/own-companies',
    problems: ['permission_denied', 'service_unavailable'],
  }),
  ownCompanies({
    name: 'issueTokenForCompany',
    method: 'POST',
    path: '/me/companies/{company}/token',
    summary: 'Issue a token for another company of the caller',
    description: 'It has the kind of the token of the request and ends with it.',
    answer: exactly({ 'token?': ref('Token'), expires_time: timeAnswer }),
    golden: 'people/token-beside',
    problems: [
      'permission_denied',
      'second_factor_required',
      'user_suspended',
      'not_found',
      'service_unavailable',
    ],
  }),
  ownCompanies({
    name: 'listInvitations',
    method: 'GET',
    path: '/me/invitations',
    summary: 'The companies that have invited the caller',
    description:
      'Companies that have added a user with the address and set invite. Their names are shown to the person who signs in with the address.',
    answer: v.array(invitationAnswer),
    golden: 'people/invitations',
    problems: ['permission_denied', 'service_unavailable'],
  }),
  ownCompanies({
    name: 'acceptInvitations',
    method: 'POST',
    path: '/me/invitations/accept',
    summary: 'Accept the invitations that came with this password',
    description:
      "From then on the caller's own password opens that company too, and the given one opens nothing; tokens that it has opened end.",
    body: acceptSchema,
    answer: joinedAnswer,
    golden: 'people/accept-invitation',
    problems: [
      'permission_denied',
      'wrong_password',
      'second_factor_on',
      'rate_limited',
      'service_unavailable',
    ],
  }),
  ownCompanies({
    name: 'acceptInvitation',
    method: 'POST',
    path: '/me/invitations/{invitation}/accept',
    summary: 'Accept an invitation with the password that came with it',
    body: acceptSchema,
    answer: joinedAnswer,
    golden: 'people/accept-invitation',
    problems: [
      'permission_denied',
      'wrong_password',
      'second_factor_on',
      'rate_limited',
      'service_unavailable',
    ],
  }),
  ownCompanies({
    name: 'declineInvitation',
    method: 'POST',
    path: '/me/invitations/{invitation}/decline',
    summary: 'Decline an invitation',
    description:
      'It is not shown again. The company is not told, and the password that came with the invitation still works.',
    answer: exactly({ status: text }),
    golden: 'people/decline-invitation',
    problems: ['permission_denied', 'not_found', 'service_unavailable'],
  }),
  ownCompanies({
    name: 'changeOwnPassword',
    method: 'POST',
    path: '/me/password',
    summary: "Set the caller's password in all of these companies",
    description: 'The caller’s other tokens are revoked in all companies of the login.',
    body: ownPasswordSchema,
    answer: exactly({ status: text }),
    golden: 'people/own-password',
    problems: ['permission_denied', 'wrong_password', 'rate_limited', 'service_unavailable'],
  }),
];
