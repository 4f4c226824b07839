/** The list of webhooks, which send events to other systems. */
import type { VNode } from 'preact';
import { Example } from '../../../components/text/example.tsx';
import { Read } from '../../../components/read.tsx';
import { formatCount } from '../../../components/text/values.tsx';
import { pathTo, place } from '../../../address/router.ts';
import { useResource } from '../../../api/resource.ts';
import { eventsText, type Webhook } from './webhook.ts';
import { webhookPath } from './webhook-actions.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { LastMessage, WebhookState } from './webhook-state.tsx';
import { Table } from '../../../components/table.tsx';
import { AddableList } from '../../../components/add-link.tsx';

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
          <AddableList
            over="webhook"
            label="Add a webhook"
            icon="bell"
            empty="No webhooks yet. Add one to send events to another system as they happen."
            example={<Example rows={EXAMPLE} />}
            isEmpty={webhooks.length === 0}
          >
            <WebhookTable webhooks={webhooks} />
          </AddableList>
        )}
      </Read>
      {place.value.over === 'webhook' && <WebhookForm answer={undefined} />}
    </>
  );
}

function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }): VNode {
  return (
    <div class="card">
      <Table
        class="webhooks"
        caption="Webhooks"
        columns={[
          'Address',
          'State',
          { label: 'Events', class: 'on-medium' },
          { label: 'Queued', class: 'on-medium number' },
        ]}
      >
        {webhooks.map((webhook) => (
          <tr key={webhook.webhook_id}>
            <th scope="row">
              <a class="main address" href={pathTo('company', 'webhooks', webhook.webhook_id)}>
                {webhook.description || webhook.url}
              </a>
              {webhook.description !== '' && <span class="under address">{webhook.url}</span>}
            </th>
            <td>
              <WebhookState webhook={webhook} />
              <span class="under">
                <LastMessage webhook={webhook} />
              </span>
            </td>
            <td class="on-medium">{eventsText(webhook.events)}</td>
            <td class="on-medium number">{formatCount(webhook.behind)}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}
