/**
 * Sessions of the console. A session is an access token that the browser holds in a cookie; it is opened and ended through
 * the public API, so that it works with a remote core as well. No other file knows that.
 */
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
  const token = await answer.json<string>();
  return {
    authorization: `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`,
    maxAgeS: Math.max(0, Math.floor((expires - Date.now()) / 1000)),
  };
}

/** Ends the session; one that has ended already is no error. */
export async function endSession(api: PublicApi, origin: Origin, authorization: string): Promise<void> {
  const [, token = ''] = /^Basic (.*)$/.exec(authorization) ?? [];
  const credentials = Buffer.from(token, 'base64').toString();
  await api(
    apiRequest(origin, '/auth/revoke_token', { token: credentials.slice(credentials.indexOf(':') + 1) }),
  );
}

/** Who is signed in: what `GET /me` answers. */
export function sessionUser(api: PublicApi, origin: Origin, authorization: string): Promise<Response> {
  const headers = new Headers(origin.headers);
  headers.set('Authorization', authorization);
  return api(new Request(new URL('/me', origin.url), { headers }));
}

function apiRequest({ url, headers: given }: Origin, path: string, body: object): Request {
  const headers = new Headers(given);
  headers.set('Content-Type', 'application/json');
  return new Request(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) });
}
