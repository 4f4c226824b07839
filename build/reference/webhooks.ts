/** What webhooks are sent, for the document's `webhooks`. */
import { CHANGE_TYPES } from '../../worker/core/engine/context/stream-schema.ts';
import { TEST_EVENT } from '../../worker/core/outbound/webhooks/schema.ts';
import { CHANGE_SUMMARIES, changeName } from './components/changes.ts';
import { type JsonSchema, ref, typeName } from '../../worker/shared/reference/operation.ts';

const HEADERS: Record<string, string> = {
  'webhook-id': 'The id of the message, the same at every attempt: who has seen it has it already.',
  'webhook-timestamp': 'When this attempt was made, in seconds since the epoch.',
  'webhook-signature':
    'Signatures of `id.timestamp.body` with blanks between them, one for each secret: `v1,` and the base64 of an HMAC-SHA256.',
};

/** One entry for each type of message. */
export function webhooks(): JsonSchema {
  return Object.fromEntries([
    ...CHANGE_TYPES.map((type) => [
      type,
      message(`on${typeName(type)}`, CHANGE_SUMMARIES[type], changeName(type)),
    ]),
    [TEST_EVENT, message('onWebhookTest', 'A test was asked for', 'WebhookTest')],
    [
      'notification',
      message(
        'onNotification',
        'For `notification_webhook` of the company options: a user was notified',
        'NotificationMessage',
      ),
    ],
  ]);
}

function message(operationId: string, summary: string, schema: string): JsonSchema {
  return {
    post: {
      operationId,
      tags: ['Webhooks'],
      summary,
      description: `${summary}.`,
      security: [{}],
      parameters: Object.entries(HEADERS).map(([name, description]) => ({
        name,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
      })),
      requestBody: { required: true, content: { 'application/json': { schema: ref(schema) } } },
      responses: {
        '2XX': { description: 'The message was taken.' },
        410: { description: 'No more messages are wanted: the webhook ends.' },
        default: { description: 'The message is sent again later.' },
      },
    },
  };
}
