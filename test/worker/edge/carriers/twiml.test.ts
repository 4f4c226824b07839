/** Our TwiML, against the renderer of Twilio's library. */
import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import { expect, test } from 'vitest';
import { renderReply, renderTwiml } from '../../../../worker/edge/carriers/twiml.ts';
import type { Instruction } from '../../../../worker/core/phone/ringing/plans.ts';
import { readTwiml } from '../../../../demo/carrier/twiml-reader.ts';

const addressOf = (step: { at: string; turn?: number }): string =>
  `https://x.example/${step.at}/${step.turn ?? ''}?a=1&b`;
const AWKWARD = 'Tom & "Jerry" <b> it’s';

const PLANS: [
  name: string,
  instructions: Instruction[],
  build: (response: InstanceType<typeof VoiceResponse>) => void,
][] = [
  ['nothing', [], () => undefined],
  ['a refusal', [{ kind: 'reject' }], (response) => response.reject({ reason: 'rejected' })],
  [
    'a sentence and a hang-up',
    [{ kind: 'say', text: AWKWARD, language: 'en-US' }, { kind: 'hangup' }],
    (response) => {
      response.say({ language: 'en-US' }, AWKWARD);
      response.hangup();
    },
  ],
  [
    'phones',
    [
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
    (response) => {
      const post = 'POST';
      const dial = response.dial({
        timeout: 20,
        answerOnBridge: true,
        action: addressOf({ at: 'dialed', turn: 2 }),
        method: post,
        callerId: '+15125550102',
        record: 'record-from-answer-dual',
        recordingStatusCallback: addressOf({ at: 'recording' }),
        recordingStatusCallbackMethod: post,
      });
      for (const number of ['+15125550140', '+15125550150']) {
        dial.number(
          {
            url: addressOf({ at: 'whisper', turn: 2 }),
            method: post,
            statusCallback: addressOf({ at: 'leg', turn: 2 }),
            statusCallbackMethod: post,
            statusCallbackEvent: ['ringing', 'answered', 'completed'],
          },
          number,
        );
      }
    },
  ],
  [
    'a key',
    [{ kind: 'gather', text: 'Press 1', language: 'de-DE', timeoutSeconds: 8, next: { at: 'key', turn: 0 } }],
    (response) => {
      const gather = response.gather({
        numDigits: 1,
        timeout: 8,
        action: addressOf({ at: 'key', turn: 0 }),
        method: 'POST',
      });
      gather.say({ language: 'de-DE' }, 'Press 1');
    },
  ],
  [
    'a message',
    [{ kind: 'record', mostSeconds: 180, next: { at: 'voicemail' } }],
    (response) =>
      response.record({
        action: addressOf({ at: 'voicemail' }),
        method: 'POST',
        timeout: 5,
        maxLength: 180,
        playBeep: true,
        recordingStatusCallback: addressOf({ at: 'voicemail' }),
        recordingStatusCallbackMethod: 'POST',
      }),
  ],
];

test.for(PLANS)('%s is rendered like Twilio’s library', ([, instructions, build]) => {
  const response = new VoiceResponse();
  build(response);

  expect(readTwiml(renderTwiml(instructions, addressOf))).toEqual(readTwiml(response.toString()));
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
