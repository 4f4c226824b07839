/** The list of webhooks, which send events to other systems. */
import type { VNode } from 'preact';
import { Read } from '../../../components/read.tsx';
import { formatCount } from '../../../components/text/values.tsx';
import { pathTo, place } from '../../../address/router.ts';
import { useResource } from '../../../api/resource.ts';
import { eventsText, makerText, type Webhook } from './webhook.ts';
import { webhookPath } from './webhook-actions.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { LastMessage, WebhookState } from './webhook-state.tsx';
import { AddLink, List } from '../../../components/list.tsx';

const EXAMPLE = [['https://crm.example.com/leadline', 'New leads and calls']] as const;

/** Shows the list, or the webhook that the URL names. */
export function Webhooks(): VNode {
  const [, webhookId] = place.value.rest;
  return webhookId === undefined ? <WebhookList /> : <WebhookPage key={webhookId} webhookId={webhookId} />;
}

function WebhookList(): VNode {
  const shown = useResource<Webhook[]>(webhookPath());
  return (
    <>
      <Read shown={shown}>
        {(webhooks) => (
          <List
            class="webhooks"
            caption="Webhooks"
            items={webhooks}
            keyOf={({ webhook_id: id }) => id}
            add={<AddLink over="webhook" label="Add a webhook" />}
            empty={{
              icon: 'bell',
              text: 'No webhooks yet. Add one to send events to another system as they happen.',
              example: EXAMPLE,
            }}
            columns={[
              'Address',
              'State',
              { label: 'Events', class: 'on-medium' },
              { label: 'Queued', class: 'on-medium number' },
            ]}
            cells={(webhook) => [
              <Address webhook={webhook} />,
              <State webhook={webhook} />,
              eventsText(webhook.events),
              formatCount(webhook.behind),
            ]}
          />
        )}
      </Read>
      {place.value.over === 'webhook' && <WebhookForm answer={undefined} />}
    </>
  );
}

function Address({ webhook }: { webhook: Webhook }): VNode {
  const { webhook_id: id, description, url } = webhook;
  const maker = makerText(webhook);
  return (
    <>
      <a class="main address" href={pathTo('company', 'webhooks', id)}>
        {description || url}
      </a>
      {description !== '' && <span class="under address">{url}</span>}
      {maker !== undefined && <span class="under">{maker}</span>}
    </>
  );
}

function State({ webhook }: { webhook: Webhook }): VNode {
  return (
    <>
      <WebhookState webhook={webhook} />
      <span class="under">
        <LastMessage webhook={webhook} />
      </span>
    </>
  );
}
