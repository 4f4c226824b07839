/** Builds the document's `webhooks`: the messages to receivers. */
import { CHANGE_TYPES } from '../../worker/core/engine/context/stream-schema.ts';
import { TEST_EVENT } from '../../worker/core/outbound/webhooks/schema.ts';
import { CHANGE_SUMMARIES, changeName } from './components/changes.ts';
import { type JsonSchema, ref, typeName } from '../../worker/shared/reference/operation.ts';

const HEADERS: Record<string, string> = {
  'webhook-id': 'The id of the message, the same for every attempt, to recognise repeated ones.',
  'webhook-timestamp': 'The time of this attempt, in seconds since the epoch.',
  'webhook-signature':
    'The signatures of `id.timestamp.body`, one for each secret, separated by blanks: `v1,` and the base64 of an HMAC-SHA256.',
};

/** Returns one entry for each type of message. */
export function webhooks(): JsonSchema {
  return Object.fromEntries([
    ...CHANGE_TYPES.map((type) => [
      type,
      message(`on${typeName(type)}`, CHANGE_SUMMARIES[type], changeName(type)),
    ]),
    [TEST_EVENT, message('onWebhookTest', 'Somebody requested a test', 'WebhookTest')],
    [
      'notification',
      message(
        'onNotification',
        'A user was notified (to `notification_webhook` of the company options)',
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
        '2XX': { description: 'The message was accepted.' },
        410: { description: 'The receiver wants no more messages; the webhook ends.' },
        default: { description: 'The message is sent again later.' },
      },
    },
  };
}
