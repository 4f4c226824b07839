/** The response headers of the API. */

/** The description and schema of each header. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description:
      'The id under which the request is logged; the `X-Request-Id` of the request, if it had a usable one.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
  'Accept-Encoding': {
    description: 'The content codings that are accepted, in the refusal of another one (RFC 9110, 12.5.3).',
    schema: { type: 'string' },
  },
  'Accept-Ranges': { description: 'The unit of ranges: `bytes`.', schema: { type: 'string' } },
  'Content-Range': {
    description: 'The range in the answer, and the length of the file in bytes (RFC 9110, 14.4).',
    schema: { type: 'string' },
  },
  'Last-Modified': { description: 'The time of the last change of the file.', schema: { type: 'string' } },
  ETag: {
    description: 'The version of the answered resource, for `If-None-Match` and `If-Match`.',
    schema: { type: 'string', pattern: '"' },
  },
  'Content-Location': {
    description:
      'The path of the answered resource if the request named another one: for a lead that was merged away, the lead that it was merged into; for the view `default`, the view behind that name.',
    schema: { type: 'string' },
  },
  'Content-Disposition': {
    description:
      'Marks the answer as a download. For CSV and copies of data it has a file name with the date. A file from a carrier is a download unless it is audio, video or an image.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: '`true` if this is the stored answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  'Leadline-Cache': {
    description:
      'Whether the answer came from the visitor’s cache: `hit`, `miss`, or `bypass` if the cache was not used.',
    schema: { type: 'string', enum: ['hit', 'miss', 'bypass'] },
  },
  'Leadline-Published': {
    description: '`false` if the edge may use the old settings until a retry succeeds.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  RateLimit: {
    description:
      'The remaining quota of the caller under the named policy: `r` requests, and `t` seconds until there are `q` again (draft-ietf-httpapi-ratelimit-headers-10).',
    schema: { type: 'string', pattern: '^"caller";r=\\d+;t=\\d+$' },
  },
  'RateLimit-Policy': {
    description: 'The quota of a caller, which is a key or a user: `q` requests in `w` seconds.',
    schema: { type: 'string', pattern: '^"caller";q=\\d+;w=\\d+$' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 0 },
  },
  'Server-Timing': {
    description: 'Whether the answer came from the cache, as `cache;desc=hit`, for browser tools.',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': {
    description: 'The accepted kinds of credentials.',
    schema: { type: 'string' },
  },
  'X-Token-Expires-At': {
    description: 'The time at which the token expires.',
    schema: { type: 'string', format: 'date-time' },
  },
  'X-Next-Cursor': {
    description: 'The cursor of the next page; absent on the last page, and without a cursor in the request.',
    schema: { type: 'string' },
  },
  'X-Total-Count': {
    description: 'The number of all results.',
    schema: { type: 'integer', minimum: 0 },
  },
} as const;
export type ResponseHeader = keyof typeof RESPONSE_HEADERS;
