import { expect, test } from 'vitest';
import { makeCompanyWithUsers } from '../../../../harness/builders.ts';
import { sendAs } from '../../../../harness/client.ts';
import { goldenFiles } from '../../../../harness/golden.ts';
import { startReceiver } from '../../../../harness/receiver.ts';

test('the answers about chat channels match the golden files', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const receiver = await startReceiver(200);
  const compare = goldenFiles('chat');
  const ask = async <Body>(name: string, method: string, rest: string, body?: unknown): Promise<Body> =>
    compare<Body>(name, await sendAs(superadmin, method, `${path}/chat_channels${rest}`, body));

  const { channel_id: id } = await ask<{ channel_id: string }>('add-channel', 'POST', '', {
    name: '#front-desk',
    platform: 'slack',
    url: receiver.url,
    events: ['missed_call', 'voicemail', 'form'],
  });
  await ask('modify-channel', 'POST', `/${id}/modify`, { groups: [], events: ['missed_call', 'voicemail'] });
  await ask('test-channel', 'POST', `/${id}/test`, {});
  await ask('messages', 'GET', `/${id}/messages`);
  await ask('channels', 'GET', '');
  const removed = await ask<{ channel_id: string }>('remove-channel', 'POST', `/${id}/remove`, {});
  expect(removed.channel_id).toBe(id);
});
