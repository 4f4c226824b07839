/** The routes of second factors: `/me/second_factor`, and `/companies/<uuid>/second_factors` for super admins. */
import { Hono } from 'hono/tiny';
import { companyNameOf } from '../../company/companies.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { requireRole } from '../../engine/http/rights.ts';
import { write } from '../../engine/http/write.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { noteSecondFactor } from '../tokens/tokens.ts';
import type { FactorSetupBody, OwnFactorBody, RecoveryCodesBody, UserFactorBody } from './reference.ts';
import { beginSchema, confirmSchema, provenSchema } from './schema.ts';
import { askingSession, ownerOf, requireUser, senderOf } from './access.ts';
import { changeOwnSecondFactor, listSecondFactors, ownSecondFactor } from './second-factors.ts';

export const ownFactorRoutes = new Hono<CoreApp>();

/** Answers the caller's second factor: `{since_time, recovery_codes_left, passkeys, is_required, company_name}`. */
ownFactorRoutes.get('/', async (c) => {
  const { company, ACCOUNTS: accounts } = c.env;
  const { since, recoveryCodes, passkeys } = await ownSecondFactor(accounts, ownerOf(c));
  return c.json({
    since_time: since === null ? null : writeMoment(since),
    recovery_codes_left: recoveryCodes,
    passkeys,
    is_required: settingsOf(company).options().two_factors_required,
    company_name: companyNameOf(company),
  } satisfies OwnFactorBody);
});

/** Begins the set-up: `{password}` -> `{secret, uri}` for an authenticator app. It counts once a code confirms it. */
ownFactorRoutes.post('/begin', (c) => {
  const owner = ownerOf(c);
  const { isConfirmed, hasSecondFactor } = askingSession(c);
  const isProven = isConfirmed && hasSecondFactor;
  return write(c, {
    body: beginSchema,
    room: 'reserve',
    prepare: (_, { password }) =>
      changeOwnSecondFactor(c.env.ACCOUNTS, owner, {
        kind: 'begin',
        password,
        sender: senderOf(c),
        isProven,
      }),
    change: (_, __, { prepared }) => ({
      body: (prepared.outcome === 'begun'
        ? { secret: prepared.secret, uri: prepared.uri }
        : {}) satisfies FactorSetupBody,
      headers: { 'Cache-Control': 'no-store' },
      secrets: ['secret', 'uri'],
    }),
  });
});

/** Completes the set-up: `{code}` -> `{recovery_codes}`. Other sessions end. */
ownFactorRoutes.post('/confirm', (c) => {
  const owner = ownerOf(c);
  const { userId } = requireUser(c);
  const keptToken = askingSession(c).asker;
  return write(c, {
    body: confirmSchema,
    room: 'reserve',
    prepare: (_, { code }) =>
      changeOwnSecondFactor(c.env.ACCOUNTS, owner, {
        kind: 'confirm',
        code,
        sender: senderOf(c),
        keptToken,
      }),
    change: (context, _, { prepared }) => {
      // The account has reported it, too. If that report has to be repeated, this session does not wait for it.
      noteSecondFactor(context, userId, keptToken);
      return codesAnswer(prepared);
    },
  });
});

/** Replaces the recovery codes: `{password, code}` -> `{recovery_codes}`. */
ownFactorRoutes.post('/recovery_codes', (c) => {
  const owner = ownerOf(c);
  return write(c, {
    body: provenSchema,
    room: 'reserve',
    prepare: (_, proven) =>
      changeOwnSecondFactor(c.env.ACCOUNTS, owner, { kind: 'renew', ...proven, sender: senderOf(c) }),
    change: (_, __, { prepared }) => codesAnswer(prepared),
  });
});

/** Turns two factors off: `{password, code}`. */
ownFactorRoutes.post('/end', (c) => {
  const owner = ownerOf(c);
  return write(c, {
    body: provenSchema,
    room: 'reserve',
    prepare: (_, proven) =>
      changeOwnSecondFactor(c.env.ACCOUNTS, owner, { kind: 'end', ...proven, sender: senderOf(c) }),
    change: () => ({ body: { status: 'success' } }),
  });
});

export const factorRoutes = new Hono<CoreApp>();

/** Lists the users who sign in with two factors or with a passkey, for super admins. */
factorRoutes.get('/', requireRole('superadmin'), (c) =>
  c.json(
    listSecondFactors(c.env.company.database).map(({ userId, sinceTime, passkeys }): UserFactorBody => ({
      user_id: userId,
      since_time: sinceTime === null ? null : writeMoment(sinceTime),
      passkeys,
    })),
  ),
);

function codesAnswer(prepared: Awaited<ReturnType<typeof changeOwnSecondFactor>>): {
  body: RecoveryCodesBody;
  headers: Record<string, string>;
  secrets: string[];
} {
  return {
    body: prepared.outcome === 'codes' ? { recovery_codes: prepared.recoveryCodes } : {},
    headers: { 'Cache-Control': 'no-store' },
    secrets: ['recovery_codes'],
  };
}
