/** `/auth` of the embedded core: tokens for e-mail and password, links and passkeys. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { noteCompany } from '../front-door.ts';
import { relyingParty, type RelyingParty } from '../../accounts/passkeys/relying-party.ts';
import { signInSender } from '../../accounts/sign-in-networks.ts';
import type { App } from '../../env.ts';
import { parse, readJson } from '../../shared/http/input.ts';
import { deviceName } from '../../accounts/device-name.ts';
import { takesNoQuery } from '../../shared/http/query.ts';
import { signInOptions, signInWithPasskey } from './passkeys.ts';
import { readLink, requestReset, useLink } from './links.ts';
import {
  forgottenSchema,
  linkSchema,
  linkUseSchema,
  passkeyBeginSchema,
  passkeySchema,
  revokeSchema,
  signInBodySchema,
  type SignInInput,
  signInSchema,
} from './schema.ts';
import { signIn, type SignInContext, signOut } from './sign-ins.ts';
import { tokenResponse } from './token-response.ts';

export const accountRoutes = new Hono<App>();

/** Issues a token: `?username&password` -> the token, a JSON string; `X-Token-Expires-At` has its end. */
accountRoutes.get('/issue_token', async (c) => {
  const input = parse(signInSchema, c.req.query(), 'parameters');
  return answerSignIn(c, input);
});

/** Issues a token for credentials in the body, which URL logs do not contain. */
accountRoutes.post('/issue_token', takesNoQuery, async (c) => {
  const input = parse(signInBodySchema, await readJson(c.req.raw));
  return answerSignIn(c, input);
});

/** Revokes a token: `{token}` -> `{status}`; the same answer for an unknown token. */
accountRoutes.post('/revoke_token', takesNoQuery, async (c) => {
  const { token } = parse(revokeSchema, await readJson(c.req.raw));
  await signOut(c.env, token);
  return c.json({ status: 'success' }, 200, { 'Cache-Control': 'no-store' });
});

/** Sends a link for a forgotten password, if the address has a user: `{username}` -> `{is_mailed}`, whatever the address. */
accountRoutes.post('/forgotten_password', takesNoQuery, async (c) => {
  const { username } = parse(forgottenSchema, await readJson(c.req.raw));
  return c.json(requestReset(c.env, username, contextOf(c)), 200, { 'Cache-Control': 'no-store' });
});

/** Answers what a link is for: `{link}` -> `{kind, email, name?, company_id?, company_name?, brand_name?, further_company_names?, expires_time}`. */
accountRoutes.post('/link', takesNoQuery, async (c) => {
  const { link } = parse(linkSchema, await readJson(c.req.raw));
  const {
    kind,
    email,
    name,
    companyId,
    companyName,
    brandName,
    furtherCompanies = [],
    expiresTime,
  } = await readLink(c.env, link);
  const body = {
    kind,
    email,
    ...(name === undefined ? {} : { name }),
    ...(companyId === undefined ? {} : { company_id: companyId }),
    ...(companyName === undefined ? {} : { company_name: companyName }),
    ...(brandName === undefined ? {} : { brand_name: brandName }),
    ...(furtherCompanies.length === 0 ? {} : { further_company_names: furtherCompanies }),
    expires_time: new Date(expiresTime).toISOString(),
  };
  return c.json(body, 200, { 'Cache-Control': 'no-store' });
});

/** Uses a link: `{link, password}` -> `{token, email, expires_time}`; no token if signing in needs a code, too. */
accountRoutes.post('/link/use', takesNoQuery, async (c) => {
  const input = parse(linkUseSchema, await readJson(c.req.raw));
  const { sender, device } = contextOf(c);
  const { email, issued } = await useLink(c.env, input.link, {
    sender,
    device,
    kind: input.kind,
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.password === undefined ? {} : { password: input.password }),
    ...(input.present_password === undefined ? {} : { presentPassword: input.present_password }),
  });
  const end = issued === null ? null : new Date(issued.expiresTime).toISOString();
  const body = { token: issued?.token ?? null, email, expires_time: end };
  return c.json(body, 200, { 'Cache-Control': 'no-store' });
});

async function answerSignIn(c: Context<App>, input: SignInInput): Promise<Response> {
  const issued = await signIn(c.env, input, contextOf(c));
  c.executionCtx.waitUntil(noteCompany(c.env));
  return tokenResponse(issued);
}

/** Answers the options with which a browser uses a passkey: `{client}` -> `PublicKeyCredentialRequestOptionsJSON`. Stores nothing. */
accountRoutes.post('/passkey/begin', takesNoQuery, async (c) => {
  const { client } = parse(passkeyBeginSchema, await readJson(c.req.raw));
  return c.json(signInOptions(c.env, client, siteOf(c)), 200, { 'Cache-Control': 'no-store' });
});

/** Signs in with a passkey: `{client, credential}` -> `{token, email, expires_time}`. */
accountRoutes.post('/passkey', takesNoQuery, async (c) => {
  const { client, credential, kind } = parse(passkeySchema, await readJson(c.req.raw), 'question');
  const attempt = { assertion: credential, client, site: siteOf(c), kind };
  const { email, issued } = await signInWithPasskey(c.env, attempt, contextOf(c));
  c.executionCtx.waitUntil(noteCompany(c.env));
  const body = { token: issued.token, email, expires_time: new Date(issued.expiresTime).toISOString() };
  return c.json(body, 200, { 'Cache-Control': 'no-store' });
});

function siteOf(c: Context<App>): RelyingParty {
  return relyingParty(c.req.url, c.env.PUBLIC_URL);
}

function contextOf(c: Context<App>): SignInContext {
  return {
    sender: signInSender(c.req.raw.headers, c.env.OPERATOR_TOKEN),
    device: deviceName(c.req.header('User-Agent') ?? ''),
    afterAnswer: (work) => c.executionCtx.waitUntil(work),
  };
}
