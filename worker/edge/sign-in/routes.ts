/** `/auth` of the embedded core: tokens for e-mail and password. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { signInNetwork } from '../../accounts/sign-in-networks.ts';
import type { App } from '../../env.ts';
import { parse, readJson } from '../../shared/http/input.ts';
import { takesNoQuery } from '../../shared/http/query.ts';
import { revokeSchema, signInBodySchema, signInSchema } from './schema.ts';
import { signIn, type SignInContext, signOut } from './sign-ins.ts';
import { tokenResponse } from './token-response.ts';

export const accountRoutes = new Hono<App>();

/** Issues a token: `?username&password` -> the token, a JSON string; `X-Token-Expires-At` has its end. */
accountRoutes.get('/issue_token', async (c) => {
  const input = parse(signInSchema, c.req.query(), 'parameters');
  return tokenResponse(await signIn(c.env, input, contextOf(c)));
});

/** Issues a token for credentials in the body, which URL logs do not contain. */
accountRoutes.post('/issue_token', takesNoQuery, async (c) => {
  const input = parse(signInBodySchema, await readJson(c.req.raw));
  return tokenResponse(await signIn(c.env, input, contextOf(c)));
});

/** Revokes a token: `{token}` -> `{status}`; the same answer for an unknown token. */
accountRoutes.post('/revoke_token', takesNoQuery, async (c) => {
  const { token } = parse(revokeSchema, await readJson(c.req.raw));
  await signOut(c.env, token);
  return c.json({ status: 'success' }, 200, { 'Cache-Control': 'no-store' });
});

function contextOf(c: Context<App>): SignInContext {
  return {
    network: signInNetwork(c.req.raw.headers, c.env.OPERATOR_TOKEN),
    afterAnswer: (work) => c.executionCtx.waitUntil(work),
  };
}
