/** The messages to a chat channel, newest first. */
import type { VNode } from 'preact';
import { useResource } from '../../../api/resource.ts';
import { place } from '../../../address/router.ts';
import { List, Titled } from '../../../components/list.tsx';
import { Pages } from '../../../components/paging/pages.tsx';
import { Read } from '../../../components/read.tsx';
import { When } from '../../../components/text/values.tsx';
import type { ChatMessagePage } from '../../../../worker/core/people/chat/reference.ts';
import { Outcome, StatusFilter } from '../webhooks/delivery-list.tsx';
import type { ChatMessage } from './channel.ts';
import { channelPath } from './channel-actions.ts';

const COLUMNS = ['Message', 'Status', { label: 'When', class: 'on-medium', cells: 'on-medium soft' }];

export function MessageList({ channelId }: { channelId: string }): VNode {
  const { query } = place.value;
  const status = query.get('status') ?? undefined;
  const cursor = query.get('cursor') ?? undefined;
  const parameters = new URLSearchParams({ ...(status && { status }), ...(cursor && { cursor }) });
  const shown = useResource<ChatMessagePage>(channelPath(`/${channelId}/messages?${parameters}`));
  return (
    <Titled
      id="messages"
      title="Messages"
      isBusy={shown.isFormer || shown.isBusy}
      beside={<StatusFilter status={status} />}
    >
      <Read shown={shown}>
        {({ messages, next_cursor: next }) => (
          <>
            <List
              class="deliveries"
              caption="Messages"
              items={messages}
              keyOf={({ delivery_id: id }) => id}
              empty={{
                icon: 'mail',
                text:
                  status === undefined
                    ? 'No messages in the last 30 days. “Send a test” tries the channel.'
                    : 'No messages with this status.',
              }}
              columns={COLUMNS}
              cells={(message) => [
                <Title message={message} />,
                <Outcome delivery={message} />,
                <When time={message.created_time} />,
              ]}
            />
            {messages.length > 0 && <Pages isFirst={cursor === undefined} next={next} />}
          </>
        )}
      </Read>
    </Titled>
  );
}

function Title({ message: { title, created_time: created } }: { message: ChatMessage }): VNode {
  return (
    <>
      {title ?? 'No longer kept'}
      <span class="under time-below">
        <When time={created} />
      </span>
    </>
  );
}
