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
import type { CompanyInvitationBody, InvitationWithLink, PasswordLinkBody } from './answer-schema.ts';
import { invite, makePasswordLink, renewInvitation, stateOf, withdrawInvitation } from './invitations.ts';
import { newInvitationSchema } from './schema.ts';

export const invitationRoutes = new Hono<CoreApp>();
invitationRoutes.use(requireRole('superadmin'));

/** Lists the invitations of the last 90 days, newest first. */
invitationRoutes.get('/', (c) => {
  const { database } = c.env.company;
  const letters = lettersOfLinks(database);
  return c.json(listInvitations(database).map((link) => invitationBody(link, letters.get(link.linkId))));
});

/** Invites a person: `{email, role_id, group_id?, name?}`. Only this answer has the link. */
invitationRoutes.post('/', (c) =>
  write(c, { body: newInvitationSchema, change: (context, input) => withLink(c, invite(context, input)) }),
);

/** Makes a new link, valid for a week again, and sends it. */
invitationRoutes.post('/:invitation/renew', (c) =>
  write(c, { change: (context) => withLink(c, renewInvitation(context, c.req.param('invitation'))) }),
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

function withLink(c: Context<CoreApp>, link: LinkRecord): Answer {
  const body: InvitationWithLink = {
    ...invitationBody(link, undefined),
    link: urlOf(c, link),
    is_mailed: hasMail(c.env),
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
    ...(link.userId === null ? {} : { user_id: link.userId }),
  };
}

function mailBody({ status, lastError }: LetterRecord): NonNullable<CompanyInvitationBody['mail']> {
  return { status, ...(lastError === null ? {} : { last_error: lastError }) };
}
