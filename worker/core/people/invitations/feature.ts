/** Invitations, links for a new password, and mail about signing in. */
import { agingRows } from '../../engine/context/aged-rows.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { deleteLettersOf, LETTERS } from '../links/letters.ts';
import { deleteLinksOf, LINKS, LINKS_KEPT_MS } from '../links/link-store.ts';
import { sendingLetters } from '../links/sending.ts';
import { findUser } from '../users/users.ts';
import { invitationRoutes, passwordLinkRoutes } from './routes.ts';
import type { LinkUse } from '../../../accounts/links.ts';
import { purposeOf, type UsedLink, useLink } from './using.ts';

export const invitationsFeature = {
  routes: [
    { under: 'company', path: '/invitations', routes: invitationRoutes },
    { under: 'company', path: '/users', routes: passwordLinkRoutes },
  ],
  rpc: {
    purposeOfLink: purposeOf,
    useLink: {
      answer: (company, nonce: string, use: LinkUse) => useLink(company, company.bindings, { nonce, use }),
      absent: (): UsedLink => ({ outcome: 'ended' }),
    },
  },
  background: [sendingLetters],
  retention: [
    { name: 'invitations', keptMs: () => LINKS_KEPT_MS, ...agingRows(LINKS) },
    { keptMs: () => LINKS_KEPT_MS, ...agingRows(LETTERS) },
  ],
  personalData: {
    ofUsers: [
      {
        columns: { sign_in_links: ['email', 'email_key', 'name'] },
        // Before the user becomes anonymous, since links are found by their address too.
        erase: ({ database }, { userId }) => {
          deleteLinksOf(database, userId, findUser(database, userId)?.email ?? '');
          deleteLettersOf(database, userId);
        },
      },
    ],
  },
} satisfies Feature;
