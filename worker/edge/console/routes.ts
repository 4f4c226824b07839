/** `/console/session`, and `/console/api/*`: the API for the console's pages. */
import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { createApp, type BaseApp } from '../../shared/http/base-app.ts';
import { parse, readJson } from '../../shared/http/input.ts';
import { answerWithSession, forBrowser, sessionRequired } from './api.ts';
import { type NewCompanyState, newCompanyState, openSessionInNewCompany } from './new-company.ts';
import { consolePage } from './page.ts';
import { requireSameOrigin } from './same-origin.ts';
import { companyChoiceSchema, linkSessionSchema, passkeySessionSchema, sessionSchema } from './schema.ts';
import {
  authorizationOf,
  endedCookie,
  passkeyCookie,
  passkeySecretOf,
  sessionCookie,
} from './session-cookie.ts';
import {
  endSession,
  type OpenSession,
  openSession,
  openSessionByLink,
  openSessionByPasskey,
  openSessionInCompany,
  passkeyOptions,
  type PublicApi,
  sessionUser,
} from './sessions.ts';

interface ConsoleApp extends BaseApp {
  Bindings: {
    api: PublicApi;
    /** Whether a remote core has the users. */
    isRemote: boolean;
  };
}

const CONSOLE_PATH = /^[^/]*\/\/[^/]*\/console(?:[/?#]|$)/;

/** Browser headers that are forwarded to the API. */
const PASSED_ON = ['CF-Connecting-IP', 'User-Agent'];

const sessionRoutes = new Hono<ConsoleApp>();
sessionRoutes.use(async (c, next) => {
  requireSameOrigin(c.req.raw);
  await next();
});

/** Answers the user as `GET /me` does, or null with status 200: not being signed in is no error. */
sessionRoutes.get('/', async (c) => {
  const authorization = authorizationOf(c.req.raw);
  if (authorization === undefined) return c.json(null, 200, { 'Cache-Control': 'no-store' });
  const user = await sessionUser(c.env.api, originOf(c.req.raw, c.get('requestId')), authorization);
  return user.status === 401 ? c.json(null, 200, { 'Cache-Control': 'no-store' }) : forBrowser(user);
});

/** Signs in with `{email, password}`: sets the cookie and answers the user as `GET /me` does. */
sessionRoutes.post('/', async (c) => {
  const { api } = c.env;
  const input = parse(sessionSchema, await readJson(c.req.raw));
  const origin = originOf(c.req.raw, c.get('requestId'));
  return startSession(c, await openSession(api, origin, input));
});

/** Chooses a password with a link, as `POST /auth/link/use` does: sets the cookie and answers the user. */
sessionRoutes.post('/link', async (c) => {
  const input = parse(linkSessionSchema, await readJson(c.req.raw));
  const origin = originOf(c.req.raw, c.get('requestId'));
  return startSession(c, await openSessionByLink(c.env.api, origin, input));
});

/** Answers whether companies can be made here: `{state}`. */
sessionRoutes.get('/new', async (c) => {
  const origin = originOf(c.req.raw, c.get('requestId'));
  const state: NewCompanyState = await newCompanyState(c.env.api, origin, c.env.isRemote);
  return c.json({ state }, 200, { 'Cache-Control': 'no-store' });
});

/**
 * Makes a company, `{operator_token, company_id, name, default_region, superadmin}`: sets the cookie of its super admin and answers the
 * user.
 */
sessionRoutes.post('/new', async (c) => {
  const origin = originOf(c.req.raw, c.get('requestId'));
  return startSession(c, await openSessionInNewCompany(c.env.api, origin, await readJson(c.req.raw)));
});

/** Answers the options of a sign-in with a passkey, and gives the browser the secret that its answer must come with. */
sessionRoutes.post('/passkey/begin', async (c) => {
  const client = passkeySecretOf(c.req.raw) ?? randomBytes(32).toString('base64url');
  const origin = originOf(c.req.raw, c.get('requestId'));
  const answer = forBrowser(await passkeyOptions(c.env.api, origin, client));
  if (answer.ok) answer.headers.set('Set-Cookie', passkeyCookie(c.req.url, client));
  return answer;
});

/** Signs in with a passkey, `{credential}`: sets the cookie and answers the user. */
sessionRoutes.post('/passkey', async (c) => {
  const { credential } = parse(passkeySessionSchema, await readJson(c.req.raw), 'question');
  // Without its secret, the browser's answer comes too late.
  const client = passkeySecretOf(c.req.raw) ?? 'none-of-any-known-browser';
  const origin = originOf(c.req.raw, c.get('requestId'));
  return startSession(c, await openSessionByPasskey(c.env.api, origin, { credential, client }));
});

/**
 * Switches to another company of the same person, `{company_id}`: sets the cookie of a session there with the same end,
 * ends the old session, and answers the user.
 */
sessionRoutes.post('/company', async (c) => {
  const { api } = c.env;
  const { company_id: companyId } = parse(companyChoiceSchema, await readJson(c.req.raw));
  const authorization = authorizationOf(c.req.raw);
  if (authorization === undefined) throw sessionRequired();
  const origin = originOf(c.req.raw, c.get('requestId'));
  const answer = await startSession(c, await openSessionInCompany(api, origin, { authorization, companyId }));
  if (answer.ok) await endSession(api, origin, authorization);
  return answer;
});

/** Signs out: ends the session, if any, and clears this origin's storage in the browser. */
sessionRoutes.delete('/', async (c) => {
  const authorization = authorizationOf(c.req.raw);
  if (authorization !== undefined) {
    await endSession(c.env.api, originOf(c.req.raw, c.get('requestId')), authorization);
  }
  // Not "cookies": that would sign people out of every site of the domain.
  const headers = { 'Set-Cookie': endedCookie(c.req.url), 'Clear-Site-Data': '"storage"' };
  return c.json({ status: 'success' }, 200, { ...headers, 'Cache-Control': 'no-store' });
});

const consoleApp = createApp<ConsoleApp>();
consoleApp.route('/console/session', sessionRoutes);
consoleApp.all('/console/api/*', (c) => answerWithSession(c.req.raw, c.env.api));

/**
 * Answers requests under `/console`; undefined for any other. Static files are served before the Worker runs.
 * @param bindings.api answers a request of the public API
 */
export function answerConsole(
  request: Request,
  bindings: ConsoleApp['Bindings'],
): Promise<Response> | Response | undefined {
  if (!CONSOLE_PATH.test(request.url)) return undefined;
  return consolePage(request) ?? consoleApp.fetch(request, bindings);
}

/** Sets the session's cookie and answers its user. */
async function startSession(c: Context<ConsoleApp>, session: OpenSession | Response): Promise<Response> {
  if (session instanceof Response) return forBrowser(session);
  const origin = originOf(c.req.raw, c.get('requestId'));
  const user = forBrowser(await sessionUser(c.env.api, origin, session.authorization));
  if (user.ok) {
    user.headers.set('Set-Cookie', sessionCookie(c.req.url, session.authorization, session.maxAgeS));
  }
  return user;
}

function originOf({ url, headers: given }: Request, requestId: string): { url: string; headers: Headers } {
  const headers = new Headers({ 'X-Request-Id': requestId });
  for (const name of PASSED_ON) {
    const value = given.get(name);
    if (value !== null) headers.set(name, value);
  }
  return { url, headers };
}
