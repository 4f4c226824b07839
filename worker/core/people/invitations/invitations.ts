/** Invites people to the company, and makes links for a new password. */
import { notFound, Problem } from '../../../shared/http/problems.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { checkGroup } from '../administration/administration.ts';
import { enqueueLetter } from '../links/letters.ts';
import {
  addLink,
  countLinks,
  endLink,
  findLink,
  findOpenLink,
  type FurtherCompany,
  type LinkRecord,
  renewLink,
} from '../links/link-store.ts';
import { findUser, findUserByEmail } from '../users/users.ts';
import type { NewInvitationInput } from './schema.ts';

const DAY_MS = 24 * 3_600_000;
/** How long an invitation is valid, and a link for a new password. */
export const INVITATION_MS = 7 * DAY_MS;
export const PASSWORD_LINK_MS = 30 * 60_000;
/** Most open invitations, and most links that a company makes in a day: each may send mail to a stranger. */
const MOST_OPEN = 500;
const MOST_IN_A_DAY = 200;

/**
 * Invites a person. The user is added when the person accepts.
 * @param further invitations to other companies that the link opens, too
 * @throws Problem 400 `unknown_group`, 409 `identifier_taken` for a user's address or one with an open invitation,
 *   `too_many_values`
 */
export function invite(
  context: WriteContext,
  input: NewInvitationInput,
  further: readonly FurtherCompany[],
): LinkRecord {
  checkGroup(settingsOf(context), input.group_id);
  const { database, now } = context;
  if (findUserByEmail(database, input.email) !== undefined) {
    throw taken('The company has a user with this address.');
  }
  const present = findOpenLink(database, 'invitation', input.email);
  if (present !== undefined && present.expiresTime > now) {
    throw taken('An invitation to this address is open. Make a new link for it, or withdraw it.');
  }
  if (present !== undefined) endLink(context, present, 'withdrawn');
  requireRoom(context);
  const link = addLink(
    context,
    {
      kind: 'invitation',
      email: input.email,
      name: input.name ?? '',
      roleId: input.role_id,
      groupId: input.group_id ?? settingsOf(context).groups()[0]?.id ?? '',
      userId: null,
      further: further.map(({ companyId, companyName, nonce }) => ({ companyId, companyName, nonce })),
    },
    INVITATION_MS,
  );
  if (input.by_mail) enqueueLetter(context, { kind: 'link', linkId: link.linkId });
  const { roleId: role_id, groupId: group_id } = link;
  context.audit({ action: 'invitation.created', subject: subjectOf(link), detail: { role_id, group_id } });
  return link;
}

/**
 * Makes a new link for an invitation, valid for a week again; the former one ends.
 * @throws Problem 404, 409 `in_use` for one that was accepted or withdrawn
 */
export function renewInvitation(context: WriteContext, linkId: string): LinkRecord {
  const link = renewLink(context, requireOpen(context, linkId), INVITATION_MS);
  enqueueLetter(context, { kind: 'link', linkId });
  context.audit({ action: 'invitation.renewed', subject: subjectOf(link) });
  return link;
}

/**
 * Withdraws an invitation. One that is withdrawn already stays so.
 * @throws Problem 404, 409 `in_use` for one that was accepted
 */
export function withdrawInvitation(context: WriteContext, linkId: string): LinkRecord {
  const link = findInvitation(context, linkId);
  if (link.ending === 'withdrawn') return link;
  requireOpen(context, linkId);
  endLink(context, link, 'withdrawn');
  context.audit({ action: 'invitation.withdrawn', subject: subjectOf(link) });
  return findInvitation(context, linkId);
}

/**
 * Makes a link with which a user chooses a new password; a former one ends.
 * @throws Problem 404, 409 `in_use` for a suspended user, `too_many_values`
 */
export function makePasswordLink(context: WriteContext, userId: string): LinkRecord {
  const user = findUser(context.database, userId);
  if (user === undefined) throw notFound();
  if (user.isSuspended) throw new Problem('in_use', 'The user is suspended. Let them sign in first.');
  const former = findOpenLink(context.database, 'password', user.email);
  if (former !== undefined) endLink(context, former, 'withdrawn');
  requireRoom(context);
  const { email, name, roleId, groupId } = user;
  const about = { kind: 'password', email, name, roleId, groupId, userId, further: [] } as const;
  const link = addLink(context, about, PASSWORD_LINK_MS);
  enqueueLetter(context, { kind: 'link', linkId: link.linkId });
  context.audit({ action: 'user.password_link_made', subject: `user:${userId}` });
  return link;
}

/** Returns the state of an invitation. */
export function stateOf(
  { ending, expiresTime }: LinkRecord,
  now: number,
): 'open' | 'accepted' | 'withdrawn' | 'expired' {
  if (ending === 'used') return 'accepted';
  if (ending === 'withdrawn') return 'withdrawn';
  return expiresTime > now ? 'open' : 'expired';
}

function requireOpen(context: WriteContext, linkId: string): LinkRecord {
  const link = findInvitation(context, linkId);
  if (link.endedTime === null) return link;
  throw new Problem('in_use', `The invitation was ${link.ending === 'used' ? 'accepted' : 'withdrawn'}.`);
}

function findInvitation({ database }: WriteContext, linkId: string): LinkRecord {
  const link = findLink(database, linkId);
  if (link?.kind !== 'invitation') throw notFound();
  return link;
}

function requireRoom({ database, now }: WriteContext): void {
  const { made, open } = countLinks(database, now - DAY_MS);
  if (made < MOST_IN_A_DAY && open < MOST_OPEN) return;
  const detail = `A company has at most ${MOST_OPEN} open invitations, and makes at most ${MOST_IN_A_DAY} links a day.`;
  throw new Problem('too_many_values', detail);
}

function taken(detail: string): Problem {
  return new Problem('identifier_taken', detail, {
    errors: [{ pointer: '/email', code: 'identifier_taken', detail }],
  });
}

function subjectOf({ linkId }: LinkRecord): string {
  return `invitation:${linkId}`;
}
