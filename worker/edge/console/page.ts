/**
 * The console's single page: all its URLs have the same HTML, and its script does the rest. The HTML differs in one thing:
 * whether somebody from the company in the URL seems to be signed in. If so, the script requests the screen's data at
 * once, without asking first who is signed in.
 */
import built from '../../../dist/tables/console.json';
import { authorizationOf } from './session-cookie.ts';
import { companyOfSession } from './sessions.ts';

/** Paths below `/console` that are not pages. */
const NO_PAGE = /^\/console\/(?:api|assets|session)(?:\/|$)/;

/**
 * Allows nothing from other origins, nothing inline, and no strings as HTML or scripts (Trusted Types), except the one worker
 * that the policy `console` names. Styles that scripts set on elements do not count as inline (CSP 3, 8.2).
 */
const SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "media-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types console',
].join('; ');

/** The page without, and with, a session for the company in the URL (`expected`). */
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
  // Revalidated at each visit, since it names the files of the current version.
  'Cache-Control': 'no-cache',
  Vary: 'Cookie',
};

/** Answers a request for a page of the console; undefined for any other request. */
export function consolePage(request: Request): Response | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const { pathname } = new URL(request.url);
  if (!/^\/console(?:\/|$)/.test(pathname) || NO_PAGE.test(pathname)) return undefined;
  const { html, etag } = isExpected(request, pathname) ? PAGES.expected : PAGES.plain;
  const isKnown = request.headers.get('If-None-Match')?.includes(etag) === true;
  const headers = { ...HEADERS, ETag: etag };
  return new Response(isKnown ? null : html, { status: isKnown ? 304 : 200, headers });
}

/** Tells whether the cookie's session is for the company in the URL. Does not check that the session is still valid. */
function isExpected(request: Request, pathname: string): boolean {
  const authorization = authorizationOf(request);
  if (authorization === undefined) return false;
  const [, , company = ''] = pathname.split('/');
  return companyOfSession(authorization) === company;
}
