/** Remembers the request of each answer, for golden files. */

/** The parts of a request that a golden file shows. */
export interface SentRequest {
  method: string;
  url: URL;
  body: unknown;
}

const requests = new WeakMap<Response, SentRequest>();

/** Remembers the request of `response`, and returns `response`. */
export function noted(response: Response, url: URL, init: RequestInit): Response {
  requests.set(response, { method: init.method ?? 'GET', url, body: bodyOf(init.body) });
  return response;
}

/** Returns the request of an answer; undefined when `client.ts` did not send it. */
export function requestOf(response: Response): SentRequest | undefined {
  return requests.get(response);
}

/** Parses a JSON body; returns any other text as it is. */
function bodyOf(body: RequestInit['body']): unknown {
  if (typeof body !== 'string') return undefined;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}
