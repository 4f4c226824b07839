/** The attestation of the caller's number, in each carrier's format. */
import { expect, test } from 'vitest';
import { Fields, readCallEvent } from '../../../../worker/edge/carriers/readers.ts';
import { book } from '../../core/phone/calls/routing-book.ts';
import { callBody } from '../../../../worker/core/phone/calls/call-bodies.ts';
import { NO_REMARKS } from '../../../../worker/core/phone/calls/schema.ts';
import { blankReport, applyEvent, usersOf } from '../../../../worker/core/phone/progress/apply-event.ts';

/** The part of a call's body. */
function spamOf(place: 'call' | 'status', fields: Record<string, string>): unknown {
  const callEvent = readCallEvent({ at: place }, new Fields(new URLSearchParams(fields)), {
    now: 1,
    region: 'US',
  });
  const opened = book();
  const blank = blankReport(opened, { number: '+15125550102', from: '+12065550123', now: 0 });
  const report =
    callEvent === undefined
      ? blank
      : applyEvent(blank, { callEvent, time: 0 }, usersOf(opened, '+15125550102', 0));
  const body = callBody({
    record: {
      callId: '',
      carrier: 'twilio',
      carrierCallId: '',
      direction: 'inbound',
      number: '+15125550102',
      caller: null,
      locationId: null,
      source: null,
      startedTime: 0,
      outcome: null,
      priorCalls: 0,
      eventId: null,
      modificationTime: 0,
      deadline: null,
      report,
      remarks: NO_REMARKS,
      attribution: null,
    },
    leadId: null,
    leadName: null,
  }) as { spam: unknown };
  return body.spam;
}

const spam = (
  attestation: string | null,
  verification: string | null,
  path: string | null = null,
): object => ({
  attestation,
  verification,
  attestation_path: path,
  reasons: [],
});

test.for([
  ['TN-Validation-Passed-A', spam('A', 'passed')],
  ['TN-Validation-Passed-C', spam('C', 'passed')],
  ['TN-Validation-Failed-A', spam('A', 'failed')],
  ['TN-Validation-Failed', spam(null, 'failed')],
  ['TN-Validation-Passed-B-Diverted', spam('B', 'passed', 'diverted')],
  ['TN-Validation-Failed-C-Passthrough', spam('C', 'failed', 'passthrough')],
  ['No-TN-Validation', spam(null, 'none')],
  ['NULL', spam(null, null)],
] as const)('Twilio: %s', ([StirVerstat, expected]) => {
  expect(spamOf('call', { StirVerstat, CallStatus: 'ringing' })).toEqual(expected);
});

test.for([
  [{ ShakenStirAttestation: 'A', ShakenStirValidated: 'true' }, spam('A', 'passed')],
  [{ ShakenStirAttestation: 'A', ShakenStirValidated: 'false' }, spam('A', 'failed')],
  [{ ShakenStirAttestation: 'B' }, spam('B', null)],
  [{}, spam(null, null)],
] as const)('Telnyx, in the first request and in a status: %o', ([fields, expected]) => {
  expect(spamOf('call', { ...fields, CallStatus: 'ringing' })).toEqual(expected);
  expect(spamOf('status', { ...fields, CallStatus: 'in-progress' })).toEqual(expected);
});
