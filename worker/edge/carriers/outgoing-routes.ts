/** `/carriers/<carrier>/<company>/outgoing/<call>/<step>`: webhooks of calls that users placed. */
import { type CallEvent, type CarrierAnswer, RETRIES, type Step } from '../../core/phone/interface.ts';
import { Hono } from 'hono/tiny';
import { within } from '../../shared/limits/bounded-wait.ts';
import type { App } from '../../env.ts';
import { asId } from '../../shared/http/ids.ts';
import { notFound } from '../../shared/http/problems.ts';
import type { CallbackStep, Fields } from './readers.ts';
import { accepted, receiveEvent } from './requests.ts';
import { renderTwiml, twimlResponse } from './twiml.ts';

/** Carriers give up after 15 s, and those that retry need time for it. */
const OBJECT_TIMEOUT_MS = 6_000;

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

export const outgoingCallWebhooks = new Hono<App>();

/** An event of a call -> the next instructions. */
outgoingCallWebhooks.post('/:carrier/:company/outgoing/:call/:step', async (c) => {
  const { call, step } = c.req.param();
  const callId = asId(call);
  const at = Object.hasOwn(STEPS, step) ? STEPS[step] : undefined;
  if (callId === undefined || at === undefined) throw notFound();
  const { request, event } = await receiveEvent(c, at, (fields) => readPlacer(fields, step));
  const addressOf = (next: Step): string =>
    `${request.base}/outgoing/${callId}/${next.at === 'whisper' ? 'announcement' : next.at}${RETRIES[request.carrier]}`;
  if (event === undefined) return twimlResponse(renderTwiml([], addressOf));
  // Within a promise, because the platform may throw at once.
  const pending = (async (): Promise<CarrierAnswer> =>
    c.env.COMPANIES.getByName(request.companyId).outgoingCallEvent({ ...event, callId }))();
  const { instructions } = accepted(await within(pending, OBJECT_TIMEOUT_MS, undefined));
  return twimlResponse(renderTwiml(instructions, addressOf));
});

/** Reads what the user who placed the call did; undefined for a step of the lead's. */
function readPlacer(fields: Fields, step: string): CallEvent | undefined {
  if (step === 'placer') return { kind: 'placer' };
  return step === 'key' ? { kind: 'placer', digits: fields.text('Digits') } : undefined;
}
