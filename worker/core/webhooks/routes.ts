/** `/companies/<uuid>/webhooks`, for super admins. */
import { Hono } from 'hono/tiny';
import { parse } from '../../input.ts';
import { Problem, problemOfFaults } from '../../problems.ts';
import { requirePublicAddress } from '../../public-addresses.ts';
import { takesNoQuery } from '../../query.ts';
import { requireRole } from '../rights.ts';
import type { Call, WriteCall } from '../call.ts';
import { callOf } from '../api-calls.ts';
import { streamEnds } from '../changes/changes.ts';
import { commit } from '../commit.ts';
import { addressRules, type CoreApp } from '../core-app.ts';
import { versionTag } from '../versions.ts';
import type { Answer } from '../answers.ts';
import { respond } from '../respond.ts';
import { write } from '../write.ts';
import { addTestDelivery, findDeliveries, listDeliveries, replayDelivery } from './deliveries.ts';
import {
  deliveriesQuerySchema,
  newWebhookSchema,
  replaySchema,
  rotateSecretSchema,
  webhookChangeSchema,
  type WebhookRecord,
} from './schema.ts';
import { makeWebhookSecret } from './secrets.ts';
import { deliver } from './sending.ts';
import {
  createWebhook,
  modifyWebhook,
  removeWebhook,
  requireWebhook,
  rotateSecret,
} from './subscriptions.ts';
import { deliveryBody, webhookBody } from './webhook-bodies.ts';
import { listWebhooks, setPosition } from './webhook-store.ts';
import { webhooksOf } from './company-webhooks.ts';

export const webhookRoutes = new Hono<CoreApp>();
webhookRoutes.use(requireRole('superadmin'));

/** The webhooks, the oldest first; no secrets. */
webhookRoutes.get('/', (c) => {
  const call = callOf(c);
  return c.json(listWebhooks(call.database).map((webhook) => webhookBody(call, webhook)));
});

/** Makes a webhook of `{url, events?, description?, secret?}`; the answer is the only one that has the secret. */
webhookRoutes.post('/', (c) =>
  write(c, {
    body: newWebhookSchema,
    change: (call, input) => {
      requirePublicAddress(input.url, '/url', addressRules(c.env));
      const webhook = createWebhook(call, input);
      webhooksOf(call).forget();
      return answer(call, webhook, { secret: webhook.secrets[0]?.secret });
    },
  }),
);

/** A webhook, with how far it is behind. */
webhookRoutes.get('/:webhook', (c) => {
  const call = callOf(c);
  return respond(c, answer(call, requireWebhook(call.database, c.req.param('webhook'))));
});

/** Changes any of `{url, events, description, state}`. */
webhookRoutes.post('/:webhook/modify', (c) =>
  write(c, {
    body: webhookChangeSchema,
    change: (call, input) => {
      if (input.url !== undefined) requirePublicAddress(input.url, '/url', addressRules(c.env));
      const webhook = modifyWebhook(call, c.req.param('webhook'), input);
      webhooksOf(call).forget();
      return answer(call, webhook);
    },
  }),
);

/** Removes a webhook with its log: what it was. */
webhookRoutes.post('/:webhook/remove', (c) =>
  write(c, {
    change: (call) => {
      const webhook = removeWebhook(call, c.req.param('webhook'));
      webhooksOf(call).forget();
      return answer(call, webhook);
    },
  }),
);

/** A new secret: `{secret?, former_valid_seconds?}` -> the webhook with it. For so many seconds messages have both signatures. */
webhookRoutes.post('/:webhook/rotate_secret', (c) =>
  write(c, {
    body: rotateSecretSchema,
    change: (call, { secret = makeWebhookSecret(), former_valid_seconds: seconds }) => {
      const formerUntil = call.now + seconds * 1000;
      const webhook = rotateSecret(call, c.req.param('webhook'), { secret, formerUntil });
      webhooksOf(call).forget();
      return answer(call, webhook, { secret });
    },
  }),
);

/** Sends a `webhook.test` now, whatever the state of the webhook, and answers how that went. */
webhookRoutes.post('/:webhook/test', takesNoQuery, async (c) => {
  const { company } = c.env;
  const { webhookId } = requireWebhook(company.database, c.req.param('webhook'));
  const delivery = commit(company, callOf(c), (call) => addTestDelivery(call, webhookId));
  await deliver(company, c.env, delivery);
  return c.json(
    deliveryBody(
      findDeliveries(company.database, [delivery.deliveryId]).get(delivery.deliveryId) ?? delivery,
    ),
  );
});

/** The log, the newest first: `{deliveries, next_cursor?}`. */
webhookRoutes.get('/:webhook/deliveries', (c) => {
  const { database } = c.env.company;
  const { webhookId } = requireWebhook(database, c.req.param('webhook'));
  const query = parse(deliveriesQuerySchema, c.req.query(), 'parameters');
  const { deliveries, next } = listDeliveries(database, webhookId, query);
  return c.json({
    deliveries: deliveries.map(deliveryBody),
    ...(next === undefined ? {} : { next_cursor: next }),
  });
});

/** Sends a message again, under the same id: the delivery. */
webhookRoutes.post('/:webhook/deliveries/:delivery/replay', (c) =>
  write(c, {
    change: (call) => {
      const { webhookId } = requireWebhook(call.database, c.req.param('webhook'));
      return { body: deliveryBody(replayDelivery(call, webhookId, c.req.param('delivery'))) };
    },
  }),
);

/** Sends everything after a position of the stream again: `{after}` -> the webhook. */
webhookRoutes.post('/:webhook/replay', (c) =>
  write(c, {
    body: replaySchema,
    change: (call, { after }) => {
      const webhook = requireWebhook(call.database, c.req.param('webhook'));
      refuseUnknownPosition(call, after);
      setPosition(call.database, webhook.webhookId, after);
      call.audit({
        action: 'webhook.replayed',
        subject: `settings:webhooks:${webhook.webhookId}`,
        detail: { after },
      });
      webhooksOf(call).forget();
      call.wakeBy(call.now);
      return answer(call, { ...webhook, position: after });
    },
  }),
);

/** @throws Problem 410 for a position before what is kept, 400 for one in the future */
function refuseUnknownPosition({ database }: WriteCall, after: number): void {
  const { start, end } = streamEnds(database);
  if (after < start) {
    const detail = `Changes up to ${start} have been forgotten; the earliest position is ${start}.`;
    throw new Problem('position_too_old', detail, { members: { oldest: String(start) } });
  }
  if (after <= end) return;
  throw problemOfFaults([
    { pointer: '/after', code: 'invalid_parameter', detail: `The newest change is ${end}.` },
  ]);
}

function answer(call: Call, webhook: WebhookRecord, more: object = {}): Answer {
  return {
    body: { ...webhookBody(call, webhook), ...more },
    headers: { ETag: versionTag(webhook.version), 'Cache-Control': 'private, no-store' },
    secrets: ['secret'],
  };
}
