/** What was asked for each answer, for those who look at answers later. */

/** A request, as far as it is told with its answer. */
export interface SentRequest {
  method: string;
  url: URL;
  body: unknown;
}

const requests = new WeakMap<Response, SentRequest>();

/** Notes that `response` is the answer to this request, and returns it. */
export function noted(response: Response, url: URL, init: RequestInit): Response {
  requests.set(response, { method: init.method ?? 'GET', url, body: bodyOf(init.body) });
  return response;
}

/** The request that got this answer; undefined when it was not sent by `client.ts`. */
export function requestOf(response: Response): SentRequest | undefined {
  return requests.get(response);
}

/** The value of a JSON body, any other text as it is. */
function bodyOf(body: RequestInit['body']): unknown {
  if (typeof body !== 'string') return undefined;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}
