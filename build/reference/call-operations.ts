/** Calls and texts. */
import { previewQuerySchema } from '../../worker/core/phone/ringing/preview.ts';
import { callSettingsSchema } from '../../worker/core/phone/ringing/settings-schema.ts';
import {
  callEditSchema,
  callsFilterSchema,
  callsQuerySchema,
  reportedCallSchema,
} from '../../worker/core/phone/calls/schema.ts';
import {
  arrayOf,
  exactly,
  operationsOf,
  type Operation,
  ref,
  text,
} from '../../worker/shared/reference/operation.ts';

const CALLS = '/companies/{company}/calls';

const calls = operationsOf('Calls', 'user');

export const CALL_OPERATIONS: readonly Operation[] = [
  calls({
    name: 'getCallSettings',
    method: 'GET',
    path: `${CALLS}/settings`,
    summary: 'The call settings (super admin)',
    description: 'Secrets are left out; the answer says how many there are.',
    answer: ref('CallSettings'),
    versioned: true,
    golden: 'calls/settings',
    problems: ['permission_denied'],
  }),
  calls({
    name: 'replaceCallSettings',
    method: 'PUT',
    path: `${CALLS}/settings`,
    summary: 'Replace the call settings (super admin)',
    description:
      'Replaces the settings as a whole; If-Match is honoured. The same members stand in defaults, locations and numbers: what is said of a number holds before what is said of its location, and that before the defaults. Secrets that are sent as their number, and an API secret that is sent as true, stay.',
    body: callSettingsSchema,
    answer: ref('CallSettings'),
    versioned: true,
    headers: ['Leadline-Published'],
    golden: 'calls/put-settings',
    problems: [
      'permission_denied',
      'precondition_failed',
      'unknown_location',
      'unknown_user',
      'invalid_phone',
    ],
  }),
  calls({
    name: 'listCallLocations',
    method: 'GET',
    path: `${CALLS}/places`,
    summary: 'Names of the locations and sources of calls',
    description: 'Names only, for every user; the DNI settings themselves are for super admins.',
    answer: exactly({
      locations: arrayOf(exactly({ location_id: text, name: text })),
      sources: arrayOf(text),
    }),
    golden: 'calls/places',
  }),
  calls({
    name: 'listCalls',
    method: 'GET',
    path: CALLS,
    summary: 'Calls, the newest first',
    description:
      'Those whose leads the caller may see; calls without a lead are for managers and super admins. Filters are ANDed.',
    query: callsQuerySchema,
    answer: exactly({ calls: arrayOf(ref('Call')), 'next_cursor?': text }),
    golden: 'calls/list',
    problems: ['invalid_phone'],
  }),
  calls({
    name: 'recordCall',
    method: 'POST',
    path: CALLS,
    summary: 'Record a call that another phone system handled',
    description:
      'Creates the lead and its event, as a call through a carrier does. Sending the same carrier_call_id again updates the call. Without an outcome, a call with answered_at counts as answered and any other as missed.',
    body: reportedCallSchema,
    answer: ref('Call'),
    golden: 'calls/tell',
    problems: ['invalid_phone', 'erased'],
  }),
  calls({
    name: 'exportCalls',
    method: 'GET',
    path: `${CALLS}/export.csv`,
    summary: 'Calls as a CSV file, the newest first',
    query: callsFilterSchema,
    answer: text,
    answerType: 'text/csv',
    headers: ['Content-Disposition'],
    golden: 'calls/export',
    problems: ['invalid_phone'],
  }),
  calls({
    name: 'getCall',
    method: 'GET',
    path: `${CALLS}/{call}`,
    summary: 'A call',
    answer: ref('Call'),
    golden: 'calls/call',
    problems: ['permission_denied'],
  }),
  calls({
    name: 'modifyCall',
    method: 'POST',
    path: `${CALLS}/{call}/modify`,
    summary: 'Classify a call: tags, value, whether it was a lead, a note',
    body: callEditSchema,
    answer: ref('Call'),
    golden: 'calls/modify',
    problems: ['permission_denied'],
  }),
  calls({
    name: 'getRecording',
    method: 'GET',
    path: `${CALLS}/{call}/recording`,
    summary: 'The recording of a call, or the message that the caller left',
    description:
      'Fetched from the carrier, with ranges; it is not public. Sound, film, PNG, JPEG, GIF and WebP have the type that their first bytes tell; everything else is a download of the type application/octet-stream. No answer runs a script in a browser (Content-Security-Policy: sandbox).',
    answer: text,
    answerType: '*/*',
    isFile: true,
    golden: 'calls/recording',
    problems: ['permission_denied', 'bad_gateway', 'service_unavailable'],
  }),
  calls({
    name: 'previewCall',
    method: 'GET',
    path: `${CALLS}/preview`,
    summary: 'Who would ring, and why, step by step (super admin, manager)',
    query: previewQuerySchema,
    answer: ref('CallPreview'),
    golden: 'calls/preview',
    problems: ['permission_denied', 'invalid_phone'],
  }),
];
