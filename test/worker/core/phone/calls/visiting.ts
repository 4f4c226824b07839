/** Visits, taps and calls for tests of attribution. */
import { expect, vi } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { freshIp, send, sendAs, type Visitor, visitorHeaders } from '../../../../harness/client.ts';
import { AUSTIN, type CallCompany, freshCaller } from './call-company.ts';

export const PATIENCE = { timeout: 30_000, interval: 100 };
/** The national number, which stands for no source. */
export const TARGET = '+18005550100';
export const PLUMBER =
  'utm_source=google&utm_medium=cpc&utm_campaign=Plumber%20Denver&utm_term=leak&gclid=abc';
export const ROOFER = 'utm_source=google&utm_medium=cpc&utm_campaign=Roofer%20Austin';
/** A place near Austin: paid search shows `AUSTIN` there. */
const CF = { latitude: '30.27', longitude: '-97.74', country: 'US', regionCode: 'TX' };

export interface Call {
  call_id: string;
  lead_id: string;
  visit: Record<string, unknown> | null;
  attribution: { method: string; confidence: number; candidates: { visit: unknown }[] };
}

export interface Text extends Pick<Call, 'lead_id' | 'visit' | 'attribution'> {
  text_id: string;
}

let visits = 0;
let calls = 0;

/** An id as the widget makes it. */
export function freshVisit(): string {
  visits += 1;
  return `1767323045678-0.${7_431_204_518 + visits}`;
}

/** Has a page ask for its numbers. @returns the visit's id */
export async function view(
  { companyId }: { companyId: string },
  keys: string,
  {
    visitor = {},
    query = '',
    id = freshVisit(),
    cookies,
  }: { visitor?: Visitor; query?: string; id?: string; cookies?: string[] } = {},
): Promise<string> {
  const touch = [keys, 'https://www.google.com/search?q=private'];
  const response = await send(`/dni/swap/${companyId}${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', ...visitorHeaders({ ip: freshIp(), cf: CF, ...visitor }) },
    body: JSON.stringify({
      domain: 'example.com',
      url: `https://example.com/plumbing?${keys}`,
      cookies,
      visit: [touch, touch, touch, id, null, 'https://www.google.com/'],
    }),
  });
  expect(response.status).toBe(200);
  return id;
}

/** Sends a tap. @returns the status and the text of the answer */
export async function tap(
  { companyId }: { companyId: string },
  body: unknown,
  visitor: Visitor = {},
): Promise<[status: number, body: string]> {
  const response = await send(`/dni/tap/${companyId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', ...visitorHeaders({ ip: freshIp(), ...visitor }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return [response.status, await response.text()];
}

/** A call that begins some milliseconds from now. */
export async function call(
  company: CallCompany,
  from = freshCaller(),
  { number = AUSTIN, ahead = 0 } = {},
): Promise<Call> {
  calls += 1;
  return answerOf(
    await sendAs(company.superadmin, 'POST', `${company.path}/calls`, {
      carrier_call_id: `visit-${calls}`,
      number,
      from,
      started_at: new Date(Date.now() + ahead).toISOString(),
    }),
  );
}

export const read = async ({ superadmin, path }: CallCompany, { call_id: id }: Call): Promise<Call> =>
  answerOf(await sendAs(superadmin, 'GET', `${path}/calls/${id}`));

/** The call once its visit is found. */
export const attributed = (company: CallCompany, made: Call): Promise<Call> =>
  vi.waitUntil(async () => {
    const found = await read(company, made);
    return found.attribution.method === 'number' ? undefined : found;
  }, PATIENCE);

/** Waits until the calls so far were compared with the evidence: they are, one after the other. */
export async function settle(company: CallCompany): Promise<void> {
  const number = '+18005550111';
  const own = await view(company, 'utm_medium=email&utm_source=settle', { visitor: { cf: {} } });
  // What is told of a visit is kept behind the answer.
  const last = await vi.waitUntil(async () => {
    await tap(company, { number, target: TARGET, visit: own });
    const made = await call(company, freshCaller(), { number, ahead: 1_000 });
    const until = Date.now() + 2_000;
    for (let found = made; Date.now() < until; found = await read(company, made)) {
      if (found.attribution.method === 'tap') return found;
    }
    return undefined;
  }, PATIENCE);
  expect(last.attribution.method).toBe('tap');
}
