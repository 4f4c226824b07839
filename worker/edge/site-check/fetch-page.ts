/** Fetches a page of the company's site: every redirect by the same rules, a few seconds, and no more of it than is read. */
import { type AddressFault, faultOfPage, type PageRules } from './page-address.ts';

/** For all of it, redirects and the page's end included. */
const TIMEOUT_MS = 5_000;
/** Bytes that are read of a page. */
const MAX_BYTES = 2_000_000;
/** Bytes that are handed on at once, so that reading can end between them. */
const PIECE_BYTES = 16_000;
const MAX_REDIRECTS = 5;

const HEADERS = {
  Accept: 'text/html,application/xhtml+xml;q=0.9',
  // What visitors' browsers say too: sites turn unknown programs away.
  'User-Agent': 'Mozilla/5.0 (compatible; Leadline site check)',
  'Cache-Control': 'no-cache',
};

/** Why there is no page to read. */
export type PageFailure =
  | { kind: 'unreachable' | 'timeout' | 'too_many_redirects' }
  | { kind: 'status'; status: number }
  | { kind: 'not_html'; contentType: string }
  | { kind: 'redirect'; to: string; fault: AddressFault };

/** A page on its way in. */
export interface FetchedPage {
  /** Where it is, after redirects. */
  url: URL;
  /** Values of `Content-Security-Policy`. */
  policies: string[];
  /** HTML; no more of it than may be read. */
  response: Response;
  /** Reads no more of it. */
  stop: () => void;
  /** Whether there is more of it than was read; known when it was read. */
  isCut(): boolean;
}

/**
 * Fetches a page.
 * @param read is given the page; reading it is a part of the time that there is
 * @returns what `read` makes of it, or why there is none
 */
export async function withPage<Result>(
  url: URL,
  rules: PageRules,
  read: (page: FetchedPage) => Promise<Result>,
): Promise<{ result: Result } | { failure: PageFailure; url: URL }> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let at = url;
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await fetch(at, { headers: HEADERS, redirect: 'manual', signal });
      const to = redirectOf(response, at);
      if (to === undefined) return await readAnswer(response, { url: at, signal }, read);
      await response.body?.cancel();
      const fault = faultOfPage(to, rules);
      if (fault !== undefined) return { failure: { kind: 'redirect', to: shownAddress(to), fault }, url: at };
      at = to;
    }
    return { failure: { kind: 'too_many_redirects' }, url: at };
  } catch {
    // What the platform says of a connection differs from deployment to deployment, and tells of networks.
    return { failure: { kind: signal.aborted ? 'timeout' : 'unreachable' }, url: at };
  }
}

/** An address without its query, which may hold what is nobody else's business. */
export function shownAddress({ origin, pathname }: URL): string {
  return origin + pathname;
}

function redirectOf({ status, headers }: Response, from: URL): URL | undefined {
  const location = headers.get('Location');
  return status >= 300 && status < 400 && location !== null
    ? (URL.parse(location, from) ?? undefined)
    : undefined;
}

async function readAnswer<Result>(
  response: Response,
  { url, signal }: { url: URL; signal: AbortSignal },
  read: (page: FetchedPage) => Promise<Result>,
): Promise<{ result: Result } | { failure: PageFailure; url: URL }> {
  const contentType = response.headers.get('Content-Type') ?? '';
  const refuse = async (failure: PageFailure): Promise<{ failure: PageFailure; url: URL }> => {
    await response.body?.cancel();
    return { failure, url };
  };
  if (!response.ok) return refuse({ kind: 'status', status: response.status });
  if (!/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType)) {
    return refuse({ kind: 'not_html', contentType: contentType.slice(0, 100) });
  }
  const policy = response.headers.get('Content-Security-Policy');
  const limited = limitedBody(response, signal);
  return {
    result: await read({ url, policies: policy === null ? [] : [policy], ...limited }),
  };
}

/** The answer with as much of its body as is read, in pieces: to the bound, or as far as the time goes. */
function limitedBody(
  response: Response,
  signal: AbortSignal,
): Pick<FetchedPage, 'response' | 'stop' | 'isCut'> {
  const reader = response.body?.getReader();
  let left = MAX_BYTES;
  let waiting = new Uint8Array();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (signal.aborted) left = 0;
      if (waiting.byteLength === 0) waiting = (await reader?.read())?.value ?? waiting;
      const piece = waiting.subarray(0, Math.min(PIECE_BYTES, Math.max(0, left)));
      const isEnd = waiting.byteLength === 0;
      if (!isEnd && piece.byteLength === 0) left = -1;
      waiting = waiting.subarray(piece.byteLength);
      left -= piece.byteLength;
      if (piece.byteLength > 0) return controller.enqueue(piece);
      controller.close();
      return reader?.cancel();
    },
    cancel: (reason) => reader?.cancel(reason),
  });
  const headers = { 'Content-Type': response.headers.get('Content-Type') ?? 'text/html' };
  const stop = (): void => void (left = -1);
  return { response: new Response(body, { headers }), stop, isCut: () => left < 0 };
}
