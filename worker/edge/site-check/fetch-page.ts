/** Fetches a page of the company's site with limits of time and size, and checks each redirect by the same rules. */
import { type AddressFault, faultOfPage, type PageRules } from './page-address.ts';

/** Limit for everything, redirects and reading the page included. */
const TIMEOUT_MS = 5_000;
/** Most bytes read of a page. */
const MAX_BYTES = 2_000_000;
/** Bytes handed on at once; reading can stop between them. */
const PIECE_BYTES = 16_000;
const MAX_REDIRECTS = 5;

const HEADERS = {
  Accept: 'text/html,application/xhtml+xml;q=0.9',
  // Begins like a browser's, since sites block unknown programs.
  'User-Agent': 'Mozilla/5.0 (compatible; Leadline site check)',
  'Cache-Control': 'no-cache',
};

/** Why a page could not be read. */
export type PageFailure =
  | { kind: 'unreachable' | 'timeout' | 'too_many_redirects' }
  | { kind: 'status'; status: number }
  | { kind: 'not_html'; contentType: string }
  | { kind: 'redirect'; to: string; fault: AddressFault };

/** A page whose body is still to be read. */
export interface FetchedPage {
  /** Its URL after redirects. */
  url: URL;
  /** Values of `Content-Security-Policy`. */
  policies: string[];
  /** HTML, cut at the limits. */
  response: Response;
  /** Stops reading. */
  stop: () => void;
  /** Tells whether the page was cut; known after reading. */
  isCut(): boolean;
}

/**
 * Fetches a page.
 * @param read reads the page, within the same time limit
 * @returns the result of `read`, or why there is none
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
    // The platform's error is left out: it differs between deployments and may reveal their network.
    return { failure: { kind: signal.aborted ? 'timeout' : 'unreachable' }, url: at };
  }
}

/** Returns a URL without its query, which may be confidential. */
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

/** Limits the body by size and time, and hands it on in small pieces. */
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
