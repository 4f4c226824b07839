/** One person in several companies: which they are, invitations, and their own password. */
import { acceptSchema, ownPasswordSchema } from '../../worker/core/memberships/schema.ts';
import { ROLE_IDS } from '../../worker/core/users/schema.ts';
import { arrayOf, exactly, flag, id, type JsonSchema, type Operation, ref, text, time } from './operation.ts';

const membership = { company_id: id, name: text, role_id: { enum: ROLE_IDS }, is_suspended: flag };
const GIVEN = 'the password that they gave';

export const MEMBERSHIP_COMPONENTS: Record<string, JsonSchema> = {
  Membership: exactly(membership),
  OwnMembership: exactly({
    ...membership,
    is_current: { ...flag, description: 'Whether the credentials of the request are of this company.' },
  }),
  Invitation: exactly({ invitation_id: id, ...membership, invited_time: time }),
};

export const MEMBERSHIP_OPERATIONS: readonly Operation[] = [
  {
    method: 'GET',
    path: '/me/companies',
    tag: 'Companies of a person',
    summary: "The companies that the caller's password opens, the default one first",
    access: 'user',
    answer: arrayOf(ref('OwnMembership')),
    golden: 'people/own-companies',
    problems: ['permission_denied', 'service_unavailable'],
  },
  {
    method: 'POST',
    path: '/me/companies/{company}/token',
    tag: 'Companies of a person',
    summary: 'A token for another of these companies',
    description: 'Valid as long as the token that asks for it, and of its kind.',
    access: 'user',
    answer: exactly({ token: ref('Token'), expires_time: time }),
    golden: 'people/token-beside',
    problems: ['permission_denied', 'user_suspended', 'not_found', 'service_unavailable'],
  },
  {
    method: 'GET',
    path: '/me/invitations',
    tag: 'Companies of a person',
    summary: 'The companies that have invited the caller',
    description:
      'Those that have added a user with the address and set invite, which shows their name to whoever signs in with it.',
    access: 'user',
    answer: arrayOf(ref('Invitation')),
    golden: 'people/invitations',
    problems: ['permission_denied', 'service_unavailable'],
  },
  {
    method: 'POST',
    path: '/me/invitations/accept',
    tag: 'Companies of a person',
    summary: 'Join whichever company gave this password',
    description:
      "From then on the caller's own password opens that company too, and the given one opens nothing; tokens that it has opened end.",
    access: 'user',
    body: { schema: acceptSchema, example: { password: GIVEN } },
    answer: exactly({ joined: arrayOf(ref('Membership')) }),
    golden: 'people/accept-invitation',
    problems: ['permission_denied', 'wrong_password', 'rate_limited', 'service_unavailable'],
  },
  {
    method: 'POST',
    path: '/me/invitations/{invitation}/accept',
    tag: 'Companies of a person',
    summary: 'Join this company with the password that it gave',
    access: 'user',
    body: { schema: acceptSchema, example: { password: GIVEN } },
    answer: exactly({ joined: arrayOf(ref('Membership')) }),
    golden: 'people/accept-invitation',
    problems: ['permission_denied', 'wrong_password', 'rate_limited', 'service_unavailable'],
  },
  {
    method: 'POST',
    path: '/me/invitations/{invitation}/decline',
    tag: 'Companies of a person',
    summary: 'Be shown this invitation no more',
    description: 'The company is told nothing, and the password that it gave still opens it.',
    access: 'user',
    answer: exactly({ status: text }),
    golden: 'people/decline-invitation',
    problems: ['permission_denied', 'not_found', 'service_unavailable'],
  },
  {
    method: 'POST',
    path: '/me/password',
    tag: 'Companies of a person',
    summary: "Set the caller's password in all of these companies",
    description: 'Their other tokens end, in every company that it opens.',
    access: 'user',
    body: {
      schema: ownPasswordSchema,
      example: { current_password: 'correct horse battery', password: 'a longer one than before' },
    },
    answer: exactly({ status: text }),
    golden: 'people/own-password',
    problems: ['permission_denied', 'wrong_password', 'rate_limited', 'service_unavailable'],
  },
];
