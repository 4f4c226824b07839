/** Reference of chat channels. */
import * as v from 'valibot';
import { copied, count, id, named, time } from '../../../shared/reference/answers.ts';
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';
import { CHAT_PLATFORMS } from '../../outbound/webhooks/chat-platforms.ts';
import { attemptAnswer, deliveryProgressEntries } from '../../outbound/webhooks/reference.ts';
import { WEBHOOK_STATES } from '../../outbound/webhooks/schema.ts';
import { CHAT_KINDS, channelChangeSchema, chatMessagesQuerySchema, newChannelSchema } from './schema.ts';

/** A chat channel. Its address is not answered, only the host. */
export const channelAnswer = named(
  'ChatChannel',
  v.strictObject({
    channel_id: id,
    name: v.string(),
    platform: v.picklist(CHAT_PLATFORMS),
    host: v.string(),
    events: v.array(v.picklist(CHAT_KINDS)),
    groups: v.array(v.string()),
    locations: v.array(v.string()),
    state: v.picklist(WEBHOOK_STATES),
    /** The number of messages that wait. */
    waiting: count,
    last_attempt: v.exactOptional(attemptAnswer),
    failing_since: v.exactOptional(time),
    created_time: time,
    created_by: v.string(),
  }),
);
export type ChannelBody = v.InferOutput<typeof channelAnswer>;

/** A message to a channel. `title` is absent once nothing of it is kept. */
export const chatMessageAnswer = named(
  'ChatMessage',
  v.strictObject({
    delivery_id: id,
    type: v.string(),
    title: v.exactOptional(v.string()),
    created_time: time,
    ...deliveryProgressEntries,
  }),
);
export type ChatMessageBody = v.InferOutput<typeof chatMessageAnswer>;

/** The log of a channel, newest first. */
export const chatMessagesAnswer = v.strictObject({
  messages: v.array(chatMessageAnswer),
  next_cursor: v.exactOptional(count),
});
export type ChatMessagePage = v.InferOutput<typeof chatMessagesAnswer>;

/** What channels were told, in the copy of a person's data. */
copied(
  'chat_notices',
  named(
    'CopiedChatNotice',
    v.strictObject({ type: v.string(), data: v.record(v.string(), v.unknown()), created_time: time }),
  ),
);

const CHANNELS = '/companies/{company}/chat_channels';
const CHANNEL = `${CHANNELS}/{channel}`;
const chat = operationsOf('Notifications', 'user');

export const CHAT_OPERATIONS: readonly Operation[] = [
  chat({
    name: 'listChatChannels',
    method: 'GET',
    path: CHANNELS,
    summary: 'The chat channels, oldest first (super admin)',
    answer: v.array(channelAnswer),
    golden: 'chat/channels',
    problems: ['permission_denied'],
  }),
  chat({
    name: 'createChatChannel',
    method: 'POST',
    path: CHANNELS,
    summary: 'Add a channel of Slack, Microsoft Teams, Google Chat or Discord (super admin)',
    description:
      'It is told what happens from now on, as notifications tell it. The address is secret: no answer has it. A failed message is tried again like one of a webhook, or as long as Retry-After says; an answer 404 or 410 ends the channel. Of more than ten messages in ten minutes the rest comes in one.',
    body: newChannelSchema,
    answer: channelAnswer,
    versioned: true,
    golden: 'chat/add-channel',
    problems: ['permission_denied', 'too_many_values'],
  }),
  chat({
    name: 'modifyChatChannel',
    method: 'POST',
    path: `${CHANNEL}/modify`,
    summary: 'Change, pause or resume a chat channel (super admin)',
    description: 'What happens during the pause is not sent afterwards.',
    body: channelChangeSchema,
    answer: channelAnswer,
    versioned: true,
    golden: 'chat/modify-channel',
    problems: ['permission_denied', 'precondition_failed'],
  }),
  chat({
    name: 'removeChatChannel',
    method: 'POST',
    path: `${CHANNEL}/remove`,
    summary: 'Remove a chat channel and its log (super admin)',
    answer: channelAnswer,
    versioned: true,
    golden: 'chat/remove-channel',
    problems: ['permission_denied', 'precondition_failed'],
  }),
  chat({
    name: 'testChatChannel',
    method: 'POST',
    path: `${CHANNEL}/test`,
    summary: 'Send a test message now; answers the result (super admin)',
    answer: chatMessageAnswer,
    keyless: true,
    golden: 'chat/test-channel',
    problems: ['permission_denied'],
  }),
  chat({
    name: 'listChatMessages',
    method: 'GET',
    path: `${CHANNEL}/messages`,
    summary: 'The messages of the last 30 days, newest first (super admin)',
    query: chatMessagesQuerySchema,
    answer: chatMessagesAnswer,
    golden: 'chat/messages',
    problems: ['permission_denied'],
  }),
];
