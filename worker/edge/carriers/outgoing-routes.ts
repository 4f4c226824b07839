/** `/carriers/<carrier>/<company>/outgoing/<call>/<step>`: webhooks of calls that users placed. */
import {
  type CallEvent,
  type CarrierAnswer,
  type OutgoingCallEvent,
  RETRIES,
  type Step,
} from '../../core/phone/interface.ts';
import { Hono } from 'hono/tiny';
import type { Context } from 'hono';
import { within } from '../../shared/limits/bounded-wait.ts';
import type { App } from '../../env.ts';
import { asId } from '../../shared/http/ids.ts';
import { notFound, Problem } from '../../shared/http/problems.ts';
import type { PhoneBookReader } from './phone-book-reader.ts';
import type { CallbackStep } from './readers.ts';
import { type CarrierRequest, eventOf, receive } from './requests.ts';
import { renderTwiml } from './twiml.ts';

/** Carriers give up after 15 s, and those that retry need time for it. */
const OBJECT_TIMEOUT_MS = 6_000;

const FAILED = Symbol('the object did not answer');

/** The steps in addresses, and what the carrier reports there. The user's phone is the call itself, the lead's a leg of it. */
const STEPS: Readonly<Record<string, CallbackStep>> = {
  placer: { at: 'call' },
  key: { at: 'call' },
  announcement: { at: 'whisper', turn: 0 },
  dialed: { at: 'dialed', turn: 0 },
  leg: { at: 'leg', turn: 0 },
  recording: { at: 'recording' },
  status: { at: 'status' },
};

/** Builds the routes for calls that users placed. @param books shared with the routes for incoming calls */
export function outgoingCallWebhooks(books: PhoneBookReader): Hono<App> {
  const routes = new Hono<App>();

  /** An event of a call -> the next instructions. */
  routes.post('/:carrier/:company/outgoing/:call/:step', async (c) => {
    const { carrier, company, call, step } = c.req.param();
    const callId = asId(call);
    const at = Object.hasOwn(STEPS, step) ? STEPS[step] : undefined;
    if (callId === undefined || at === undefined) throw notFound();
    const { env, executionCtx: context } = c;
    const request = await receive({ env, request: c.req.raw, context, carrier, company }, books);
    const event = eventOf(request, at, readPlacer(request, step));
    const reported = event && (await report(c, request.companyId, { ...event, callId }));
    const instructions = reported?.outcome === 'planned' ? reported.instructions : [];
    if (reported?.outcome === 'refused') throw new Problem('permission_denied', reported.detail);
    const addressOf = (next: Step): string =>
      `${request.base}/outgoing/${callId}/${next.at === 'whisper' ? 'announcement' : next.at}${RETRIES[request.carrier]}`;
    return new Response(renderTwiml(instructions, addressOf), {
      headers: { 'Content-Type': 'text/xml; charset=utf-8', 'Cache-Control': 'no-store' },
    });
  });

  return routes;
}

/** Reads what the user who placed the call did; undefined for a step of the lead's. */
function readPlacer({ fields }: CarrierRequest, step: string): CallEvent | undefined {
  if (step === 'placer') return { kind: 'placer' };
  return step === 'key' ? { kind: 'placer', digits: fields.text('Digits') } : undefined;
}

/** Reports an event to the company's Durable Object. @throws Problem `service_unavailable` if that is late or fails */
async function report(c: Context<App>, companyId: string, event: OutgoingCallEvent): Promise<CarrierAnswer> {
  // Within a promise, because the platform may throw at once.
  const pending = (async () => c.env.COMPANIES.getByName(companyId).outgoingCallEvent(event))();
  const reported = await within(pending, OBJECT_TIMEOUT_MS, FAILED);
  if (reported !== FAILED) return reported;
  const headers = { 'Retry-After': '5' };
  throw new Problem('service_unavailable', 'The request could not be saved. Send it again.', { headers });
}
