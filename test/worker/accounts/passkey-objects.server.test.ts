/** Passkeys over the death of the account's object, which a passkey finds by its id and not by the address. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SoftPasskey } from '../../harness/authenticator.ts';
import { startMailServer } from '../../harness/mail-server.ts';
import { ask, type MortalWorker, startMortalWorker } from '../../harness/mortal-worker.ts';
import { OPERATOR_TOKEN } from '../../harness/operator-token.ts';

const PASSWORD = 'correct horse: battery';
const CLIENT = 'a-secret-of-this-browser-alone';

type Options = Parameters<SoftPasskey['use']>[0];

test(
  'an object that is killed between two steps goes on, and one that was found by a passkey knows its address',
  {
    tags: ['full'],
    timeout: 120_000,
  },
  async ({ onTestFinished }) => {
    const mail = await startMailServer();
    onTestFinished(() => mail.close());
    const folder = mkdtempSync(join(tmpdir(), 'leadline-passkeys-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const start = (): Promise<MortalWorker> =>
      startMortalWorker(folder, {
        PUBLIC_URL: 'https://leadline.example',
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        MAIL_FROM: 'Leadline <no-reply@leadline.example>',
        PRIVATE_ADDRESSES: 'allowed',
      });
    const email = `pia.${crypto.randomUUID()}@acme.test`;
    const first = await start();
    const operator = { url: first.url, authorization: `Bearer ${OPERATOR_TOKEN}` };
    await ask(operator, '/operator/companies', {
      name: 'Acme',
      default_region: 'US',
      superadmin: { name: 'Pia', email, password: PASSWORD },
    });
    const issued = { username: email, password: PASSWORD, kind: 'session' };
    const token = await ask<string>({ ...operator, authorization: '' }, '/auth/issue_token', issued);
    const authorization = `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`;
    const passkey = new SoftPasskey('https://leadline.example');
    const creation = await ask<Parameters<SoftPasskey['create']>[0]>(
      { url: first.url, authorization },
      '/me/passkeys/begin',
      {},
    );
    await first.kill();

    const second = await start();
    await ask({ url: second.url, authorization }, '/me/passkeys', { credential: passkey.create(creation) });
    const anonymous = { url: second.url, authorization: '' };
    const options = await ask<Options>(anonymous, '/auth/passkey/begin', { client: CLIENT });
    const credential = passkey.use(options);
    await second.kill();

    // Nobody has named the object since it was started again.
    const third = await start();
    onTestFinished(() => third.kill());
    const there = { url: third.url, authorization: '' };
    const session = await ask<{ token: string; email: string }>(there, '/auth/passkey', {
      client: CLIENT,
      credential,
      kind: 'session',
    });
    expect(session.email).toBe(email);
    await expect(
      ask(there, '/auth/passkey', { client: CLIENT, credential, kind: 'session' }),
    ).rejects.toThrow('That took too long, or was sent twice.');
    await expect
      .poll(() => mail.arrived.map(({ mail: { subject } }) => subject))
      .toContain('A passkey was added to your Leadline sign-in');
    // The account reaches its company, which knows the user by the address.
    const own = { url: third.url, authorization: `Bearer ${session.token}` };
    const [listed] = await ask<{ passkey_id: string }[]>(own, '/me/passkeys');
    await ask(own, `/me/passkeys/${listed?.passkey_id}/remove`, {});
    await expect
      .poll(() => mail.arrived.map(({ mail: { subject } }) => subject))
      .toContain('A passkey was removed from your Leadline sign-in');
  },
);
