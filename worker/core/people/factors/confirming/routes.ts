/** The routes with which a session proves again whose it is: `/me/confirmation`. */
import { Hono } from 'hono/tiny';
import type { Confirmation } from '../../../../accounts/signing-in/confirmations.ts';
import { parseWriteQuery } from '../../../../shared/http/query.ts';
import type { CoreApp } from '../../../engine/context/company-context.ts';
import { write } from '../../../engine/http/write.ts';
import { answerOfAccount, unlessRefused } from '../../administration/accounts.ts';
import { noteConfirmation } from '../../tokens/tokens.ts';
import { askingSession, ownerOf, requireUser, senderOf, siteOf } from '../access.ts';
import type { ConfirmationBody } from './reference.ts';
import { confirmationSchema } from './schema.ts';

export const confirmationRoutes = new Hono<CoreApp>();

/** Answers how the caller can confirm: `{password, passkey?}`. Stores nothing. */
confirmationRoutes.post('/begin', async (c) => {
  parseWriteQuery(c.req.query());
  const { email, companyId } = ownerOf(c);
  const given = { asker: askingSession(c).asker, site: siteOf(c) };
  const { ways } = unlessRefused(
    await answerOfAccount(c.env.ACCOUNTS, email, async (account) =>
      account.confirmationWays(companyId, given),
    ),
  );
  return c.json(ways satisfies ConfirmationBody, 200, { 'Cache-Control': 'no-store' });
});

/** Confirms: `{password, code?}` or `{credential}`. The session may then change how the caller signs in, for ten minutes. */
confirmationRoutes.post('/', (c) => {
  const { email, companyId } = ownerOf(c);
  const { userId } = requireUser(c);
  const { asker } = askingSession(c);
  return write(c, {
    body: confirmationSchema,
    room: 'reserve',
    prepare: async (_, { credential, password = '', code }) => {
      const proof: Confirmation =
        credential === undefined
          ? { password, ...(code === undefined ? {} : { code }) }
          : { assertion: credential, site: siteOf(c), asker };
      return unlessRefused(
        await answerOfAccount(c.env.ACCOUNTS, email, async (account) =>
          account.confirm(companyId, { sender: senderOf(c), proof }),
        ),
      );
    },
    change: (context, _, { prepared: { hasSecondFactor } }) => {
      noteConfirmation(context, userId, { hash: asker, hasSecondFactor });
      return { body: { status: 'success' } };
    },
  });
});
