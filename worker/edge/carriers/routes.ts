/** `/carriers/<carrier>/<company>/...`: what carriers ask and tell. Every address is in docs/calls.md. */
import {
  type CarrierAnswer,
  type CarrierEvent,
  type Instruction,
  RETRIES,
  type Step,
} from '../../core/phone/interface.ts';
import { Hono } from 'hono/tiny';
import type { Context } from 'hono';
import { within } from '../../shared/limits/bounded-wait.ts';
import type { App } from '../../env.ts';
import { Problem } from '../../shared/http/problems.ts';
import { type BegunCall, begunCallOf, nameOfCall } from './begun-calls.ts';
import { planByItself } from './fallback.ts';
import { PhoneBookReader } from './phone-book-reader.ts';
import { callIdOf, partiesOf, type Place, readHappening } from './readers.ts';
import { type CarrierRequest, eventOf, receive } from './requests.ts';
import { textLane } from './text-routes.ts';
import { renderTwiml } from './twiml.ts';

/** How long a caller waits for the company's object before the edge answers by itself; carriers give up after 15 s. */
const OBJECT_TIMEOUT_MS = 2_000;
/** Waits before something is told again behind the answer, for which the platform gives 30 s. */
const AGAIN_MS = [1_000, 3_000, 8_000, 15_000];
/** Most turns that an address may name; real ones are fewer than 20. */
const MAX_TURN = 1_000;

const FAILED = Symbol('the object did not answer');

const books = new PhoneBookReader();

export const carrierRoutes = new Hono<App>();
carrierRoutes.route('/', textLane(books));

/** A call comes in -> what happens with it. */
carrierRoutes.post('/:carrier/:company/call', (c) => answer(c, { at: 'call' }));

/** How the call goes on, and its end; there is nothing to be done. */
carrierRoutes.post('/:carrier/:company/status', (c) => note(c, { at: 'status' }));

/** What the edge answers by itself: for the carrier's fallback address. */
carrierRoutes.on(['GET', 'POST'], '/:carrier/:company/fallback', async (c) => {
  const request = await receiveFrom(c);
  return answerByItself(c, request, { at: 'call' });
});

/** How a turn of phones ended -> what comes next. */
carrierRoutes.post('/:carrier/:company/call/:carrier_call/dialed/:turn', (c) =>
  answer(c, placeOf(c, 'dialed')),
);

/** Somebody picked up -> what they hear before they are connected. */
carrierRoutes.post('/:carrier/:company/call/:carrier_call/whisper/:turn', (c) =>
  answer(c, placeOf(c, 'whisper')),
);

/** Whoever picked up pressed a key -> whether they are connected. */
carrierRoutes.post('/:carrier/:company/call/:carrier_call/key/:turn', (c) => answer(c, placeOf(c, 'key')));

/** How a phone that is rung goes on; there is nothing to be done. */
carrierRoutes.post('/:carrier/:company/call/:carrier_call/leg/:turn', (c) => note(c, placeOf(c, 'leg')));

/** The caller left a message -> the end. */
carrierRoutes.post('/:carrier/:company/call/:carrier_call/voicemail', (c) => answer(c, { at: 'voicemail' }));

/** A recording is there; there is nothing to be done. */
carrierRoutes.post('/:carrier/:company/call/:carrier_call/recording', (c) => note(c, { at: 'recording' }));

/** Answers what a caller waits for: from the company's object or, when that is late, from what the edge knows. */
async function answer(c: Context<App>, place: Place): Promise<Response> {
  const request = await receiveFrom(c);
  const happened = readHappening(place, request.fields, request);
  // A voicemail without a recording, for instance: there is nothing more to do with the call.
  if (happened === undefined) return twiml(c, request, { instructions: [{ kind: 'hangup' }] });
  const begun = await begunOf(c, request, place);
  const told = await tell(c, request, eventOf(request, { place, happened, begun }));
  if (told === FAILED) return answerByItself(c, request, place);
  if (told.outcome === 'refused') throw notOurs(told.detail);
  return twiml(c, request, { instructions: told.instructions });
}

/** Answers from what the edge knows; what comes back from there says of which call. */
async function answerByItself(c: Context<App>, request: CarrierRequest, place: Place): Promise<Response> {
  const { fields, now: startedTime } = request;
  const begun =
    place.at === 'call'
      ? { ...partiesOf(place, fields, request), startedTime }
      : await begunOf(c, request, place);
  return twiml(c, request, { instructions: planByItself(request, place), begun });
}

/**
 * Keeps what is only told; after a failure the carrier is asked to send it again. Of a phone that rings it is taken all the
 * same, and told again behind the answer: carriers give up soon, and what follows in the call says most of it once more.
 */
async function note(c: Context<App>, place: Place): Promise<Response> {
  const request = await receiveFrom(c);
  const happened = readHappening(place, request.fields, request);
  if (happened === undefined) return twiml(c, request, { instructions: [] });
  const begun = await begunOf(c, request, place);
  const told = await tell(c, request, eventOf(request, { place, happened, begun }));
  if (told === FAILED && place.at !== 'leg') {
    const headers = { 'Retry-After': '5' };
    throw new Problem('service_unavailable', 'It could not be kept; send it again.', { headers });
  }
  if (told !== FAILED && told.outcome === 'refused') throw notOurs(told.detail);
  return twiml(c, request, { instructions: [] });
}

function receiveFrom(c: Context<App>): Promise<CarrierRequest> {
  const { carrier = '', company = '' } = c.req.param() as Record<string, string>;
  return receive({ env: c.env, request: c.req.raw, carrier, company }, books);
}

/** Tells the company's object; when that takes longer than the answer may, or fails, it goes on behind the answer. */
async function tell(
  c: Context<App>,
  { companyId }: CarrierRequest,
  event: CarrierEvent,
): Promise<CarrierAnswer | typeof FAILED> {
  // Within a promise, because the platform may throw at once.
  const attempt = async (): Promise<CarrierAnswer> =>
    c.env.COMPANIES.getByName(companyId).carrierEvent(event);
  const told = attempt();
  c.executionCtx.waitUntil(told.catch(() => tellAgain(attempt)));
  return within(told, OBJECT_TIMEOUT_MS, FAILED);
}

/** Tells it until it is taken, a few times: each telling is kept once. */
async function tellAgain(attempt: () => Promise<CarrierAnswer>): Promise<void> {
  for (const wait of AGAIN_MS) {
    await new Promise((resolve) => void setTimeout(resolve, wait));
    const isTaken = await attempt().then(
      () => true,
      () => false,
    );
    if (isTaken) return;
  }
}

/** What is known of a call that the edge has answered: it stands in the address. */
function begunOf(c: Context<App>, request: CarrierRequest, place: Place): Promise<BegunCall | undefined> {
  const { carrier_call: name = '' } = c.req.param() as Record<string, string>;
  const carrierCallId = callIdOf(place, request.fields);
  return begunCallOf(c.env, { companyId: request.companyId, carrierCallId }, { name, now: request.now });
}

function placeOf(c: Context<App>, at: 'dialed' | 'whisper' | 'key' | 'leg'): Place {
  const turn = Number(c.req.param('turn'));
  if (!Number.isInteger(turn) || turn < 0 || turn > MAX_TURN)
    throw new Problem('not_found', 'There is no such turn.');
  return { at, turn };
}

/** State stands in the path: Telnyx drops the query of a Dial's action. */
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
