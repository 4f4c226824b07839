/** `POST /demo/past-visits`, `/demo/past-calls`, `/demo/past-changes`: writes the demo's past, for the operator who starts it. */
import type { Env } from '../../worker/env.ts';
import { requireOperator } from '../../worker/shared/secrets/operator-token.ts';
import { datePastChanges } from './past-changes.ts';
import { keepPastCalls } from './past-calls.ts';
import { keepPastVisits } from './past-evidence.ts';

type Step = (request: Request, env: Env) => Promise<unknown>;

const STEPS: ReadonlyMap<string, Step> = new Map<string, Step>([
  ['/demo/past-visits', keepPastVisits],
  ['/demo/past-calls', keepPastCalls],
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
