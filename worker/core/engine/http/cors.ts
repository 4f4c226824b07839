/**
 * Which sites' pages may read the answers of the lead API: those of the option `cors_origins`. Without cookies: a page
 * sends a key or a token of its own. Pure.
 */

/** What a page may read of an answer besides its content. */
const EXPOSED =
  'ETag, Content-Location, Retry-After, X-Request-Id, X-Total-Count, X-Next-Cursor, Idempotency-Replayed, RateLimit, RateLimit-Policy';
const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Request-Id',
  // Seconds; no browser keeps it for longer than two hours.
  'Access-Control-Max-Age': '600',
};

/** Lets the page that asked read the answer, if it is of one of these sites. */
export function allowReading(request: Request, response: Response, origins: readonly string[]): void {
  const origin = request.headers.get('Origin');
  if (origin !== null && origins.includes(origin)) letRead(response, origin);
  else if (origins.length > 0) response.headers.append('Vary', 'Origin');
}

/** The same for a site that is known to be one of them. */
export function letRead({ headers }: Response, origin: string): void {
  headers.append('Vary', 'Origin');
  headers.set('Access-Control-Allow-Origin', origin);
  headers.set('Access-Control-Expose-Headers', EXPOSED);
}

/** The site whose page asks whether it may send a request (Fetch, "CORS-preflight request"); undefined for any other request. */
export function originOfPreflight({ method, headers }: Request): string | undefined {
  const isPreflight = method === 'OPTIONS' && headers.has('Access-Control-Request-Method');
  return isPreflight ? (headers.get('Origin') ?? undefined) : undefined;
}

/** The answer to such a question. */
export function preflightAnswer(origin: string, isAllowed: boolean): Response {
  const allowed = isAllowed ? { 'Access-Control-Allow-Origin': origin, ...PREFLIGHT } : {};
  return new Response(null, { status: 204, headers: { Vary: 'Origin', ...allowed } });
}
