import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../../harness/builders.ts';
import { sendAs } from '../../../../harness/client.ts';
import { goldenFiles } from '../../../../harness/golden.ts';
import { startReceiver } from '../../../../harness/receiver.ts';

test('the answers of the stream, the audit log and webhooks match the golden files', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const receiver = await startReceiver(200);
  const compare = goldenFiles('stream');
  const ask = async <Body>(name: string, method: string, rest: string, body?: unknown): Promise<Body> =>
    compare<Body>(name, await sendAs(superadmin, method, path + rest, body));

  const { webhook_id: id } = await ask<{ webhook_id: string }>('add-webhook', 'POST', '/webhooks', {
    url: receiver.url,
    events: ['lead.created', 'lead.changed'],
    description: 'Warehouse',
  });
  const see = (): Promise<Response> => sendAs(superadmin, 'GET', `${path}/webhooks/${id}`);
  // It passes over its own creation.
  await expect.poll(async () => (await answerOf<{ behind: number }>(await see())).behind).toBe(0);
  const paused = { state: 'paused' };
  await ask('modify-webhook', 'POST', `/webhooks/${id}/modify`, paused);
  await sendAs(superadmin, 'POST', `${path}/leads/create`, { email: 'ann@example.com', name: 'Ann Lee' });
  await ask('webhook', 'GET', `/webhooks/${id}`);
  await ask('webhooks', 'GET', '/webhooks');
  await ask('rotate-secret', 'POST', `/webhooks/${id}/rotate_secret`, { former_valid_seconds: 3600 });
  const { delivery_id: delivery } = await ask<{ delivery_id: string }>(
    'test-webhook',
    'POST',
    `/webhooks/${id}/test`,
    {},
  );
  await ask('deliveries', 'GET', `/webhooks/${id}/deliveries`);
  await ask('replay-delivery', 'POST', `/webhooks/${id}/deliveries/${delivery}/replay`, {});
  await ask('replay', 'POST', `/webhooks/${id}/replay`, { after: '5' });
  await ask('changes', 'GET', '/changes?types=lead.created,settings.changed&limit=4');
  await ask('audit', 'GET', '/audit?action=webhook&limit=3');
  await ask('samples', 'GET', '/webhooks/samples?events=lead.created');
  const removed = await ask<{ webhook_id: string }>('remove-webhook', 'POST', `/webhooks/${id}/remove`, {});
  expect(removed.webhook_id).toBe(id);
});
