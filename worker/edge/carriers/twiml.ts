/** Renders instructions as TwiML, which SignalWire (LaML) and Telnyx (TeXML) accept too. Pure. */
import {
  type DialInstruction,
  type Instruction,
  SILENCE_SECONDS,
  type Step,
} from '../../core/phone/interface.ts';

/** Events of legs for which carriers send status callbacks. */
const LEG_EVENTS = 'ringing answered completed';

/** Returns the absolute address of a step of this call. */
type AddressOf = (step: Step) => string;

/** Renders the document. */
export function renderTwiml(instructions: readonly Instruction[], addressOf: AddressOf): string {
  return document(instructions.map((instruction) => render(instruction, addressOf)).join(''));
}

/** Renders the answer to a message. @param reply the message and the address for its status; absent: an empty answer */
export function renderReply(reply: { message: string; callback: string } | undefined): string {
  return document(reply ? element('Message', { statusCallback: reply.callback }, escape(reply.message)) : '');
}

/** Returns the path of a step below the address of its call: the turn, and after a dot the caller's place in the menus. */
export function pathOf(step: Step): string {
  if (!('turn' in step)) return step.at;
  return `${step.at}/${step.turn}${step.via === undefined ? '' : `.${step.via}`}`;
}

/** Makes the response with a document. */
export function twimlResponse(text: string): Response {
  return new Response(text, {
    headers: { 'Content-Type': 'text/xml; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}

function document(verbs: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${element('Response', {}, verbs)}`;
}

function render(instruction: Instruction, addressOf: AddressOf): string {
  switch (instruction.kind) {
    case 'say':
      return say(instruction);
    case 'dial':
      return dial(instruction, addressOf);
    case 'gather':
      return element(
        'Gather',
        {
          ...(instruction.digits === null ? {} : { numDigits: instruction.digits ?? 1 }),
          timeout: instruction.timeoutSeconds,
          action: addressOf(instruction.next),
          method: 'POST',
        },
        say(instruction),
      );
    case 'record':
      return element('Record', {
        action: addressOf(instruction.next),
        method: 'POST',
        timeout: SILENCE_SECONDS,
        maxLength: instruction.mostSeconds,
        playBeep: true,
        recordingStatusCallback: addressOf(instruction.next),
        recordingStatusCallbackMethod: 'POST',
      });
    case 'redirect':
      return element('Redirect', { method: 'POST' }, escape(addressOf(instruction.next)));
    case 'reject':
      return element('Reject', { reason: 'rejected' });
    default:
      return element('Hangup', {});
  }
}

function dial(instruction: DialInstruction, addressOf: AddressOf): string {
  const { people, timeoutSeconds, callerId, callerName, isRecorded, turn, via } = instruction;
  const numbers = people.map(({ number, hasWhisper }) =>
    element(
      'Number',
      {
        ...(hasWhisper ? { url: addressOf({ at: 'whisper', turn, via }), method: 'POST' } : {}),
        statusCallback: addressOf({ at: 'leg', turn, via }),
        statusCallbackMethod: 'POST',
        statusCallbackEvent: LEG_EVENTS,
      },
      escape(number),
    ),
  );
  const recording = {
    record: 'record-from-answer-dual',
    recordingStatusCallback: addressOf({ at: 'recording' }),
    recordingStatusCallbackMethod: 'POST',
  };
  return element(
    'Dial',
    {
      timeout: timeoutSeconds,
      answerOnBridge: true,
      action: addressOf({ at: 'dialed', turn, via }),
      method: 'POST',
      ...(callerId === undefined ? {} : { callerId }),
      ...(callerName === undefined ? {} : { fromDisplayName: callerName }),
      ...(isRecorded ? recording : {}),
    },
    numbers.join(''),
  );
}

function say({ text, language }: { text: string; language: string }): string {
  return element('Say', { language }, escape(text));
}

function element(name: string, attributes: Record<string, string | number | boolean>, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(String(value))}"`);
  const start = `<${name}${written.join('')}`;
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`;
}

/** Escapes text for XML 1.0, which does not allow control characters in any form. */
function escape(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]+/gu, ' ')
    .replaceAll(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
