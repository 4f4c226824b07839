/**
 * The way to the core API, wherever it lives. Requests go on as they came: the edge looks at whose credentials they carry,
 * and decides nothing else. Only these paths lead there (and `/auth/`, see routes.ts): every other path stays at the edge.
 */
import { refusal } from '../../shared/http/base-app.ts';
import { guardCredentials } from '../credential-guard.ts';
import type { Env } from '../../env.ts';
import { requestIdOf } from '../../shared/http/request-id.ts';
import type { ShortCut } from '../short-cuts.ts';
import { forwardEmbedded } from './embedded.ts';
import { pageOrigins } from './page-origins.ts';
import { forwardRemote } from './remote.ts';

/** Everything that the core answers. */
export const coreOperations: readonly ShortCut<Env>[] = [
  { method: 'ALL', path: '/companies/:rest{.+}', answer: (request, _, { env }) => forward(request, env) },
  { method: 'ALL', path: '/me', answer: (request, _, { env }) => forward(request, env) },
  { method: 'ALL', path: '/me/:rest{.+}', answer: (request, _, { env }) => forward(request, env) },
];

/** The answer of the core, or the edge's own refusal as a problem document. */
async function forward(request: Request, env: Env): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  try {
    return await guardCredentials(request, env, () => askCore(request, env, requestId));
  } catch (error) {
    return refused(error, request, { env, requestId });
  }
}

async function askCore(request: Request, env: Env, requestId: string): Promise<Response> {
  const { CORE_API_URL: baseUrl, CORE_TIMEOUT_MS: timeoutMs } = env;
  try {
    // The embedded core answers with the request id itself.
    if (!baseUrl) return await forwardEmbedded(request, env);
    const response = await forwardRemote(request, { baseUrl, timeoutMs }, requestId);
    if (!response.headers.has('X-Request-Id')) response.headers.set('X-Request-Id', requestId);
    return response;
  } catch (error) {
    return refused(error, request, { env, requestId });
  }
}

/** A refusal of the edge's own. A remote core has its own way with pages of other sites. */
async function refused(
  error: unknown,
  request: Request,
  { env, requestId }: { env: Env; requestId: string },
): Promise<Response> {
  const answer = await refusal(error, request, { requestId });
  return env.CORE_API_URL ? answer : pageOrigins.letRead(request, answer, env);
}
