/** The embedded core: the Durable Object of the company that the caller's token or key names. */
import { originOfPreflight, preflightAnswer } from '../core/cors.ts';
import { companyOfSecret, invalidCredentials, readCredentials } from '../credentials.ts';
import type { Env } from '../env.ts';

const COMPANY_PATH = /^\/companies\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\//i;

/**
 * Answers a request of the core API. It goes to the caller's own company, not to the one in the path: only there can the
 * credentials be checked, and a stranger's path is refused there without waking the stranger's object.
 * @throws Problem 401 for credentials that name no company
 */
export function forwardEmbedded(request: Request, env: Env): Promise<Response> {
  const preflight = answerPreflight(request, env);
  if (preflight !== undefined) return preflight;
  const { secret } = readCredentials(request.headers.get('Authorization') ?? undefined);
  const companyId = companyOfSecret(secret);
  if (companyId === undefined) throw invalidCredentials();
  return env.COMPANIES.getByName(companyId).fetch(request);
}

/**
 * A preflight has no credentials, so the company is the one in the path. This opens nothing: every answer still needs
 * credentials.
 */
function answerPreflight(request: Request, env: Env): Promise<Response> | undefined {
  const origin = originOfPreflight(request);
  const [, companyId] = COMPANY_PATH.exec(new URL(request.url).pathname) ?? [];
  if (origin === undefined || companyId === undefined) return undefined;
  const company = env.COMPANIES.getByName(companyId.toLowerCase());
  return company.allowsOrigin(origin).then((isAllowed) => preflightAnswer(origin, isAllowed));
}
