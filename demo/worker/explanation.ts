/**
 * `GET /demo/explanation?keys=&referrer=`: explains why the page shows its number. Calls the product's preview as the operator, so
 * that the page needs no credentials.
 */
import type { Env } from '../../worker/env.ts';
import { DEMO_COMPANY_ID } from '../company.ts';
import { from, visitorOf } from './visitor.ts';
import type { Ask } from './website.ts';

/**
 * Answers `{now, kept}`: the preview of the visitor's decision now, and the cached decision for the IP address or null. An error
 * of the preview, for instance for a postal code, is passed on.
 */
export async function explainAnswer(request: Request, env: Env, ask: Ask): Promise<Response> {
  const visitor = visitorOf(request);
  if (visitor === undefined) return new Response('There is no visitor to explain.', { status: 400 });
  const { origin, searchParams: touch } = new URL(request.url);
  const preview = (more: Record<string, string>): Promise<Response> => {
    const query = new URLSearchParams({
      user_agent: request.headers.get('User-Agent') ?? '',
      url: `${origin}/`,
      keys: touch.get('keys') ?? '',
      referrer: touch.get('referrer') ?? '',
      ...(visitor.zip && { zip: visitor.zip }),
      ...more,
    });
    const url = `${origin}/dni/preview/${DEMO_COMPANY_ID}?${query}`;
    const headers = { Authorization: `Bearer ${env.OPERATOR_TOKEN}` };
    return ask(from(visitor, new Request(url, { headers })));
  };
  // Without an IP the preview decides by the place of the network; with one it returns the cached decision.
  const [now, before] = await Promise.all([preview({}), preview({ ip: visitor.ip })]);
  if (!now.ok || !before.ok) return now.ok ? before : now;
  const { visitor: known } = (await before.json()) as { visitor: { kept_answer: unknown } };
  return Response.json(
    { now: await now.json(), kept: known.kept_answer },
    { headers: { 'Cache-Control': 'no-store' } },
  );
}
