/** `/auth` of the embedded core: tokens for e-mail and password. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { signInNetwork } from '../../accounts/sign-in-networks.ts';
import type { App } from '../../env.ts';
import { parse, readJson } from '../../shared/http/input.ts';
import { takesNoQuery } from '../../shared/http/query.ts';
import { revokeSchema, signInBodySchema, signInSchema } from './schema.ts';
import { signIn, type SignInSurroundings, signOut } from './sign-ins.ts';
import { tokenResponse } from './token-response.ts';

export const accountRoutes = new Hono<App>();

/** `?username&password` -> the token, a JSON string; `X-Token-Expires-At` says until when. */
accountRoutes.get('/issue_token', async (c) => {
  const input = parse(signInSchema, c.req.query(), 'parameters');
  return tokenResponse(await signIn(c.env, input, surroundingsOf(c)));
});

/** The same with the credentials in the body, where no log of URLs keeps them. */
accountRoutes.post('/issue_token', takesNoQuery, async (c) => {
  const input = parse(signInBodySchema, await readJson(c.req.raw));
  return tokenResponse(await signIn(c.env, input, surroundingsOf(c)));
});

/** Ends a token: `{token}` -> `{status}`, the same for a token that was never issued. */
accountRoutes.post('/revoke_token', takesNoQuery, async (c) => {
  const { token } = parse(revokeSchema, await readJson(c.req.raw));
  await signOut(c.env, token);
  return c.json({ status: 'success' }, 200, { 'Cache-Control': 'no-store' });
});

function surroundingsOf(c: Context<App>): SignInSurroundings {
  return {
    network: signInNetwork(c.req.raw.headers, c.env.OPERATOR_TOKEN),
    afterAnswer: (work) => c.executionCtx.waitUntil(work),
  };
}
