/** `/companies/<uuid>/webhooks`, for super admins. */
import type { DeliveryPage } from './answer-schema.ts';
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import { Problem, problemOfFaults } from '../../../shared/http/problems.ts';
import { requirePublicAddress } from '../../../shared/http/public-addresses.ts';
import { takesNoQuery } from '../../../shared/http/query.ts';
import { requireRole } from '../../engine/http/rights.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { callOf } from '../../engine/context/contexts.ts';
import { streamEnds } from '../../engine/commit/stream.ts';
import { commit } from '../../engine/commit/commit.ts';
import { addressRules, type CoreApp } from '../../engine/context/company-context.ts';
import { type Answer, respond, versionTag } from '../../engine/http/answers.ts';
import { write } from '../../engine/http/write.ts';
import { addTestDelivery, findDeliveries, listDeliveries, replayDelivery } from './deliveries.ts';
import {
  deliveriesQuerySchema,
  newWebhookSchema,
  replaySchema,
  rotateSecretSchema,
  webhookChangeSchema,
  type WebhookRecord,
} from './schema.ts';
import { makeWebhookSecret } from '../../../shared/secrets/webhook-secrets.ts';
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
  const context = callOf(c);
  return c.json(listWebhooks(context.database).map((webhook) => webhookBody(context, webhook)));
});

/** Makes a webhook of `{url, events?, description?, secret?}`; the answer is the only one that has the secret. */
webhookRoutes.post('/', (c) =>
  write(c, {
    body: newWebhookSchema,
    change: (context, input) => {
      requirePublicAddress(input.url, '/url', addressRules(c.env));
      const webhook = createWebhook(context, input);
      webhooksOf(context).forget();
      return answer(context, webhook, { secret: webhook.secrets[0]?.secret });
    },
  }),
);

/** A webhook, with how far it is behind. */
webhookRoutes.get('/:webhook', (c) => {
  const context = callOf(c);
  return respond(c, answer(context, requireWebhook(context.database, c.req.param('webhook'))));
});

/** Changes any of `{url, events, description, state}`. */
webhookRoutes.post('/:webhook/modify', (c) =>
  write(c, {
    body: webhookChangeSchema,
    change: (context, input) => {
      if (input.url !== undefined) requirePublicAddress(input.url, '/url', addressRules(c.env));
      const webhook = modifyWebhook(context, c.req.param('webhook'), input);
      webhooksOf(context).forget();
      return answer(context, webhook);
    },
  }),
);

/** Removes a webhook with its log: what it was. */
webhookRoutes.post('/:webhook/remove', (c) =>
  write(c, {
    room: 'reserve',
    change: (context) => {
      const webhook = removeWebhook(context, c.req.param('webhook'));
      webhooksOf(context).forget();
      return answer(context, webhook);
    },
  }),
);

/** A new secret: `{secret?, former_valid_seconds?}` -> the webhook with it. For so many seconds messages have both signatures. */
webhookRoutes.post('/:webhook/rotate_secret', (c) =>
  write(c, {
    body: rotateSecretSchema,
    change: (context, { secret = makeWebhookSecret(), former_valid_seconds: seconds }) => {
      const formerUntil = context.now + seconds * 1000;
      const webhook = rotateSecret(context, c.req.param('webhook'), { secret, formerUntil });
      webhooksOf(context).forget();
      return answer(context, webhook, { secret });
    },
  }),
);

/** Sends a `webhook.test` now, whatever the state of the webhook, and answers how that went. */
webhookRoutes.post('/:webhook/test', takesNoQuery, async (c) => {
  const { company } = c.env;
  const { webhookId } = requireWebhook(company.database, c.req.param('webhook'));
  const delivery = commit(company, callOf(c), (context) => addTestDelivery(context, webhookId));
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
  } satisfies DeliveryPage);
});

/** Sends a message again, under the same id: the delivery. */
webhookRoutes.post('/:webhook/deliveries/:delivery/replay', (c) =>
  write(c, {
    change: (context) => {
      const { webhookId } = requireWebhook(context.database, c.req.param('webhook'));
      return { body: deliveryBody(replayDelivery(context, webhookId, c.req.param('delivery'))) };
    },
  }),
);

/** Sends everything after a position of the stream again: `{after}` -> the webhook. */
webhookRoutes.post('/:webhook/replay', (c) =>
  write(c, {
    body: replaySchema,
    change: (context, { after }) => {
      const webhook = requireWebhook(context.database, c.req.param('webhook'));
      refuseUnknownPosition(context, after);
      setPosition(context.database, webhook.webhookId, after);
      context.audit({
        action: 'webhook.replayed',
        subject: `settings:webhooks:${webhook.webhookId}`,
        detail: { after },
      });
      webhooksOf(context).forget();
      context.wakeBy(context.now);
      return answer(context, { ...webhook, position: after });
    },
  }),
);

/** @throws Problem 410 for a position before what is kept, 400 for one in the future */
function refuseUnknownPosition({ database }: WriteContext, after: number): void {
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

function answer(context: RequestContext, webhook: WebhookRecord, more: object = {}): Answer {
  return {
    body: { ...webhookBody(context, webhook), ...more },
    headers: { ETag: versionTag(webhook.version), 'Cache-Control': 'private, no-store' },
    secrets: ['secret'],
  };
}
