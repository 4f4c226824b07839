/** Sends a request to a platform and reads its answer. */
import { askedWaitOf } from '../../../shared/limits/retry-after.ts';
import type { PlatformAnswer, PlatformRequest } from '../platforms/requests.ts';

/** A request fails if there is no answer in this time. */
const TIMEOUT_MS = 10_000;
/** Bytes of an answer that are read. */
const MOST_BYTES = 64 * 1024;
/** Longest text of a platform that is kept. */
const MOST_DETAIL = 300;

/** An answer, and how long the platform asks to wait before the next request, in milliseconds. */
export type Exchange = PlatformAnswer & { askedWaitMs: number };

/** Sends a request. @returns undefined if there was no answer, so that nobody knows whether the platform has the conversions */
export async function exchange({ url, headers, body }: PlatformRequest): Promise<Exchange | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'User-Agent': 'Leadline', ...headers },
      body,
      // The request has a secret, and the hosts are fixed.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return await answerOf(response);
  } catch {
    return undefined;
  }
}

/** Gets a document of a platform, as `exchange` does. */
export async function read(url: string, headers: Record<string, string>): Promise<Exchange | undefined> {
  try {
    return await answerOf(
      await fetch(url, {
        headers: { 'User-Agent': 'Leadline', ...headers },
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    );
  } catch {
    return undefined;
  }
}

/** Shortens a platform's words, and takes a secret out of them. */
export function safeDetail(detail: string, secret: string): string {
  const text = secret === '' ? detail : detail.replaceAll(secret, '…');
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, MOST_DETAIL);
}

async function answerOf(response: Response): Promise<Exchange> {
  const body = parsed(await textOf(response));
  return { status: response.status, body, askedWaitMs: askedWaitOf(response) };
}

async function textOf({ body }: Response): Promise<string> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > MOST_BYTES) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MOST_BYTES));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
