/** The recipes of docs/automations.md are followed: stand-ins of Zapier, Make and n8n send and take what they say. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { expect, test } from 'vitest';
import { answerOf } from '../../../../../harness/builders.ts';
import { dniSettings, putSettings } from '../../../../../harness/dni-company.ts';
import { send, sendAs } from '../../../../../harness/client.ts';
import { codeBlocks, forReader } from '../../../../../harness/documents.ts';
import { createLead, type Lead } from '../../../../../harness/leads.ts';
import { type ReceivedMessage, type Receiver, startReceiver } from '../../../../../harness/receiver.ts';
import { workerUrl } from '../../../../../harness/worker-url.ts';
import { exampleOf } from '../../../../../../worker/core/outbound/webhooks/flat/examples.ts';
import { type Hook, type HookCompany, listHooks, makeHookCompany, makeKey } from './hook-company.ts';
import { type Flat, readFlat, readHook } from './judge.ts';

const DOCUMENT = 'docs/automations.md';
const GUIDE = readFileSync(DOCUMENT, 'utf8');
const BLOCKS = codeBlocks(DOCUMENT);
const NUMBER = '+15125550151';

/** Returns the code that stands in the guide under a name. */
function codeOf(name: string): string {
  const code = BLOCKS.find(({ file }) => file === name)?.code;
  if (code === undefined) throw new Error(`${DOCUMENT} has no ${name}.`);
  return code;
}

/** Runs code of the guide as a platform does: with some names, in an async function. */
async function runCode(code: string, names: Record<string, unknown>, self: object = {}): Promise<unknown> {
  const text = `return (async function () { ${code} }).call(this);`;
  const made: unknown = compileFunction(text, Object.keys(names)).apply(self, Object.values(names));
  return made;
}

test('the message in the guide is the example of a new lead', () => {
  const block = BLOCKS.find(({ language }) => language === 'json');
  const example = exampleOf('lead.created', '11111111-1111-4111-8111-111111111111');
  expect(JSON.parse(block?.code ?? '')).toEqual(example);
});

/** A Zap as its integration defines it, with the parts of Zapier's platform that the guide's code uses. */
class Zap {
  readonly #auth: Record<string, string>;
  readonly #receiver: Receiver;
  #subscribed: unknown;

  constructor({ companyId, key }: HookCompany, receiver: Receiver) {
    this.#auth = { address: workerUrl(), company: companyId, key: key.authorization.replace('Bearer ', '') };
    this.#receiver = receiver;
  }

  /** Runs the code of a request. `z.request` sends JSON and throws for a refusal unless it is told not to. */
  async #run(name: string): Promise<unknown> {
    const request = async (options: {
      url: string;
      method?: string;
      headers?: Record<string, string>;
      params?: Record<string, string>;
      body?: unknown;
      skipThrowForStatus?: boolean;
    }): Promise<{ status: number; data: unknown }> => {
      const url = new URL(options.url);
      for (const [parameter, value] of Object.entries(options.params ?? {})) {
        url.searchParams.set(parameter, value);
      }
      const response = await send(url.pathname + url.search, {
        method: options.method ?? 'GET',
        headers: { 'Content-Type': 'application/json', ...options.headers },
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      });
      if (!response.ok && options.skipThrowForStatus !== true) throw new Error(await response.text());
      return { status: response.status, data: await response.json() };
    };
    const bundle = { authData: this.#auth, targetUrl: this.#receiver.url, subscribeData: this.#subscribed };
    return runCode(codeOf(`zapier ${name}`), { z: { request }, bundle });
  }

  async test(): Promise<unknown> {
    return this.#run('test');
  }

  async samples(): Promise<Flat[]> {
    return ((await this.#run('list')) as unknown[]).map(readFlat);
  }

  async turnOn(): Promise<Hook> {
    const subscribed = (await this.#run('subscribe')) as Hook;
    this.#subscribed = subscribed;
    return subscribed;
  }

  async turnOff(): Promise<unknown> {
    return this.#run('unsubscribe');
  }

  /** The rows that its action has written: what the guide says of the columns. */
  rows(): unknown[][] {
    const [, names = ''] = /the columns are (.*?)\. Turned on/.exec(GUIDE) ?? [];
    const columns = [...names.matchAll(/`(\w+)`/g)].map(([, column = '']) => column);
    return this.#receiver.deliveries.map(({ body }) => {
      const message = JSON.parse(body) as Flat;
      return columns.map((column) => message[column]);
    });
  }
}

test('Zapier: a new lead becomes a row, until the Zap is turned off', async () => {
  const company = await makeHookCompany();
  const receiver = await startReceiver(200);
  const zap = new Zap(company, receiver);
  expect(await zap.test()).toEqual({ webhooks: 0 });
  expect(await zap.samples()).toMatchObject([{ id: 'example', lead_name: 'Ann Lee' }]);
  const { secret } = await zap.turnOn();
  const lead = { name: 'Bea', email: 'bea@example.com', phone: '+15125550178' };
  const client = { user: company.manager, path: company.path };
  await createLead(client, lead);

  await expect.poll(() => zap.rows().length).toBe(1);
  readHook(secret, receiver.deliveries[0]!);
  const [row = []] = zap.rows();
  expect(row.slice(0, 3)).toEqual([lead.name, lead.email, lead.phone]);
  expect(row).toHaveLength(4);
  expect(await zap.samples()).toMatchObject([{ lead_name: 'Bea' }]);
  await zap.turnOff();
  expect(await listHooks(company)).toEqual([]);
  // Zapier turns off what is off already.
  expect(await zap.turnOff()).toEqual({});
});

test('Make: a missed call is told in a chat, an answered one is not', async () => {
  const company = await makeHookCompany();
  const receiver = await startReceiver(200);
  const { superadmin, path, companyId } = company;
  const numbers = [{ phone_number: NUMBER, source: 'paid_search' }];
  await answerOf(await putSettings(companyId, dniSettings({ numbers })));
  // What the console sends for step 2 of the guide.
  const { webhook_id: id, secret } = await answerOf<Hook>(
    await sendAs(superadmin, 'POST', `${path}/webhooks`, {
      url: receiver.url,
      events: ['call.completed'],
      flat: true,
    }),
  );
  await answerOf(await sendAs(superadmin, 'POST', `${path}/webhooks/${id}/test`, {}));
  const learnt = Object.keys(readHook(secret, receiver.deliveries[0]!));
  const template = codeOf('make message');
  const used = [...template.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
  const [, filtered = '', wanted = ''] = /\*\*filter\*\*.*?`(\w+)` equal to `(\w+)`/.exec(GUIDE) ?? [];
  expect(learnt).toEqual(expect.arrayContaining([...used, filtered]));

  const startedAt = new Date(Date.now() - 3_600_000).toISOString();
  for (const outcome of ['missed', 'answered']) {
    const call = { carrier_call_id: outcome, number: NUMBER, from: '+15125550177', outcome };
    await answerOf(await sendAs(superadmin, 'POST', `${path}/calls`, { ...call, started_at: startedAt }));
  }
  await expect.poll(() => receiver.deliveries.length).toBe(3);
  const messages = receiver.deliveries.slice(1).map((each) => readHook(secret, each));
  const told = messages
    .filter((message) => message[filtered] === wanted)
    .map((message) =>
      template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(message[name] ?? '')),
    );
  expect(told).toEqual([`Missed call from +15125550177 to ${NUMBER} (paid_search), ${startedAt}\n`]);
});

test('n8n: a new lead goes to the CRM, and a won deal sets the state and the value of its lead', async () => {
  const company = await makeHookCompany();
  const receiver = await startReceiver(200);
  const { superadmin, path, companyId } = company;
  await preparedForDeals(company);
  const writer = await makeKey(company, { owner: 'company', scopes: ['write'] });
  const { secret } = await answerOf<Hook>(
    await sendAs(superadmin, 'POST', `${path}/webhooks`, {
      url: receiver.url,
      events: ['lead.created'],
      flat: true,
    }),
  );
  const leadId = await createLead({ user: company.manager, path }, { name: 'Ann', email: 'ann@example.com' });
  await expect.poll(() => receiver.deliveries.length).toBe(1);

  const message = receiver.deliveries[0]!;
  const deal = await readByNode(secret, message);
  expect(deal).toMatchObject({ lead_id: leadId, lead_name: 'Ann', lead_email: 'ann@example.com' });
  const forged = { ...message, body: message.body.replace('Ann', 'Eve') };
  await expect(readByNode(secret, forged)).rejects.toThrow('not from Leadline');
  const old = { ...message, headers: { ...message.headers, 'webhook-timestamp': '1767323045' } };
  await expect(readByNode(secret, old)).rejects.toThrow('not from Leadline');

  const curl = forReader(codeOf('n8n request'), { origin: workerUrl(), companyId })
    .replace('<lead_id>', String(deal['lead_id']))
    .replace('<key>', writer.authorization.replace('Bearer ', ''));
  expect((await sendCurl(curl)).status).toBe(200);
  const lead = await answerOf<Lead>(await sendAs(superadmin, 'GET', `${path}/leads/${leadId}`));
  expect([lead.state, lead.lead_fields]).toEqual(['won', { deal_value: [{ unit: 'USD', value: 1200 }] }]);
});

/** The state and the field that the guide presumes. */
async function preparedForDeals({ superadmin, path }: HookCompany): Promise<void> {
  for (const [list, added] of [
    ['states', { name: 'won', label: 'Won', color: '#00ff00' }],
    ['fields', { name: 'deal_value', label: 'Deal value', type: 'currency', cardinality: 1 }],
  ] as const) {
    const present = await answerOf<object[]>(
      await sendAs(superadmin, 'GET', `${path}/lead_settings/${list}`),
    );
    await answerOf(await sendAs(superadmin, 'PUT', `${path}/lead_settings/${list}`, [...present, added]));
  }
}

/** Runs the guide's node on a message as n8n does: the body is a binary file, the headers are JSON. */
async function readByNode(
  secret: string,
  { headers, body }: ReceivedMessage,
): Promise<Record<string, unknown>> {
  const helpers = { getBinaryDataBuffer: () => Promise.resolve(Buffer.from(body)) };
  const names = {
    require: createRequire(import.meta.url),
    $input: { first: () => ({ json: { headers, params: {}, query: {}, body: {} } }) },
  };
  const items = await runCode(codeOf('n8n code').replace('<secret>', secret), names, { helpers });
  return (items as { json: Record<string, unknown> }[])[0]?.json ?? {};
}

/** Sends what a curl command says, as n8n imports it. */
function sendCurl(command: string): Promise<Response> {
  const quoted = (option: string): string[] =>
    [...command.matchAll(new RegExp(`${option} '([^']*)'`, 'g'))].map(([, text = '']) => text);
  const [url = ''] = quoted('POST');
  const headers = quoted('-H').map((line) => line.split(': ') as [string, string]);
  return send(new URL(url).pathname, { method: 'POST', headers, body: quoted('-d')[0] ?? '' });
}
