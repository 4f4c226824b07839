/**
 * Uses a company's link: adds the invited user, or sets a user's password, and signs the person in. The account is asked first.
 * If this object is killed in between, an invitation can be used again, and a user who was added signs in with the password.
 */
import type { CompanyLink, LinkPurpose, LinkUse } from '../../../accounts/links.ts';
import type { IssuedToken } from '../../../accounts/token-requests.ts';
import type { PasswordResult } from '../../../accounts/signing-in/tries.ts';
import { emailKey } from '../../../shared/contact/email.ts';
import { Problem, type Refusal } from '../../../shared/http/problems.ts';
import { brandOf } from '../../company/brand/brand.ts';
import { readCompany } from '../../company/companies.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import type { CompanyContext, CompanyState, CoreEnv } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { commit } from '../../engine/commit/commit.ts';
import {
  type AddressSteps,
  answerOfAccount,
  cancelSteps,
  claimAddress,
  finishSteps,
  setPassword,
} from '../administration/accounts.ts';
import { addUser, tellNewPassword } from '../administration/administration.ts';
import { endLink, findUsableLink, type FurtherCompany, type LinkRecord } from '../links/link-store.ts';
import { issueToken } from '../tokens/tokens.ts';
import { findUser, findUserByEmail, recordLogin } from '../users/users.ts';

/**
 * The session that begins with a link (null if signing in needs a code, too), or why the link was not used; not an error, because errors lose
 * their class over RPC.
 */
export type UsedLink =
  | { outcome: 'used'; email: string; issued: IssuedToken | null; further: readonly FurtherCompany[] }
  | { outcome: 'ended' }
  | { outcome: 'refused'; refusal: Refusal };

/** Returns what a link is for; undefined if it cannot be used. */
export function purposeOf({ companyId, database }: CompanyState, nonce: string): LinkPurpose | undefined {
  const link = findUsableLink(database, nonce, Date.now());
  if (link === undefined) return undefined;
  const { kind, email, name, expiresTime, further } = link;
  const companyName = readCompany(database)?.name ?? '';
  const furtherCompanies = further.map((each) => each.companyName);
  const brandName = brandOf(database).name;
  const brand = brandName === null ? {} : { brandName };
  return { kind, email, name, expiresTime, companyId, companyName, furtherCompanies, ...brand };
}

/** Uses a link. Two uses at the same time are one after the other. */
export async function useLink(
  company: CompanyContext,
  { ACCOUNTS: accounts }: Pick<CoreEnv, 'ACCOUNTS'>,
  { nonce, use }: Pick<CompanyLink, 'nonce'> & { use: LinkUse },
): Promise<UsedLink> {
  const running = `link ${nonce}`;
  const link = findUsableLink(company.database, nonce, Date.now());
  if (link === undefined || company.runningWrites.has(running)) return { outcome: 'ended' };
  company.runningWrites.add(running);
  try {
    return link.kind === 'invitation'
      ? await accept(company, accounts, { link, use })
      : await choosePassword(company, accounts, { link, use });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message, headers } = error;
    return { outcome: 'refused', refusal: { code, message, headers } };
  } finally {
    company.runningWrites.delete(running);
  }
}

async function accept(
  company: CompanyContext,
  accounts: CoreEnv['ACCOUNTS'],
  { link, use }: { link: LinkRecord; use: LinkUse },
): Promise<UsedLink> {
  if (findUserByEmail(company.database, link.email) !== undefined) return { outcome: 'ended' };
  const name = use.name ?? link.name;
  if (name === '') throw new Problem('missing_parameter', 'Enter your name.');
  const { needsCode, steps } = await claim(company, accounts, { link, use });
  let issued: IssuedToken | null | undefined;
  try {
    issued = inTransaction(company, { link, use, needsCode }, (context) => {
      const groups = settingsOf(context)
        .groups()
        .map(({ id }) => id);
      const user = addUser(context, {
        name,
        email: link.email,
        role_id: link.roleId,
        group_id: groups.includes(link.groupId) ? link.groupId : undefined,
        invite: false,
      });
      context.audit({ action: 'invitation.accepted', subject: `invitation:${link.linkId}` });
      return user.userId;
    });
  } catch (error) {
    await cancelSteps(accounts, company.companyId, steps);
    throw error;
  }
  if (issued === undefined) await cancelSteps(accounts, company.companyId, steps);
  // If this call fails, the account asks the company by itself.
  else await finishSteps(accounts, company.companyId, steps).catch(() => undefined);
  if (issued === undefined) return { outcome: 'ended' };
  return { outcome: 'used', email: link.email, issued, further: link.further };
}

/** @throws Problem 403 `wrong_password`, 409 `too_many_values`, 429, 503 */
async function claim(
  { companyId }: CompanyContext,
  accounts: CoreEnv['ACCOUNTS'],
  { link: { email }, use: { password, presentPassword, sender } }: { link: LinkRecord; use: LinkUse },
): Promise<{ steps: AddressSteps; needsCode: boolean }> {
  if (presentPassword === undefined) {
    const login = password === undefined ? {} : { password };
    return { steps: await claimAddress(accounts, { companyId, email }, login), needsCode: false };
  }
  const claimed = await answerOfAccount<PasswordResult | { ticket: string | undefined; needsCode: boolean }>(
    accounts,
    email,
    async (account) =>
      account.claimWith(companyId, { address: emailKey(email), password: presentPassword, sender }),
  );
  if ('ticket' in claimed) {
    const { ticket, needsCode } = claimed;
    if (ticket !== undefined) return { steps: { claimed: { email, ticket } }, needsCode };
    throw new Problem('too_many_values', 'Too many companies have a user with this address.');
  }
  if (claimed.outcome === 'throttled') {
    throw new Problem(
      'rate_limited',
      'Too many wrong passwords for this address. Wait before you try again.',
      {
        headers: { 'Retry-After': String(claimed.retryAfterSeconds) },
      },
    );
  }
  throw new Problem('wrong_password', 'No sign-in with this address has this password.');
}

async function choosePassword(
  company: CompanyContext,
  accounts: CoreEnv['ACCOUNTS'],
  { link, use }: { link: LinkRecord; use: LinkUse },
): Promise<UsedLink> {
  const { password } = use;
  const userId = link.userId ?? '';
  const user = findUser(company.database, userId);
  if (password === undefined || user === undefined || user.isSuspended) return { outcome: 'ended' };
  // The user may have got another address since.
  const { needsCode } = await setPassword(accounts, company.companyId, { email: user.email, password });
  const issued = inTransaction(company, { link, use, needsCode }, (context) => {
    tellNewPassword(context, userId);
    return userId;
  });
  if (issued === undefined) return { outcome: 'ended' };
  return { outcome: 'used', email: user.email, issued, further: [] };
}

/**
 * Makes the change and ends the link.
 * @param change returns the user who signs in
 * @returns null if signing in needs a code, too; undefined if the link cannot be used any more
 */
function inTransaction(
  company: CompanyContext,
  {
    link: { nonce, linkId },
    use: { device },
    needsCode,
  }: { link: LinkRecord; use: LinkUse; needsCode: boolean },
  change: (context: WriteContext) => string,
): IssuedToken | null | undefined {
  return commit(company, contextOfActor(company, { kind: 'system', name: 'link' }), (context) => {
    if (findUsableLink(context.database, nonce, context.now) === undefined) return undefined;
    const userId = change(context);
    endLink(context, { linkId }, 'used', userId);
    if (needsCode) return null;
    recordLogin(context, userId);
    return issueToken(context, userId, { kind: 'session', device });
  });
}
