/** `/carriers/<carrier>/<company>/...`: carriers' webhooks. docs/calls.md lists the addresses. */
import {
  type CarrierAnswer,
  type CarrierEvent,
  type Instruction,
  planFor,
  RETRIES,
  type Step,
} from '../../core/phone/interface.ts';
import { Hono } from 'hono/tiny';
import type { Context } from 'hono';
import { within } from '../../shared/limits/bounded-wait.ts';
import type { App } from '../../env.ts';
import { Problem } from '../../shared/http/problems.ts';
import { type BegunCall, begunCallOf, nameOfCall } from './begun-calls.ts';
import { PhoneBookReader } from './phone-book-reader.ts';
import { callIdOf, partiesOf, type CallbackStep, readCallEvent } from './readers.ts';
import { type CarrierRequest, eventOf, receive } from './requests.ts';
import { messageWebhooks } from './message-routes.ts';
import { outgoingCallWebhooks } from './outgoing-routes.ts';
import { renderTwiml } from './twiml.ts';

/** How long a caller waits for the company's Durable Object before the edge answers by itself; carriers give up after 15 s. */
const OBJECT_TIMEOUT_MS = 2_000;
/** Pauses before a failed report is repeated after the answer. The platform allows 30 s for that. */
const RETRY_WAITS_MS = [1_000, 3_000, 8_000, 15_000];
/** Highest turn in an address; real calls have fewer than 20. */
const MAX_TURN = 1_000;

const FAILED = Symbol('the object did not answer');

const books = new PhoneBookReader();

export const carrierRoutes = new Hono<App>();
carrierRoutes.route('/', messageWebhooks(books));
carrierRoutes.route('/', outgoingCallWebhooks(books));

/** An incoming call -> the first instructions. */
carrierRoutes.post('/:carrier/:company/call', (c) => answer(c, { at: 'call' }));

/** The status of a call; the answer is empty. */
carrierRoutes.post('/:carrier/:company/status', (c) => acknowledge(c, { at: 'status' }));

/** The carrier's fallback address, answered by the edge. */
carrierRoutes.on(['GET', 'POST'], '/:carrier/:company/fallback', async (c) => {
  const request = await receiveFrom(c);
  return answerByItself(c, request, { at: 'call' });
});

/** The result of a dialling turn -> the next instructions. */
carrierRoutes.post('/:carrier/:company/call/:carrier_call/dialed/:turn', (c) =>
  answer(c, stepOf(c, 'dialed')),
);

/** Somebody picked up -> the whisper before they are connected. */
carrierRoutes.post('/:carrier/:company/call/:carrier_call/whisper/:turn', (c) =>
  answer(c, stepOf(c, 'whisper')),
);

/** The person who picked up pressed a key -> connect or hang up. */
carrierRoutes.post('/:carrier/:company/call/:carrier_call/key/:turn', (c) => answer(c, stepOf(c, 'key')));

/** The status of a leg; the answer is empty. */
carrierRoutes.post('/:carrier/:company/call/:carrier_call/leg/:turn', (c) =>
  acknowledge(c, stepOf(c, 'leg')),
);

/** The caller left a voicemail -> hang up. */
carrierRoutes.post('/:carrier/:company/call/:carrier_call/voicemail', (c) => answer(c, { at: 'voicemail' }));

/** A recording is ready; the answer is empty. */
carrierRoutes.post('/:carrier/:company/call/:carrier_call/recording', (c) =>
  acknowledge(c, { at: 'recording' }),
);

/** Answers a caller: from the company's Durable Object, or from the phone book at the edge if that is late. */
async function answer(c: Context<App>, step: CallbackStep): Promise<Response> {
  const request = await receiveFrom(c);
  const event = eventOf(request, step);
  // There is none in, for instance, a voicemail without a recording. The call ends.
  if (event === undefined) return twiml(c, request, { instructions: [{ kind: 'hangup' }] });
  const reported = await report(c, request, event);
  if (reported === FAILED) return answerByItself(c, request, step);
  if (reported.outcome === 'refused') throw notOurs(reported.detail);
  return twiml(c, request, { instructions: reported.instructions });
}

/** Answers from the phone book, and puts the call's data into the webhook addresses. */
async function answerByItself(
  c: Context<App>,
  request: CarrierRequest,
  step: CallbackStep,
): Promise<Response> {
  const { fields, now: startedTime } = request;
  const begun =
    step.at === 'call'
      ? { ...partiesOf(step, fields, request), startedTime }
      : await begunOf(c, request, callIdOf(step, fields));
  return twiml(c, request, { instructions: planByItself(request, step), begun });
}

/**
 * Stores a status report. After a failure the carrier must send it again, except for a leg: carriers give up soon and later reports
 * repeat most of it, so the edge accepts it and retries after the answer.
 */
async function acknowledge(c: Context<App>, step: CallbackStep): Promise<Response> {
  const request = await receiveFrom(c);
  const event = eventOf(request, step);
  if (event === undefined) return twiml(c, request, { instructions: [] });
  const reported = await report(c, request, event);
  if (reported === FAILED && step.at !== 'leg') {
    const headers = { 'Retry-After': '5' };
    throw new Problem('service_unavailable', 'The request could not be saved. Send it again.', { headers });
  }
  if (reported !== FAILED && reported.outcome === 'refused') throw notOurs(reported.detail);
  return twiml(c, request, { instructions: [] });
}

/** Plans the next step of a call from its request alone. Pure except for the clocks of the phone book. */
function planByItself(
  { book, fields, now, region }: Pick<CarrierRequest, 'book' | 'fields' | 'now' | 'region'>,
  step: CallbackStep,
): readonly Instruction[] {
  const callEvent = readCallEvent(step, fields, { now, region });
  if (callEvent === undefined) return [{ kind: 'hangup' }];
  const { number = '', from = null, hidesCaller } = partiesOf(step, fields, { region });
  return planFor(book, { callEvent }, { number, from, hidesCaller, now });
}

function receiveFrom(c: Context<App>): Promise<CarrierRequest> {
  const { carrier = '', company = '' } = c.req.param() as Record<string, string>;
  return receive({ env: c.env, request: c.req.raw, context: c.executionCtx, carrier, company }, books);
}

/** Reports an event to the company's Durable Object. If that is late or fails, it continues after the answer. */
async function report(
  c: Context<App>,
  request: CarrierRequest,
  event: CarrierEvent,
): Promise<CarrierAnswer | typeof FAILED> {
  const whole = { ...(await begunOf(c, request, event.carrierCallId)), ...event };
  // Within a promise, because the platform may throw at once.
  const attempt = async (): Promise<CarrierAnswer> =>
    c.env.COMPANIES.getByName(request.companyId).carrierEvent(whole);
  const reported = attempt();
  c.executionCtx.waitUntil(reported.catch(() => reportAgain(attempt)));
  return within(reported, OBJECT_TIMEOUT_MS, FAILED);
}

/** Repeats a report a few times until it succeeds. Each event is stored once. */
async function reportAgain(attempt: () => Promise<CarrierAnswer>): Promise<void> {
  for (const wait of RETRY_WAITS_MS) {
    await new Promise((resolve) => void setTimeout(resolve, wait));
    const isTaken = await attempt().then(
      () => true,
      () => false,
    );
    if (isTaken) return;
  }
}

/** Reads the data of a call that the edge has answered from the webhook address. */
function begunOf(
  c: Context<App>,
  { companyId, now }: CarrierRequest,
  carrierCallId: string,
): Promise<BegunCall | undefined> {
  const { carrier_call: name = '' } = c.req.param() as Record<string, string>;
  return begunCallOf(c.env, { companyId, carrierCallId }, { name, now });
}

function stepOf(c: Context<App>, at: 'dialed' | 'whisper' | 'key' | 'leg'): CallbackStep {
  const turn = Number(c.req.param('turn'));
  if (!Number.isInteger(turn) || turn < 0 || turn > MAX_TURN)
    throw new Problem('not_found', 'This turn does not exist.');
  return { at, turn };
}

/** Renders the answer. State is in the path, since Telnyx drops the query of a Dial's action. */
async function twiml(
  c: Context<App>,
  { base, carrier, companyId, fields }: CarrierRequest,
  { instructions, begun }: { instructions: readonly Instruction[]; begun?: BegunCall | undefined },
): Promise<Response> {
  const carrierCallId = fields.given('ParentCallSid') ?? fields.text('CallSid');
  const call = await nameOfCall(c.env, { companyId, carrierCallId }, begun);
  const addressOf = (step: Step): string =>
    `${base}/call/${call}/${step.at}${'turn' in step ? `/${step.turn}` : ''}${RETRIES[carrier]}`;
  return new Response(renderTwiml(instructions, addressOf), {
    headers: { 'Content-Type': 'text/xml; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}

function notOurs(detail: string): Problem {
  return new Problem('permission_denied', detail);
}
