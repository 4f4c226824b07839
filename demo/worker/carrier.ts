/**
 * The simulated carrier: a phone company on this machine. It signs the page's requests and sends them to the product's webhooks,
 * and answers the product's requests to the carrier's API.
 */
import * as v from 'valibot';
import type { Env } from '../../worker/env.ts';
import { CARRIER_API, DEMO_ACCOUNT, LANE } from '../carrier/account.ts';
import { recordedSound } from '../carrier/sound.ts';
import { sign } from '../carrier/signing.ts';
import { DEMO_COMPANY_ID } from '../company.ts';
import { answerMarket } from './number-market.ts';
import { runOutgoingCall } from './outgoing-call.ts';
import { type Ask, askAsSite } from './website.ts';

const MAX_BODY_BYTES = 16 * 1024;
/** The carrier's API, with Twilio's paths. */
const API = `${CARRIER_API}/2010-04-01/Accounts/${DEMO_ACCOUNT.accountId}`;
const COMPANY = `/companies/${DEMO_COMPANY_ID}`;
/** How many of a number's newest calls and messages are searched. */
const NEWEST = 20;

/** A request from the page: path below the webhook address, and form fields. */
const requestSchema = v.object({
  path: v.pipe(v.string(), v.regex(/^\/(?:call|status|text)(?:\/[\w~-][\w~.:-]*)*$/)),
  fields: v.record(v.string(), v.pipe(v.string(), v.maxLength(5_000))),
});

type Answered = (pathname: string, request: Request) => Promise<Response>;

/** Routes `/demo/carrier/...`. */
export function carrierRoutes(env: Env, context: ExecutionContext, ask: Ask): Answered {
  return async (pathname, request) => {
    const { origin, searchParams: query } = new URL(request.url);
    const { method } = request;
    if (pathname === `${CARRIER_API}/send`) {
      // Pages of other sites must not make calls.
      const isOurs = (request.headers.get('Origin') ?? origin) === origin;
      return isOurs && method === 'POST' ? sendSigned(request, ask) : noSuchPath();
    }
    if (pathname === `${CARRIER_API}/known`) return findRecords(query, await askAsSite(origin, env, ask));
    if (pathname.startsWith(`${API}/Recordings/`)) return answerRecording(request);
    if (pathname === `${API}/Calls.json` && method === 'POST') return takeCall(request, context, ask);
    if (pathname === `${API}/Messages.json` && method === 'POST') return takeMessage(request, context, ask);
    return sellNumbers(request, env);
  };
}

/** Answers the requests about numbers. */
async function sellNumbers(request: Request, env: Env): Promise<Response> {
  if (!isSignedIn(request)) return new Response('The credentials are wrong.', { status: 401 });
  const answer = await answerMarket(request, env);
  return answer ?? noSuchPath();
}

function noSuchPath(): Response {
  return new Response('The simulated carrier has no such path.', { status: 404 });
}

/** Signs a request as the carrier does and sends it -> `{url, signature, status, document}`. */
async function sendSigned(request: Request, ask: Ask): Promise<Response> {
  const { origin } = new URL(request.url);
  if (!(Number(request.headers.get('Content-Length')) <= MAX_BODY_BYTES)) return refused();
  const parsed = v.safeParse(requestSchema, await request.json().catch(() => undefined));
  if (!parsed.success) return refused();
  const url = origin + LANE + parsed.output.path;
  const { headers, response } = await sendAsCarrier(url, parsed.output.fields, ask);
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

/** Finds the product's records of a call (`call`, the carrier's id) or a sender (`from`): `{call, lead, texts}`. */
async function findRecords(
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

/** Accepts a message as Twilio's API does, and reports it as delivered at the request's StatusCallback. */
async function takeMessage(request: Request, context: ExecutionContext, ask: Ask): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const sid = `SM${crypto.randomUUID().replaceAll('-', '')}`;
  const callback = form.get('StatusCallback');
  if (callback !== null) {
    context.waitUntil(sendAsCarrier(callback, { MessageSid: sid, MessageStatus: 'delivered' }, ask));
  }
  return Response.json({ sid, status: 'queued' }, { status: 201 });
}

/** Accepts a call as Twilio's API does, and runs it. */
async function takeCall(request: Request, context: ExecutionContext, ask: Ask): Promise<Response> {
  if (!isSignedIn(request)) return new Response('The credentials are wrong.', { status: 401 });
  const form = new URLSearchParams(await request.text());
  const sid = `CA${crypto.randomUUID().replaceAll('-', '')}`;
  const send = async (url: string, fields: Record<string, string>): Promise<string> => {
    const { response } = await sendAsCarrier(url.replace(/#.*/, ''), fields, ask);
    return response.text();
  };
  context.waitUntil(runOutgoingCall(sid, form, send));
  return Response.json({ sid, status: 'queued' }, { status: 201 });
}

function isSignedIn(request: Request): boolean {
  const { accountId, secret } = DEMO_ACCOUNT;
  return request.headers.get('Authorization') === `Basic ${btoa(`${accountId}:${secret}`)}`;
}

/** Answers with the generated recording. Nothing is stored, so deleting does nothing. */
async function answerRecording(request: Request): Promise<Response> {
  if (!isSignedIn(request)) return new Response('The credentials are wrong.', { status: 401 });
  if (request.method === 'DELETE') return new Response(null, { status: 204 });
  const recordingId = /Recordings\/(\w+)/.exec(request.url)?.[1] ?? '';
  const { status, headers, body } = recordedSound(recordingId, request.headers.get('Range'));
  return new Response(body, { status, headers });
}

function refused(): Response {
  return Response.json({ detail: 'This is not a carrier request.' }, { status: 400 });
}
