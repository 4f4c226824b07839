/** Forwards to the embedded core: the Durable Object of the company in the caller's token or key. */
import { companyOfSecret, invalidCredentials, readCredentials } from '../../shared/http/credentials.ts';
import type { Env } from '../../env.ts';
import { answerPreflight } from './page-origins.ts';

/**
 * Answers a request to the core API. It goes to the caller's own company, not to the one in the path: only there can the
 * credentials be checked, and a path to another company is refused without waking that company's Durable Object.
 * @throws Problem 401 for credentials without a company
 */
export function forwardEmbedded(request: Request, env: Env): Promise<Response> {
  const preflight = answerPreflight(request, env);
  if (preflight !== undefined) return preflight;
  const { secret } = readCredentials(request.headers.get('Authorization') ?? undefined);
  const companyId = companyOfSecret(secret);
  if (companyId === undefined) throw invalidCredentials();
  return env.COMPANIES.getByName(companyId).fetch(request);
}
