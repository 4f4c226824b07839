/** Reference of calls to leads. */
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';
import { callAnswer } from '../calls/answer-schema.ts';
import { newCallSchema } from './schema.ts';

const calls = operationsOf('Calls', 'user');

export const OUTGOING_CALL_OPERATIONS: readonly Operation[] = [
  calls({
    name: 'startCall',
    method: 'POST',
    path: '/companies/{company}/leads/{lead}/call',
    summary: 'Call a lead: the user’s own phone rings first, then the lead’s',
    description:
      'The lead sees the number that they called or wrote to last, else the user’s tracking number. The carrier is asked behind the answer; the call and its event on the timeline say how it went. A second request within a minute returns the call in progress.',
    body: newCallSchema,
    answer: callAnswer,
    golden: 'calls/call-lead',
    problems: [
      'reminder_done',
      'reminder_taken',
      'permission_denied',
      'call_in_progress',
      'opted_out',
      'destination_not_allowed',
      'rate_limited',
      'identifier_required',
      'invalid_phone',
      'invalid_parameter',
      'service_unavailable',
      'lead_merged',
      'precondition_failed',
    ],
  }),
];
