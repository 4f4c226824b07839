/** The response with an issued token. */
import type { IssuedToken } from '../../accounts/token-requests.ts';

/** Answers with a token as a JSON string, never cached. */
export function tokenResponse({ token, expiresTime }: IssuedToken): Response {
  return Response.json(token, {
    headers: { 'Cache-Control': 'no-store', 'X-Token-Expires-At': new Date(expiresTime).toISOString() },
  });
}
