/**
 * Answers with files from outside: recordings, pictures of messages, answers of a remote core. They share the console's origin,
 * so a page or script among them could act as the user who opens it. Every such answer is made here;
 * test/worker/foreign-files.api.test.ts requests every route.
 */
import { fileTypeOf, partTypeOf, SNIFFED_BYTES } from './file-types.ts';
import { Problem } from './problems.ts';

/** Headers that keep a browser from guessing a type and from running scripts. */
export const INERT = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
} as const;

/** Limit for the first bytes; the rest has none. */
const FIRST_BYTES_TIMEOUT_MS = 10_000;

/** Headers copied from the foreign answer. Its type is decided from the bytes instead. */
const PASSED_ON = ['Accept-Ranges', 'ETag', 'Last-Modified'];

/** A single range. The answer to several would be multipart, with types of its own. */
const ONE_RANGE = /^bytes=(?:\d+-\d*|-\d+)$/;

/** Returns the `Range` to request; undefined to request the whole file, which RFC 9110 (14.2) allows. */
export function rangeToAsk(range: string | undefined): string | undefined {
  return range !== undefined && ONE_RANGE.test(range) ? range : undefined;
}

/**
 * Answers with a file. It gets a media type if its first bytes are audio, video or an image; any other file is a download.
 * A later part of a file has no signature, so its declared type counts if it is one of those.
 * @param response the answer of the file's server: 2xx or 416
 * @param requested the `Range` that was requested, and whether the request was HEAD
 * @throws Problem `range_not_satisfiable`; `bad_gateway` when the first bytes do not come
 */
export async function answerWithFile(
  response: Response,
  requested: { range: string | undefined; isHead: boolean },
): Promise<Response> {
  if (response.status === 416) throw await rangeNotSatisfiable(response);
  const isPart = requested.range !== undefined && response.status === 206;
  const first = response.body === null ? new Uint8Array() : await firstBytes(response.body);
  const length = lengthOf(response);
  const headers = headersOf(response, isPart, typeOf(response, first, isPart));
  if (length !== undefined) headers.set('Content-Length', String(length));
  const status = isPart ? 206 : 200;
  if (response.body === null || requested.isHead) {
    await response.body?.cancel();
    return new Response(null, { status, headers });
  }
  return new Response(joined(first, response.body, length), { status, headers });
}

/** @param type undefined for a download */
function headersOf(response: Response, isPart: boolean, type: string | undefined): Headers {
  const headers = new Headers({ 'Cache-Control': 'private, no-store', ...INERT });
  for (const name of isPart ? [...PASSED_ON, 'Content-Range'] : PASSED_ON) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  headers.set('Content-Type', type ?? 'application/octet-stream');
  if (type === undefined) headers.set('Content-Disposition', 'attachment');
  return headers;
}

/** Refuses a range beyond the end of the file, with its length if the file's server states it. */
async function rangeNotSatisfiable(response: Response): Promise<Problem> {
  await response.body?.cancel();
  const range = response.headers.get('Content-Range');
  return new Problem('range_not_satisfiable', 'The file is shorter than the requested range.', {
    headers: range === null ? {} : { 'Content-Range': range },
  });
}

/** Reads as many bytes of a body as its type needs. */
async function firstBytes(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = body.getReader();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void reader.cancel().catch(() => undefined);
  }, FIRST_BYTES_TIMEOUT_MS);
  let first = new Uint8Array();
  try {
    while (first.length < SNIFFED_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      first = concat(first, value);
    }
  } catch {
    isLate = true;
  } finally {
    clearTimeout(timer);
    reader.releaseLock();
  }
  if (isLate) throw new Problem('bad_gateway', 'The carrier did not send the file.');
  return first;
}

function concat(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return both;
}

function typeOf({ headers }: Response, first: Uint8Array, isPart: boolean): string | undefined {
  const declared = headers.get('Content-Type');
  const isStart = !isPart || headers.get('Content-Range')?.startsWith('bytes 0-') === true;
  // Some browsers request two bytes first, to find out whether ranges are supported.
  const isTooShort = isPart && first.length < SNIFFED_BYTES;
  return isStart && !isTooShort ? fileTypeOf(first, declared) : partTypeOf(declared);
}

/** Returns the length of the body; undefined when unknown, as after decompression by the platform. */
function lengthOf({ headers }: Response): number | undefined {
  const length = headers.get('Content-Length');
  if (length === null || headers.has('Content-Encoding') || !/^\d{1,15}$/.test(length)) return undefined;
  return Number(length);
}

/** Joins the first bytes and the rest as one stream, which ends when either side ends. */
function joined(
  first: Uint8Array,
  rest: ReadableStream<Uint8Array>,
  length: number | undefined,
): ReadableStream {
  const { readable, writable } =
    length === undefined ? new IdentityTransformStream() : new FixedLengthStream(length);
  const pass = async (): Promise<void> => {
    const writer = writable.getWriter();
    if (first.length > 0) await writer.write(first);
    writer.releaseLock();
    await rest.pipeTo(writable);
  };
  // The reader notices a failure by the body that ends too early.
  void pass().catch(() => undefined);
  return readable;
}
