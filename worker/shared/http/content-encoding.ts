/** Decompresses request bodies (RFC 9110, 8.4): gzip only; other codings are refused. */
import { Problem } from './problems.ts';

/**
 * Returns the decompressed body. It may be far larger than the body received, so the reader has to stop at a limit.
 * @throws Problem `unsupported_media_type` for a coding other than gzip, with the `Accept-Encoding` of RFC 9110, 12.5.3;
 *   `invalid_encoding` while it is read, when it is not valid gzip
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

/** Tells whether the body has a content coding. */
export function isEncoded(headers: Headers): boolean {
  const coding = codingOf(headers);
  return coding !== '' && coding !== 'identity';
}

async function* inflated(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    // The Workers and Node type declarations of this stream differ.
    const gunzip = new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>;
    yield* body.pipeThrough(gunzip);
  } catch {
    throw new Problem('invalid_encoding', 'The body is not valid gzip.');
  }
}

function codingOf(headers: Headers): string {
  return (headers.get('Content-Encoding') ?? '').trim().toLowerCase();
}
