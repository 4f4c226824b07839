/**
 * CORS of the lead API: pages of the sites in the option `cors_origins` may read its answers. Cookies are not used: a page sends
 * a key or a token. Pure.
 */

/** The headers of an answer that a page may read. */
const EXPOSED =
  'ETag, Content-Location, Retry-After, X-Request-Id, X-Total-Count, X-Next-Cursor, Idempotency-Replayed, RateLimit, RateLimit-Policy';
const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Request-Id',
  // In seconds. Browsers limit it to two hours at most.
  'Access-Control-Max-Age': '600',
};

/** Allows the requesting page to read the answer if it belongs to one of these sites. */
export function allowReading(request: Request, response: Response, origins: readonly string[]): void {
  const origin = request.headers.get('Origin');
  if (origin !== null && origins.includes(origin)) allowSite(response, origin);
  else if (origins.length > 0) response.headers.append('Vary', 'Origin');
}

/** Allows the pages of a site, which must be one of the allowed ones, to read the answer. */
export function allowSite({ headers }: Response, origin: string): void {
  headers.append('Vary', 'Origin');
  headers.set('Access-Control-Allow-Origin', origin);
  headers.set('Access-Control-Expose-Headers', EXPOSED);
}

/** Returns the site of a preflight request (Fetch, "CORS-preflight request"); undefined for any other request. */
export function originOfPreflight({ method, headers }: Request): string | undefined {
  const isPreflight = method === 'OPTIONS' && headers.has('Access-Control-Request-Method');
  return isPreflight ? (headers.get('Origin') ?? undefined) : undefined;
}

/** Returns the answer to a preflight request. */
export function preflightAnswer(origin: string, isAllowed: boolean): Response {
  const allowed = isAllowed ? { 'Access-Control-Allow-Origin': origin, ...PREFLIGHT } : {};
  return new Response(null, { status: 204, headers: { Vary: 'Origin', ...allowed } });
}
