/** The bodies of requests about chat channels. */
import * as v from 'valibot';
import { CHAT_PLATFORMS } from '../../outbound/webhooks/chat-platforms.ts';
import { deliveriesQuerySchema } from '../../outbound/webhooks/schema.ts';
import type { Kind } from '../notifications/channels.ts';

/** The kinds of notifications that a channel can be told. The others are for one person alone. */
export const CHAT_KINDS = [
  'missed_call',
  'voicemail',
  'text',
  'form',
  'marked',
  'assigned',
  'report',
  'trouble',
] as const satisfies readonly Kind[];
export type ChatKind = (typeof CHAT_KINDS)[number];

/** The kinds that concern the whole company, which a channel of some groups or branches is not told. */
export const COMPANY_KINDS: readonly ChatKind[] = ['report', 'trouble'];

/** Most groups and branches that a channel names. */
const MOST_NAMED = 100;

const nameSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Write a name, for instance that of the channel.'),
  v.maxCodePoints(100),
);
const urlSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Paste the address that the platform shows.'),
  v.maxCodePoints(2_000),
);
const kindsSchema = v.pipe(
  v.array(v.picklist(CHAT_KINDS, `Use some of ${CHAT_KINDS.join(', ')}.`)),
  v.minLength(1, 'Choose at least one event.'),
  v.maxLength(CHAT_KINDS.length),
);
const idsSchema = v.pipe(v.array(v.pipe(v.string(), v.maxCodePoints(200))), v.maxLength(MOST_NAMED));

/** The body of `POST .../chat_channels`. */
export const newChannelSchema = v.strictObject({
  name: nameSchema,
  platform: v.picklist(CHAT_PLATFORMS, `Use one of ${CHAT_PLATFORMS.join(', ')}.`),
  url: urlSchema,
  events: kindsSchema,
  groups: v.optional(idsSchema, []),
  locations: v.optional(idsSchema, []),
});
export type NewChannelInput = v.InferOutput<typeof newChannelSchema>;

/** The body of `POST .../chat_channels/<channel>/modify`, with only the members that change. */
export const channelChangeSchema = v.strictObject({
  name: v.optional(nameSchema),
  url: v.optional(urlSchema),
  events: v.optional(kindsSchema),
  groups: v.optional(idsSchema),
  locations: v.optional(idsSchema),
  state: v.optional(v.picklist(['active', 'paused'], 'Write active or paused.')),
});
export type ChannelChangeInput = v.InferOutput<typeof channelChangeSchema>;

/** The query of the log of a channel. */
export const chatMessagesQuerySchema = deliveriesQuerySchema;
