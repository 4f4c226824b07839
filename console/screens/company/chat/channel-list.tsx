/** The list of chat channels, where a team is told what people are notified of. */
import type { VNode } from 'preact';
import { useResource } from '../../../api/resource.ts';
import { pathTo, place } from '../../../address/router.ts';
import { AddLink, List } from '../../../components/list.tsx';
import { Read } from '../../../components/read.tsx';
import { LastMessage, WebhookState } from '../webhooks/webhook-state.tsx';
import { type Channel, eventsText, platformName } from './channel.ts';
import { channelPath } from './channel-actions.ts';
import { ChannelForm } from './channel-form.tsx';
import { ChannelPage } from './channel-page.tsx';

const EXAMPLE = [['#front-desk, Slack', 'Missed calls and texts']] as const;

/** Shows the list, or the channel that the URL names. */
export function ChatChannels(): VNode {
  const [, channelId] = place.value.rest;
  return channelId === undefined ? <ChannelList /> : <ChannelPage key={channelId} channelId={channelId} />;
}

function ChannelList(): VNode {
  const shown = useResource<Channel[]>(channelPath());
  return (
    <>
      <Read shown={shown}>
        {(channels) => (
          <List
            class="webhooks"
            caption="Chat channels"
            items={channels}
            keyOf={({ channel_id: id }) => id}
            add={<AddLink over="chat-channel" label="Add a channel" />}
            empty={{
              icon: 'bell',
              text: 'No chat channels yet. Add one to tell your team of calls, texts and forms in Slack, Microsoft Teams, Google Chat or Discord.',
              example: EXAMPLE,
            }}
            columns={['Channel', 'State', { label: 'Told of', class: 'on-medium' }]}
            cells={(channel) => [
              <Name channel={channel} />,
              <State channel={channel} />,
              eventsText(channel),
            ]}
          />
        )}
      </Read>
      {place.value.over === 'chat-channel' && <ChannelForm channel={undefined} />}
    </>
  );
}

function Name({ channel }: { channel: Channel }): VNode {
  return (
    <>
      <a class="main address" href={pathTo('company', 'chat', channel.channel_id)}>
        {channel.name}
      </a>
      <span class="under">{platformName(channel)}</span>
    </>
  );
}

function State({ channel }: { channel: Channel }): VNode {
  return (
    <>
      <WebhookState webhook={channel} />
      <span class="under">
        <LastMessage webhook={channel} />
      </span>
    </>
  );
}
