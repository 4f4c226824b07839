/**
 * Sessions of the console. A session is an access token that the browser holds in a cookie; it is opened and ended through
 * the public API, so that it works with a remote core as well. No other file knows that.
 */
import { companyOfSecret } from '../../shared/http/credentials.ts';
import type { SessionInput } from './schema.ts';

/** Answers a request of the public API, as the Worker does for everybody. */
export type PublicApi = (request: Request) => Promise<Response>;

/** A session that was opened. */
export interface OpenSession {
  /** The value of the `Authorization` header that it stands for. */
  authorization: string;
  /** Seconds until it ends by itself. */
  maxAgeS: number;
}

/** What requests to the API that this Worker makes itself begin with. */
interface Origin {
  url: string;
  /** The address, the request id and the user agent of whoever asks. */
  headers: Headers;
}

/** Opens a session; the API's own refusal when it does not. */
export async function openSession(
  api: PublicApi,
  origin: Origin,
  { email, password }: SessionInput,
): Promise<OpenSession | Response> {
  const body = { username: email, password, kind: 'session' };
  const answer = await api(apiRequest(origin, '/auth/issue_token', body));
  if (!answer.ok) return answer;
  const expires = Date.parse(answer.headers.get('X-Token-Expires-At') ?? '');
  return openSessionOf(email, await answer.json<string>(), expires);
}

/** Opens a session of another company of the same person, as long as the present one; the API's own refusal when it does not. */
export async function openSessionBeside(
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
  return openSessionOf(name, token, Date.parse(expires));
}

/** Ends the session; one that has ended already is no error. */
export async function endSession(api: PublicApi, origin: Origin, authorization: string): Promise<void> {
  const { token } = credentialsOf(authorization);
  await api(apiRequest(origin, '/auth/revoke_token', { token }));
}

/** Who is signed in: what `GET /me` answers. */
export function sessionUser(api: PublicApi, origin: Origin, authorization: string): Promise<Response> {
  const headers = new Headers(origin.headers);
  headers.set('Authorization', authorization);
  return api(new Request(new URL('/me', origin.url), { headers }));
}

/** The company that a session is of, by what it says of itself; undefined when it looks like none. */
export function companyOfSession(authorization: string): string | undefined {
  return companyOfSecret(credentialsOf(authorization).token);
}

/** @param expires milliseconds since the epoch */
function openSessionOf(name: string, token: string, expires: number): OpenSession {
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

function apiRequest({ url, headers: given }: Origin, path: string, body: object): Request {
  const headers = new Headers(given);
  headers.set('Content-Type', 'application/json');
  return new Request(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) });
}
