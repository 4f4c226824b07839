/** The routes of chat channels, for super admins: `/companies/<uuid>/chat_channels`. */
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import { takesNoQuery } from '../../../shared/http/query.ts';
import { commit } from '../../engine/commit/commit.ts';
import { addressRules, type CoreApp } from '../../engine/context/company-context.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { type Answer, versionTag } from '../../engine/http/answers.ts';
import { requireRole } from '../../engine/http/rights.ts';
import { write } from '../../engine/http/write.ts';
import { addTestDelivery, findDeliveries, listDeliveries } from '../../outbound/webhooks/deliveries.ts';
import { deliver } from '../../outbound/webhooks/sending.ts';
import {
  type ChannelRecord,
  createChannel,
  listChannels,
  modifyChannel,
  removeChannel,
  requireChannel,
} from './channels.ts';
import { channelBody, messageBodies } from './chat-bodies.ts';
import type { ChatMessagePage } from './reference.ts';
import { channelChangeSchema, chatMessagesQuerySchema, newChannelSchema } from './schema.ts';

export const chatRoutes = new Hono<CoreApp>();
chatRoutes.use(requireRole('superadmin'));

/** Lists the channels, oldest first, without addresses. */
chatRoutes.get('/', (c) => {
  const context = contextOfRequest(c);
  return c.json(listChannels(context.database).map((channel) => channelBody(context, channel)));
});

/** Creates a channel: `{name, platform, url, events, groups?, locations?}`. */
chatRoutes.post('/', (c) =>
  write(c, {
    body: newChannelSchema,
    change: (context, input) => answer(context, createChannel(context, input, addressRules(c.env))),
  }),
);

/** Changes any of `{name, url, events, groups, locations, state}`. */
chatRoutes.post('/:channel/modify', (c) =>
  write(c, {
    body: channelChangeSchema,
    change: (context, input) =>
      answer(context, modifyChannel(context, c.req.param('channel'), input, addressRules(c.env))),
  }),
);

/** Removes a channel with its log; answers the removed channel. */
chatRoutes.post('/:channel/remove', (c) =>
  write(c, {
    room: 'reserve',
    change: (context) => answer(context, removeChannel(context, c.req.param('channel'))),
  }),
);

/** Sends a test now, in any state of the channel; answers the result. */
chatRoutes.post('/:channel/test', takesNoQuery, async (c) => {
  const { company } = c.env;
  const { webhookId } = requireChannel(company.database, c.req.param('channel'));
  const delivery = commit(company, contextOfRequest(c), (context) => addTestDelivery(context, webhookId));
  await deliver(company, c.env, delivery);
  const sent = findDeliveries(company.database, [delivery.deliveryId]).get(delivery.deliveryId) ?? delivery;
  return c.json(messageBodies(contextOfRequest(c), [sent])[0]);
});

/** Lists the log, newest first: `{messages, next_cursor?}`. */
chatRoutes.get('/:channel/messages', (c) => {
  const context = contextOfRequest(c);
  const { webhookId } = requireChannel(context.database, c.req.param('channel'));
  const query = parse(chatMessagesQuerySchema, c.req.query(), 'parameters');
  const { deliveries, next } = listDeliveries(context.database, webhookId, query);
  return c.json({
    messages: messageBodies(context, deliveries),
    ...(next === undefined ? {} : { next_cursor: next }),
  } satisfies ChatMessagePage);
});

function answer(context: RequestContext, channel: ChannelRecord): Answer {
  return {
    body: channelBody(context, channel),
    headers: { ETag: versionTag(channel.version), 'Cache-Control': 'private, no-store' },
  };
}
