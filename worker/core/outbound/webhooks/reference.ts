/** Reference of webhooks. */
import * as v from 'valibot';
import { deliveriesAnswer, deliveryAnswer, webhookAnswer, webhookWithSecretAnswer } from './answer-schema.ts';
import {
  deliveriesQuerySchema,
  newWebhookSchema,
  replaySchema,
  rotateSecretSchema,
  webhookChangeSchema,
} from './schema.ts';
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';

const COMPANY = '/companies/{company}';
const WEBHOOK = `${COMPANY}/webhooks/{webhook}`;
const webhooks = operationsOf('Webhooks', 'user');

export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  webhooks({
    name: 'listWebhooks',
    method: 'GET',
    path: `${COMPANY}/webhooks`,
    summary: 'The webhooks, oldest first (super admin)',
    answer: v.array(webhookAnswer),
    golden: 'stream/webhooks',
    problems: ['permission_denied'],
  }),
  webhooks({
    name: 'createWebhook',
    method: 'POST',
    path: `${COMPANY}/webhooks`,
    summary: 'Create a webhook for the changes from now on (super admin)',
    description:
      'Messages are signed as Standard Webhooks 1.0 says and hold a change as GET .../changes has it. A failed one is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, or as long as Retry-After says; an answer 410 ends the webhook. The order of messages is that of their sequence. The answer is the only one that has the secret.',
    body: newWebhookSchema,
    answer: webhookWithSecretAnswer,
    versioned: true,
    golden: 'stream/add-webhook',
    problems: ['permission_denied', 'too_many_values'],
  }),
  webhooks({
    name: 'getWebhook',
    method: 'GET',
    path: WEBHOOK,
    summary: 'A webhook, with its position in the stream and its last attempt (super admin)',
    answer: webhookAnswer,
    versioned: true,
    golden: 'stream/webhook',
    problems: ['permission_denied'],
  }),
  webhooks({
    name: 'modifyWebhook',
    method: 'POST',
    path: `${WEBHOOK}/modify`,
    summary: 'Change, pause or resume a webhook (super admin)',
    description: 'Changes during the pause are sent afterwards, as far as they are still kept.',
    body: webhookChangeSchema,
    answer: webhookAnswer,
    versioned: true,
    golden: 'stream/modify-webhook',
    problems: ['permission_denied', 'precondition_failed'],
  }),
  webhooks({
    name: 'removeWebhook',
    method: 'POST',
    path: `${WEBHOOK}/remove`,
    summary: 'Remove a webhook and its log (super admin)',
    answer: webhookAnswer,
    versioned: true,
    golden: 'stream/remove-webhook',
    problems: ['permission_denied', 'precondition_failed'],
  }),
  webhooks({
    name: 'rotateWebhookSecret',
    method: 'POST',
    path: `${WEBHOOK}/rotate_secret`,
    summary: 'Give a webhook a new secret (super admin)',
    description: 'For former_valid_seconds, a day by default, messages have signatures by both secrets.',
    body: rotateSecretSchema,
    answer: webhookWithSecretAnswer,
    versioned: true,
    golden: 'stream/rotate-secret',
    problems: ['permission_denied'],
  }),
  webhooks({
    name: 'testWebhook',
    method: 'POST',
    path: `${WEBHOOK}/test`,
    summary: 'Send a webhook.test now; answers the result (super admin)',
    answer: deliveryAnswer,
    keyless: true,
    golden: 'stream/test-webhook',
    problems: ['permission_denied'],
  }),
  webhooks({
    name: 'listDeliveries',
    method: 'GET',
    path: `${WEBHOOK}/deliveries`,
    summary: 'The deliveries of the last 30 days, newest first (super admin)',
    query: deliveriesQuerySchema,
    answer: deliveriesAnswer,
    golden: 'stream/deliveries',
    problems: ['permission_denied'],
  }),
  webhooks({
    name: 'replayDelivery',
    method: 'POST',
    path: `${WEBHOOK}/deliveries/{delivery}/replay`,
    summary: 'Send a message again, under the same id (super admin)',
    answer: deliveryAnswer,
    golden: 'stream/replay-delivery',
    problems: ['permission_denied', 'in_use'],
  }),
  webhooks({
    name: 'replayChanges',
    method: 'POST',
    path: `${WEBHOOK}/replay`,
    summary: 'Send all changes after a position of the stream again (super admin)',
    body: replaySchema,
    answer: webhookAnswer,
    versioned: true,
    golden: 'stream/replay',
    problems: ['permission_denied', 'position_too_old'],
  }),
];
