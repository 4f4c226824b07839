/** Reference of text messages. */
import {
  newMessageSchema,
  messagesFilterSchema,
  messagesQuerySchema,
  reportedMessageSchema,
} from '../../worker/core/phone/messages/schema.ts';
import {
  arrayOf,
  count,
  exactly,
  operationsOf,
  type Operation,
  ref,
  text,
} from '../../worker/shared/reference/operation.ts';

const TEXTS = '/companies/{company}/texts';

const texts = operationsOf('Texts', 'user');

export const TEXT_OPERATIONS: readonly Operation[] = [
  texts({
    name: 'listTexts',
    method: 'GET',
    path: TEXTS,
    summary: 'Text messages, newest first',
    description:
      'Those whose leads the caller may see; texts without a lead are for managers and super admins.',
    query: messagesQuerySchema,
    answer: exactly({ texts: arrayOf(ref('Text')), 'next_cursor?': count }),
    golden: 'texts/list',
    problems: ['invalid_phone'],
  }),
  texts({
    name: 'recordText',
    method: 'POST',
    path: TEXTS,
    summary: 'Record a text message to another system',
    description:
      'Creates the lead and its event, as a text through a carrier does. Sending the same carrier_text_id again changes nothing.',
    body: reportedMessageSchema,
    answer: ref('Text'),
    golden: 'texts/tell',
    problems: ['invalid_phone', 'erased'],
  }),
  texts({
    name: 'exportTexts',
    method: 'GET',
    path: `${TEXTS}/export.csv`,
    summary: 'Text messages as a CSV file, newest first',
    query: messagesFilterSchema,
    answer: text,
    answerType: 'text/csv',
    headers: ['Content-Disposition'],
    golden: 'texts/export',
    problems: ['invalid_phone'],
  }),
  texts({
    name: 'getText',
    method: 'GET',
    path: `${TEXTS}/{text}`,
    summary: 'A text message',
    answer: ref('Text'),
    golden: 'texts/text',
    problems: ['permission_denied'],
  }),
  texts({
    name: 'getTextMedia',
    method: 'GET',
    path: `${TEXTS}/{text}/media/{index}`,
    summary: 'A picture or another file of a text message',
    description:
      'Fetches the file from the carrier and supports ranges. Credentials are required. Audio, video, PNG, JPEG, GIF and WebP have the type of their first bytes; any other file is a download with the type application/octet-stream. Browsers run no scripts in the answer (Content-Security-Policy: sandbox).',
    answer: text,
    answerType: '*/*',
    isFile: true,
    golden: 'texts/media',
    problems: ['permission_denied', 'bad_gateway'],
  }),
  texts({
    name: 'sendText',
    method: 'POST',
    path: '/companies/{company}/leads/{lead}/text',
    summary: 'Send a text message to a lead',
    description:
      'To its number that wrote last, else that called last, else the first, from the number that the person wrote to or called last. The option outgoing bounds how many go out in an hour, and says to which countries. It is sent behind the answer; status and the event on the timeline say how it went.',
    body: newMessageSchema,
    answer: ref('Text'),
    golden: 'texts/write',
    problems: [
      'permission_denied',
      'opted_out',
      'destination_not_allowed',
      'rate_limited',
      'identifier_required',
      'invalid_phone',
      'lead_merged',
      'precondition_failed',
    ],
  }),
];
