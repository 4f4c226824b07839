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
import { onlyKnown } from '../../shared/http/input.ts';
import { Problem } from '../../shared/http/problems.ts';
import { seal, unseal } from '../../shared/secrets/sealing.ts';
import { callIdOf, partiesOf, type CallbackStep, readCallEvent } from './readers.ts';
import { accepted, type CarrierRequest, receive, receiveEvent } from './requests.ts';
import { messageWebhooks } from './message-routes.ts';
import { outgoingCallWebhooks } from './outgoing-routes.ts';
import { pathOf, renderTwiml, twimlResponse } from './twiml.ts';

/** How long a caller waits for the company's Durable Object before the edge answers by itself; carriers give up after 15 s. */
const OBJECT_TIMEOUT_MS = 2_000;
/** Pauses before a failed report is repeated after the answer. The platform allows 30 s for that. */
const RETRY_WAITS_MS = [1_000, 3_000, 8_000, 15_000];
/** Highest turn in an address; real calls have fewer than 20. */
const MAX_TURN = 1_000;

/** A turn in an address, with the caller's place in the menus (`0.main.2`). */
const TURN = /^(\d{1,4})(?:\.([a-z][\w.:-]{0,149}))?$/;

/** The purpose under which the data of a call is sealed. */
const BEGUN_CALL = 'begun call';
/** Separates the carrier's id of a call from the sealed data. Encoded ids do not contain it. */
const SEPARATOR = '~';
/** Carriers end a call after 4 hours. */
const LONGEST_CALL_MS = 5 * 60 * 60_000;

/**
 * A call that the edge answered by itself: who called whom, and when. It is sealed into the webhook addresses in the answer, so that
 * the next request tells it to the company's Durable Object, which does not know the call.
 */
type BegunCall = Pick<CarrierEvent, 'number' | 'from' | 'hidesCaller' | 'callerName'> & {
  /** Milliseconds since the epoch. */
  startedTime: number;
};

/** Identifies a call. */
interface CallKey {
  companyId: string;
  carrierCallId: string;
}

export const carrierRoutes = new Hono<App>();
carrierRoutes.route('/', messageWebhooks);
carrierRoutes.route('/', outgoingCallWebhooks);

/** An incoming call -> the first instructions. */
carrierRoutes.post('/:carrier/:company/call', (c) => answer(c, { at: 'call' }));

/** The status of a call; the answer is empty. */
carrierRoutes.post('/:carrier/:company/status', (c) => acknowledge(c, { at: 'status' }));

/** The carrier's fallback address, answered by the edge. */
carrierRoutes.on(['GET', 'POST'], '/:carrier/:company/fallback', async (c) =>
  answerByItself(c, await receive(c), { at: 'call' }),
);

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

/** The caller pressed a key in a menu, or none -> the next instructions. */
carrierRoutes.post('/:carrier/:company/call/:carrier_call/menu/:turn', (c) => answer(c, stepOf(c, 'menu')));

/** The caller left a voicemail -> hang up. */
carrierRoutes.post('/:carrier/:company/call/:carrier_call/voicemail', (c) => answer(c, { at: 'voicemail' }));

/** A recording is ready; the answer is empty. */
carrierRoutes.post('/:carrier/:company/call/:carrier_call/recording', (c) =>
  acknowledge(c, { at: 'recording' }),
);

/** Answers a caller: from the company's Durable Object, or from the phone book at the edge if that is late. */
async function answer(c: Context<App>, step: CallbackStep): Promise<Response> {
  const { request, event } = await receiveEvent(c, step);
  // There is none in, for instance, a voicemail without a recording. The call ends.
  if (event === undefined) return twiml(c, request, [{ kind: 'hangup' }]);
  const answered = await report(c, request, event);
  if (answered === undefined) return answerByItself(c, request, step);
  return twiml(c, request, accepted(answered).instructions);
}

/**
 * Stores a status report. After a failure the carrier must send it again, except for a leg: carriers give up soon and later reports
 * repeat most of it, so the edge accepts it and retries after the answer.
 */
async function acknowledge(c: Context<App>, step: CallbackStep): Promise<Response> {
  const { request, event } = await receiveEvent(c, step);
  const answered = event && (await report(c, request, event));
  if (event !== undefined && (answered !== undefined || step.at !== 'leg')) accepted(answered);
  return twiml(c, request, []);
}

/** Reports an event to the company's Durable Object. If that is late or fails, the answer is undefined and the report goes on after it. */
async function report(
  c: Context<App>,
  request: CarrierRequest,
  event: CarrierEvent,
): Promise<CarrierAnswer | undefined> {
  const whole = { ...(await begunCallOf(c, request, event.carrierCallId)), ...event };
  // Within a promise, because the platform may throw at once.
  const attempt = async (): Promise<CarrierAnswer> =>
    c.env.COMPANIES.getByName(request.companyId).carrierEvent(whole);
  const reported = attempt();
  c.executionCtx.waitUntil(reported.catch(() => reportAgain(attempt)));
  return within(reported, OBJECT_TIMEOUT_MS, undefined);
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
      : await begunCallOf(c, request, callIdOf(step, fields));
  return twiml(c, request, planByItself(request, step), begun);
}

/** Plans the next step of a call from its request alone. Pure except for the clocks of the phone book. */
function planByItself(
  { book, fields, now, region }: CarrierRequest,
  step: CallbackStep,
): readonly Instruction[] {
  const callEvent = readCallEvent(step, fields, { now, region });
  if (callEvent === undefined) return [{ kind: 'hangup' }];
  const { number = '', from = null, hidesCaller } = partiesOf(step, fields, { region });
  return planFor(book, callEvent, { number, from, hidesCaller, now });
}

/** Reads the data of a call that the edge has answered from the webhook address; undefined if there is none, or it is not of this call. */
async function begunCallOf(
  c: Context<App>,
  { companyId, now }: CarrierRequest,
  carrierCallId: string,
): Promise<BegunCall | undefined> {
  const { OPERATOR_TOKEN: secret = '' } = c.env;
  const { carrier_call: name = '' } = c.req.param() as Record<string, string>;
  const at = name.lastIndexOf(SEPARATOR);
  if (at < 0 || secret === '') return undefined;
  const sealed = new Uint8Array(Buffer.from(name.slice(at + 1), 'base64url')).buffer;
  const text = await unseal(sealed, secret, BEGUN_CALL);
  if (text === undefined) return undefined;
  const { companyId: company, carrierCallId: id, ...begun } = JSON.parse(text) as CallKey & BegunCall;
  const isOld = begun.startedTime < now - LONGEST_CALL_MS;
  return company === companyId && id === carrierCallId && !isOld ? begun : undefined;
}

/** Returns the name of a call in webhook addresses: the carrier's id, with the sealed data if the edge answered the call. */
async function nameOfCall(c: Context<App>, key: CallKey, begun: BegunCall | undefined): Promise<string> {
  const { OPERATOR_TOKEN: secret = '' } = c.env;
  const id = encodeURIComponent(key.carrierCallId);
  if (begun === undefined || secret === '') return id;
  const sealed = await seal(JSON.stringify({ ...key, ...begun }), secret, BEGUN_CALL);
  return id + SEPARATOR + Buffer.from(sealed).toString('base64url');
}

/** Reads a turn, and the place in the menus after its dot. */
function stepOf<At extends 'dialed' | 'whisper' | 'key' | 'leg' | 'menu'>(
  c: Context<App>,
  at: At,
): { at: At; turn: number; via?: string } {
  const [, count = '', via] = TURN.exec(c.req.param('turn') ?? '') ?? [];
  const turn = Number(count);
  if (count === '' || turn > MAX_TURN) throw new Problem('not_found', 'This turn does not exist.');
  return { at, turn, ...onlyKnown({ via }) };
}

/** Renders the answer. State is in the path, since Telnyx drops the query of a Dial's action. */
async function twiml(
  c: Context<App>,
  { base, carrier, companyId, fields }: CarrierRequest,
  instructions: readonly Instruction[],
  begun?: BegunCall,
): Promise<Response> {
  const carrierCallId = fields.given('ParentCallSid') ?? fields.text('CallSid');
  const call = await nameOfCall(c, { companyId, carrierCallId }, begun);
  const addressOf = (step: Step): string => `${base}/call/${call}/${pathOf(step)}${RETRIES[carrier]}`;
  return twimlResponse(renderTwiml(instructions, addressOf));
}
