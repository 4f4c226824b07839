/** A webhook, made or changed; the secret of a new one is shown once. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Form, TextField } from '../../components/fields.tsx';
import { valuesOf } from '../../components/form-values.ts';
import { useSaving } from '../../components/saving.ts';
import { Secret } from '../../components/secret.tsx';
import { close, go, pathTo } from '../../router.ts';
import { EventChoice } from './event-choice.tsx';
import type { Webhook } from './webhook.ts';
import { changeWebhook, createWebhook, type WebhookChange } from './webhook-actions.ts';

const leave = (): void => close(['over']);

/** @param answer the webhook; undefined: a new one */
export function WebhookForm({ answer }: { answer: Answer<Webhook> | undefined }): VNode {
  const former = answer?.body;
  const [events, setEvents] = useState<readonly string[]>(former?.events ?? ['*']);
  const [made, setMade] = useState<(Webhook & { secret: string }) | undefined>();
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const input = readForm(form, events);
    if (answer === undefined) return setMade(await createWebhook(input));
    await changeWebhook(answer, input);
    leave();
  });
  if (made !== undefined) return <NewSecret webhook={made} />;
  return (
    <Dialog title={former === undefined ? 'New webhook' : 'Webhook'} onClose={leave}>
      <Form error={error} onSubmit={save}>
        <TextField
          label="Address"
          name="/url"
          type="url"
          autocomplete="off"
          defaultValue={former?.url ?? ''}
          placeholder="https://"
          hint="What happens is sent there as JSON, signed as Standard Webhooks says"
        />
        <TextField
          label="What it is for"
          name="/description"
          autocomplete="off"
          defaultValue={former?.description ?? ''}
        />
        <EventChoice events={events} onChange={setEvents} />
        <div class="dialog-foot">
          <button type="submit" class="button primary" disabled={isBusy}>
            {former === undefined ? 'Add the webhook' : 'Save'}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

function NewSecret({
  webhook: { webhook_id: id, secret },
}: {
  webhook: Webhook & { secret: string };
}): VNode {
  return (
    <Secret
      title="The webhook’s secret"
      secret={secret}
      onClose={() => go(pathTo('company', 'webhooks', id), { replace: true })}
    >
      <p class="soft">The receiver checks with it that a message comes from here.</p>
    </Secret>
  );
}

function readForm(form: HTMLFormElement, events: readonly string[]): WebhookChange {
  const values = valuesOf(form);
  return {
    url: String(values['/url'] ?? ''),
    description: String(values['/description'] ?? ''),
    events: [...events],
  };
}
