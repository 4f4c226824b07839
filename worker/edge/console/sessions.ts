/**
 * Opens and ends sessions of the console. A session is an access token in a cookie. It is issued and revoked through the
 * public API, so that sessions work with a remote core too.
 */
import { Problem } from '../../shared/http/problems.ts';
import { companyOfSecret } from '../../shared/http/credentials.ts';
import type { LinkSessionInput, PasskeySessionInput, SessionInput } from './schema.ts';

/** Answers a request to the public API. */
export type PublicApi = (request: Request) => Promise<Response>;

/** A new session. */
export interface OpenSession {
  /** Its `Authorization` header. */
  authorization: string;
  /** Seconds until it expires. */
  maxAgeS: number;
}

/** The base of API requests that the Worker makes for the browser. */
export interface Origin {
  url: string;
  /** The IP address, request id and user agent of the browser's request. */
  headers: Headers;
}

/** Opens a session, or returns the API's refusal. */
export async function openSession(
  api: PublicApi,
  origin: Origin,
  { email, ...proof }: SessionInput & { company_id?: string },
): Promise<OpenSession | Response> {
  const body = { username: email, ...proof, kind: 'session' };
  const answer = await api(apiRequest(origin, '/auth/issue_token', body));
  if (!answer.ok) return answer;
  const expires = Date.parse(answer.headers.get('X-Token-Expires-At') ?? '');
  return sessionWith(email, await answer.json<string>(), expires);
}

/**
 * Opens a session with a link for a password, or returns the API's refusal.
 * @throws Problem `code_required` when the link was used, and signing in needs a code, too
 */
export async function openSessionByLink(
  api: PublicApi,
  origin: Origin,
  input: LinkSessionInput,
): Promise<OpenSession | Response> {
  const answer = await api(apiRequest(origin, '/auth/link/use', { ...input, kind: 'session' }));
  if (!answer.ok) return answer;
  const {
    token,
    email,
    expires_time: expires,
  } = await answer.json<{
    token: string | null;
    email: string;
    expires_time: string | null;
  }>();
  if (token === null || expires === null) {
    throw new Problem('code_required', 'Enter the code of your authenticator app, or a recovery code.');
  }
  return sessionWith(email, token, Date.parse(expires));
}

/** Returns the answer to a request for the options of a sign-in with a passkey. @param client the secret of the browser */
export function passkeyOptions(api: PublicApi, origin: Origin, client: string): Promise<Response> {
  return api(apiRequest(origin, '/auth/passkey/begin', { client }));
}

/** Opens a session with a passkey, or returns the API's refusal. @param client the secret of the browser */
export async function openSessionByPasskey(
  api: PublicApi,
  origin: Origin,
  input: PasskeySessionInput & { client: string },
): Promise<OpenSession | Response> {
  const answer = await api(apiRequest(origin, '/auth/passkey', { ...input, kind: 'session' }));
  if (!answer.ok) return answer;
  const {
    token,
    email,
    expires_time: expires,
  } = await answer.json<{ token: string; email: string; expires_time: string }>();
  return sessionWith(email, token, Date.parse(expires));
}

/** Opens a session in another company of the same person, with the same end, or returns the API's refusal. */
export async function openSessionInCompany(
  api: PublicApi,
  origin: Origin,
  { authorization, companyId }: { authorization: string; companyId: string },
): Promise<OpenSession | Response> {
  const request = apiRequest(origin, `/me/companies/${companyId}/token`, {});
  request.headers.set('Authorization', authorization);
  const answer = await api(request);
  if (!answer.ok) return answer;
  const { token, expires_time: expires } = await answer.json<{ token: string; expires_time: string }>();
  const { name } = credentialsOf(authorization);
  return sessionWith(name, token, Date.parse(expires));
}

/** Ends the session. A session that has already ended is no error. */
export async function endSession(api: PublicApi, origin: Origin, authorization: string): Promise<void> {
  const { token } = credentialsOf(authorization);
  await api(apiRequest(origin, '/auth/revoke_token', { token }));
}

/** Requests the signed-in user from `GET /me`. */
export function sessionUser(api: PublicApi, origin: Origin, authorization: string): Promise<Response> {
  const headers = new Headers(origin.headers);
  headers.set('Authorization', authorization);
  return api(new Request(new URL('/me', origin.url), { headers }));
}

/** Returns the company in a session's token, unchecked; undefined for a malformed one. */
export function companyOfSession(authorization: string): string | undefined {
  return companyOfSecret(credentialsOf(authorization).token);
}

/** @param expires milliseconds since the epoch */
function sessionWith(name: string, token: string, expires: number): OpenSession {
  return {
    authorization: `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}`,
    maxAgeS: Math.max(0, Math.floor((expires - Date.now()) / 1000)),
  };
}

function credentialsOf(authorization: string): { name: string; token: string } {
  const [, encoded = ''] = /^Basic (.*)$/.exec(authorization) ?? [];
  const credentials = Buffer.from(encoded, 'base64').toString();
  const colon = credentials.indexOf(':');
  return { name: credentials.slice(0, colon), token: credentials.slice(colon + 1) };
}

/** Builds a request of the API. */
export function apiRequest({ url, headers: given }: Origin, path: string, body: object): Request {
  const headers = new Headers(given);
  headers.set('Content-Type', 'application/json');
  return new Request(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) });
}
