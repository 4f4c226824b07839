/** What carriers ask: they have in common who asks and what comes back. */
import { ref, text, type Operation } from '../../shared/reference/operation.ts';

/** A company's lane of a carrier. */
const LANE = '/carriers/{carrier}/{company}';
const CARRIER_CALL = `${LANE}/call/{carrier_call}`;

/** What a carrier asks; its signature is its credentials. */
const lane = (path: string, name: string, summary: string, golden: string): Operation => ({
  name,
  method: 'POST',
  path,
  tag: 'Carriers',
  summary,
  description: 'Signed by the carrier; the fields are those of its documents.',
  access: 'none',
  body: ref('CarrierFields'),
  bodyType: 'application/x-www-form-urlencoded',
  answer: text,
  answerType: 'text/xml',
  golden: `calls/${golden}`,
  problems: ['invalid_signature', 'permission_denied', 'service_unavailable'],
});

/** The same with the fields in the query. */
function askedByGet(operation: Operation): Operation {
  const { body: _body, bodyType: _type, ...rest } = operation;
  return { ...rest, method: 'GET' };
}

export const CALL_LANE_OPERATIONS: readonly Operation[] = [
  lane(`${LANE}/call`, 'receiveCall', 'Answer an incoming call', 'lane-call'),
  lane(`${LANE}/status`, 'receiveCallStatus', 'Receive the status of a call', 'lane-status'),
  lane(
    `${LANE}/fallback`,
    'receiveFallbackCall',
    'Answer an incoming call without the company’s database',
    'lane-fallback',
  ),
  askedByGet(
    lane(
      `${LANE}/fallback`,
      'receiveFallbackCallByGet',
      'Answer an incoming call without the company’s database',
      'lane-fallback',
    ),
  ),
  lane(
    `${CARRIER_CALL}/dialed/{turn}`,
    'receiveDialResult',
    'Continue a call after phones have rung',
    'lane-dialed',
  ),
  lane(
    `${CARRIER_CALL}/whisper/{turn}`,
    'playWhisper',
    'Play the whisper to the person who picked up',
    'lane-whisper',
  ),
  lane(
    `${CARRIER_CALL}/key/{turn}`,
    'receiveKeyPress',
    'Receive the key that the person who picked up has pressed',
    'lane-key',
  ),
  lane(
    `${CARRIER_CALL}/leg/{turn}`,
    'receiveLegStatus',
    'Receive the status of one of the phones that ring',
    'lane-leg',
  ),
  lane(`${CARRIER_CALL}/voicemail`, 'receiveVoicemail', 'Receive a voicemail', 'lane-voicemail'),
  lane(`${CARRIER_CALL}/recording`, 'receiveRecording', 'Receive a recording', 'lane-recording'),
];

export const TEXT_LANE_OPERATIONS: readonly Operation[] = [
  lane(`${LANE}/text`, 'receiveText', 'Receive a text', 'lane-text'),
  lane(
    `${LANE}/text/status`,
    'receiveTextStatus',
    'Receive the status of a text that was sent',
    'lane-text-status',
  ),
  lane(
    `${LANE}/text/status/{text}`,
    'receiveTextStatusById',
    'Receive the status of a text that was sent, by its id',
    'lane-text-status-by-id',
  ),
];
