/** The cookie that holds the credentials of a console session: unreadable for scripts (HttpOnly), and not sent by requests of other sites (SameSite). Pure. */
import { Problem } from '../../shared/http/problems.ts';

/** Browsers take a cookie with this prefix only when it is secure and of this host alone (RFC 6265bis, 4.1.3.2). */
const NAME = '__Host-leadline';
/** On a developer's machine there is no https, and Safari takes no secure cookie there. */
const LOCAL_NAME = 'leadline';
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What can stand in a header; whatever else a cookie holds is nobody's session. */
const HEADER_VALUE = /^[ -~]+$/;

const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict';

/**
 * `Set-Cookie` for a session.
 * @param authorization the value of the `Authorization` header that the session stands for
 * @throws Problem `permission_denied` on http: the session would cross the network for everybody to read
 */
export function sessionCookie(url: string, authorization: string, maxAgeS: number): string {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !LOCAL_HOSTS.has(hostname)) {
    throw new Problem('permission_denied', 'Open the console by https: here the session could be overheard.');
  }
  const secure = protocol === 'https:' ? '; Secure' : '';
  const value = btoa(authorization).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${nameOf(url)}=${value}; ${ATTRIBUTES}${secure}; Max-Age=${maxAgeS}`;
}

/** `Set-Cookie` that ends it. */
export function endedCookie(url: string): string {
  return sessionCookie(url, '', 0);
}

/** The `Authorization` header that the request's session stands for; undefined without a session. */
export function authorizationOf({ url, headers }: Pick<Request, 'url' | 'headers'>): string | undefined {
  const name = `${nameOf(url)}=`;
  const cookies = (headers.get('Cookie') ?? '').split(';').map((cookie) => cookie.trim());
  const value = cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length) ?? '';
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
