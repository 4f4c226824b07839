/** The cookie with the credentials of a console session: hidden from scripts (HttpOnly), not sent from other sites (SameSite). Pure. */
import { Problem } from '../../shared/http/problems.ts';

/** Browsers accept a cookie with this prefix only if it is secure and for this host alone (RFC 6265bis, 4.1.3.2). */
const NAME = '__Host-leadline';
/** For a developer's machine without https, where Safari accepts no secure cookie. */
const LOCAL_NAME = 'leadline';
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Characters allowed in a header; a cookie with others is not a session. */
const HEADER_VALUE = /^[ -~]+$/;

const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict';

/**
 * Builds the `Set-Cookie` header for a session.
 * @param authorization the `Authorization` header that the session replaces
 * @throws Problem `permission_denied` on http, where others could read the session
 */
export function sessionCookie(url: string, authorization: string, maxAgeS: number): string {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !LOCAL_HOSTS.has(hostname)) {
    throw new Problem(
      'permission_denied',
      'Open the console over https, so that nobody can intercept the session.',
    );
  }
  const value = btoa(authorization).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${nameOf(url)}=${value}; ${ATTRIBUTES}${secureAt(url)}; Max-Age=${maxAgeS}`;
}

/** Builds the `Set-Cookie` header that ends a session. */
export function endedCookie(url: string): string {
  return sessionCookie(url, '', 0);
}

/** How long a browser keeps the secret of a sign-in with a passkey. Each challenge prolongs it. */
const SIGN_IN_S = 10 * 60;
const SECRET = /^[\w-]{43}$/;

/** Returns the secret with which this browser signs in with a passkey; undefined without one. */
export function passkeySecretOf(request: Pick<Request, 'url' | 'headers'>): string | undefined {
  const value = cookieOf(request, passkeyName(request.url));
  return SECRET.test(value) ? value : undefined;
}

/** Builds the `Set-Cookie` header for that secret. It binds the challenges to the browser that asked for them. */
export function passkeyCookie(url: string, secret: string): string {
  return `${passkeyName(url)}=${secret}; ${ATTRIBUTES}${secureAt(url)}; Max-Age=${SIGN_IN_S}`;
}

/** Returns the `Authorization` header of the request's session; undefined without one. */
export function authorizationOf(request: Pick<Request, 'url' | 'headers'>): string | undefined {
  const value = cookieOf(request, nameOf(request.url));
  try {
    const authorization = atob(value.replaceAll('-', '+').replaceAll('_', '/'));
    return HEADER_VALUE.test(authorization) ? authorization : undefined;
  } catch {
    return undefined;
  }
}

function nameOf(url: string): string {
  return new URL(url).protocol === 'https:' ? NAME : LOCAL_NAME;
}

function passkeyName(url: string): string {
  return `${nameOf(url)}-passkey`;
}

function secureAt(url: string): string {
  return new URL(url).protocol === 'https:' ? '; Secure' : '';
}

/** Returns the value of a cookie; empty without it. */
function cookieOf({ headers }: Pick<Request, 'headers'>, name: string): string {
  const cookies = (headers.get('Cookie') ?? '').split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}
