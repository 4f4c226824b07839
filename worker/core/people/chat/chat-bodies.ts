/** Builds the forms of chat channels and their messages in answers. */
import type { RequestContext } from '../../engine/context/request-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { countPending } from '../../outbound/webhooks/deliveries.ts';
import { type DeliveryRecord, TEST_EVENT } from '../../outbound/webhooks/schema.ts';
import { attemptBody, deliveryProgress } from '../../outbound/webhooks/webhook-bodies.ts';
import type { ChannelRecord } from './channels.ts';
import { noticesOf } from './notices.ts';
import { testPost, titleOf } from './posts.ts';
import type { ChannelBody, ChatMessageBody } from './reference.ts';
import type { ChatKind } from './schema.ts';

/** The most waiting messages that are counted. */
const MOST_COUNTED = 100;

/** Returns a channel without its address. */
export function channelBody({ database }: RequestContext, channel: ChannelRecord): ChannelBody {
  const { webhookId, description, url, chat, lastAttempt, failingSince } = channel;
  return {
    channel_id: webhookId,
    name: description,
    platform: chat.platform,
    host: URL.parse(url)?.hostname ?? '',
    // The events of a channel were checked by its schema.
    events: channel.events as ChatKind[],
    groups: chat.groups,
    locations: chat.locations,
    state: channel.state,
    waiting: countPending(database, webhookId, MOST_COUNTED),
    ...(lastAttempt === null ? {} : { last_attempt: attemptBody(lastAttempt) }),
    ...(failingSince === null ? {} : { failing_since: writeMoment(failingSince) }),
    created_time: writeMoment(channel.createdTime),
    created_by: channel.createdBy,
  };
}

/** Returns messages with their titles, read once for all of them. */
export function messageBodies(
  context: RequestContext,
  deliveries: readonly DeliveryRecord[],
): ChatMessageBody[] {
  const byDelivery = noticesOf(
    context.database,
    deliveries.map(({ deliveryId }) => deliveryId),
  );
  return deliveries.map((delivery) => {
    const [first, ...rest] = byDelivery.get(delivery.deliveryId) ?? [];
    const isTest = delivery.type === TEST_EVENT;
    const title = isTest ? testPost(context, '').title : first && titleOf(context, [first, ...rest]);
    return {
      delivery_id: delivery.deliveryId,
      type: delivery.type,
      ...(title === undefined ? {} : { title }),
      created_time: writeMoment(delivery.createdTime),
      ...deliveryProgress(delivery),
    };
  });
}
