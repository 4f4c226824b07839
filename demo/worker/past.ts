/** `POST /demo/past-visits` and `/demo/past-changes`: the demo's past, for the operator of this machine, who starts it. */
import type { Env } from '../../worker/env.ts';
import { requireOperator } from '../../worker/shared/secrets/operator-token.ts';
import { datePastChanges } from './past-changes.ts';
import { keepPastVisits } from './past-evidence.ts';

const STEPS: ReadonlyMap<string, (request: Request, env: Env) => Promise<unknown>> = new Map([
  ['/demo/past-visits', keepPastVisits],
  ['/demo/past-changes', datePastChanges],
]);

/** Answers a request below `/demo/past-`. */
export async function takePast(request: Request, env: Env): Promise<Response> {
  const step = STEPS.get(new URL(request.url).pathname);
  if (step === undefined || request.method !== 'POST') return new Response('Not found.', { status: 404 });
  try {
    await requireOperator(request.headers.get('Authorization') ?? undefined, env.OPERATOR_TOKEN);
  } catch {
    return new Response('Only the operator may change the past.', { status: 403 });
  }
  return Response.json(await step(request, env));
}
