/** The console's one page: every address of it is answered with the same HTML, and the script there shows the rest. */
import built from '../../dist/tables/console.json';

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

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  // Revalidated at each visit, since it names the files of the present version.
  'Cache-Control': 'no-cache',
  ETag: `"${built.version}"`,
};

/** The page, when the request is for it; undefined when it is for something else. */
export function consolePage(request: Request): Response | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const { pathname } = new URL(request.url);
  if (!/^\/console(?:\/|$)/.test(pathname) || NO_PAGE.test(pathname)) return undefined;
  const isKnown = request.headers.get('If-None-Match')?.includes(HEADERS.ETag) === true;
  return new Response(isKnown ? null : built.html, { status: isKnown ? 304 : 200, headers: HEADERS });
}
