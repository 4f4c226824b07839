/** TwiML as Twilio's library renders it. */
import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import { expect, test } from 'vitest';
import { addressOf, AWKWARD } from '../worker/edge/carriers/twiml-examples.ts';
import { asRecorded, recordingOf } from './recording.ts';

const post = 'POST';

/** What the library renders for the plan of each name in `twiml.test.ts`. */
const BUILT: Record<string, (response: InstanceType<typeof VoiceResponse>) => void> = {
  nothing: () => undefined,
  'a refusal': (response) => response.reject({ reason: 'rejected' }),
  'a sentence and a hang-up': (response) => {
    response.say({ language: 'en-US' }, AWKWARD);
    response.hangup();
  },
  phones: (response) => {
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
    const options = {
      url: addressOf({ at: 'whisper', turn: 2 }),
      method: post,
      statusCallback: addressOf({ at: 'leg', turn: 2 }),
      statusCallbackMethod: post,
      statusCallbackEvent: ['ringing' as const, 'answered' as const, 'completed' as const],
    };
    for (const number of ['+15125550140', '+15125550150']) dial.number(options, number);
  },
  'a key': (response) => {
    const action = addressOf({ at: 'key', turn: 0 });
    const gather = response.gather({ numDigits: 1, timeout: 8, action, method: post });
    gather.say({ language: 'de-DE' }, 'Press 1');
  },
  'a menu': (response) => {
    const action = addressOf({ at: 'menu', turn: 1, via: 'main' });
    const gather = response.gather({ numDigits: 1, timeout: 6, action, method: post });
    gather.say({ language: 'en-US' }, AWKWARD);
    response.redirect({ method: post }, action);
  },
  'a postal code of any length': (response) => {
    const action = addressOf({ at: 'menu', turn: 0, via: 'main.5' });
    const gather = response.gather({ timeout: 6, action, method: post });
    gather.say({ language: 'en-GB' }, 'Your postal code.');
    response.redirect({ method: post }, action);
  },
  'a message': (response) =>
    response.record({
      action: addressOf({ at: 'voicemail' }),
      method: post,
      timeout: 5,
      maxLength: 180,
      playBeep: true,
      recordingStatusCallback: addressOf({ at: 'voicemail' }),
      recordingStatusCallbackMethod: post,
    }),
};

test('Twilio’s library renders the plans as recorded', async () => {
  const rendered = Object.entries(BUILT).map(([name, build]) => {
    const response = new VoiceResponse();
    build(response);
    return [name, response.toString()];
  });

  await expect(asRecorded(Object.fromEntries(rendered))).toMatchFileSnapshot(recordingOf('twiml'));
});
