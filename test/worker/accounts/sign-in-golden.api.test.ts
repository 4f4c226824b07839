/** The examples of two factors, passkeys and confirming in the API reference. */
import { expect, test } from 'vitest';
import { SoftPasskey } from '../../harness/authenticator.ts';
import { answerOf, makeCompany } from '../../harness/builders.ts';
import { send, sendAs } from '../../harness/client.ts';
import { goldenFiles } from '../../harness/golden.ts';
import { CLIENT } from '../../harness/passkeys.ts';
import { App, signedIn } from '../../harness/second-factor.ts';
import { workerUrl } from '../../harness/worker-url.ts';

const PASSWORD = 'correct horse battery';

test('the answers about two factors and passkeys match the golden files', async () => {
  const golden = goldenFiles('people');
  const mark = crypto.randomUUID().slice(0, 8);
  const [email, agentEmail] = [`sue.${mark}@acme.test`, `al.${mark}@acme.test`];
  const companyId = await makeCompany({ superadmin: { name: 'Sue Super', email, password: PASSWORD } });
  const path = `/companies/${companyId}`;
  const superadmin = await signedIn(email, PASSWORD, { kind: 'session' });
  const added = await sendAs(superadmin, 'POST', `${path}/users`, {
    name: 'Al Agent',
    email: agentEmail,
    role_id: 'agent',
    password: PASSWORD,
  });
  const { user_id: userId } = await answerOf<{ user_id: string }>(added);
  const agent = await signedIn(agentEmail, PASSWORD, { kind: 'session' });
  const ask = async <Body>(name: string, method: string, below: string, body?: unknown): Promise<Body> =>
    golden<Body>(name, await sendAs(agent, method, below, body));

  const passkey = new SoftPasskey(workerUrl(), { id: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA' });
  const creation = await ask<Parameters<SoftPasskey['create']>[0]>(
    'start-passkey',
    'POST',
    '/me/passkeys/begin',
  );
  const { passkey_id: id } = await ask<{ passkey_id: string }>('add-passkey', 'POST', '/me/passkeys', {
    credential: passkey.create(creation),
  });
  await ask('modify-passkey', 'POST', `/me/passkeys/${id}/rename`, { name: 'Laptop' });
  const post = (below: string, body: object): Promise<Response> =>
    send(below, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const options = await golden<Parameters<SoftPasskey['use']>[0]>(
    'start-passkey-sign-in',
    await post('/auth/passkey/begin', { client: CLIENT }),
  );
  await golden(
    'accept-passkey-sign-in',
    await post('/auth/passkey', { client: CLIENT, credential: passkey.use(options), kind: 'session' }),
  );
  await ask('passkeys', 'GET', '/me/passkeys');
  const { passkey: confirming } = await ask<{ passkey: Parameters<SoftPasskey['use']>[0] }>(
    'start-confirmation',
    'POST',
    '/me/confirmation/begin',
  );
  await ask('accept-confirmation', 'POST', '/me/confirmation', { credential: passkey.use(confirming) });

  const begun = await ask<{ secret: string }>('start-second-factor', 'POST', '/me/second_factor/begin', {
    password: PASSWORD,
  });
  const app = new App(begun.secret);
  const { recovery_codes: codes } = await ask<{ recovery_codes: string[] }>(
    'accept-second-factor',
    'POST',
    '/me/second_factor/confirm',
    { code: app.code() },
  );
  await ask('second-factor', 'GET', '/me/second_factor');
  await golden('second-factors', await sendAs(superadmin, 'GET', `${path}/second_factors`));
  const proof = { password: PASSWORD, code: codes[0] };
  const renewed = await ask<{ recovery_codes: string[] }>(
    'replace-recovery-codes',
    'POST',
    '/me/second_factor/recovery_codes',
    proof,
  );
  await ask('remove-second-factor', 'POST', '/me/second_factor/end', {
    ...proof,
    code: renewed.recovery_codes[0],
  });
  await ask('remove-passkey', 'POST', `/me/passkeys/${id}/remove`);
  for (const [name, below] of [
    ['reset-second-factor', 'reset'],
    ['remove-user-passkeys', 'remove_passkeys'],
  ] as const) {
    const done = await sendAs(superadmin, 'POST', `${path}/second_factors/${userId}/${below}`);
    await golden(name, done);
    expect(done.status).toBe(200);
  }
});
