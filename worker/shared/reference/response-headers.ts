/** The headers of answers that say something beside the body. */

/** What each says. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description:
      'The id under which the request is logged; the `X-Request-Id` of the request, if it had a usable one.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
  'Accept-Encoding': {
    description: 'How a body may be compressed, when it came compressed otherwise (RFC 9110, 12.5.3).',
    schema: { type: 'string' },
  },
  'Accept-Ranges': { description: 'In what ranges are counted: `bytes`.', schema: { type: 'string' } },
  'Content-Range': {
    description: 'Which range it is, and of how many bytes (RFC 9110, 14.4).',
    schema: { type: 'string' },
  },
  'Last-Modified': { description: 'When the file was changed last.', schema: { type: 'string' } },
  ETag: {
    description: 'The version of what is answered, for `If-None-Match` and `If-Match`.',
    schema: { type: 'string', pattern: '"' },
  },
  'Content-Location': {
    description:
      'The path of what is answered where the request named something else: of a merged-away lead the one in its stead, of the view `default` the one that it is.',
    schema: { type: 'string' },
  },
  'Content-Disposition': {
    description:
      'That the answer is a download. CSV and copies of data name the file, with the day; a file from a carrier is one unless it is sound, film or a picture.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: '`true` when the answer is the one that the same `Idempotency-Key` got before.',
    schema: { type: 'string', const: 'true' },
  },
  'Leadline-Cache': {
    description:
      'Whether the answer was kept for this visitor: `hit`, `miss`, or `bypass` when that was not looked at.',
    schema: { type: 'string', enum: ['hit', 'miss', 'bypass'] },
  },
  'Leadline-Published': {
    description: '`false` when the edge may go on with the former settings until a retry succeeds.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  RateLimit: {
    description:
      'What is left to the caller, by the name of the policy: `r` requests, and `t` seconds until they are as many as `q` again (draft-ietf-httpapi-ratelimit-headers-10).',
    schema: { type: 'string', pattern: '^"caller";r=\\d+;t=\\d+$' },
  },
  'RateLimit-Policy': {
    description: 'How many requests (`q`) a caller, that is a key or a user, may make in `w` seconds.',
    schema: { type: 'string', pattern: '^"caller";q=\\d+;w=\\d+$' },
  },
  'Retry-After': {
    description: 'Seconds after which to try again.',
    schema: { type: 'integer', minimum: 0 },
  },
  'Server-Timing': {
    description: 'How long the parts of the decision took.',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': {
    description: 'The kinds of credentials that are taken.',
    schema: { type: 'string' },
  },
  'X-Token-Expires-At': {
    description: 'When the token ends.',
    schema: { type: 'string', format: 'date-time' },
  },
  'X-Next-Cursor': {
    description: 'With a cursor: the one of the next page; absent on the last.',
    schema: { type: 'string' },
  },
  'X-Total-Count': {
    description: 'How many there are in all.',
    schema: { type: 'integer', minimum: 0 },
  },
} as const;
export type ResponseHeader = keyof typeof RESPONSE_HEADERS;
