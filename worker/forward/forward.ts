/**
 * The way to the core API, wherever it lives. Requests go on as they came, past the router, which has nothing to decide
 * about them. Only `/companies/` and `/me` lead there (and `/auth/`, see routes.ts): this is no open proxy.
 */
import { refusal } from '../base-app.ts';
import type { Env } from '../env.ts';
import { requestIdOf } from '../request-id.ts';
import { forwardEmbedded } from './embedded.ts';
import { forwardRemote } from './remote.ts';

/** The paths of the core API in an absolute URL. */
const CORE_PATH = /^[^/]*\/\/[^/]*\/(?:companies\/[^?#]|me(?:[?#]|$))/;

/** The answer of the core, or the edge's own refusal as a problem document; undefined when the request is not for it. */
export function forward(request: Request, env: Env): Promise<Response> | undefined {
  if (!CORE_PATH.test(request.url)) return undefined;
  const { CORE_API_URL: baseUrl } = env;
  return baseUrl ? askRemote(request, env, baseUrl) : askEmbedded(request, env);
}

/** The embedded core answers with the request id itself. */
async function askEmbedded(request: Request, env: Env): Promise<Response> {
  try {
    return await forwardEmbedded(request, env);
  } catch (error) {
    return refusal(error, request, { requestId: requestIdOf(request.headers) });
  }
}

async function askRemote(request: Request, env: Env, baseUrl: string): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  try {
    const response = await forwardRemote(request, { baseUrl, timeoutMs: env.CORE_TIMEOUT_MS }, requestId);
    if (!response.headers.has('X-Request-Id')) response.headers.set('X-Request-Id', requestId);
    return response;
  } catch (error) {
    return refusal(error, request, { requestId });
  }
}
