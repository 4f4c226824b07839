/** Who is calling the core API: HTTP Basic (RFC 7617) with an e-mail address and an access token. */
import { createMiddleware } from 'hono/factory';
import { notFound, Problem, type Refusal } from '../problems.ts';
import { requireOperator } from '../operator-token.ts';
import type { Actor } from './actors.ts';
import type { CompanyContext, CompanyState, CoreApp } from './core-app.ts';
import { emailKey } from '../email.ts';
import { findToken } from './tokens/tokens.ts';
import type { RoleId, UserRecord } from './users/schema.ts';

const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="leadline", charset="UTF-8"' };

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const ASCII = /^\p{ASCII}*$/u;

/** What an `Authorization: Basic` header carries. */
export interface BasicCredentials {
  email: string;
  token: string;
}

/** Sets `caller` and `actor`; refuses like `callerOf`. */
export const authenticate = createMiddleware<CoreApp>((c, next) => {
  const caller = callerOf(c.env.company, c.req.header('Authorization'), c.req.param('company'));
  c.set('caller', caller);
  c.set('actor', { kind: 'user', user: caller });
  return next();
});

/**
 * The user whose credentials came along.
 * @param named the company in the path, if there is one there
 * @throws Problem 401; 404 for a path that names another company than the caller's, whether that one exists or not
 */
export function callerOf(
  company: CompanyContext,
  authorization: string | undefined,
  named: string | undefined,
): UserRecord {
  const credentials = readBasic(authorization);
  if (!company.exists()) throw invalidCredentials();
  const caller = identify(company, credentials, Date.now());
  if (named !== undefined && named.toLowerCase() !== company.companyId) throw notFound();
  return caller;
}

/** Lets only these roles pass; everybody else is 403 `permission_denied`. To be placed after `authenticate`. */
export function requireRole(...roles: readonly RoleId[]): ReturnType<typeof createMiddleware<CoreApp>> {
  return createMiddleware<CoreApp>(async (c, next) => {
    const { roleId } = c.get('caller');
    if (!roles.includes(roleId)) {
      throw new Problem(
        'permission_denied',
        `This takes the role ${roles.join(' or ')}; yours is ${roleId}.`,
      );
    }
    await next();
  });
}

/**
 * Whoever may see and change the DNI settings: the operator (Bearer) or a super admin of the company (Basic).
 * @throws Problem 401 or 403 for everybody else
 */
export async function requireSettingsRights(
  authorization: string | undefined,
  context: { company: CompanyState; operatorToken: string | undefined },
): Promise<Actor> {
  if (!/^basic\b/i.test(authorization ?? '')) {
    await requireOperator(authorization, context.operatorToken);
    return { kind: 'operator' };
  }
  const user = identify(context.company, readBasic(authorization), Date.now());
  if (user.roleId === 'superadmin') return { kind: 'user', user };
  throw new Problem('permission_denied', 'The DNI settings take a super admin or the operator.');
}

/** Why the credentials in the header do not open the DNI settings; undefined when they do. */
export async function settingsRefusal(
  authorization: string | undefined,
  context: { company: CompanyState; operatorToken: string | undefined },
): Promise<Refusal | undefined> {
  try {
    await requireSettingsRights(authorization, context);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { code: error.code, message: error.message, headers: error.headers };
  }
}

/**
 * Splits a Basic header at the first colon (RFC 7617, 2; UTF-8).
 * @throws Problem 401: `credentials_required` without a Basic header, `invalid_credentials` for one that says nothing
 */
export function readBasic(authorization: string | undefined): BasicCredentials {
  const encoded = /^basic(?: +(.*))?$/i.exec(authorization?.trim() ?? '');
  if (encoded === null) {
    throw new Problem(
      'credentials_required',
      'Send Authorization: Basic with the base64 of e-mail:access_token.',
      { headers: CHALLENGE },
    );
  }
  const [, email, token] = /^([^:]*):(.*)$/s.exec(decodeBase64(encoded[1] ?? '')) ?? [];
  if (email === undefined || token === undefined) throw invalidCredentials();
  return { email, token };
}

/** The one refusal of wrong credentials, whatever is wrong with them. */
export function invalidCredentials(
  detail = 'The e-mail address or the access token is wrong; issue a new token at /auth/issue_token.',
): Problem {
  return new Problem('invalid_credentials', detail, { headers: CHALLENGE });
}

/**
 * The user that the credentials belong to.
 * @param now milliseconds since the epoch
 * @throws Problem 401; `token_expired` only when e-mail and token match and nothing but time has passed
 */
function identify(company: CompanyState, credentials: BasicCredentials, now: number): UserRecord {
  const token = findToken(company, credentials.token);
  if (token === undefined || emailKey(token.user.email) !== emailKey(credentials.email)) {
    throw invalidCredentials();
  }
  if (token.expiresTime <= now) {
    throw new Problem(
      'token_expired',
      'The access token has expired; issue a new one at /auth/issue_token.',
      {
        headers: CHALLENGE,
      },
    );
  }
  return token.user;
}

function decodeBase64(text: string): string {
  try {
    const bytes = atob(text);
    // Nearly always ASCII, which is its own UTF-8.
    return ASCII.test(bytes) ? bytes : UTF_8.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return '';
  }
}
