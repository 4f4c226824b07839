/** Sends requests to the Worker under test, as its callers do. */

import { expectDocumented } from './documented.ts';
import { noted } from './exchanges.ts';
import { dispatch } from './in-process/running.ts';
import { OPERATOR_TOKEN } from './operator-token.ts';
import { workerUrl } from './worker-url.ts';

/** A problem document of the Worker (RFC 9457). */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  instance: string;
  request_id: string;
  errors: { pointer?: string; parameter?: string; code: string; detail: string; allowed?: string[] }[];
  [member: string]: unknown;
}

/** The visitor in the headers of a request. */
export interface Visitor {
  ip?: string;
  userAgent?: string;
  origin?: string;
  /** The location that Cloudflare adds to a request. The local runtime takes it from a header. */
  cf?: Record<string, unknown>;
}

/** A user with credentials. */
export interface TestUser {
  userId: string;
  groupId: string;
  name: string;
  email: string;
  token: string;
  /** The value of the `Authorization` header. */
  authorization: string;
}

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Returns a random private IPv4 address, one of 16 million. Two tests may get the same one; their companies differ. */
export function freshIp(): string {
  const [a, b, c] = crypto.getRandomValues(new Uint8Array(3));
  return `10.${a}.${b}.${c}`;
}

/**
 * Sends a request to the Worker. It comes from a fresh IP address unless it names one, so that it meets no limit per network.
 * @param path absolute, for instance `/operator/companies`
 * @throws Error when the OpenAPI document does not have this answer
 */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(path, workerUrl());
  const headers = new Headers(init.headers);
  if (!headers.has('CF-Connecting-IP')) headers.set('CF-Connecting-IP', freshIp());
  const response = await dispatch(url, { ...init, headers });
  await expectDocumented(response, url, init.method);
  return noted(response, url, init);
}

/** Sends JSON as the operator. */
export function sendAsOperator(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return send(path, {
    method,
    headers: {
      Authorization: `Bearer ${OPERATOR_TOKEN}`,
      'Content-Type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** Sends JSON as a user. @param path absolute, for instance `/companies/<uuid>/users` */
export function sendAs(
  user: Pick<TestUser, 'authorization'>,
  method: string,
  path: string,
  ...[body, headers]: [body?: unknown, headers?: Record<string, string>]
): Promise<Response> {
  return send(path, {
    method,
    headers: { Authorization: user.authorization, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** Returns the value of an `Authorization` header for HTTP Basic. */
export function basic(email: string, token: string): string {
  return `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`;
}

/** Returns the headers that make a request come from `visitor`. */
export function visitorHeaders(visitor: Visitor = {}): Record<string, string> {
  return {
    'CF-Connecting-IP': visitor.ip ?? freshIp(),
    'User-Agent': visitor.userAgent ?? BROWSER,
    'MF-CF-Blob': JSON.stringify(visitor.cf ?? {}),
    ...(visitor.origin === undefined ? {} : { Origin: visitor.origin }),
  };
}

/** Reads the problem document of a refused request. */
export async function problemOf(response: Response): Promise<ProblemBody> {
  return (await response.json()) as ProblemBody;
}
