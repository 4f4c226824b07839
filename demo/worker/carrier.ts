/**
 * The carrier in a box: a phone company that is on this machine alone. The page is the caller and whoever picks up; here its requests
 * are signed and sent to the product's public addresses, and here the product's own requests to a carrier's API come in.
 */
import * as v from 'valibot';
import type { Env } from '../../worker/env.ts';
import { CARRIER_API, DEMO_ACCOUNT, LANE } from '../carrier/account.ts';
import { messageSound } from '../carrier/message-sound.ts';
import { sign } from '../carrier/signing.ts';
import { DEMO_COMPANY_ID } from '../company.ts';
import { type Ask, askAsSite } from './website.ts';

const MAX_BODY_BYTES = 16 * 1024;
/** The carrier's API, as Twilio's is laid out. */
const API = `${CARRIER_API}/2010-04-01/Accounts/${DEMO_ACCOUNT.accountId}`;
const COMPANY = `/companies/${DEMO_COMPANY_ID}`;
/** Of the newest calls and texts of a number, where the one that was just made is. */
const NEWEST = 20;

/** A request as the page has it made: where in the lane, and the form fields. */
const requestSchema = v.object({
  path: v.pipe(v.string(), v.regex(/^\/(?:call|status|text)(?:\/[\w~-]+)*$/)),
  fields: v.record(v.string(), v.pipe(v.string(), v.maxLength(5_000))),
});

type Answered = (pathname: string, request: Request) => Promise<Response>;

/** `/demo/carrier/...`; undefined for any other address. */
export function carrierRoutes(env: Env, context: ExecutionContext, ask: Ask): Answered {
  return async (pathname, request) => {
    const { origin, searchParams: query } = new URL(request.url);
    // A page elsewhere must not call in this one's name.
    const isOurs = (request.headers.get('Origin') ?? origin) === origin;
    const { method } = request;
    if (pathname === `${CARRIER_API}/send` && method === 'POST' && isOurs) return sendSigned(request, ask);
    if (pathname === `${CARRIER_API}/known`) return whatIsKnown(query, await askAsSite(origin, env, ask));
    if (pathname.startsWith(`${API}/Recordings/`)) return answerRecording(request);
    if (pathname === `${API}/Messages.json` && method === 'POST') return takeMessage(request, context, ask);
    return new Response('The carrier in a box knows no such address.', { status: 404 });
  };
}

/** Signs a request as the carrier does and sends it -> `{url, signature, status, document}`. */
async function sendSigned(request: Request, ask: Ask): Promise<Response> {
  const { origin } = new URL(request.url);
  if (!(Number(request.headers.get('Content-Length')) <= MAX_BODY_BYTES)) return refused();
  const asked = v.safeParse(requestSchema, await request.json().catch(() => undefined));
  if (!asked.success) return refused();
  const url = origin + LANE + asked.output.path;
  const { headers, response } = await sendAsCarrier(url, asked.output.fields, ask);
  const signature = headers['X-Twilio-Signature'];
  return Response.json({ url, signature, status: response.status, document: await response.text() });
}

async function sendAsCarrier(
  url: string,
  fields: Record<string, string>,
  ask: Ask,
): Promise<{ headers: Record<string, string>; response: Response }> {
  const form = new URLSearchParams({ AccountSid: DEMO_ACCOUNT.accountId, ...fields });
  const headers = sign(DEMO_ACCOUNT, url, form);
  const response = await ask(new Request(url, { method: 'POST', headers, body: form.toString() }));
  return { headers, response };
}

/** What the product made of a call (`call`, its id with the carrier) or of a person (`from`): `{call, lead, texts}`. */
async function whatIsKnown(
  query: URLSearchParams,
  askSite: Awaited<ReturnType<typeof askAsSite>>,
): Promise<Response> {
  const list = async (name: 'calls' | 'texts'): Promise<Record<string, unknown>[]> => {
    const wanted = new URLSearchParams({ number: query.get('number') ?? '', limit: String(NEWEST) });
    const answer = (await (await askSite(`${COMPANY}/${name}?${wanted}`)).json()) as Record<string, unknown>;
    return (answer[name] ?? []) as Record<string, unknown>[];
  };
  const from = query.get('from');
  const [calls, texts] = await Promise.all([list('calls'), list('texts')]);
  const call = calls.find((each) => each['carrier_call_id'] === query.get('call'));
  const thread = texts.filter(({ phone }) => phone === from).toReversed();
  const leadId = call?.['lead_id'] ?? thread.find(({ lead_id: id }) => id !== null)?.['lead_id'];
  const lead = typeof leadId === 'string' ? await (await askSite(`${COMPANY}/leads/${leadId}`)).json() : null;
  const headers = { 'Cache-Control': 'no-store' };
  return Response.json({ call: call ?? null, lead, texts: thread }, { headers });
}

/** A text of the product's on its way out, as Twilio's API takes it: delivered at once, and said so where the request names. */
async function takeMessage(request: Request, context: ExecutionContext, ask: Ask): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const sid = `SM${crypto.randomUUID().replaceAll('-', '')}`;
  const callback = form.get('StatusCallback');
  if (callback !== null) {
    context.waitUntil(sendAsCarrier(callback, { MessageSid: sid, MessageStatus: 'delivered' }, ask));
  }
  return Response.json({ sid, status: 'queued' }, { status: 201 });
}

/** What callers leave after the tone sounds alike; nothing of it is kept, so there is nothing to delete. */
async function answerRecording(request: Request): Promise<Response> {
  const { accountId, secret } = DEMO_ACCOUNT;
  if (request.headers.get('Authorization') !== `Basic ${btoa(`${accountId}:${secret}`)}`) {
    return new Response('The credentials are wrong.', { status: 401 });
  }
  if (request.method === 'DELETE') return new Response(null, { status: 204 });
  const { status, headers, body } = messageSound(request.headers.get('Range'));
  return new Response(body, { status, headers });
}

function refused(): Response {
  return Response.json({ detail: 'This is no request of a carrier.' }, { status: 400 });
}
