/**
 * The site's server as a client of the lead API. Its credentials, a token for the user "Website" issued by the operator, stay on the
 * server.
 */
import type { Env } from '../../worker/env.ts';
import { WEBSITE_USER } from '../company.ts';

const TOKEN_SECONDS = 3600;

/** Sends a request to the product. */
export type Ask = (request: Request) => Promise<Response>;

/** Calls the lead API as the site; by POST if there is a body. */
export type AskAsSite = (path: string, body?: unknown) => Promise<Response>;

let known: { authorization: string; until: number } | undefined;

export async function askAsSite(origin: string, env: Env, ask: Ask): Promise<AskAsSite> {
  return askWith(await authorization(origin, env, ask), origin, ask);
}

function askWith(authorizationHeader: string, origin: string, ask: Ask): AskAsSite {
  return (path, body) =>
    ask(
      new Request(`${origin}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { Authorization: authorizationHeader, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
}

/** Returns the site's credentials, renewed before they expire. */
async function authorization(origin: string, env: Env, ask: Ask): Promise<string> {
  if (known !== undefined && known.until > Date.now()) return known.authorization;
  const asOperator = askWith(`Bearer ${env.OPERATOR_TOKEN}`, origin, ask);
  const issued = await asOperator('/operator/tokens', {
    email: WEBSITE_USER.email,
    valid_seconds: TOKEN_SECONDS,
  });
  const token = (await issued.json()) as string;
  const header = `Basic ${btoa(`${WEBSITE_USER.email}:${token}`)}`;
  if (issued.ok) known = { authorization: header, until: Date.now() + (TOKEN_SECONDS * 1000) / 2 };
  return header;
}
