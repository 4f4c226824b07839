/** The operations of carriers' webhooks, which share their credentials, body and answer. */
import { ref, text, type Operation } from '../../shared/reference/operation.ts';

/** A company's webhooks for a carrier. */
const CARRIER = '/carriers/{carrier}/{company}';
const CARRIER_CALL = `${CARRIER}/call/{carrier_call}`;

/** Builds the operation of a webhook. The signature is its credentials. */
const webhook = (path: string, name: string, summary: string, golden: string): Operation => ({
  name,
  method: 'POST',
  path,
  tag: 'Carriers',
  summary,
  description: 'The carrier signs the request, and its documentation describes the fields.',
  access: 'none',
  body: ref('CarrierFields'),
  bodyType: 'application/x-www-form-urlencoded',
  answer: text,
  answerType: 'text/xml',
  golden: `calls/${golden}`,
  problems: ['invalid_signature', 'permission_denied', 'service_unavailable'],
});

/** Returns the same operation with the fields in the query. */
function askedByGet(operation: Operation): Operation {
  const { body: _body, bodyType: _type, ...rest } = operation;
  return { ...rest, method: 'GET' };
}

export const CALL_WEBHOOK_OPERATIONS: readonly Operation[] = [
  webhook(`${CARRIER}/call`, 'receiveCall', 'Answer an incoming call', 'lane-call'),
  webhook(`${CARRIER}/status`, 'receiveCallStatus', 'Receive the status of a call', 'lane-status'),
  webhook(
    `${CARRIER}/fallback`,
    'receiveFallbackCall',
    'Answer an incoming call without the company’s database',
    'lane-fallback',
  ),
  askedByGet(
    webhook(
      `${CARRIER}/fallback`,
      'receiveFallbackCallByGet',
      'Answer an incoming call without the company’s database',
      'lane-fallback',
    ),
  ),
  webhook(
    `${CARRIER_CALL}/dialed/{turn}`,
    'receiveDialResult',
    'Continue a call after phones have rung',
    'lane-dialed',
  ),
  webhook(
    `${CARRIER_CALL}/whisper/{turn}`,
    'playWhisper',
    'Play the whisper to the person who picked up',
    'lane-whisper',
  ),
  webhook(
    `${CARRIER_CALL}/key/{turn}`,
    'receiveKeyPress',
    'Receive the key that the person who picked up pressed',
    'lane-key',
  ),
  webhook(
    `${CARRIER_CALL}/menu/{turn}`,
    'receiveKeyPressForMenu',
    'Continue a call after a key in a menu',
    'lane-menu',
  ),
  webhook(
    `${CARRIER_CALL}/leg/{turn}`,
    'receiveLegStatus',
    'Receive the status of a phone that rings',
    'lane-leg',
  ),
  webhook(`${CARRIER_CALL}/voicemail`, 'receiveVoicemail', 'Receive a voicemail', 'lane-voicemail'),
  webhook(`${CARRIER_CALL}/recording`, 'receiveRecording', 'Receive a recording', 'lane-recording'),
];

export const OUTGOING_WEBHOOK_OPERATIONS: readonly Operation[] = [
  webhook(
    `${CARRIER}/outgoing/{call}/{step}`,
    'receiveOutgoingCall',
    'Continue a call that a user placed',
    'lane-outgoing',
  ),
];

export const MESSAGE_WEBHOOK_OPERATIONS: readonly Operation[] = [
  webhook(`${CARRIER}/text`, 'receiveText', 'Receive a text message', 'lane-text'),
  webhook(
    `${CARRIER}/text/status`,
    'receiveTextStatus',
    'Receive the status of a sent text message',
    'lane-text-status',
  ),
  webhook(
    `${CARRIER}/text/status/{text}`,
    'receiveTextStatusById',
    'Receive the status of a sent text message by its id',
    'lane-text-status-by-id',
  ),
];
