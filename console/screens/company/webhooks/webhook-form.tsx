/** The form of a webhook. The secret of a new one is shown once. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../../../api/api.ts';
import { Dialog } from '../../../components/over/dialog.tsx';
import { CheckField, DialogSubmit, Form, TextField } from '../../../forms/fields.tsx';
import { valuesOf } from '../../../forms/form-values.ts';
import { NO_VERSION, useMembers } from '../../../forms/save-members.ts';
import { useSaving } from '../../../forms/saving.ts';
import { Secret } from '../../../components/over/secret.tsx';
import { close, go, pathTo } from '../../../address/router.ts';
import { EventChoice } from './event-choice.tsx';
import type { Webhook } from './webhook.ts';
import { changeWebhook, createWebhook, type WebhookChange, webhookNow } from './webhook-actions.ts';

const leave = (): void => close(['over']);

const NEW_WEBHOOK: Answer<Webhook> = {
  ...NO_VERSION,
  body: {
    url: '',
    description: '',
    events: ['*'] as string[],
    leave_out_spam: false,
    flat: false,
  } as Webhook,
};

/** Adds or edits a webhook. @param answer the webhook; undefined for a new one */
export function WebhookForm({ answer }: { answer: Answer<Webhook> | undefined }): VNode {
  const { begun, save: saveMembers } = useMembers(answer ?? NEW_WEBHOOK, {
    write: (change, over) => changeWebhook(over, change as WebhookChange),
    readNow: () => webhookNow(answer?.body.webhook_id ?? ''),
  });
  const [events, setEvents] = useState<readonly string[]>(begun.events);
  const [made, setMade] = useState<(Webhook & { secret: string }) | undefined>();
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const input = readForm(form, events);
    if (answer === undefined) return setMade(await createWebhook(input));
    await saveMembers(input);
    leave();
  });
  return (
    <>
      <Dialog title={answer === undefined ? 'New webhook' : 'Webhook'} onClose={leave}>
        <Form
          name="webhook"
          error={error}
          state={{ value: events, set: (kept) => setEvents(kept as string[]) }}
          onSubmit={save}
        >
          <Target webhook={begun} />
          <EventChoice events={events} onChange={setEvents} />
          <Messages webhook={begun} />
          <DialogSubmit disabled={isBusy}>{answer === undefined ? 'Add webhook' : 'Save'}</DialogSubmit>
        </Form>
      </Dialog>
      {/* Over the form, where somebody may have gone on typing. */}
      {made !== undefined && <NewSecret webhook={made} />}
    </>
  );
}

function Target({ webhook: { url, description } }: { webhook: Webhook }): VNode {
  return (
    <>
      <TextField
        label="Address"
        name="/url"
        type="url"
        autocomplete="off"
        defaultValue={url}
        placeholder="https://"
        hint="Events are sent there as JSON, signed according to Standard Webhooks"
      />
      <TextField label="Description" name="/description" autocomplete="off" defaultValue={description} />
    </>
  );
}

function Messages({ webhook }: { webhook: Webhook }): VNode {
  return (
    <>
      <CheckField
        label="Leave out leads that look like spam"
        name="/leave_out_spam"
        defaultChecked={webhook.leave_out_spam}
        hint="Leads with the tag spam, and their forms"
      />
      {!webhook.rest_hook && (
        <CheckField
          label="One level of names and values"
          name="/flat"
          defaultChecked={webhook.flat}
          hint="For Zapier, Make and n8n"
        />
      )}
    </>
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
      <p class="soft">The receiver uses it to check that messages come from Leadline.</p>
    </Secret>
  );
}

function readForm(form: HTMLFormElement, events: readonly string[]): WebhookChange {
  const values = valuesOf(form);
  return {
    url: String(values['/url'] ?? ''),
    description: String(values['/description'] ?? ''),
    events: [...events],
    leave_out_spam: values['/leave_out_spam'] === true,
    ...('/flat' in values ? { flat: values['/flat'] === true } : {}),
  };
}
