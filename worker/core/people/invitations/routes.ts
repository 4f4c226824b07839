/** The routes of invitations, `/companies/<uuid>/invitations`, and of links for a new password. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { companyToken, linkUrl } from '../../../accounts/links.ts';
import { hasMail } from '../../../shared/mail/mail.ts';
import type { Answer } from '../../engine/http/answers.ts';
import { requireRole } from '../../engine/http/rights.ts';
import { write } from '../../engine/http/write.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { type LetterRecord, lettersOfLinks } from '../links/letters.ts';
import { type LinkRecord, listInvitations } from '../links/link-store.ts';
import type { CompanyInvitationBody, InvitationWithLink, PasswordLinkBody } from './reference.ts';
import { invite, makePasswordLink, renewInvitation, stateOf, withdrawInvitation } from './invitations.ts';
import { personOf } from '../memberships/routes.ts';
import { inviteFurther, type Inviting, withdrawFurther } from './further.ts';
import { newInvitationSchema } from './schema.ts';

export const invitationRoutes = new Hono<CoreApp>();
invitationRoutes.use(requireRole('superadmin'));

/** Lists the invitations of the last 90 days, newest first. */
invitationRoutes.get('/', (c) => {
  const { database } = c.env.company;
  const letters = lettersOfLinks(database);
  return c.json(listInvitations(database).map((link) => invitationBody(link, letters.get(link.linkId))));
});

/** Invites a person: `{email, role_id, group_id?, name?, company_ids?, by_mail?}`. Only this answer has the link. */
invitationRoutes.post('/', (c) =>
  write(c, {
    body: newInvitationSchema,
    prepare: (_, input) => inviteFurther(invitingOf(c), input),
    withdraw: (made) => withdrawFurther(invitingOf(c), made),
    change: (context, input, { prepared }) =>
      withLink(c, invite(context, input, prepared), input.by_mail && hasMail(c.env)),
  }),
);

/** Makes a new link, valid for a week again, and sends it. */
invitationRoutes.post('/:invitation/renew', (c) =>
  write(c, {
    change: (context) => withLink(c, renewInvitation(context, c.req.param('invitation')), hasMail(c.env)),
  }),
);

/** Withdraws an invitation, whose link then opens nothing. */
invitationRoutes.post('/:invitation/withdraw', (c) =>
  write(c, {
    room: 'reserve',
    change: (context) => ({
      body: invitationBody(withdrawInvitation(context, c.req.param('invitation')), undefined),
    }),
  }),
);

export const passwordLinkRoutes = new Hono<CoreApp>();

/** Makes a link with which a user chooses a new password, valid for 30 minutes. */
passwordLinkRoutes.post('/:user/password_link', requireRole('superadmin'), (c) =>
  write(c, {
    change: (context) => {
      const link = makePasswordLink(context, c.req.param('user').toLowerCase());
      const body: PasswordLinkBody = {
        link: urlOf(c, link),
        expires_time: writeMoment(link.expiresTime),
        is_mailed: hasMail(c.env),
      };
      return { body, headers: { 'Cache-Control': 'no-store' }, secrets: ['link'] };
    },
  }),
);

function invitingOf(c: Context<CoreApp>): Inviting {
  return { env: c.env, company: c.env.company, person: () => personOf(c) };
}

function withLink(c: Context<CoreApp>, link: LinkRecord, isMailed: boolean): Answer {
  const body: InvitationWithLink = {
    ...invitationBody(link, undefined),
    link: urlOf(c, link),
    is_mailed: isMailed,
  };
  return { body, headers: { 'Cache-Control': 'no-store' }, secrets: ['link'] };
}

function urlOf(c: Context<CoreApp>, { nonce }: LinkRecord): string {
  const { PUBLIC_URL: origin, OPERATOR_TOKEN: secret, company } = c.env;
  const token = companyToken({ companyId: company.companyId, nonce }, secret);
  return linkUrl(origin || new URL(c.req.url).origin, token);
}

function invitationBody(link: LinkRecord, letter: LetterRecord | undefined): CompanyInvitationBody {
  return {
    invitation_id: link.linkId,
    email: link.email,
    name: link.name,
    role_id: link.roleId,
    group_id: link.groupId,
    state: stateOf(link, Date.now()),
    created_time: writeMoment(link.createdTime),
    created_by: link.createdBy,
    expires_time: writeMoment(link.expiresTime),
    ...(letter === undefined ? {} : { mail: mailBody(letter) }),
    ...furtherBody(link),
    ...(link.userId === null ? {} : { user_id: link.userId }),
  };
}

function furtherBody({ further }: LinkRecord): Pick<CompanyInvitationBody, 'further_companies'> {
  if (further.length === 0) return {};
  return {
    further_companies: further.map(({ companyId, companyName }) => ({
      company_id: companyId,
      name: companyName,
    })),
  };
}

function mailBody({ status, lastError }: LetterRecord): NonNullable<CompanyInvitationBody['mail']> {
  return { status, ...(lastError === null ? {} : { last_error: lastError }) };
}
