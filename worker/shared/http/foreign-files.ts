/**
 * Answers with bytes of somebody else's: recordings, pictures of texts, what a remote core says. They are answered under the
 * console's origin, so a page or a script among them would act as whoever opens it. The one place where foreign bytes
 * become an answer; test/worker/foreign-files.test.ts asks every route.
 */
import { fileTypeOf, partTypeOf, TELLING_BYTES } from './file-types.ts';
import { Problem } from './problems.ts';

/** With these no answer runs a script, whatever it is: a browser neither guesses its type nor lets it do anything. */
export const INERT = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
} as const;

/** Until the first bytes are there; the rest may take as long as it takes. */
const FIRST_BYTES_TIMEOUT_MS = 10_000;

/** Headers of the foreign answer that go on; of its type the bytes decide. */
const PASSED_ON = ['Accept-Ranges', 'ETag', 'Last-Modified'];

/** One part of a file. Of several at once the answer would be a text of its own, with types in it. */
const ONE_RANGE = /^bytes=(?:\d+-\d*|-\d+)$/;

/** The `Range` to ask for; undefined when the whole file is to be sent, which RFC 9110 (14.2) allows. */
export function rangeToAsk(range: string | undefined): string | undefined {
  return range !== undefined && ONE_RANGE.test(range) ? range : undefined;
}

/**
 * Passes a file on. It keeps a type when its first bytes are of sound, film or a picture; all else is a download. The
 * bytes of a part that begins later tell nothing, so its declared type counts, if it is of those kinds.
 * @param response what the file's keeper answered: 2xx, or 416
 * @param asked the `Range` that was asked for, and whether the caller wants the head alone
 * @throws Problem `range_not_satisfiable`; `bad_gateway` when the first bytes do not come
 */
export async function answerWithFile(
  response: Response,
  asked: { range: string | undefined; isHead: boolean },
): Promise<Response> {
  if (response.status === 416) throw await notThatPart(response);
  const isPart = asked.range !== undefined && response.status === 206;
  const first = response.body === null ? new Uint8Array() : await firstBytes(response.body);
  const length = lengthOf(response);
  const headers = headersOf(response, isPart, typeOf(response, first, isPart));
  if (length !== undefined) headers.set('Content-Length', String(length));
  const status = isPart ? 206 : 200;
  if (response.body === null || asked.isHead) {
    await response.body?.cancel();
    return new Response(null, { status, headers });
  }
  return new Response(joined(first, response.body, length), { status, headers });
}

/** @param type undefined for what is neither played nor shown */
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

/** The refusal of a part that the file does not have. It says how long the file is, where its keeper does. */
async function notThatPart(response: Response): Promise<Problem> {
  await response.body?.cancel();
  const range = response.headers.get('Content-Range');
  return new Problem('range_not_satisfiable', 'The file is shorter than the range that is asked for.', {
    headers: range === null ? {} : { 'Content-Range': range },
  });
}

/** Takes bytes from a body until its type can be told. */
async function firstBytes(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = body.getReader();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void reader.cancel().catch(() => undefined);
  }, FIRST_BYTES_TIMEOUT_MS);
  let first = new Uint8Array();
  try {
    while (first.length < TELLING_BYTES) {
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
  // Some browsers ask for two bytes first, to learn whether parts can be had.
  const isTooShort = isPart && first.length < TELLING_BYTES;
  return isStart && !isTooShort ? fileTypeOf(first, declared) : partTypeOf(declared);
}

/** The length of what is passed on; undefined when it is not known, as of what the platform has decompressed. */
function lengthOf({ headers }: Response): number | undefined {
  const length = headers.get('Content-Length');
  if (length === null || headers.has('Content-Encoding') || !/^\d{1,15}$/.test(length)) return undefined;
  return Number(length);
}

/** The first bytes and the rest as one body. It goes on as it comes, and ends when either side does. */
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
  // Whoever reads it learns of a failure from the body that ends too early.
  void pass().catch(() => undefined);
  return readable;
}
