import type { IssuedToken } from '../../accounts/token-requests.ts';

/** The answer that carries a token: a JSON string and nothing else, kept by no cache. */
export function tokenResponse({ token, expiresTime }: IssuedToken): Response {
  return Response.json(token, {
    headers: { 'Cache-Control': 'no-store', 'X-Token-Expires-At': new Date(expiresTime).toISOString() },
  });
}
