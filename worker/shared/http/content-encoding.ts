/** Bodies that come compressed (RFC 9110, 8.4): gzip is read, any other coding refused. */
import { Problem } from './problems.ts';

/**
 * The body as it was before it was compressed. It may be far larger than the body that came, so whoever reads
 * it has to stop at a bound.
 * @throws Problem `unsupported_media_type` for another coding than gzip, with the `Accept-Encoding` of RFC 9110, 12.5.3;
 *   `invalid_encoding` while it is read, when it is not what gzip makes
 */
export function decodedBody({
  headers,
  body,
}: Pick<Request, 'headers' | 'body'>): AsyncIterable<Uint8Array> | null {
  if (body === null || !isEncoded(headers)) return body;
  const coding = codingOf(headers);
  if (coding === 'gzip' || coding === 'x-gzip') return inflated(body);
  const detail = 'Send the body as it is, or with Content-Encoding: gzip.';
  throw new Problem('unsupported_media_type', detail, { headers: { 'Accept-Encoding': 'gzip' } });
}

/** Whether the body is another one than it seems. */
export function isEncoded(headers: Headers): boolean {
  const coding = codingOf(headers);
  return coding !== '' && coding !== 'identity';
}

async function* inflated(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    // The types of the two platforms do not agree on what such a stream takes.
    const gunzip = new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>;
    yield* body.pipeThrough(gunzip);
  } catch {
    throw new Problem('invalid_encoding', 'The body is not what gzip makes.');
  }
}

function codingOf(headers: Headers): string {
  return (headers.get('Content-Encoding') ?? '').trim().toLowerCase();
}
