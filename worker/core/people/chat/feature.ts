/** Chat channels: what people are told, where their team talks. */
import type { CoreEnv } from '../../engine/context/company-context.ts';
import type { Feature, OutgoingMessage } from '../../engine/context/feature.ts';
import { ERASED_NAME } from '../../engine/context/personal-data.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { findDeliveries } from '../../outbound/webhooks/deliveries.ts';
import { TEST_EVENT } from '../../outbound/webhooks/schema.ts';
import { findReceiver } from '../../outbound/webhooks/webhook-store.ts';
import { renameInNotifications } from '../notifications/notifications.ts';
import { isChannel } from './channels.ts';
import { bodyFor } from './formats.ts';
import { copiesOfNotices, deleteNoticesAbout, mayStillHear, noticesOf } from './notices.ts';
import { type Post, postOf, testPost } from './posts.ts';
import { chatRoutes } from './routes.ts';

export const chatFeature: Feature = {
  routes: [{ under: 'company', path: '/chat_channels', routes: chatRoutes }],
  message: chatMessage,
  personalData: {
    ofLeads: [
      {
        columns: { chat_notices: ['data'] },
        erase: ({ database }, { leadIds }) => deleteNoticesAbout(database, leadIds),
      },
    ],
    ofUsers: [
      {
        columns: { chat_notices: ['data'] },
        eraseLater: (database, userId, { isLast }) => {
          if (isLast) renameInNotifications(database, userId, ERASED_NAME, 'chat_notices');
        },
      },
    ],
    copied: [{ member: 'chat_notices', pages: copiesOfNotices }],
  },
};

/**
 * Returns the message of a delivery to a channel, of what the channel may still be told; undefined for nothing.
 */
function chatMessage(
  context: RequestContext,
  deliveryId: string,
  { PUBLIC_URL: origin = '' }: CoreEnv,
): OutgoingMessage | undefined {
  const delivery = findDeliveries(context.database, [deliveryId]).get(deliveryId);
  if (delivery === undefined) return undefined;
  const channel = findReceiver(context.database, delivery.webhookId);
  if (channel === undefined || !isChannel(channel)) return undefined;
  const { platform } = channel.chat;
  const message = (post: Post, size: number): OutgoingMessage => ({
    id: deliveryId,
    body: JSON.stringify(bodyFor(platform, post)),
    // Google Chat answers with the message that it has under this name. One with more notices has another name.
    ...(platform === 'google_chat'
      ? { repeatedBy: { parameter: 'requestId', value: `${deliveryId}-${size}` } }
      : {}),
  });
  if (delivery.type === TEST_EVENT) return message(testPost(context, origin), 1);
  const notices = noticesOf(context.database, [deliveryId]).get(deliveryId) ?? [];
  const [first, ...rest] = notices.filter((notice) => mayStillHear(context, channel, notice));
  if (first === undefined) return undefined;
  const size = notices.reduce((sum, { more }) => sum + 1 + more, 0);
  return message(postOf(context, [first, ...rest], origin), size);
}
