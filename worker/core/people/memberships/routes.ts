/** The routes of a person's own data, independent of the company: `/me/companies`, `/me/invitations` and `/me/password`. */
import { type RoleId, userOf } from '../../engine/context/actors.ts';
import type { InvitationBody, Joined, MembershipBody, OwnMembershipBody } from './reference.ts';
import { Hono } from 'hono/tiny';
import type { Context } from 'hono';
import { refuseOwnWords } from '../../../accounts/factors/guessable.ts';
import { signInSender } from '../../../accounts/sign-in-networks.ts';
import { readCredentials } from '../../../shared/http/credentials.ts';
import { deviceName } from '../../../accounts/device-name.ts';
import { Problem } from '../../../shared/http/problems.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { companyNameOf } from '../../company/companies.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { write } from '../../engine/http/write.ts';
import {
  acceptInvitation,
  changeOwnPassword,
  declineInvitation,
  issueTokenForOther,
  listInvitations,
  listMemberships,
  type OwnMembership,
  type Person,
} from './memberships.ts';
import { acceptSchema, ownPasswordSchema } from './schema.ts';
import type { Sender } from '../../../shared/limits/networks.ts';

export const membershipRoutes = new Hono<CoreApp>();

/** Lists the companies of the caller's login, the default one first. */
membershipRoutes.get('/companies', async (c) => {
  const person = personOf(c);
  const memberships = await listMemberships(c.env, c.env.company, person);
  return c.json(
    memberships.map((membership): OwnMembershipBody => ({
      ...membershipBody(membership),
      is_current: membership.companyId === person.companyId,
    })),
  );
});

/** Issues a token for another of these companies: `{token, expires_time}`. It ends with the token of the request. */
membershipRoutes.post('/companies/:company/token', (c) =>
  write(c, {
    prepare: () => issueTokenForOther(c.env, c.env.company, personOf(c), c.req.param('company')),
    change: (_, __, { prepared: { token, expiresTime } }) => ({
      body: { token, expires_time: writeMoment(expiresTime) },
      headers: { 'Cache-Control': 'no-store' },
      secrets: ['token'],
    }),
  }),
);

/** Lists the companies that invite the caller. */
membershipRoutes.get('/invitations', async (c) => {
  const invitations = await listInvitations(c.env, c.env.company, personOf(c));
  return c.json(
    invitations.map(({ time, ...membership }): InvitationBody => ({
      invitation_id: membership.companyId,
      ...membershipBody(membership),
      invited_time: writeMoment(time),
    })),
  );
});

/** Accepts the invitations that came with a password: `{password}` -> the companies whose logins were merged. */
membershipRoutes.post('/invitations/accept', (c) => accept(c, undefined));

/** Accepts this invitation with the password that the company gave: `{password}` -> the companies whose logins were merged. */
membershipRoutes.post('/invitations/:invitation/accept', (c) => accept(c, c.req.param('invitation')));

/** Declines an invitation, which is then hidden. The company does not learn of it. */
membershipRoutes.post('/invitations/:invitation/decline', (c) =>
  write(c, {
    prepare: () => declineInvitation(c.env, personOf(c), c.req.param('invitation')),
    change: () => ({ body: { status: 'success' } }),
  }),
);

/** Sets the caller's password for all companies of the login: `{current_password, password}`. */
membershipRoutes.post('/password', (c) =>
  write(c, {
    body: ownPasswordSchema,
    prepare: ({ database }, { current_password: password, password: next }) => {
      const { email } = personOf(c);
      refuseOwnWords(next, [email, userOf(c.get('actor'))?.name ?? '', companyNameOf({ database })]);
      return changeOwnPassword(c.env, personOf(c), { password, next, sender: senderOf(c) });
    },
    change: () => ({ body: { status: 'success' } }),
  }),
);

function accept(c: Context<CoreApp>, wanted: string | undefined): Promise<Response> {
  return write(c, {
    body: acceptSchema,
    prepare: (_, { password }) =>
      acceptInvitation(
        c.env,
        { company: c.env.company, person: personOf(c) },
        {
          password,
          sender: senderOf(c),
          ...(wanted === undefined ? {} : { wanted: wanted.toLowerCase() }),
        },
      ),
    change: (_, __, { prepared }) => ({ body: { joined: prepared.map(membershipBody) } satisfies Joined }),
  });
}

function senderOf(c: Context<CoreApp>): Sender {
  return signInSender(c.req.raw.headers, c.env.OPERATOR_TOKEN);
}

/**
 * Returns the person who sends the request.
 * @throws Problem 403 for a key, which belongs to one company and gives no access to a person's others
 */
export function personOf(c: Context<CoreApp>): Person {
  const actor = c.get('actor');
  if (actor.kind !== 'user') {
    throw new Problem('permission_denied', 'Use the access token of a user, not an API key.');
  }
  const { secret } = readCredentials(c.req.header('Authorization'));
  return {
    email: actor.user.email,
    companyId: c.env.company.companyId,
    token: secret,
    device: deviceName(c.req.header('User-Agent') ?? ''),
  };
}

/** Writes a membership. */
export function membershipBody({
  companyId,
  companyName,
  roleId,
  isSuspended,
}: OwnMembership): MembershipBody {
  return { company_id: companyId, name: companyName, role_id: roleId as RoleId, is_suspended: isSuspended };
}
