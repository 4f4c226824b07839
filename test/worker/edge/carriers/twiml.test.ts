/** Our TwiML, against what Twilio's library renders (test/oracles). */
import { expect, test } from 'vitest';
import { renderReply, renderTwiml } from '../../../../worker/edge/carriers/twiml.ts';
import type { Instruction, Step } from '../../../../worker/core/phone/ringing/plans.ts';
import { readTwiml } from '../../../../demo/carrier/twiml-reader.ts';
import rendered from '../../../oracles/recorded/twiml.json' with { type: 'json' };
import { addressOf, AWKWARD } from './twiml-examples.ts';

/** Asks for keys in a menu. */
function askingAt(
  next: Extract<Step, { at: 'menu' }>,
  asked: { text: string; language: string; digits: number | null },
): Instruction[] {
  return [
    { kind: 'gather', timeoutSeconds: 6, ...asked, next },
    { kind: 'redirect', next },
  ];
}

/** Plans by the names under which the rendering of Twilio's library is recorded. */
const PLANS: Record<keyof typeof rendered, Instruction[]> = {
  nothing: [],
  'a refusal': [{ kind: 'reject' }],
  'a sentence and a hang-up': [{ kind: 'say', text: AWKWARD, language: 'en-US' }, { kind: 'hangup' }],
  phones: [
    {
      kind: 'dial',
      people: [
        { number: '+15125550140', hasWhisper: true },
        { number: '+15125550150', userId: 'u', hasWhisper: true },
      ],
      timeoutSeconds: 20,
      callerId: '+15125550102',
      isRecorded: true,
      turn: 2,
    },
  ],
  'a key': [
    { kind: 'gather', text: 'Press 1', language: 'de-DE', timeoutSeconds: 8, next: { at: 'key', turn: 0 } },
  ],
  'a menu': askingAt({ at: 'menu', turn: 1, via: 'main' }, { text: AWKWARD, language: 'en-US', digits: 1 }),
  'a postal code of any length': askingAt(
    { at: 'menu', turn: 0, via: 'main.5' },
    { text: 'Your postal code.', language: 'en-GB', digits: null },
  ),
  'a message': [{ kind: 'record', mostSeconds: 180, next: { at: 'voicemail' } }],
};

test.for(Object.entries(rendered))('%s is rendered like Twilio’s library', ([name, theirs]) => {
  const instructions = PLANS[name as keyof typeof rendered];

  expect(readTwiml(renderTwiml(instructions, addressOf))).toEqual(readTwiml(theirs));
});

/**
 * What SignalWire and Telnyx document of the verbs in menus: their attributes, and the verbs that may stand in them
 * (signalwire.com/docs/compatibility-api/cxml/reference/voice, developers.telnyx.com/docs/voice/programmable-voice/texml-verbs).
 */
const DIALECTS: Record<string, Record<string, readonly string[]>> = {
  signalwire: {
    Gather: ['action', 'finishOnKey', 'input', 'language', 'method', 'numDigits', 'timeout', '<Say>'],
    Say: ['language', 'loop', 'voice'],
    Redirect: ['method'],
  },
  telnyx: {
    Gather: ['action', 'finishOnKey', 'input', 'language', 'numDigits', 'timeout', '<Say>'],
    Say: ['language', 'voice'],
    Redirect: ['method'],
  },
};

test.for([
  ['signalwire', []],
  // Telnyx asks by the method of the TeXML application, which is POST (docs/calls.md).
  ['telnyx', ['Gather method']],
] as const)('a menu has nothing that %s does not document but %j', ([carrier, others]) => {
  const unknown = (['a menu', 'a postal code of any length'] as const).map((name) => {
    const verbs = readTwiml(renderTwiml(PLANS[name], addressOf));
    return [...verbs, ...verbs.flatMap(({ children }) => children)].flatMap((verb) =>
      [...Object.keys(verb.attributes), ...verb.children.map((child) => `<${child.name}>`)].flatMap((part) =>
        DIALECTS[carrier]?.[verb.name]?.includes(part) === true ? [] : `${verb.name} ${part}`,
      ),
    );
  });

  expect(unknown).toEqual([others, others]);
});

test('spoken texts have no control characters and no lone surrogates', () => {
  const text = 'a\u0000b\u001Bc\uD800d\u{1F600}e';

  expect(renderTwiml([{ kind: 'say', text, language: 'en-US' }], addressOf)).toContain(
    '>a b cd\u{1F600}e</Say>',
  );
  const reply = { message: '<&>', callback: 'https://leadline.test/text/status/1' };
  expect(renderReply(reply)).toContain(
    '<Response><Message statusCallback="https://leadline.test/text/status/1">&lt;&amp;&gt;</Message></Response>',
  );
  expect(renderReply(undefined)).toContain('<Response/>');
});
