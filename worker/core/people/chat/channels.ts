/** Chat channels: receivers of what people are told, managed by super admins. Their addresses are secrets. */
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { actorId } from '../../engine/context/actors.ts';
import { endTrouble } from '../../engine/context/feature.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { checkIfMatch, versionTag } from '../../engine/http/answers.ts';
import type { Database } from '../../engine/storage/database.ts';
import { faultOfChannel } from '../../outbound/webhooks/chat-platforms.ts';
import { webhooksOf } from '../../outbound/webhooks/company-webhooks.ts';
import { dropPending } from '../../outbound/webhooks/deliveries.ts';
import type { ChatTarget, WebhookRecord } from '../../outbound/webhooks/schema.ts';
import { removeReceiver, reportReceiver, troubledPart } from '../../outbound/webhooks/subscriptions.ts';
import { findReceiver, listReceivers, saveWebhook } from '../../outbound/webhooks/webhook-store.ts';
import { asId, newId } from '../../../shared/http/ids.ts';
import {
  type Fault,
  notFound,
  Problem,
  problemOfFaults,
  refuseFaults,
} from '../../../shared/http/problems.ts';
import { type AddressRules, requirePublicAddress } from '../../../shared/http/public-addresses.ts';
import { type ChannelChangeInput, COMPANY_KINDS, type NewChannelInput } from './schema.ts';

const MAX_CHANNELS = 20;

/** A receiver that is a chat channel. Its `description` is its name, its `events` are kinds of notifications. */
export type ChannelRecord = WebhookRecord & { chat: ChatTarget };

/** Lists the channels, oldest first. */
export function listChannels(database: Database): ChannelRecord[] {
  return listReceivers(database).filter(isChannel);
}

/** Tells whether a receiver is a chat channel. */
export function isChannel(receiver: WebhookRecord): receiver is ChannelRecord {
  return receiver.chat !== null;
}

/**
 * Finds the channel with the id from the path.
 * @throws Problem `not_found`
 */
export function requireChannel(database: Database, idText: string): ChannelRecord {
  const channel = findReceiver(database, asId(idText) ?? '');
  if (channel === undefined || !isChannel(channel)) throw notFound();
  return channel;
}

/**
 * Creates a channel, which is told what happens from now on.
 * @throws Problem `too_many_values`; 400 for an address of something else, for groups and branches that do not exist
 */
export function createChannel(
  context: WriteContext,
  { name, platform, url, events, groups, locations }: NewChannelInput,
  rules: AddressRules,
): ChannelRecord {
  if (listChannels(context.database).length >= MAX_CHANNELS) {
    const detail = `A company has at most ${MAX_CHANNELS} chat channels; remove an unused one.`;
    throw new Problem('too_many_values', detail, { members: { limit: MAX_CHANNELS } });
  }
  refuseUnknown(context, { groups, locations });
  return save(context, undefined, {
    webhookId: newId(context.now),
    url: checkedAddress({ platform, url }, rules),
    events,
    description: name,
    leavesOutSpam: true,
    isFlat: false,
    subscriber: null,
    chat: { platform, groups, locations },
    state: 'active',
    secrets: [],
    position: 0,
    lastAttempt: null,
    failingSince: null,
    version: 1,
    createdTime: context.now,
    createdBy: actorId(context.actor),
  });
}

/**
 * Modifies the members in the input. Setting the state restarts a channel that was gone. A pause drops what still waits: an hour
 * later it is no news.
 * @throws Problem 404, 412, and those of `createChannel`
 */
export function modifyChannel(
  context: WriteContext,
  idText: string,
  input: ChannelChangeInput,
  rules: AddressRules,
): ChannelRecord {
  const before = requireChannel(context.database, idText);
  checkIfMatch(context.ifMatch, versionTag(before.version));
  refuseUnknown(context, input);
  const { name, url, events, groups, locations, state } = input;
  const { platform } = before.chat;
  const channel = save(context, before, {
    ...before,
    url: url === undefined ? before.url : checkedAddress({ platform, url }, rules),
    events: events ?? before.events,
    description: name ?? before.description,
    chat: { platform, groups: groups ?? before.chat.groups, locations: locations ?? before.chat.locations },
    state: state ?? before.state,
    version: before.version + 1,
  });
  if (channel.state === 'paused') dropPending(context, channel.webhookId);
  endTrouble(context, troubledPart(channel.webhookId));
  context.wakeBy(context.now);
  return channel;
}

/**
 * Removes a channel with its log.
 * @throws Problem 404, 412
 */
export function removeChannel(context: WriteContext, idText: string): ChannelRecord {
  const channel = requireChannel(context.database, idText);
  removeReceiver(context, channel);
  webhooksOf(context).forget();
  return channel;
}

function save(
  context: WriteContext,
  before: ChannelRecord | undefined,
  channel: ChannelRecord,
): ChannelRecord {
  refuseWiderEvents(channel);
  saveWebhook(context.database, channel);
  reportReceiver(context, before, channel);
  webhooksOf(context).forget();
  return channel;
}

/** On a developer's machine, a private address may stand for any platform, as the demo's page does. */
function checkedAddress(
  { platform, url }: { platform: ChatTarget['platform']; url: string },
  rules: AddressRules,
): string {
  requirePublicAddress(url, '/url', rules);
  const isPrivate = rules.mayBePrivate && new URL(url).protocol === 'http:';
  const detail = isPrivate ? undefined : faultOfChannel(platform, url);
  if (detail === undefined) return url;
  throw problemOfFaults([{ pointer: '/url', code: 'invalid_parameter', detail }]);
}

/** Refuses groups and locations that do not exist. One that was removed since stays, and nothing more is told of it. */
function refuseUnknown(
  context: RequestContext,
  { groups = [], locations = [] }: Pick<ChannelChangeInput, 'groups' | 'locations'>,
): void {
  const { settings } = dniSettingsOf(context).read() ?? {};
  refuseFaults([
    ...faultsOf(
      'group',
      groups,
      settingsOf(context)
        .groups()
        .map(({ id }) => id),
    ),
    ...faultsOf('location', locations, settings?.locations.map(({ location_id: id }) => id) ?? []),
  ]);
}

function faultsOf(name: string, ids: readonly string[], known: readonly string[]): Fault[] {
  return ids.flatMap((id, index) =>
    known.includes(id)
      ? []
      : { pointer: `/${name}s/${index}`, code: 'invalid_parameter', detail: `There is no such ${name}.` },
  );
}

/** Reports and troubles are of the whole company, so a channel that may see a part of it does not get them. */
function refuseWiderEvents({ chat: { groups, locations }, events }: ChannelRecord): void {
  if (groups.length + locations.length === 0) return;
  const index = events.findIndex((event) => COMPANY_KINDS.some((kind) => kind === event));
  if (index < 0) return;
  const detail =
    'Reports and troubles are of the whole company. Choose them for a channel of all groups and locations.';
  throw problemOfFaults([{ pointer: `/events/${index}`, code: 'invalid_parameter', detail }]);
}
