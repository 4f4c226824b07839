/**
 * Places a call as the simulated carrier: the user picks up and, if asked, presses 1; the lead answers, and they talk for some
 * seconds.
 */
import { readTwiml, type Verb } from '../carrier/twiml-reader.ts';

/** How long each step takes, so that the call can be watched in the console. All together stay below the 30 s of `waitUntil`. */
const PICK_UP_MS = 2_000;
const SENTENCE_MS = 2_000;
const RING_MS = 3_000;
const TALK_MS = 8_000;

/** Sends a signed webhook. @returns the document of the answer */
type Send = (url: string, fields: Record<string, string>) => Promise<string>;

/** Runs a call to its end. @param form the fields of the request to the carrier's API */
export async function runOutgoingCall(callSid: string, form: URLSearchParams, send: Send): Promise<void> {
  const [from, to] = [form.get('From') ?? '', form.get('To') ?? ''];
  const fields = { CallSid: callSid, Direction: 'outbound-api', From: from, To: to };
  const inProgress = { ...fields, CallStatus: 'in-progress' };
  await pause(PICK_UP_MS);
  let verbs = readTwiml(await send(form.get('Url') ?? '', inProgress));
  await pause(SENTENCE_MS);
  const gather = verbs.find(({ name }) => name === 'Gather');
  if (gather !== undefined) {
    verbs = readTwiml(await send(gather.attributes['action'] ?? '', { ...inProgress, Digits: '1' }));
  }
  const dial = verbs.find(({ name }) => name === 'Dial');
  if (dial !== undefined) await connect(dial, inProgress, send);
  await send(form.get('StatusCallback') ?? '', {
    ...fields,
    CallStatus: 'completed',
    CallDuration: String(Math.round((SENTENCE_MS + RING_MS + TALK_MS) / 1000)),
  });
}

/** Rings the lead, who answers. */
async function connect(dial: Verb, parent: Record<string, string>, send: Send): Promise<void> {
  const [number] = dial.children;
  if (number === undefined) return;
  const leg = {
    ...parent,
    CallSid: `${parent['CallSid']}-1`,
    ParentCallSid: parent['CallSid'] ?? '',
    Direction: 'outbound-dial',
    From: dial.attributes['callerId'] ?? '',
    To: number.text,
  };
  const { statusCallback = '', url } = number.attributes;
  await send(statusCallback, { ...leg, CallStatus: 'ringing' });
  await pause(RING_MS);
  await send(statusCallback, { ...leg, CallStatus: 'in-progress' });
  if (url !== undefined) await send(url, leg);
  await pause(TALK_MS);
  const seconds = String(TALK_MS / 1000);
  await send(statusCallback, { ...leg, CallStatus: 'completed', CallDuration: seconds });
  await send(dial.attributes['action'] ?? '', {
    ...parent,
    DialCallStatus: 'completed',
    DialBridged: 'true',
    DialCallDuration: seconds,
    DialCallSid: leg.CallSid,
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds));
}
