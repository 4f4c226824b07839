/** Requests to the Worker under test, as its callers make them. */
import { inject } from 'vitest';
import { OPERATOR_TOKEN } from './operator-token.ts';

/** A problem document (RFC 9457) as the Worker answers it. */
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

/** What a visitor's request says about itself. */
export interface Visitor {
  ip?: string;
  userAgent?: string;
  origin?: string;
  /** What the network knows about the place; the local runtime takes it from a header. */
  cf?: Record<string, unknown>;
}

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let lastIp = 0;

/** An IPv4 address that no other test of this file uses (one file, one process); 198.18.0.0/15 is for benchmarks. */
export function freshIp(): string {
  lastIp += 1;
  const block = process.pid % 250;
  return `198.${18 + (block % 2)}.${block}.${lastIp % 250}`;
}

/** Sends a request to the Worker; `path` is absolute, for instance `/operator/companies`. */
export function send(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(new URL(path, inject('workerUrl')), init);
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
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** Headers that make a request come from `visitor`. */
export function visitorHeaders(visitor: Visitor = {}): Record<string, string> {
  return {
    'CF-Connecting-IP': visitor.ip ?? freshIp(),
    'User-Agent': visitor.userAgent ?? BROWSER,
    'MF-CF-Blob': JSON.stringify(visitor.cf ?? {}),
    ...(visitor.origin === undefined ? {} : { Origin: visitor.origin }),
  };
}

/** The problem document of a refused request. */
export async function problemOf(response: Response): Promise<ProblemBody> {
  return (await response.json()) as ProblemBody;
}
