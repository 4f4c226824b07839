/** `POST /mcp`: the tools of assistants, by the Model Context Protocol over HTTP. There are no sessions. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { createMiddleware } from 'hono/factory';
import type { App } from '../../env.ts';
import { companyOfSecret, invalidCredentials, readCredentials } from '../../shared/http/credentials.ts';
import { parseJson, readJsonText } from '../../shared/http/input.ts';
import { notFound, Problem } from '../../shared/http/problems.ts';
import { limitFailedCredentials } from '../credential-guard.ts';
import { type AnswerApi, type Api, apiFor, ApiRefusal } from './api.ts';
import {
  agreedVersion,
  invalidParams,
  readMessage,
  refusalBody,
  resultBody,
  RpcRefusal,
  type RpcRequest,
  unknownMethod,
  VERSIONS,
} from './protocol.ts';
import { callTool, describeTool, OTHERS_WORDS } from './tool.ts';
import { TOOLS } from './tools/tools.ts';

/** Largest message, in bytes: a hundred costs, or the longest note. */
const MAX_BYTES = 256 * 1024;
/** Keys come as Bearer tokens, from clients that can send no other. There is no OAuth server, so no metadata of one. */
const CHALLENGE = 'Bearer realm="leadline", Basic realm="leadline", charset="UTF-8"';
const SERVER = { name: 'leadline', title: 'Leadline', version: '1' };
const CAPABILITIES = { tools: {} };
const INSTRUCTIONS = `Leadline keeps the leads, calls and text messages of one company, and which ads and pages they came from. Times are ISO 8601, phone numbers E.164, days those of the company’s time zone. Find ids with the tools that list; do not guess them.${OTHERS_WORDS}`;

/** The caller of a request. */
interface Caller {
  companyId: string;
  mayWrite: boolean;
}

/** Says how to authenticate. */
const challenge = createMiddleware<App>(async (c, next) => {
  await next();
  if (c.res.status === 401) c.res.headers.set('WWW-Authenticate', CHALLENGE);
});

/** Refuses pages of other sites, which could reach a deployment in the visitor's network (DNS rebinding). */
const refuseOtherSites = createMiddleware<App>(async (c, next) => {
  const origin = c.req.header('Origin');
  if (origin !== undefined && origin !== new URL(c.req.url).origin) {
    throw new Problem('permission_denied', 'Pages of other sites may not use this address.');
  }
  await next();
});

/** Returns the routes. @param answerApi answers requests of the API in this process */
export function assistantRoutes(answerApi: (c: Context<App>) => AnswerApi): Hono<App> {
  const routes = new Hono<App>();
  routes.use('/', challenge, refuseOtherSites, limitFailedCredentials);

  /** Answers one message; a notification with 202. */
  routes.post('/', async (c) => {
    const caller = await callerOf(c);
    try {
      const request = await readRequest(c.req.raw);
      if (request === undefined) return c.body(null, 202);
      return c.json(await answer(request, c, { caller, answerApi }));
    } catch (error) {
      if (error instanceof RpcRefusal) return c.json(refusalBody(error), error.status);
      throw error;
    }
  });
  return routes;
}

/**
 * Checks the credentials. They name the company.
 * @throws Problem 401, 403, 429; 404 where another deployment has the core
 */
async function callerOf({ env, req }: Context<App>): Promise<Caller> {
  if (env.CORE_API_URL) throw notFound();
  const authorization = req.header('Authorization');
  const companyId = companyOfSecret(readCredentials(authorization).secret);
  if (companyId === undefined) throw invalidCredentials();
  const rights = await env.COMPANIES.getByName(companyId).callerRights(authorization);
  if ('code' in rights) throw new Problem(rights.code, rights.message, { headers: rights.headers });
  return { companyId, mayWrite: rights.mayWrite };
}

/** Reads the message. @throws Problem 413, 415; RpcRefusal */
async function readRequest(request: Request): Promise<RpcRequest | undefined> {
  const accept = request.headers.get('Accept') ?? '';
  if (accept !== '' && !/(?:application|\*)\/(?:json|\*)/i.test(accept)) {
    throw new RpcRefusal(
      'invalidRequest',
      'The answer is JSON: send Accept: application/json, text/event-stream.',
      {
        status: 406,
      },
    );
  }
  const text = await readJsonText(request, { maxBytes: MAX_BYTES });
  return readMessage(parsed(text), request.headers);
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw error instanceof Problem ? new RpcRefusal('parseError', error.message) : error;
  }
}

async function answer(
  request: RpcRequest,
  c: Context<App>,
  { caller, answerApi }: { caller: Caller; answerApi: (c: Context<App>) => AnswerApi },
): Promise<object> {
  const { method, params } = request;
  const single = (result: Record<string, unknown>): object =>
    resultBody(request, result, { server: SERVER, kind: 'single' });
  const list = (result: Record<string, unknown>): object =>
    resultBody(request, result, { server: SERVER, kind: 'list' });
  switch (method) {
    case 'initialize':
      return single({
        protocolVersion: agreedVersion(params),
        capabilities: CAPABILITIES,
        serverInfo: SERVER,
        instructions: INSTRUCTIONS,
      });
    case 'ping':
      return single({});
    case 'server/discover':
      return list({ supportedVersions: VERSIONS, capabilities: CAPABILITIES, instructions: INSTRUCTIONS });
    case 'tools/list':
      return list({ tools: TOOLS.filter((tool) => caller.mayWrite || !tool.writing).map(describeTool) });
    case 'tools/call':
      return single(await call(request, apiOf(c, caller, answerApi)));
    default:
      throw unknownMethod(request);
  }
}

/** The API for the caller, under the id of this request. */
function apiOf(c: Context<App>, { companyId }: Caller, answerApi: (c: Context<App>) => AnswerApi): Api {
  const headers = new Headers(c.req.raw.headers);
  headers.set('X-Request-Id', c.get('requestId'));
  return apiFor({ url: c.req.url, headers }, companyId, answerApi(c));
}

/** Calls a tool. One that the caller may not use is refused by the API. */
async function call(request: RpcRequest, api: Api): Promise<Record<string, unknown>> {
  const { name, arguments: input = {} } = request.params;
  const tool = TOOLS.find((each) => each.name === name);
  if (tool === undefined) throw invalidParams(request, `Unknown tool: ${String(name)}`);
  try {
    return await callTool(tool, input, api);
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    throw new Problem(error.problem.code, error.problem.detail);
  }
}
