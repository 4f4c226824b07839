/** `GET /demo/sent-form?phone=`: what the product made of the contact form that a visitor sent. */
import type { Env } from '../../worker/env.ts';
import { DEMO_COMPANY_ID } from '../company.ts';
import type { SentForm } from '../visitors.ts';
import { type Ask, askAsSite } from './website.ts';

const LEADS = `/companies/${DEMO_COMPANY_ID}/leads`;

/** Answers the lead of a phone number with the source of its newest form; null before there is one. */
export async function findSentForm(request: Request, env: Env, ask: Ask): Promise<Response> {
  const { origin, searchParams } = new URL(request.url);
  const askSite = await askAsSite(origin, env, ask);
  const wanted = new URLSearchParams({ q: searchParams.get('phone') ?? '' });
  const hits = await readList<{ lead_id: string; name?: string }>(await askSite(`${LEADS}/search?${wanted}`));
  const found: SentForm[] = [];
  for (const { lead_id: id, name = '' } of hits.slice(0, 1)) {
    const answer = await askSite(`${LEADS}/${id}/events?size=20`);
    const { events = [] } = (await answer.json()) as {
      events?: { type: string; data: { source?: string } }[];
    };
    const form = events.find(({ type }) => type === 'form');
    if (form !== undefined) found.push({ lead_id: id, name, source: form.data.source ?? '' });
  }
  return Response.json(found[0] ?? null, { headers: { 'Cache-Control': 'no-store' } });
}

async function readList<Item>(response: Response): Promise<Item[]> {
  const body: unknown = await response.json();
  return Array.isArray(body) ? (body as Item[]) : [];
}
