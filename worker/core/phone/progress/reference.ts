/** Reference of calls. */
import { operationsOf, type Operation, text } from '../../../shared/reference/operation.ts';
import {
  callAnswer,
  callAttributionAnswer,
  callNamesAnswer,
  callPageAnswer,
} from '../calls/answer-schema.ts';
import { callEditSchema, callsFilterSchema, callsQuerySchema, reportedCallSchema } from '../calls/schema.ts';

const CALLS = '/companies/{company}/calls';

const calls = operationsOf('Calls', 'user');

export const CALL_OPERATIONS: readonly Operation[] = [
  calls({
    name: 'listCallLocations',
    method: 'GET',
    path: `${CALLS}/places`,
    summary: 'The names of the locations and sources of calls',
    description: 'For every user. Only super admins may read the DNI settings themselves.',
    answer: callNamesAnswer,
    golden: 'calls/places',
  }),
  calls({
    name: 'listCalls',
    method: 'GET',
    path: CALLS,
    summary: 'Calls, newest first',
    description:
      'Managers and super admins see all. Agents see calls of leads in their scope, those of their branches, also from withheld numbers, and those for which their phone rings. A call must meet all filters.',
    query: callsQuerySchema,
    answer: callPageAnswer,
    golden: 'calls/list',
    problems: ['invalid_phone', 'unknown_range'],
  }),
  calls({
    name: 'recordCall',
    method: 'POST',
    path: CALLS,
    summary: 'Record a call that another phone system handled',
    description:
      'Creates the lead and its event, as a call through a carrier does. Sending the same carrier_call_id again updates the call. Without an outcome, a call with answered_at counts as answered and any other as missed.',
    body: reportedCallSchema,
    answer: callAnswer,
    golden: 'calls/tell',
    problems: ['invalid_phone', 'erased'],
  }),
  calls({
    name: 'exportCalls',
    method: 'GET',
    path: `${CALLS}/export.csv`,
    summary: 'Calls as a CSV file, newest first',
    query: callsFilterSchema,
    answer: text,
    answerType: 'text/csv',
    headers: ['Content-Disposition'],
    golden: 'calls/export',
    problems: ['invalid_phone', 'unknown_range'],
  }),
  calls({
    name: 'getCall',
    method: 'GET',
    path: `${CALLS}/{call}`,
    summary: 'A call',
    answer: callAnswer,
    golden: 'calls/call',
    problems: ['permission_denied'],
  }),
  calls({
    name: 'explainAttribution',
    method: 'GET',
    path: `${CALLS}/{call}/attribution`,
    summary: 'The visit that a call belongs to, and why',
    description:
      'By the strongest evidence: a tap on the number within two minutes before the call; the visit of the person’s former call; visits that were shown the number; the number’s own source and location. The visits are looked up after the call began, usually within a second, and again later if they cannot be read.',
    answer: callAttributionAnswer,
    golden: 'calls/attribution',
    problems: ['permission_denied'],
  }),
  calls({
    name: 'modifyCall',
    method: 'POST',
    path: `${CALLS}/{call}/modify`,
    summary: 'Classify a call with tags, a value, a lead status and a note',
    body: callEditSchema,
    answer: callAnswer,
    golden: 'calls/modify',
    problems: ['permission_denied'],
  }),
  calls({
    name: 'getRecording',
    method: 'GET',
    path: `${CALLS}/{call}/recording`,
    summary: 'The recording or the voicemail of a call',
    description:
      'Fetches the file from the carrier and supports ranges. Credentials are required. Audio, video, PNG, JPEG, GIF and WebP have the type of their first bytes; any other file is a download with the type application/octet-stream. Browsers run no scripts in the answer (Content-Security-Policy: sandbox).',
    answer: text,
    answerType: '*/*',
    isFile: true,
    golden: 'calls/recording',
    problems: ['permission_denied', 'bad_gateway', 'service_unavailable'],
  }),
];
