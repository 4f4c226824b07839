/**
 * Forwards requests to the core API, embedded or remote. They are forwarded unchanged: the edge only reads which company the
 * credentials are for. Only these paths (and `/auth/`, see routes.ts) go to the core.
 */
import { refusal } from '../../shared/http/base-app.ts';
import { guardCredentials } from '../credential-guard.ts';
import type { Env } from '../../env.ts';
import { requestIdOf } from '../../shared/http/ids.ts';
import type { ShortCut } from '../short-cuts.ts';
import { forwardEmbedded } from './embedded.ts';
import { pageOrigins } from './page-origins.ts';
import { forwardRemote } from './remote.ts';

/** The paths that the core answers. */
export const coreShortCuts: readonly ShortCut<Env>[] = [
  { method: 'ALL', path: '/companies/:rest{.+}', answer: (request, _, { env }) => forward(request, env) },
  { method: 'ALL', path: '/me', answer: (request, _, { env }) => forward(request, env) },
  { method: 'ALL', path: '/me/:rest{.+}', answer: (request, _, { env }) => forward(request, env) },
];

/** Returns the answer of the core, or a problem document of the edge. */
async function forward(request: Request, env: Env): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  try {
    return await guardCredentials(request, env, () => callCore(request, env, requestId));
  } catch (error) {
    return refuse(error, request, { env, requestId });
  }
}

async function callCore(request: Request, env: Env, requestId: string): Promise<Response> {
  const { CORE_API_URL: baseUrl, CORE_TIMEOUT_MS: timeoutMs } = env;
  try {
    // The embedded core sets the request id itself.
    if (!baseUrl) return await forwardEmbedded(request, env);
    const response = await forwardRemote(request, { baseUrl, timeoutMs }, requestId);
    if (!response.headers.has('X-Request-Id')) response.headers.set('X-Request-Id', requestId);
    return response;
  } catch (error) {
    return refuse(error, request, { env, requestId });
  }
}

/** Makes a problem document of the edge. With a remote core, CORS is up to that core. */
async function refuse(
  error: unknown,
  request: Request,
  { env, requestId }: { env: Env; requestId: string },
): Promise<Response> {
  const answer = await refusal(error, request, { requestId });
  return env.CORE_API_URL ? answer : pageOrigins.letRead(request, answer, env);
}
