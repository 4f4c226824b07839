/** Mail about notifications, with `smtp-server` as the other end and `mailparser` as the reader. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { type MailServer, startMailServer } from '../../harness/mail-server.ts';
import { ask, startMortalWorker } from '../../harness/mortal-worker.ts';
import { startWorker } from '../../harness/own-worker.ts';
import { type Listed, type Mailing, startMailing } from './mailing.ts';

// The tests run beside each other, since they wait for the gathering of mail and for slow servers.

/** How long a slow server takes for each answer. */
const SLOW_MS = 2_000;
const PATIENCE = { timeout: 40_000, interval: 200 };
const folder = mkdtempSync(join(tmpdir(), 'leadline-mail-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Registers what ends a server or Worker after the test: `onTestFinished` of a test that runs beside others. */
type End = (close: () => Promise<void>) => void;

async function mailServer(end: End, ...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...options);
  end(() => server.close());
  return server;
}

/** Starts a Worker that sends through a server, with a company. */
async function mailing(end: End, smtpUrl: string, vars: Record<string, string> = {}): Promise<Mailing> {
  const worker = await startWorker({ ...MAIL, SMTP_URL: smtpUrl, ...vars });
  end(() => worker.close());
  return startMailing(worker.url);
}

const MAIL = {
  MAIL_FROM: 'Leadline <no-reply@leads.test>',
  PUBLIC_URL: 'https://leads.test',
  PRIVATE_ADDRESSES: 'allowed',
};

/** Puts choices; without a body, reads them. */
async function choices(
  { agent }: Mailing,
  body?: object,
): Promise<{ mail: { state: string; detail?: string } }> {
  const response = await fetch(`${agent.url}${agent.path}/notifications/choices`, {
    method: body === undefined ? 'GET' : 'PUT',
    headers: { Authorization: agent.authorization, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`Status ${response.status}`);
  return response.json() as Promise<{ mail: { state: string } }>;
}

// First, since it takes longest.
test.concurrent('a silent server is asked again; a slow one gets the message once, and meanwhile the company works', async ({
  expect,
  onTestFinished,
}) => {
  const slowly = (callback: () => void): void => void setTimeout(callback, SLOW_MS);
  const server = await mailServer(onTestFinished, {
    // The first connection never gets a greeting.
    onConnect: (_session, callback) => server.connections > 1 && slowly(() => callback()),
    onMailFrom: (_address, _session, callback) => slowly(() => callback()),
    onRcptTo: (_address, _session, callback) => slowly(() => callback()),
  });
  const company = await mailing(onTestFinished, `smtp://127.0.0.1:${server.port}`);
  await company.assignLead();
  const mailState = async (): Promise<Listed['channels']['mail']> =>
    (await company.notifications())[0]?.channels.mail;

  await expect.poll(mailState, PATIENCE).toMatchObject({
    status: 'pending',
    attempts: 1,
    last_error: 'The mail server did not answer in time.',
  });
  await expect.poll(() => server.connections, PATIENCE).toBe(2);
  await company.assignLead('Liam Later');
  expect(server.arrived).toEqual([]);

  await expect.poll(() => server.arrived.length, PATIENCE).toBe(2);
  await expect.poll(mailState, PATIENCE).toMatchObject({ status: 'delivered', attempts: 1 });
  expect(server.arrived.map(({ mail }) => mail.subject)).toEqual([
    'Sue assigned Lena Lead to you',
    'Sue assigned Liam Later to you',
  ]);
}, 120_000);

test.concurrent('a notification of a company with its own name for Leadline has that name', async ({
  expect,
  onTestFinished,
}) => {
  const server = await mailServer(onTestFinished);
  const company = await mailing(onTestFinished, `smtp://127.0.0.1:${server.port}`);
  const { path, url, authorization } = company.superadmin;
  const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: 'Nord & <Pik>' });
  expect((await fetch(`${url}${path}/brand`, { method: 'PUT', headers, body })).status).toBe(200);

  await company.assignLead();

  await expect.poll(() => server.arrived.length, PATIENCE).toBe(1);
  const { mail } = server.arrived[0]!;
  expect(mail.from?.value).toEqual([{ address: 'no-reply@leads.test', name: 'Nord & <Pik>' }]);
  expect(mail.text).toContain('Open Nord & <Pik>: https://leads.test/console/');
  expect(mail.html).toContain('Nord &amp; &lt;Pik&gt;');
  expect(`${mail.text} ${mail.html}`).not.toContain('Leadline');
});

test.concurrent('an assignment arrives as text and HTML, with headers that other mail programs understand', async ({
  expect,
  onTestFinished,
}) => {
  const server = await mailServer(onTestFinished);
  const company = await mailing(onTestFinished, `smtp://127.0.0.1:${server.port}`);
  const { agent, superadmin } = company;
  const name = 'Zoë <b>"Köhler"</b> & Sons';

  const leadId = await company.assignLead(name);

  await expect.poll(() => server.arrived.length, PATIENCE).toBe(1);
  const [arrived] = server.arrived;
  const { mail, raw } = arrived!;
  expect(arrived).toMatchObject({ from: 'no-reply@leads.test', to: [agent.email] });
  expect(mail.subject).toBe(`Sue assigned ${name} to you`);
  expect(mail.from?.value).toEqual([{ address: 'no-reply@leads.test', name: 'Leadline' }]);
  expect(mail.replyTo?.value).toEqual([{ address: superadmin.email, name: 'Sue' }]);
  expect(mail.text).toContain(`https://leads.test/console/${agent.path.split('/')[2]}/leads/${leadId}`);
  expect(mail.html).toContain('Zoë &lt;b&gt;&quot;Köhler&quot;&lt;/b&gt; &amp; Sons');
  expect(mail.html).not.toContain('<b>');
  expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(200);
  expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const [message] = await company.notifications();
  expect(mail.messageId).toBe(`<${message?.channels.mail?.message_id}@leads.test>`);
  await expect
    .poll(async () => (await company.notifications())[0]?.channels.mail, PATIENCE)
    .toMatchObject({ status: 'delivered', attempts: 1 });
});

test.concurrent('the link to unsubscribe works with one click and without a session; opening it changes nothing', async ({
  expect,
  onTestFinished,
}) => {
  const server = await mailServer(onTestFinished);
  const company = await mailing(onTestFinished, `smtp://127.0.0.1:${server.port}`);
  await company.assignLead();
  await expect.poll(() => server.arrived.length, PATIENCE).toBe(1);
  const { headerLines } = server.arrived[0]!.mail;
  const header = (key: string): string => headerLines.find((line) => line.key === key)?.line ?? '';
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const link = /<https:\/\/leads\.test(.*)>/.exec(header('list-unsubscribe'))?.[1] ?? '';
  const { url } = company.agent;

  expect((await fetch(url + link)).status).toBe(200);
  expect(await choices(company)).toMatchObject({ kinds: { assigned: { mail: true } } });
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await fetch(url + link, { method: 'POST', body })).status).toBe(200);
  expect((await fetch(url + link.slice(0, -2), { method: 'POST', body })).status).toBe(404);

  expect(await choices(company)).toMatchObject({ kinds: { assigned: { mail: false, console: true } } });
  await company.assignLead();
  expect((await company.notifications())[0]?.channels).toEqual({});
});

test.concurrent('a storm of assignments is one message', async ({ expect, onTestFinished }) => {
  const server = await mailServer(onTestFinished);
  const company = await mailing(onTestFinished, `smtp://127.0.0.1:${server.port}`);

  for (let round = 0; round < 10; round += 1) {
    await Promise.all(Array.from({ length: 10 }, (_, index) => company.assignLead(`Lead ${round}.${index}`)));
  }

  await expect.poll(() => server.arrived.length, PATIENCE).toBe(1);
  expect(server.arrived[0]?.mail.subject).toMatch(/^100 notifications: Sue assigned Lead/);
  const ids = new Set((await company.notifications()).map(({ channels }) => channels.mail?.message_id));
  expect(ids.size).toBe(1);
});

test.concurrent('after STARTTLS it signs in and sends; without STARTTLS or a certificate to trust nothing is sent', async ({
  expect,
  onTestFinished,
}) => {
  const key = join(folder, 'key.pem');
  const cert = join(folder, 'cert.pem');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert];
  execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' });
  const secure = await mailServer(onTestFinished, {
    disabledCommands: [],
    key: readFileSync(key),
    cert: readFileSync(cert),
    onAuth: ({ username, password }, _session, callback) =>
      password === 'pa:ss@word' ? callback(null, { user: username ?? '' }) : callback(new Error('Wrong.')),
  });
  const plain = await mailServer(onTestFinished);
  const credentials = `mailer:${encodeURIComponent('pa:ss@word')}`;
  const strict = { PRIVATE_ADDRESSES: '' };

  // Whom a Worker trusts is known when its process starts.
  process.env['NODE_EXTRA_CA_CERTS'] = cert;
  const trusting = await startMortalWorker(mkdtempSync(join(folder, 'data-')), {
    ...MAIL,
    ...strict,
    SMTP_URL: `smtp://${credentials}@localhost:${secure.port}`,
  });
  delete process.env['NODE_EXTRA_CA_CERTS'];
  onTestFinished(() => trusting.kill());
  await (await startMailing(trusting.url)).assignLead();
  const bad = await mailing(onTestFinished, `smtp://${credentials}@localhost:${plain.port}`, strict);
  await bad.assignLead();
  const doubting = await mailing(onTestFinished, `smtp://${credentials}@localhost:${secure.port}`, strict);
  await doubting.assignLead();

  await expect.poll(() => secure.arrived, PATIENCE).toMatchObject([{ isSecure: true, user: 'mailer' }]);
  const errorOf = async (company: Mailing): Promise<string | undefined> =>
    (await company.notifications())[0]?.channels.mail?.last_error;
  await expect
    .poll(() => errorOf(bad), PATIENCE)
    .toBe('The mail server offers no STARTTLS, so nothing was sent.');
  await expect.poll(() => errorOf(doubting), PATIENCE).toBe('The mail server closed the connection.');
  expect(secure.arrived).toHaveLength(1);
  expect(plain.arrived).toEqual([]);
}, 120_000);

test.concurrent('an address that the server refuses gets no more mail, until its owner says so', async ({
  expect,
  onTestFinished,
}) => {
  const server = await mailServer(onTestFinished, {
    onRcptTo: ({ address }, _session, callback) =>
      callback(
        isRefusing ? Object.assign(new Error(`5.1.1 No such user ${address}`), { responseCode: 550 }) : null,
      ),
  });
  let isRefusing = true;
  const company = await mailing(onTestFinished, `smtp://127.0.0.1:${server.port}`);
  await company.assignLead();

  await expect
    .poll(async () => (await company.notifications())[0]?.channels.mail, PATIENCE)
    .toMatchObject({ status: 'failed', attempts: 1 });
  expect(await choices(company)).toMatchObject({
    mail: { state: 'stopped', detail: expect.stringContaining('550 5.1.1 No such user') as string },
  });
  await company.assignLead();
  expect((await company.notifications())[0]?.channels).toEqual({});

  isRefusing = false;
  expect(await choices(company, {})).toMatchObject({ mail: { state: 'ready' } });
  await company.assignLead();
  await expect.poll(() => server.arrived.length, PATIENCE).toBe(1);
});

test.concurrent('a server that goes away after the message gets it again with the same Message-ID', async ({
  expect,
  onTestFinished,
}) => {
  const server = await mailServer(onTestFinished);
  server.answer = () => (server.arrived.length === 1 ? 'gone' : undefined);
  const company = await mailing(onTestFinished, `smtp://127.0.0.1:${server.port}`);

  await company.assignLead();

  await expect.poll(() => server.arrived.length, PATIENCE).toBe(2);
  expect(server.arrived[1]?.raw).toBe(server.arrived[0]?.raw);
  await expect
    .poll(async () => (await company.notifications())[0]?.channels.mail, PATIENCE)
    .toMatchObject({ status: 'delivered', attempts: 2 });
});

test.concurrent('a killed Worker sends what waited, once', async ({ expect, onTestFinished }) => {
  const server = await mailServer(onTestFinished);
  const vars = { ...MAIL, SMTP_URL: `smtp://127.0.0.1:${server.port}` };
  const data = mkdtempSync(join(folder, 'data-'));
  const first = await startMortalWorker(data, vars);
  const company = await startMailing(first.url);
  await company.assignLead();
  await first.kill();
  expect(server.arrived).toEqual([]);

  const second = await startMortalWorker(data, vars);
  onTestFinished(() => second.kill());
  const agent = { ...company.agent, url: second.url };
  await ask(agent, `${agent.path}/notifications`);

  await expect.poll(() => server.arrived.length, PATIENCE).toBe(1);
  const list = (): Promise<{ notifications: unknown[] }> => ask(agent, `${agent.path}/notifications`);
  await expect
    .poll(list, PATIENCE)
    .toMatchObject({ notifications: [{ channels: { mail: { status: 'delivered' } } }] });
  expect(server.arrived).toHaveLength(1);
});
