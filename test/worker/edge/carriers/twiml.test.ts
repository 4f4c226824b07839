/** Our TwiML, against what Twilio's library renders (test/oracles). */
import { expect, test } from 'vitest';
import { renderReply, renderTwiml } from '../../../../worker/edge/carriers/twiml.ts';
import type { Instruction } from '../../../../worker/core/phone/ringing/plans.ts';
import { readTwiml } from '../../../../demo/carrier/twiml-reader.ts';
import rendered from '../../../oracles/recorded/twiml.json' with { type: 'json' };
import { addressOf, AWKWARD } from './twiml-examples.ts';

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
  'a message': [{ kind: 'record', mostSeconds: 180, next: { at: 'voicemail' } }],
};

test.for(Object.entries(rendered))('%s is rendered like Twilio’s library', ([name, theirs]) => {
  const instructions = PLANS[name as keyof typeof rendered];

  expect(readTwiml(renderTwiml(instructions, addressOf))).toEqual(readTwiml(theirs));
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
