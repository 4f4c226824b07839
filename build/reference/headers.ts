/** The headers of requests and answers. */
import type { JsonSchema, Operation } from '../../worker/shared/reference/operation.ts';
import { RESPONSE_HEADERS, type ResponseHeader } from '../../worker/shared/reference/response-headers.ts';

const tag: JsonSchema = { type: 'string', pattern: '"' };

const REQUEST_HEADERS = {
  'If-None-Match': {
    description:
      'The `ETag` of the caller’s copy. While it is the current version, the answer is 304 without a body.',
    schema: tag,
  },
  Range: {
    description: 'The requested part of the file, for instance `bytes=0-1023` (RFC 9110, 14.2).',
    schema: { type: 'string', pattern: '^bytes=' },
  },
  'If-Match': {
    description:
      'The `ETag` of the version to change. If somebody changed it in the meantime, the answer is 412. Without this header the last write wins.',
    schema: tag,
  },
  'Idempotency-Key': {
    description:
      'A key for repeating the request safely: for 24 hours the caller gets the first answer for the same key, and nothing is done twice.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  },
} as const satisfies Record<string, JsonSchema>;
type RequestHeader = keyof typeof REQUEST_HEADERS;

/** Further headers of refusals, by status. */
const REFUSAL_HEADERS: Readonly<Record<number, readonly ResponseHeader[]>> = {
  401: ['WWW-Authenticate'],
  415: ['Accept-Encoding'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** The members of `components.headers`. */
export const HEADER_COMPONENTS: JsonSchema = RESPONSE_HEADERS;

/** The members of `components.parameters`. */
export const HEADER_PARAMETERS: JsonSchema = Object.fromEntries(
  Object.entries(REQUEST_HEADERS).map(([name, header]) => [
    name,
    { name, in: 'header', required: false, ...header },
  ]),
);

/** Returns the request headers of an operation, as parameters. */
export function requestHeadersOf(operation: Operation): JsonSchema[] {
  const names: RequestHeader[] = [];
  if (isConditional(operation)) names.push('If-None-Match');
  if (operation.isFile === true) names.push('Range');
  if (operation.problems?.includes('precondition_failed') === true) names.push('If-Match');
  if (takesIdempotencyKey(operation)) names.push('Idempotency-Key');
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** Returns the headers of an answer with this status. */
export function responseHeadersOf(operation: Operation, status: number): JsonSchema {
  const names: ResponseHeader[] = [
    'X-Request-Id',
    ...(status < 400 ? headersOfAnswer(operation) : (REFUSAL_HEADERS[status] ?? [])),
    ...(operation.isFile === true && status === 206 ? (['Content-Range'] as const) : []),
    ...(status === 409 && takesIdempotencyKey(operation) ? (['Retry-After'] as const) : []),
    ...(status === 200 && takesIdempotencyKey(operation) ? (['Idempotency-Replayed'] as const) : []),
    ...(isCounted(operation, status) ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Tells whether a read supports `If-None-Match`. */
export function isConditional({ method, versioned, isFile }: Operation): boolean {
  return method === 'GET' && (versioned === true || isFile === true);
}

function headersOfAnswer({ versioned, headers = [], isFile }: Operation): ResponseHeader[] {
  const ofFile = ['Accept-Ranges', 'Content-Disposition', 'ETag', 'Last-Modified'] as const;
  return [...(versioned === true ? (['ETag'] as const) : []), ...headers, ...(isFile === true ? ofFile : [])];
}

/** Tells whether the request counts towards the caller's limit: requests with valid credentials to the lead API do. */
function isCounted({ access }: Operation, status: number): boolean {
  return access === 'user' && status !== 401;
}

/** Tells whether the operation is a write, which refuses unknown query parameters. */
export function isWrite({ method, access }: Operation): boolean {
  return method !== 'GET' && (access === 'user' || access === 'settings');
}

/** Tells whether the operation accepts an Idempotency-Key, as every change of a company does. */
export function takesIdempotencyKey(operation: Operation): boolean {
  return isWrite(operation) && operation.keyless !== true;
}
