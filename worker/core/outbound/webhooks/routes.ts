/** The routes of webhooks, for super admins: `/companies/<uuid>/webhooks`. */
import type { DeliveryPage } from './reference.ts';
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import { Problem, problemOfFaults } from '../../../shared/http/problems.ts';
import { requirePublicAddress } from '../../../shared/http/public-addresses.ts';
import { takesNoQuery } from '../../../shared/http/query.ts';
import { requireRole } from '../../engine/http/rights.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import { streamEnds } from '../../engine/commit/stream.ts';
import { commit } from '../../engine/commit/commit.ts';
import { addressRules, type CoreApp } from '../../engine/context/company-context.ts';
import { type Answer, respond, versionTag } from '../../engine/http/answers.ts';
import { write } from '../../engine/http/write.ts';
import { addTestDelivery, listDeliveries, replayDelivery } from './deliveries.ts';
import {
  deliveriesQuerySchema,
  newWebhookSchema,
  replaySchema,
  rotateSecretSchema,
  samplesQuerySchema,
  webhookChangeSchema,
  type WebhookRecord,
} from './schema.ts';
import { makeWebhookSecret } from '../../../shared/secrets/webhook-secrets.ts';
import { listSamples, subscribe } from './rest-hooks.ts';
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

/** Lists the webhooks, oldest first, without secrets. */
webhookRoutes.get('/', (c) => {
  const context = contextOfRequest(c);
  return c.json(listWebhooks(context.database).map((webhook) => webhookBody(context, webhook)));
});

/** Lists samples of messages, newest first: flat, as REST hooks get them. */
webhookRoutes.get('/samples', (c) => {
  const { events } = parse(samplesQuerySchema, c.req.query(), 'parameters');
  return c.json(listSamples(contextOfRequest(c), events));
});

/** Creates a webhook: `{url, events?, description?, flat?, rest_hook?, secret?}`. Only this answer has the secret. */
webhookRoutes.post('/', (c) =>
  write(c, {
    body: newWebhookSchema,
    change: (context, input) => {
      requirePublicAddress(input.url, '/url', addressRules(c.env));
      const webhook = input.rest_hook ? subscribe(context, input) : createWebhook(context, input);
      webhooksOf(context).forget();
      return answer(context, webhook, { secret: webhook.secrets[0]?.secret });
    },
  }),
);

/** Answers a webhook with its position in the stream. */
webhookRoutes.get('/:webhook', (c) => {
  const context = contextOfRequest(c);
  return respond(c, answer(context, requireWebhook(context.database, c.req.param('webhook'))));
});

/** Changes any of `{url, events, description, flat, state}`. */
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

/** Removes a webhook with its log; answers the removed webhook. */
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

/**
 * Sets a new secret: `{secret?, former_valid_seconds?}` -> the webhook with the secret. For `former_valid_seconds`, messages have
 * signatures by both secrets.
 */
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

/** Sends a `webhook.test` now, in any state of the webhook; answers the result. */
webhookRoutes.post('/:webhook/test', takesNoQuery, async (c) => {
  const { company } = c.env;
  const { webhookId } = requireWebhook(company.database, c.req.param('webhook'));
  const delivery = commit(company, contextOfRequest(c), (context) => addTestDelivery(context, webhookId));
  return c.json(deliveryBody(await deliver(company, c.env, delivery)));
});

/** Lists the log, newest first: `{deliveries, next_cursor?}`. */
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

/** Sends a message again with the same id; answers the delivery. */
webhookRoutes.post('/:webhook/deliveries/:delivery/replay', (c) =>
  write(c, {
    change: (context) => {
      const { webhookId } = requireWebhook(context.database, c.req.param('webhook'));
      return { body: deliveryBody(replayDelivery(context, webhookId, c.req.param('delivery'))) };
    },
  }),
);

/** Sends all changes after a position of the stream again: `{after}` -> the webhook. */
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

/**
 * Refuses a position of which changes were deleted, and one in the future.
 * @throws Problem 410, 400
 */
function refuseUnknownPosition({ database }: WriteContext, after: number): void {
  const { start, end } = streamEnds(database);
  if (after < start) {
    const detail = `Changes up to ${start} were deleted; the earliest position is ${start}.`;
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
