/** A chat channel: what it is told, its actions and messages. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useGroups } from '../../../api/company.ts';
import { usePlaces } from '../../../api/places.ts';
import { useResource } from '../../../api/resource.ts';
import { go, pathTo, place, withQuery } from '../../../address/router.ts';
import { Icon } from '../../../components/icon.tsx';
import { Empty } from '../../../components/notice.tsx';
import { toastFailure } from '../../../components/over/toasts.tsx';
import { Read } from '../../../components/read.tsx';
import { Fact } from '../../../components/text/fact.tsx';
import { formatDay, plural } from '../../../components/text/values.tsx';
import { LastMessage, WebhookState } from '../webhooks/webhook-state.tsx';
import { type Channel, eventsText, platformName } from './channel.ts';
import { changeChannel, channelPath, removeChannel, testChannel } from './channel-actions.ts';
import { ChannelForm } from './channel-form.tsx';
import { MessageList } from './message-list.tsx';

export function ChannelPage({ channelId }: { channelId: string }): VNode {
  const shown = useResource<Channel[]>(channelPath());
  return (
    <>
      <a class="back" href={pathTo('company', 'chat')}>
        <Icon name="left" size={16} /> Chat
      </a>
      <Read shown={shown}>
        {(channels) => {
          const channel = channels.find(({ channel_id: id }) => id === channelId);
          if (channel === undefined) return <Empty icon="bell" text="There is no such channel any more." />;
          return (
            <>
              <Head channel={channel} />
              <Facts channel={channel} />
              <MessageList channelId={channelId} />
              {place.value.over === 'chat-channel' && <ChannelForm channel={channel} />}
            </>
          );
        }}
      </Read>
    </>
  );
}

function Head({ channel }: { channel: Channel }): VNode {
  const { channel_id: id, name, state } = channel;
  const [isTesting, setTesting] = useState(false);
  const test = (): void => {
    setTesting(true);
    void testChannel(id)
      .catch(toastFailure)
      .then(() => setTesting(false));
  };
  const pause = (): Promise<void> =>
    state === 'active'
      ? changeChannel(id, { state: 'paused' }, 'Paused. What happens meanwhile is not sent.')
      : changeChannel(id, { state: 'active' }, 'Channel resumed.');
  return (
    <div class="webhook-head">
      <div class="grow">
        <h2 class="address">{name}</h2>
        <p class="row">
          <WebhookState webhook={channel} />
          <span class="soft">{platformName(channel)}</span>
        </p>
      </div>
      <div class="row">
        <button type="button" class="button" disabled={isTesting} onClick={test}>
          Send a test
        </button>
        <button type="button" class="button" onClick={() => void pause().catch(toastFailure)}>
          {state === 'active' ? 'Pause' : 'Resume'}
        </button>
        <a class="button" href={withQuery({ over: 'chat-channel' })}>
          <Icon name="pencil" size={16} /> Edit
        </a>
        <button type="button" class="button danger" onClick={() => remove(channel)}>
          Remove
        </button>
      </div>
    </div>
  );
}

/** Removes a channel after confirmation, because its address and its log cannot be restored. */
function remove({ channel_id: id, name }: Channel): void {
  if (!window.confirm(`Remove the channel ${name}, and its log?`)) return;
  removeChannel(id).then(() => go(pathTo('company', 'chat'), { replace: true }), toastFailure);
}

function Facts({ channel }: { channel: Channel }): VNode {
  const { groups, locations, host, waiting, created_time: created } = channel;
  const { data: known = [] } = useGroups();
  const { nameOf } = usePlaces();
  const groupNames = groups.map((id) => known.find((group) => group.id === id)?.label ?? id);
  return (
    <dl class="card webhook-facts">
      <Fact label="Told of">{eventsText(channel)}</Fact>
      <Fact label="Groups">{groups.length === 0 ? 'All' : groupNames.join(', ')}</Fact>
      <Fact label="Locations">{locations.length === 0 ? 'All' : locations.map(nameOf).join(', ')}</Fact>
      <Fact label="Last message">
        <LastMessage webhook={channel} />
      </Fact>
      <Fact label="Queued">{waiting === 0 ? 'Nothing' : plural(waiting, 'message')}</Fact>
      <Fact label="Address">{host}, the rest is secret</Fact>
      <Fact label="Created">{formatDay(created)}</Fact>
    </dl>
  );
}
