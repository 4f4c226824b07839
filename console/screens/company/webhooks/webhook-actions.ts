/** Actions on a webhook. Each shows a toast, with Undo where possible. */
import { type Answer, ask, requireSecret } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { toast } from '../../../components/over/toasts.tsx';
import { changed, resource } from '../../../api/resource.ts';
import type { Delivery, Webhook } from './webhook.ts';

/** The members of a webhook that can be changed. */
export type WebhookChange = Partial<
  Pick<Webhook, 'url' | 'events' | 'description' | 'leave_out_spam' | 'flat'>
> & {
  state?: 'active' | 'paused';
};

/** `/companies/<uuid>/webhooks` and what follows. */
export function webhookPath(rest = ''): string {
  return companyPath(`/webhooks${rest}`);
}

/** Creates a webhook. @returns it with its secret @throws Refusal */
export async function createWebhook(webhook: WebhookChange): Promise<Webhook & { secret: string }> {
  const { body } = await post<Webhook & { secret?: string }>('', webhook);
  return {
    ...body,
    secret: requireSecret(
      body.secret,
      'The webhook was created, but its secret did not arrive. Create a new secret on its page.',
    ),
  };
}

/** Changes a webhook over the version that was read. @throws Refusal 412 when there is a newer one */
export async function changeWebhook(
  { body: before, etag }: Answer<Webhook>,
  change: WebhookChange,
  done = 'Saved.',
): Promise<Answer<Webhook>> {
  const path = `/${before.webhook_id}/modify`;
  const saved = await post<Webhook>(path, change, etag);
  const former = Object.fromEntries(
    Object.keys(change).map((name) => [name, before[name as keyof WebhookChange]]),
  );
  // Undo cannot restore the state `ended`, which only the receiver sets.
  if (former['state'] === 'ended') toast(done);
  else toast(done, () => post(path, former, saved.etag));
  return saved;
}

/** Reads the newest version of a webhook. */
export async function webhookNow(webhookId: string): Promise<Answer<Webhook>> {
  const shown = resource<Webhook>(webhookPath(`/${webhookId}`));
  await shown.refresh();
  const { value: answer } = shown.answer;
  if (answer === undefined) throw shown.failure.value;
  return answer;
}

/** Creates a new secret. Messages are signed with the old one too for `formerSeconds`. @returns the new secret */
export async function rotateSecret(webhookId: string, formerSeconds: number): Promise<string> {
  const body = { former_valid_seconds: formerSeconds };
  const { body: made } = await post<{ secret?: string }>(`/${webhookId}/rotate_secret`, body);
  return requireSecret(made.secret, 'The new secret did not arrive. Create another one.');
}

/** Sends a test message and shows the receiver's answer. */
export async function testWebhook(webhookId: string): Promise<void> {
  const { body } = await post<Delivery>(`/${webhookId}/test`);
  toast(
    body.status === 'delivered'
      ? `The receiver accepted the test: ${body.answer_status} in ${body.answer_milliseconds} ms.`
      : `The test failed. ${body.last_error ?? ''}`,
  );
}

/** Sends a message again. */
export async function sendAgain(webhookId: string, deliveryId: string): Promise<void> {
  await post(`/${webhookId}/deliveries/${deliveryId}/replay`);
  toast('Sent again.');
}

/** Removes a webhook and its log. */
export async function removeWebhook(webhookId: string): Promise<void> {
  await ask(webhookPath(`/${webhookId}/remove`), { method: 'POST' });
  // Not read while it is still shown, only when the user returns to it.
  for (const path of [webhookPath(), webhookPath(`/${webhookId}`)]) resource(path).time = 0;
  toast('Webhook removed.');
}

async function post<Body>(rest: string, body: object = {}, ifMatch?: string): Promise<Answer<Body>> {
  try {
    return await ask<Body>(webhookPath(rest), { method: 'POST', body, ifMatch });
  } finally {
    // Accepted or refused: there may be a newer version than the one shown.
    changed(webhookPath());
  }
}
