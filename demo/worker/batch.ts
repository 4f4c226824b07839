/**
 * `POST /demo/batch`: sends requests to the API of the demo company from within its object, with the credentials of the request.
 * Hundreds of requests over the network, or from the Worker to the object, would delay the first start.
 */
import type { Env } from '../../worker/env.ts';
import type { BatchAnswer, BatchRequest } from '../batch.ts';
import { DEMO_COMPANY_ID } from '../company.ts';

/** The object, as the Worker calls it. */
interface TakesBatches {
  takeBatch(requests: readonly BatchRequest[], headers: Record<string, string>): Promise<BatchAnswer[]>;
}

/** Answers the requests, in their order. */
export async function takeBatch(request: Request, env: Env): Promise<Response> {
  const company = env.COMPANIES.getByName(DEMO_COMPANY_ID) as unknown as TakesBatches;
  const headers = {
    Authorization: request.headers.get('Authorization') ?? '',
    'Content-Type': 'application/json',
  };
  return Response.json(await company.takeBatch((await request.json()) as BatchRequest[], headers));
}

/** Sends requests to the API, one after the other. */
export async function sendAll(
  requests: readonly BatchRequest[],
  headers: Record<string, string>,
  ask: (request: Request) => Response | Promise<Response>,
): Promise<BatchAnswer[]> {
  const answers: BatchAnswer[] = [];
  for (const { method, path, body } of requests) {
    const sent = new Request(`https://demo.test${path}`, { method, headers, body: JSON.stringify(body) });
    const answer = await ask(sent);
    const text = await answer.text();
    answers.push({ status: answer.status, body: text === '' ? undefined : JSON.parse(text) });
  }
  return answers;
}
