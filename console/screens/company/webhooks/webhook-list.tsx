/** The list of webhooks, which send events to other systems. */
import type { VNode } from 'preact';
import { Icon } from '../../../components/icon.tsx';
import { Empty } from '../../../components/notice.tsx';
import { Read } from '../../../components/read.tsx';
import { formatCount } from '../../../components/text/values.tsx';
import { pathTo, place, withQuery } from '../../../address/router.ts';
import { useResource } from '../../../api/resource.ts';
import { eventsText, type Webhook } from './webhook.ts';
import { webhookPath } from './webhook-actions.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { LastMessage, WebhookState } from './webhook-state.tsx';

/** Shows the list, or the webhook that the URL names. */
export function Webhooks(): VNode {
  const [, webhookId] = place.value.rest;
  return webhookId === undefined ? <WebhookList /> : <WebhookPage key={webhookId} webhookId={webhookId} />;
}

function WebhookList(): VNode {
  const shown = useResource<Webhook[]>(webhookPath());
  const add = (
    <a class="button" href={withQuery({ over: 'webhook' })}>
      <Icon name="plus" /> Add a webhook
    </a>
  );
  return (
    <>
      <Read shown={shown}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Empty
              icon="bell"
              text="No webhooks yet. Add one to send events to another system as they happen."
            >
              {add}
            </Empty>
          ) : (
            <>
              <div class="row end tools">{add}</div>
              <WebhookTable webhooks={webhooks} />
            </>
          )
        }
      </Read>
      {place.value.over === 'webhook' && <WebhookForm answer={undefined} />}
    </>
  );
}

function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }): VNode {
  return (
    <div class="card">
      <table class="table webhooks">
        <caption class="unseen">Webhooks</caption>
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col">State</th>
            <th scope="col" class="on-medium">
              Events
            </th>
            <th scope="col" class="on-medium number">
              Queued
            </th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </div>
  );
}
