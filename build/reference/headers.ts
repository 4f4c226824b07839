/** The headers of requests and answers. */
import type { JsonSchema, Operation } from '../../worker/shared/reference/operation.ts';
import { RESPONSE_HEADERS, type ResponseHeader } from '../../worker/shared/reference/response-headers.ts';

const tag: JsonSchema = { type: 'string', pattern: '"' };

const REQUEST_HEADERS = {
  'If-None-Match': {
    description:
      'The `ETag` that the caller has: answered with 304 and no body while it is still the version.',
    schema: tag,
  },
  Range: {
    description: 'The part of the file that is wanted, for instance `bytes=0-1023` (RFC 9110, 14.2).',
    schema: { type: 'string', pattern: '^bytes=' },
  },
  'If-Match': {
    description:
      'The `ETag` of the version that is meant to change: refused with 412 when somebody else was faster. Without it the last write wins.',
    schema: tag,
  },
  'Idempotency-Key': {
    description:
      'Makes it safe to send the request again: for 24 hours the same key of the same caller gets the first answer, and nothing is done twice.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  },
} as const satisfies Record<string, JsonSchema>;
type RequestHeader = keyof typeof REQUEST_HEADERS;

/** What refusals say besides, by their status. */
const REFUSAL_HEADERS: Readonly<Record<number, readonly ResponseHeader[]>> = {
  401: ['WWW-Authenticate'],
  415: ['Accept-Encoding'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** For `components.headers`. */
export const HEADER_COMPONENTS: JsonSchema = RESPONSE_HEADERS;

/** For `components.parameters`. */
export const HEADER_PARAMETERS: JsonSchema = Object.fromEntries(
  Object.entries(REQUEST_HEADERS).map(([name, header]) => [
    name,
    { name, in: 'header', required: false, ...header },
  ]),
);

/** The headers that a request of this operation may have, as parameters. */
export function requestHeadersOf(operation: Operation): JsonSchema[] {
  const names: RequestHeader[] = [];
  if (isConditional(operation)) names.push('If-None-Match');
  if (operation.isFile === true) names.push('Range');
  if (operation.problems?.includes('precondition_failed') === true) names.push('If-Match');
  if (takesIdempotencyKey(operation)) names.push('Idempotency-Key');
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** The headers of an answer with this status. */
export function responseHeadersOf(operation: Operation, status: number): JsonSchema {
  const names: ResponseHeader[] = [
    'X-Request-Id',
    ...(status < 400 ? headersOfAnswer(operation) : (REFUSAL_HEADERS[status] ?? [])),
    ...(operation.isFile === true && status === 206 ? (['Content-Range'] as const) : []),
    ...(status === 200 && takesIdempotencyKey(operation) ? (['Idempotency-Replayed'] as const) : []),
    ...(isCounted(operation, status) ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Whether a reader who has the version already is answered 304. */
export function isConditional({ method, versioned, isFile }: Operation): boolean {
  return method === 'GET' && (versioned === true || isFile === true);
}

function headersOfAnswer({ versioned, headers = [], isFile }: Operation): ResponseHeader[] {
  const ofFile = ['Accept-Ranges', 'Content-Disposition', 'ETag', 'Last-Modified'] as const;
  return [...(versioned === true ? (['ETag'] as const) : []), ...headers, ...(isFile === true ? ofFile : [])];
}

/** Whether the request is one of a caller's requests a minute: those that the lead API gets from those it knows. */
function isCounted({ access }: Operation, status: number): boolean {
  return access === 'user' && status !== 401;
}

/** Whether it is asked in the way of a change: a query that it does not know is refused. */
export function isWrite({ method, access }: Operation): boolean {
  return method !== 'GET' && (access === 'user' || access === 'settings');
}

/** Whether a repetition of the request can be told from a new one: every change of a company. */
export function takesIdempotencyKey(operation: Operation): boolean {
  return isWrite(operation) && operation.keyless !== true;
}
