/** A webhook: its events, actions and messages. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../../../api/api.ts';
import { Fact } from '../../../components/text/fact.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Read } from '../../../components/read.tsx';
import { toastFailure } from '../../../components/over/toasts.tsx';
import { formatDay, plural } from '../../../components/text/values.tsx';
import { go, pathTo, place, withQuery } from '../../../address/router.ts';
import { useResource } from '../../../api/resource.ts';
import { DeliveryList } from './delivery-list.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { eventsText, makerText, type Webhook } from './webhook.ts';
import { changeWebhook, removeWebhook, testWebhook, webhookPath } from './webhook-actions.ts';
import { WebhookForm } from './webhook-form.tsx';
import { LastMessage, WebhookState } from './webhook-state.tsx';

export function WebhookPage({ webhookId }: { webhookId: string }): VNode {
  const shown = useResource<Webhook>(webhookPath(`/${webhookId}`));
  const { answer } = shown;
  const { over } = place.value;
  return (
    <>
      <a class="back" href={pathTo('company', 'webhooks')}>
        <Icon name="left" size={16} /> Webhooks
      </a>
      <Read shown={shown}>
        {() =>
          answer && (
            <>
              <Head answer={answer} />
              <Facts webhook={answer.body} />
              <DeliveryList webhookId={webhookId} />
              {over === 'webhook' && <WebhookForm answer={answer} />}
              {over === 'secret' && <RotateSecret webhookId={webhookId} />}
            </>
          )
        }
      </Read>
    </>
  );
}

function Head({ answer }: { answer: Answer<Webhook> }): VNode {
  const { webhook_id: id, url, description } = answer.body;
  const [isTesting, setTesting] = useState(false);
  const test = (): void => {
    setTesting(true);
    void testWebhook(id)
      .catch(toastFailure)
      .then(() => setTesting(false));
  };
  return (
    <div class="webhook-head">
      <div class="grow">
        <h2 class="address">{description || url}</h2>
        <p class="row">
          <WebhookState webhook={answer.body} />
          {description !== '' && <span class="soft address">{url}</span>}
        </p>
      </div>
      <div class="row">
        <button type="button" class="button" disabled={isTesting} onClick={test}>
          Send a test
        </button>
        <Pausing answer={answer} />
        <a class="button" href={withQuery({ over: 'webhook' })}>
          <Icon name="pencil" size={16} /> Edit
        </a>
        <a class="button" href={withQuery({ over: 'secret' })}>
          New secret
        </a>
        <button type="button" class="button danger" onClick={() => remove(answer.body)}>
          Remove
        </button>
      </div>
    </div>
  );
}

function Pausing({ answer }: { answer: Answer<Webhook> }): VNode {
  const isActive = answer.body.state === 'active';
  const change = (): Promise<unknown> =>
    isActive
      ? changeWebhook(answer, { state: 'paused' }, 'Paused. Events are queued until you resume.')
      : changeWebhook(answer, { state: 'active' }, 'Webhook resumed.');
  return (
    <button type="button" class="button" onClick={() => void change().catch(toastFailure)}>
      {isActive ? 'Pause' : 'Resume'}
    </button>
  );
}

/** Removes a webhook after confirmation, because it cannot be undone and deletes the webhook's log. */
function remove({ webhook_id: id, url }: Webhook): void {
  if (!window.confirm(`Remove the webhook to ${url}, and its log?`)) return;
  const list = pathTo('company', 'webhooks');
  removeWebhook(id).then(() => go(list, { replace: true }), toastFailure);
}

function Facts({ webhook }: { webhook: Webhook }): VNode {
  const { events, behind, secrets, created_time: created } = webhook;
  const maker = makerText(webhook);
  return (
    <dl class="card webhook-facts">
      <Fact label="Events">{eventsText(events)}</Fact>
      <Fact label="Last message">
        <LastMessage webhook={webhook} />
      </Fact>
      <Fact label="Queued">{behind === 0 ? 'Nothing' : plural(behind, 'change')}</Fact>
      <Fact label="Signed with">
        {secrets > 1 ? 'The new secret, and the old one for a while' : 'One secret'}
      </Fact>
      <Fact label="Created">{formatDay(created)}</Fact>
      {maker !== undefined && <Fact label="Made">{maker}</Fact>}
    </dl>
  );
}
