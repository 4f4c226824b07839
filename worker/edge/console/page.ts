/**
 * The console's one page: every address of it is answered with the same HTML, and the script there shows the rest. It tells
 * the script one thing, whether somebody of the company in the address seems to be signed in: what the screen shows is then
 * asked for at once, and not only after who it is.
 */
import built from '../../../dist/tables/console.json';
import { authorizationOf } from './session-cookie.ts';
import { companyOfSession } from './sessions.ts';

/** `/console/leads` is a page; what begins with one of these is not. */
const NO_PAGE = /^\/console\/(?:api|assets|session)(?:\/|$)/;

/**
 * Nothing from elsewhere, nothing inline, and no text becomes HTML or a script (Trusted Types), but for the one worker
 * that the policy `console` names. Styles that scripts set on elements are no inline styles (CSP 3, 8.2).
 */
const SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "media-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types console',
].join('; ');

/** The page for whom the script has to ask first, and the one for whoever has a session of the company in the address. */
const PAGES = {
  plain: { html: built.html, etag: `"${built.version}"` },
  expected: { html: built.html.replace('<html', '<html data-expected'), etag: `"${built.version}-expected"` },
};

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  // Revalidated at each visit, since it names the files of the present version.
  'Cache-Control': 'no-cache',
  Vary: 'Cookie',
};

/** The page, when the request is for it; undefined when it is for something else. */
export function consolePage(request: Request): Response | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const { pathname } = new URL(request.url);
  if (!/^\/console(?:\/|$)/.test(pathname) || NO_PAGE.test(pathname)) return undefined;
  const { html, etag } = isExpected(request, pathname) ? PAGES.expected : PAGES.plain;
  const isKnown = request.headers.get('If-None-Match')?.includes(etag) === true;
  const headers = { ...HEADERS, ETag: etag };
  return new Response(isKnown ? null : html, { status: isKnown ? 304 : 200, headers });
}

/** Whether the session that came along says that it is of the company in the address; whether it still holds is not looked at. */
function isExpected(request: Request, pathname: string): boolean {
  const authorization = authorizationOf(request);
  if (authorization === undefined) return false;
  const [, , company = ''] = pathname.split('/');
  return companyOfSession(authorization) === company;
}
