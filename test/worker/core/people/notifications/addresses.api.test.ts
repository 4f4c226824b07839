/** The addresses to which a deployment sends: none in a private network. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ask, openCompany, type Session } from '../../../../harness/mortal-worker.ts';
import { type OwnWorker, startServer, startWorker } from '../../../../harness/own-worker.ts';

let worker: OwnWorker;
let session: Session;

beforeAll(async () => {
  // Like a deployment: without the variable of a developer's machine.
  worker = await startWorker({});
  session = await openCompany(worker.url);
});

afterAll(() => worker.close());

function putWebhook(url: string): Promise<Response> {
  return fetch(`${session.url}${session.path}/settings`, {
    method: 'PUT',
    headers: { Authorization: session.authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Acme', default_region: 'US', notification_webhook: { url } }),
  });
}

test.each([
  'http://hooks.example.com/',
  'https://127.0.0.1/',
  'https://169.254.169.254/',
  'https://db.internal/',
])('a webhook at %s is refused with its place in the body', async (url) => {
  const refused = await putWebhook(url);

  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    errors: [{ pointer: '/notification_webhook/url', code: 'invalid_parameter' }],
  });
});

test('a webhook at a public address is saved', async () => {
  expect((await putWebhook('https://hooks.example.com/leads')).status).toBe(200);
});

test('a receiver that closes the connection and one that does not exist get the same message', async () => {
  const local = await startWorker({ PRIVATE_ADDRESSES: 'allowed' });
  const closing = await startServer((request) => void request.socket.destroy());
  // A port that no other test uses: a port that was just released may belong to another server by now.
  const gone = 'http://127.0.0.1:9';
  try {
    const errors = await Promise.all(
      [closing.url, gone].map(async (url) => {
        const own = await openCompany(local.url);
        session = own;
        expect((await putWebhook(url)).status).toBe(200);
        const { lead_ids: leads } = await ask<{ lead_ids: [string] }>(own, `${own.path}/leads/create`, {
          email: 'a@example.com',
        });
        await fetch(`${own.url}${own.path}/leads/${leads[0]}/assign`, {
          method: 'POST',
          headers: { Authorization: own.authorization, 'Content-Type': 'application/json' },
          body: JSON.stringify({ to_user_email: own.email }),
        });
        return vi.waitFor(async () => {
          const list = await ask<{ notifications: { last_error?: string }[] }>(
            own,
            `${own.path}/notifications`,
          );
          expect(list.notifications[0]?.last_error).toBeDefined();
          return list.notifications[0]?.last_error;
        });
      }),
    );

    expect(new Set(errors).size).toBe(1);
  } finally {
    await local.close();
    await closing.close();
  }
});
