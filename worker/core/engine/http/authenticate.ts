/** Authenticates callers of the core API: users by access token, and API keys. */
import { createMiddleware } from 'hono/factory';
import {
  CHALLENGE,
  type Credentials,
  invalidCredentials,
  isForCore,
  isKey,
  readCredentials,
} from '../../../shared/http/credentials.ts';
import { emailKey } from '../../../shared/contact/email.ts';
import { requireOperator } from '../../../shared/secrets/operator-token.ts';
import { notFound, Problem, type Refusal } from '../../../shared/http/problems.ts';
import {
  type Actor,
  actorId,
  isViewer,
  roleOf,
  type RoleId,
  type KnownActor,
  type KnownCredential,
} from '../context/actors.ts';
import { isOwnMatter } from '../context/contexts.ts';
import { readsOnly } from '../commit/commit.ts';
import { requireScope } from './rights.ts';
import type { CompanyContext, CoreApp, CompanyState } from '../context/company-context.ts';
import { featuresOf } from '../context/feature.ts';

/** Roles that may check pages of the site. Only super admins may change the settings themselves. */
const MANAGING_ROLES: readonly RoleId[] = ['superadmin', 'manager'];
/** Roles that may use the preview and read the state of the site. */
const READING_ROLES: readonly RoleId[] = [...MANAGING_ROLES, 'viewer'];
/** Roles that may read the settings. */
const SETTINGS_READERS: readonly RoleId[] = ['superadmin', 'viewer'];

/** An authenticated caller of the core API. */
export type Caller = KnownActor;

/** Methods that change nothing. */
const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
/** Reads with the method POST, because their parameters may be too long for a URL. */
const READ_BY_POST = /\/(?:smart_views\/[^/]+\/aggregations|conversions\/preview)$/;
/** The files that ad platforms fetch, with keys that open nothing else. */
const CONVERSION_FILE = /\/conversions\/[^/]+\.csv$/;

/** Sets `actor`; refuses like `callerOf`. */
export const authenticate = createMiddleware<CoreApp>((c, next) => {
  const caller = callerOf(c.env.company, c.req.raw, {
    path: c.req.path,
    named: c.req.param('company'),
  });
  c.set('actor', caller);
  return next();
});

/**
 * Returns the caller to whom the credentials of a request belong.
 * @param expected.named the company in the path, if the path has one
 * @throws Problem 401; 403 `insufficient_scope` for a key that may not do this; 404 for a path with another company than the
 *   caller's, whether it exists or not; 403 `permission_denied` for a change by somebody who reads only; 429 `rate_limited` for too many requests
 */
export function callerOf(
  company: CompanyContext,
  request: Request,
  expected: { path: string; named: string | undefined },
): Caller {
  const credentials = readCredentials(request.headers.get('Authorization') ?? undefined);
  if (!company.exists()) throw invalidCredentials();
  const known = identify(company, credentials, { now: Date.now(), path: expected.path });
  const caller = known.actor;
  company.requestLimits.count(request, actorId(caller));
  if (expected.named !== undefined && expected.named.toLowerCase() !== company.companyId) throw notFound();
  requireRights(caller, request.method, expected.path);
  for (const store of featuresOf(company).credentials) store.noteUse(company, known);
  return caller;
}

/**
 * Returns what the credentials allow on the whole, for a list of what their owner can use, or why they are refused. Counts as a request.
 */
export function rightsOf(
  company: CompanyContext,
  authorization: string | undefined,
): { mayWrite: boolean } | Refusal {
  try {
    const { actor } = identify(company, readCredentials(authorization), { now: Date.now(), path: '' });
    company.requestLimits.count({}, actorId(actor));
    requireRights(actor, 'GET', '');
    return { mayWrite: refusalOf(() => requireRights(actor, 'POST', '')) === undefined };
  } catch (error) {
    return asRefusal(error);
  }
}

/** Refuses changes by viewers and what the scopes of a key do not allow, before anything is looked up or asked of others. */
function requireRights(caller: Caller, method: string, path: string): void {
  const isRead = READS.includes(method) || READ_BY_POST.test(path);
  // `commit` refuses too.
  if (!isRead && isViewer(caller) && !isOwnMatter(path)) throw readsOnly();
  if (caller.kind !== 'key') return;
  requireScope(caller, CONVERSION_FILE.test(path) ? 'conversions' : isRead ? 'read' : 'write');
}

/**
 * Returns a caller who may read and change the DNI settings: the operator (Bearer), or a super admin of the company with a token
 * or key.
 * @param roles the roles of the company's users that are allowed
 * @throws Problem 401 or 403 for other callers
 */
export async function requireSettingsRights(
  authorization: string | undefined,
  context: { company: CompanyState; operatorToken: string | undefined },
  roles: readonly RoleId[] = ['superadmin'],
): Promise<Actor> {
  if (!isForCore(authorization)) {
    await requireOperator(authorization, context.operatorToken);
    return { kind: 'operator' };
  }
  const { actor: caller } = identify(context.company, readCredentials(authorization), {
    now: Date.now(),
    path: '',
  });
  if (roles.includes(roleOf(caller))) return caller;
  requireScope(caller, 'admin');
  const takes = roles.includes('manager')
    ? 'This is allowed for managers, super admins'
    : 'The DNI settings are for super admins';
  throw new Problem('permission_denied', `${takes} and the operator.`);
}

/** Lets only the operator and those who may change the settings pass, or read them. Sets `actor`. */
export const settingsRightsOnly = createMiddleware<CoreApp>(async (c, next) => {
  const { company, OPERATOR_TOKEN: operatorToken } = c.env;
  const roles = READS.includes(c.req.method) ? SETTINGS_READERS : (['superadmin'] as const);
  c.set(
    'actor',
    await requireSettingsRights(c.req.header('Authorization'), { company, operatorToken }, roles),
  );
  await next();
});

/** Lets only the operator, super admins, managers and viewers pass. For routes that change nothing. */
export const siteReadersOnly = createMiddleware<CoreApp>(async (c, next) => {
  const { company, OPERATOR_TOKEN: operatorToken } = c.env;
  await requireSettingsRights(c.req.header('Authorization'), { company, operatorToken }, READING_ROLES);
  await next();
});

/**
 * Returns why the credentials in the header do not allow the preview, or the check of a page; undefined if they do. Both are for
 * managers too, the preview also for viewers.
 */
export async function previewRefusal(
  authorization: string | undefined,
  context: { company: CompanyState; operatorToken: string | undefined },
  purpose: 'preview' | 'check',
): Promise<Refusal | undefined> {
  const roles = purpose === 'preview' ? READING_ROLES : MANAGING_ROLES;
  try {
    await requireSettingsRights(authorization, context, roles);
    return undefined;
  } catch (error) {
    return asRefusal(error);
  }
}

function refusalOf(check: () => void): Refusal | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return asRefusal(error);
  }
}

function asRefusal(error: unknown): Refusal {
  if (!(error instanceof Problem)) throw error;
  return { code: error.code, message: error.message, headers: error.headers };
}

/**
 * Returns the owner of the credentials. A key of the company may come with any user name, a user's key or token only with the
 * user's e-mail address.
 * @param request.now milliseconds since the epoch
 * @throws Problem 401; `token_expired` only when the credentials match and are too old; 403 if they may not be used for this
 */
function identify(
  company: CompanyState,
  { email, secret }: Credentials,
  { now, path }: { now: number; path: string },
): KnownCredential {
  const known = findCredential(company, secret);
  const { user } = known?.actor ?? {};
  const isTheirs = email === undefined || user === undefined || emailKey(user.email) === emailKey(email);
  if (known === undefined || !isTheirs) throw invalidCredentials();
  if (known.expiresTime > now) {
    for (const store of featuresOf(company).credentials) store.limit(company, known, path);
    return known;
  }
  const detail = isKey(secret)
    ? 'The API key has expired; create a new one.'
    : 'The access token has expired; issue a new one at /auth/issue_token.';
  throw new Problem('token_expired', detail, { headers: CHALLENGE });
}

/** Finds the owner of a secret in all features that store credentials. */
function findCredential(company: CompanyState, secret: string): KnownCredential | undefined {
  for (const store of featuresOf(company).credentials) {
    const known = store.find(company, secret);
    if (known !== undefined) return known;
  }
  return undefined;
}
