/** Links with which people choose a password: asks for one, shows what it is for, and uses it. */
import { refuseOwnWords } from '../../accounts/factors/guessable.ts';
import { type LinkPurpose, type LinkUse, readToken } from '../../accounts/links.ts';
import type { IssuedToken, TokenKind } from '../../accounts/token-requests.ts';
import { emailKey, isEmail } from '../../shared/contact/email.ts';
import { Problem } from '../../shared/http/problems.ts';
import { within } from '../../shared/limits/bounded-wait.ts';
import { hasMail } from '../../shared/mail/mail.ts';
import type { Env } from '../../env.ts';
import { issueTokenAt, type SignInContext } from './sign-ins.ts';

/** Longest wait for a further company, so that one whose object hangs keeps nobody from the first. */
const JOIN_TIMEOUT_MS = 5_000;

type Objects = Pick<Env, 'ACCOUNTS' | 'COMPANIES' | 'OPERATOR_TOKEN'>;

/** A session that begins with a link; null if signing in needs a code, too. */
export interface LinkSession {
  email: string;
  issued: IssuedToken | null;
}

/**
 * Sends a link for a forgotten password after the answer, so that neither the answer nor its time tells whether the address has a
 * user.
 * @returns whether the deployment can send mail at all
 */
export function requestReset(
  env: Env,
  username: string,
  { sender, afterAnswer }: SignInContext,
): { is_mailed: boolean } {
  const email = emailKey(username);
  const isMailed = hasMail(env);
  if (isMailed && isEmail(email)) afterAnswer(env.ACCOUNTS.getByName(email).requestReset(sender));
  return { is_mailed: isMailed };
}

/**
 * Returns what a link is for, without using it.
 * @throws Problem 410 `link_ended`
 */
export async function readLink(env: Objects, token: string): Promise<LinkPurpose> {
  const link = readToken(token, env.OPERATOR_TOKEN);
  if (link === undefined) throw ended();
  if ('company' in link) {
    const { companyId, nonce } = link.company;
    const purpose = await env.COMPANIES.getByName(companyId).purposeOfLink(nonce);
    if (purpose === undefined) throw ended();
    return purpose;
  }
  const { email, nonce } = link.account;
  const expiresTime = await env.ACCOUNTS.getByName(email).resetValidUntil(nonce);
  if (expiresTime === undefined) throw ended();
  return { kind: 'password', email, expiresTime };
}

/**
 * Uses a link once, and signs the person in, unless they sign in with two factors.
 * @throws Problem 410 `link_ended`, 400 for a password that the link does not take, and those of the company
 */
export async function useLink(
  env: Objects,
  token: string,
  { kind, ...use }: LinkUse & { kind: TokenKind },
): Promise<LinkSession> {
  const link = readToken(token, env.OPERATOR_TOKEN);
  if (link === undefined) throw ended();
  if (use.password !== undefined) {
    const { email, name = '', companyName = '' } = await readLink(env, token);
    refuseOwnWords(use.password, [email, use.name ?? name, companyName]);
  }
  if ('account' in link)
    return useReset(env, link.account, { password: use.password, kind, device: use.device });
  const { companyId, nonce } = link.company;
  const used = await env.COMPANIES.getByName(companyId).useLink(nonce, use);
  if (used.outcome === 'ended') throw ended();
  if (used.outcome === 'refused') {
    const { code, message, headers } = used.refusal;
    throw new Problem(code, message, { headers });
  }
  await joinFurther(env, used.further, use);
  return { email: used.email, issued: used.issued };
}

/**
 * Accepts the invitations to the other companies of a link, with the password that now opens the first. What does not answer in
 * time, or was withdrawn, is left out: its super admins see that the invitation is open.
 */
async function joinFurther(
  { COMPANIES }: Objects,
  further: readonly { companyId: string; nonce: string }[],
  { password, presentPassword = password, ...use }: LinkUse,
): Promise<void> {
  const join = async ({ companyId, nonce }: { companyId: string; nonce: string }): Promise<void> => {
    if (presentPassword === undefined) return;
    const company = COMPANIES.getByName(companyId);
    const used = await company.useLink(nonce, { ...use, presentPassword });
    // The session is the first company's. From there, people switch.
    if (used.outcome === 'used' && used.issued !== null) await company.revokeToken(used.issued.token);
  };
  await Promise.all(further.map((each) => within(join(each), JOIN_TIMEOUT_MS, undefined)));
}

async function useReset(
  env: Objects,
  { email, nonce }: { email: string; nonce: string },
  { password, ...request }: { password: string | undefined; kind: TokenKind; device: string },
): Promise<LinkSession> {
  if (password === undefined) throw ended();
  const companyIds = await env.ACCOUNTS.getByName(email).useReset(nonce, password);
  if (companyIds === undefined) throw ended();
  if (companyIds.length === 0) return { email, issued: null };
  const issued = await issueTokenAt(env, companyIds, { email, request: { isSignIn: true, ...request } });
  return { email, issued };
}

function ended(): Problem {
  return new Problem('link_ended', 'This link was used, has expired or was withdrawn. Ask for a new one.');
}
