/**
 * Places a call as the simulated carrier: the user picks up and, if asked, presses 1, and the lead's phone rings. Most leads answer
 * and talk for some seconds. By the last digit of their number, one of ten is busy and two do not answer.
 */
import { recordingIdOf } from '../carrier/spoken.ts';
import { readTwiml, type Verb } from '../carrier/twiml-reader.ts';

/** How long each step takes, so that the call can be watched in the console. All together stay below the 30 s of `waitUntil`. */
const PICK_UP_MS = 2_000;
const SENTENCE_MS = 2_000;
const RING_MS = 3_000;
const TALK_MS = 8_000;
/** How long a phone rings that nobody answers. A real one rings as long as the product asks for. */
const UNANSWERED_MS = 12_000;

/** What a lead does when their phone rings, in the carrier's words, by the last digit of their number. */
const OTHERS: Readonly<Record<string, 'busy' | 'no-answer'>> = { 3: 'busy', 6: 'no-answer', 8: 'no-answer' };

/** Sends a signed webhook. @returns the document of the answer */
type Send = (url: string, fields: Record<string, string>) => Promise<string>;

/** Runs a call to its end. @param form the fields of the request to the carrier's API */
export async function runOutgoingCall(callSid: string, form: URLSearchParams, send: Send): Promise<void> {
  const [from, to] = [form.get('From') ?? '', form.get('To') ?? ''];
  const fields = { CallSid: callSid, Direction: 'outbound-api', From: from, To: to };
  const inProgress = { ...fields, CallStatus: 'in-progress' };
  await pause(PICK_UP_MS);
  const pickedUpTime = Date.now();
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
    CallDuration: String(Math.round((Date.now() - pickedUpTime) / 1000)),
  });
}

/** Rings the lead, until they answer or the call is given up. */
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
  const action = dial.attributes['action'] ?? '';
  await send(statusCallback, { ...leg, CallStatus: 'ringing' });
  const other = OTHERS[number.text.slice(-1)];
  await pause(other === 'no-answer' ? UNANSWERED_MS : RING_MS);
  if (other !== undefined) {
    await send(statusCallback, { ...leg, CallStatus: other });
    const verbs = readTwiml(
      await send(action, { ...parent, DialCallStatus: other, DialCallSid: leg.CallSid }),
    );
    if (verbs.some(({ name }) => name === 'Say')) await pause(SENTENCE_MS);
    return;
  }
  await send(statusCallback, { ...leg, CallStatus: 'in-progress' });
  if (url !== undefined) await send(url, leg);
  await pause(TALK_MS);
  const seconds = String(TALK_MS / 1000);
  await send(statusCallback, { ...leg, CallStatus: 'completed', CallDuration: seconds });
  await send(action, {
    ...parent,
    DialCallStatus: 'completed',
    DialBridged: 'true',
    DialCallDuration: seconds,
    DialCallSid: leg.CallSid,
  });
  const { recordingStatusCallback: recorded } = dial.attributes;
  if (recorded === undefined) return;
  await send(recorded, {
    ...parent,
    RecordingSid: recordingIdOf(parent['CallSid'] ?? '', TALK_MS / 1000, 'agent'),
    RecordingStatus: 'completed',
    RecordingDuration: seconds,
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds));
}
