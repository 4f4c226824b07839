/** Mail about signing in: invitations, forgotten and changed passwords, new networks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ArrivedMail, type MailServer, startMailServer } from '../../harness/mail-server.ts';
import { freshIp } from '../../harness/client.ts';
import { ask, openCompany, type Session, startMortalWorker } from '../../harness/mortal-worker.ts';
import { OPERATOR_TOKEN } from '../../harness/operator-token.ts';
import { type OwnWorker, startWorker } from '../../harness/own-worker.ts';

const PATIENCE = { timeout: 40_000, interval: 200 };
const PASSWORD = 'correct horse: battery';
const NEXT = 'a longer one than before';
const MAIL = {
  MAIL_FROM: 'Leadline <no-reply@leads.test>',
  PUBLIC_URL: 'https://leads.test',
  PRIVATE_ADDRESSES: 'allowed',
};

let server: MailServer;
let worker: OwnWorker;
const cleanUp: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  server = await startMailServer();
  worker = await startWorker({ ...MAIL, SMTP_URL: `smtp://127.0.0.1:${server.port}` });
});
afterEach(async () => {
  server.answer = () => undefined;
  for (const close of cleanUp.splice(0).toReversed()) await close();
});
afterAll(async () => {
  await worker.close();
  await server.close();
});

function newEmail(): string {
  return `ida.${crypto.randomUUID()}@acme.test`;
}

/** The network of a test: one alone sends only so many requests. */
let network: string;
beforeEach(() => {
  network = freshIp();
});

/** Posts JSON without credentials. @param ip the network */
function post(path: string, body: object, { url = worker.url, ip = network } = {}): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': ip },
    body: JSON.stringify(body),
  });
}

/** Creates a company whose super admin has a password. */
async function makePerson(url = worker.url): Promise<string> {
  const email = newEmail();
  const superadmin = { name: 'Ida', email, password: PASSWORD };
  const operator = { url, authorization: `Bearer ${OPERATOR_TOKEN}` };
  await ask(operator, '/operator/companies', { name: 'Acme Plumbing', default_region: 'US', superadmin });
  return email;
}

async function signIn(username: string, password: string, ip?: string): Promise<Response> {
  return post('/auth/issue_token', { username, password }, ip === undefined ? {} : { ip });
}

function mailTo(email: string): ArrivedMail[] {
  return server.arrived.filter(({ to }) => to.includes(email));
}

/** Waits for a number of messages to an address and returns the link in the last. */
async function linkTo(email: string, count = 1): Promise<string> {
  await expect.poll(() => mailTo(email).length, PATIENCE).toBe(count);
  const text = mailTo(email).at(-1)?.mail.text ?? '';
  return /https:\/\/leads\.test\/console\/link#(\S+)/.exec(text)?.[1] ?? '';
}

test('an invitation arrives with its link, and the list says so', async () => {
  const session = await openCompany(worker.url);
  const email = newEmail();
  const made = await ask<{ link: string; is_mailed: boolean }>(session, `${session.path}/invitations`, {
    email,
    role_id: 'agent',
    name: 'Ida <b>Invited</b>',
  });

  const token = await linkTo(email);

  expect(made).toMatchObject({ is_mailed: true, link: `https://leads.test/console/link#${token}` });
  const [{ mail } = { mail: undefined }] = mailTo(email);
  expect(mail?.subject).toMatch(/ invites you to Leadline$/);
  expect(mail?.html).not.toContain('<b>');
  const used = await post('/auth/link/use', { link: token, password: PASSWORD });
  expect(used.status).toBe(200);
  const list = await ask<{ mail: { status: string } }[]>(session, `${session.path}/invitations`);
  expect(list[0]?.mail.status).toBe('delivered');
});

test('a company sends five invitations to a mailbox in a day, whatever is behind a plus', async () => {
  const session = await openCompany(worker.url);
  const [name, domain] = newEmail().split('@');
  for (let tag = 0; tag < 7; tag += 1) {
    const email = `${name}+${tag}@${domain}`;
    await ask(session, `${session.path}/invitations`, { email, role_id: 'viewer' });
  }

  const counts = async (): Promise<object> => {
    const list = await ask<{ mail: { status: string } }[]>(session, `${session.path}/invitations`);
    const of = (status: string): number => list.filter(({ mail }) => mail.status === status).length;
    return { delivered: of('delivered'), not_sent: of('not_sent') };
  };
  await expect.poll(counts, PATIENCE).toEqual({ delivered: 5, not_sent: 2 });
});

test('a mailbox gets thirty notifications of a company in an hour, whichever user has the address', async () => {
  const session = await openCompany(worker.url);
  const email = newEmail();
  const lead = { name: 'Lena', email: newEmail() };
  const { lead_ids: ids } = await ask<{ lead_ids: string[] }>(session, `${session.path}/leads/create`, lead);
  for (let user = 0; user < 32; user += 1) {
    const own = { name: 'Al', role_id: 'manager', email: email.replace('@', `+${user}@`) };
    await ask(session, `${session.path}/users`, own);
    await ask(session, `${session.path}/leads/${ids[0]}/assign`, { to_user_email: own.email });
  }
  const mailbox = email.split('@')[0] ?? '';
  const arrived = (): number =>
    server.arrived.filter(({ to }) => to.some((each) => each.startsWith(mailbox))).length;

  await expect.poll(arrived, PATIENCE).toBe(30);
  await expect
    .poll(async () => {
      const list = await fetch(`${worker.url}${session.path}/notifications?size=100&scope=company`, {
        headers: { Authorization: session.authorization },
      });
      return (await list.text()).match(/The mailbox had too many messages/g)?.length;
    }, PATIENCE)
    .toBe(2);
  expect(arrived()).toBe(30);
});

test.for([
  'Northpeak',
  'O’Neill, "Ads" & <Söhne>; \\ GmbH',
  '株式会社ノースピーク・マーケティング・エージェンシー本社第二営業部',
  '=?utf-8?B?TGVhZGxpbmU=?=',
])('mail of a company with the name %s for Leadline comes from that name', async (name) => {
  const session = await openCompany(worker.url);
  const set = await fetch(`${worker.url}${session.path}/brand`, {
    method: 'PUT',
    headers: { Authorization: session.authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  expect(set.status).toBe(200);
  const email = newEmail();
  await ask(session, `${session.path}/invitations`, { email, role_id: 'viewer' });
  const link = await linkTo(email);
  await post('/auth/link/use', { link, password: PASSWORD, name: 'Ida' });
  await signIn(email, PASSWORD);
  await signIn(email, PASSWORD, '198.51.100.7');
  await post('/auth/forgotten_password', { username: email });

  await expect.poll(() => mailTo(email).length, PATIENCE).toBe(3);
  const [invitation, ...later] = mailTo(email);
  const ofCompany = later.find(({ mail }) => !mail.text?.includes('/console/link#'));
  const ofDeployment = later.find(({ mail }) => mail.text?.includes('/console/link#'));
  const { mail, raw } = invitation!;
  expect(mail.from?.value).toEqual([{ address: 'no-reply@leads.test', name }]);
  expect(mail.subject).toMatch(/ invites you to /);
  expect(mail.subject?.endsWith(name)).toBe(true);
  expect(mail.text).toContain(`would like you to work with them in ${name}, where`);
  // As people write a time, with its zone.
  expect(mail.text).toMatch(/works once, until \w{3}, \w{3} \d{1,2}, \d{1,2}:\d{2} [AP]M [A-Z]{3,4}\./);
  expect(mail.html).not.toContain('<Söhne>');
  expect(ofCompany?.mail.subject).toBe(`New sign-in to ${name}`);
  expect(ofCompany?.mail.from?.value[0]?.name).toBe(name);
  expect(`${mail.text} ${mail.html} ${ofCompany?.mail.text}`).not.toContain('Leadline');
  // The link for all companies is the deployment's.
  expect(ofDeployment?.mail.from?.value[0]?.name).toBe('Leadline');
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
  expect(head.split('\r\n').filter((line) => line.startsWith('From:'))).toHaveLength(1);
  expect(head).toMatch(/^[\t\r\n -~]+$/);
});

test('a forgotten password is replaced by a link, once, and other sessions end', async () => {
  const email = await makePerson();
  const before = (await (await signIn(email, PASSWORD)).json()) as string;
  const answer = await post('/auth/forgotten_password', { username: email.toUpperCase() });
  expect(await answer.json()).toEqual({ is_mailed: true });
  const link = await linkTo(email);

  const used = await Promise.all(
    [NEXT, 'that of somebody else'].map((password) => post('/auth/link/use', { link, password })),
  );

  expect(used.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 410]);
  const authorization = `Basic ${btoa(`${email}:${before}`)}`;
  expect((await fetch(`${worker.url}/me`, { headers: { Authorization: authorization } })).status).toBe(401);
  expect((await signIn(email, PASSWORD, '192.0.2.7')).status).toBe(401);
  await expect.poll(() => mailTo(email).at(-1)?.mail.subject, PATIENCE).toContain('password was changed');
});

test('an address that nobody has gets the same answer, and no mail', async () => {
  const email = newEmail();

  const answer = await post('/auth/forgotten_password', { username: email });
  const other = await post('/auth/forgotten_password', { username: await makePerson() });

  expect([answer.status, await answer.json()]).toEqual([other.status, await other.json()]);
  // The mail to a person arrives, so that to nobody would have, too.
  await expect.poll(() => server.arrived.length, PATIENCE).toBeGreaterThan(0);
  expect(mailTo(email)).toEqual([]);
});

test('a network asks for at most three links to an address in an hour', async () => {
  const email = await makePerson();
  for (let asked = 0; asked < 5; asked += 1) {
    expect((await post('/auth/forgotten_password', { username: email })).status).toBe(200);
  }
  await linkTo(email, 3);

  await post('/auth/forgotten_password', { username: email }, { ip: '198.51.100.1' });

  await linkTo(email, 4);
});

test('a link of one account does not open another, also for a person with the same company', async () => {
  const [email, other] = [await makePerson(), await makePerson()];
  await post('/auth/forgotten_password', { username: email });
  const link = await linkTo(email);
  const swapped = link.slice(0, 48) + Buffer.from(other).toString('base64url');

  expect((await post('/auth/link', { link: swapped })).status).toBe(410);
  expect((await post('/auth/link', { link })).status).toBe(200);
});

test('a changed password and a sign-in from a new network are told to the person, once each', async () => {
  const email = await makePerson();
  const token = (await (await signIn(email, PASSWORD)).json()) as string;
  expect((await signIn(email, PASSWORD, '203.0.113.9')).status).toBe(200);
  await expect
    .poll(() => mailTo(email).map(({ mail }) => mail.subject), PATIENCE)
    .toEqual(['New sign-in to Leadline']);
  expect((await signIn(email, PASSWORD, '203.0.113.9')).status).toBe(200);

  const authorization = `Basic ${btoa(`${email}:${token}`)}`;
  await ask({ url: worker.url, authorization }, '/me/password', {
    current_password: PASSWORD,
    password: NEXT,
  });

  await expect
    .poll(() => mailTo(email).map(({ mail }) => mail.subject), PATIENCE)
    .toEqual(['New sign-in to Leadline', 'Your Leadline password was changed']);
  expect(JSON.stringify(mailTo(email))).not.toContain('203.0.113.9');
});

test('a link that the killed object had not sent is sent after it starts again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-sign-in-'));
  cleanUp.push(async () => rmSync(folder, { recursive: true }));
  const own = await startMailServer();
  cleanUp.push(() => own.close());
  const vars = { ...MAIL, SMTP_URL: `smtp://127.0.0.1:${own.port}` };
  own.answer = () => 'gone';
  let mortal = await startMortalWorker(folder, vars);
  const session: Session = await openCompany(mortal.url);
  const email = newEmail();
  await ask(session, `${session.path}/invitations`, { email, role_id: 'agent', name: 'Ida' });
  await expect.poll(() => own.arrived.length, PATIENCE).toBeGreaterThan(0);
  const lost = own.arrived.length;
  await mortal.kill();

  own.answer = () => undefined;
  mortal = await startMortalWorker(folder, vars);
  cleanUp.push(() => mortal.kill());
  // The first request starts the object.
  await ask({ ...session, url: mortal.url }, `${session.path}/invitations`);

  await expect.poll(() => own.arrived.length, PATIENCE).toBe(lost + 1);
  expect(new Set(own.arrived.map(({ mail }) => mail.messageId)).size).toBe(1);
});
