/**
 * `POST /demo/batch`: sends requests to the API from within the Worker, with the credentials of the request. Hundreds of requests
 * over the network would delay the first start.
 */
import type { BatchAnswer, BatchRequest } from '../batch.ts';
import type { Ask } from './website.ts';

/** Requests at the same time. */
const AT_A_TIME = 6;

/** Answers the requests, in their order. */
export async function takeBatch(request: Request, ask: Ask): Promise<Response> {
  const requests = (await request.json()) as BatchRequest[];
  const answers: BatchAnswer[] = [];
  const left = requests.entries();
  const work = async (): Promise<void> => {
    for (const [index, one] of left) answers[index] = await send(request, one, ask);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return Response.json(answers);
}

async function send(
  { url, headers }: Request,
  { method, path, body }: BatchRequest,
  ask: Ask,
): Promise<BatchAnswer> {
  const own = new Headers({ 'Content-Type': 'application/json' });
  for (const name of ['Authorization', 'CF-Connecting-IP']) own.set(name, headers.get(name) ?? '');
  const address = new URL(path, url);
  const answer = await ask(new Request(address, { method, headers: own, body: JSON.stringify(body) }));
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}
