/** REST hooks: a platform subscribes by a key, is told, and is forgotten when it or its key wants no more. */
import { expect, test } from 'vitest';
import { answerOf, makeUser } from '../../../../../harness/builders.ts';
import { problemOf, sendAs, type TestUser } from '../../../../../harness/client.ts';
import { createLead } from '../../../../../harness/leads.ts';
import { startReceiver, startServerForTest } from '../../../../../harness/receiver.ts';
import {
  askForHook,
  endsOf,
  type Hook,
  type HookCompany,
  type Key,
  listHooks,
  makeHookCompany,
  makeKey,
} from './hook-company.ts';
import { type Flat, readFlat, readHook } from './judge.ts';

const NOWHERE = 'https://hooks.example.com/hooks/standard/1/a/';

function leadIn(company: HookCompany, overrides: Record<string, unknown> = {}): Promise<string> {
  return createLead({ user: company.manager, path: company.path }, { name: 'Ann Lee', ...overrides });
}

test('a platform subscribes by its key, gets flat messages with its samples’ names, and unsubscribes', async () => {
  const company = await makeHookCompany();
  const receiver = await startReceiver(200);
  const hook = await answerOf<Hook>(await askForHook(company, { url: receiver.url }));
  expect(hook).toMatchObject({ rest_hook: true, flat: true, key_name: 'Zapier', state: 'active' });
  const leadId = await leadIn(company, { email: 'ann@example.com', phone: '+15125550177' });

  await expect.poll(() => receiver.deliveries.length).toBe(1);
  const message = readHook(hook.secret, receiver.deliveries[0]!);
  expect(message).toMatchObject({
    type: 'lead.created',
    lead_id: leadId,
    lead_name: 'Ann Lee',
    lead_email: 'ann@example.com',
    lead_phone: '+15125550177',
    actor: `user:${company.manager.userId}`,
  });
  const samples = await answerOf<unknown[]>(
    await sendAs(company.key, 'GET', `${company.path}/webhooks/samples?events=lead.created`),
  );
  expect(samples).toEqual([message]);

  const gone = await sendAs(company.key, 'POST', `${company.path}/webhooks/${hook.webhook_id}/remove`, {});
  expect((await answerOf<Hook>(gone)).webhook_id).toBe(hook.webhook_id);
  await leadIn(company);
  const other = await startReceiver(200);
  await askForHook(company, { url: other.url });
  await leadIn(company);
  await expect.poll(() => other.deliveries.length).toBe(1);
  expect(receiver.deliveries).toHaveLength(1);
  expect(await endsOf(company)).toEqual([]);
});

test('the same subscription again is the same hook with a new secret, for another address or event another one', async () => {
  const company = await makeHookCompany();
  const receiver = await startReceiver(200);
  const subscribe = async (more: object = {}, by = company.key): Promise<Hook> =>
    answerOf(
      await askForHook(company, { url: receiver.url, events: ['lead.created', 'lead.merged'], ...more }, by),
    );
  const first = await subscribe();
  const again = await subscribe({ events: ['lead.merged', 'lead.created'] });
  expect([again.webhook_id, again.secrets]).toEqual([first.webhook_id, 2]);
  expect(again.secret).not.toBe(first.secret);
  await leadIn(company);
  await expect.poll(() => receiver.deliveries.length).toBe(1);
  // Whichever answer arrived.
  for (const secret of [first.secret, again.secret]) readHook(secret, receiver.deliveries[0]!);

  const others = [
    await subscribe({ url: `${receiver.url}/2` }),
    await subscribe({ events: ['lead.merged'] }),
    await subscribe({}, await makeKey(company, { owner: 'company' })),
  ];
  expect(new Set([first, ...others].map(({ webhook_id: id }) => id)).size).toBe(4);
});

test('only a key that may have webhooks subscribes, to a public address and events that there are', async () => {
  const company = await makeHookCompany();
  const reader = await makeKey(company, { owner: 'company', scopes: ['write'] });
  const url = NOWHERE;
  const refusals = [
    await askForHook(company, { url }, company.superadmin),
    await askForHook(company, { url }, company.manager),
    await askForHook(company, { url }, reader),
    await askForHook(company, { url, events: ['lead.new'] }),
    await askForHook(company, { url, events: [] }),
    await askForHook(company, { url: 'ftp://example.com' }),
    await sendAs(reader, 'GET', `${company.path}/webhooks/samples?events=lead.created`),
    await sendAs(company.key, 'GET', `${company.path}/webhooks/samples?events=lead.new`),
    await sendAs(company.key, 'GET', `${company.path}/webhooks/samples`),
  ];
  expect(
    await Promise.all(refusals.map(async (answer) => [answer.status, (await problemOf(answer)).code])),
  ).toEqual([
    [403, 'permission_denied'],
    [403, 'permission_denied'],
    [403, 'insufficient_scope'],
    [400, 'invalid_parameter'],
    [400, 'invalid_parameter'],
    [400, 'invalid_parameter'],
    [403, 'insufficient_scope'],
    [400, 'invalid_parameter'],
    [400, 'missing_parameter'],
  ]);
  expect(await listHooks(company)).toEqual([]);
});

test('fifty hooks leave room for webhooks, one more is refused until one is removed', async () => {
  const company = await makeHookCompany();
  for (let index = 0; index < 50; index += 1) {
    await answerOf(await askForHook(company, { url: `${NOWHERE}${index}` }));
  }
  const [hooks, refused] = [await listHooks(company), await askForHook(company, { url: NOWHERE })];
  expect([refused.status, await problemOf(refused)]).toMatchObject([
    409,
    { code: 'too_many_values', limit: 50 },
  ]);
  // The platform that repeats one gets it.
  await answerOf(await askForHook(company, { url: `${NOWHERE}7` }));
  const plain = { url: NOWHERE, events: ['lead.merged'] };
  await answerOf(await sendAs(company.superadmin, 'POST', `${company.path}/webhooks`, plain));
  await sendAs(company.superadmin, 'POST', `${company.path}/webhooks/${hooks[0]?.webhook_id}/remove`, {});
  expect((await askForHook(company, { url: NOWHERE })).status).toBe(200);
});

test('a hook whose receiver answers 410 is gone, with its log and its queue, and the company’s log says why', async () => {
  const company = await makeHookCompany();
  const receiver = await startReceiver(410);
  await answerOf(await askForHook(company, { url: receiver.url }));
  await leadIn(company);
  await expect.poll(() => listHooks(company)).toEqual([]);
  await leadIn(company);
  const other = await startReceiver(200);
  const next = await answerOf<Hook>(await askForHook(company, { url: other.url }));
  await leadIn(company);
  await expect.poll(() => other.deliveries.length).toBe(1);

  expect(receiver.deliveries).toHaveLength(1);
  expect(await endsOf(company)).toEqual(['The receiver answered 410.']);
  expect((await listHooks(company)).map(({ webhook_id: id }) => id)).toEqual([next.webhook_id]);
  const told = await answerOf<{ notifications: { type: string }[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/notifications`),
  );
  expect(told.notifications.map(({ type }) => type)).not.toContain('webhook.failing');
});

test('a test that is answered 410 says so, and ends the hook', async () => {
  const company = await makeHookCompany();
  const receiver = await startReceiver(200, 410);
  const { webhook_id: id, secret } = await answerOf<Hook>(
    await askForHook(company, { url: receiver.url, events: ['call.completed'] }),
  );
  const test = (): Promise<Response> =>
    sendAs(company.key, 'POST', `${company.path}/webhooks/${id}/test`, {});
  expect(await answerOf(await test())).toMatchObject({ type: 'webhook.test', status: 'delivered' });
  // The names that calls have, for a platform that listens.
  expect(readHook(secret, receiver.deliveries[0]!)).toMatchObject({
    id: 'example',
    type: 'call.completed',
    company_id: company.companyId,
    call_outcome: 'missed',
  });
  expect(await answerOf(await test())).toMatchObject({ status: 'failed', attempts: 1, answer_status: 410 });
  expect([await listHooks(company), (await test()).status]).toEqual([[], 404]);
});

/** What ends a key, or takes the rights of its user. */
const ENDS: [string, (company: HookCompany, key: Key, user: TestUser) => Promise<void>][] = [
  ['is revoked', ({ superadmin, path }, { keyId }) => post(superadmin, `${path}/api_keys/${keyId}/revoke`)],
  ['loses its user to a suspension', (company, _, user) => change(company, user, { is_suspended: true })],
  [
    'has a user who is no super admin any more',
    (company, _, user) => change(company, user, { role_id: 'manager' }),
  ],
  [
    'has a user with a new password',
    (company, _, user) => change(company, user, { password: 'A new, long password 4711' }),
  ],
  [
    'is of an erased user',
    ({ superadmin, path }, _, { userId }) => post(superadmin, `${path}/users/${userId}/erase`),
  ],
];

test.for(ENDS)('when a key %s, its hooks end, and no others', async ([, end]) => {
  const company = await makeHookCompany();
  const user = await makeUser(company.superadmin, company.path, { name: 'Sam', role_id: 'superadmin' });
  const key = await makeKey(company, { name: 'Sam’s' }, user);
  const [own, kept] = [await startReceiver(200), await startReceiver(200)];
  await answerOf(await askForHook(company, { url: own.url }, key));
  await answerOf(await askForHook(company, { url: kept.url }));
  const plain = { url: `${NOWHERE}plain`, events: ['lead.merged'] };
  await answerOf(await sendAs(key, 'POST', `${company.path}/webhooks`, plain));

  await end(company, key, user);
  await leadIn(company);
  await expect.poll(() => kept.deliveries.length).toBe(1);
  expect(own.deliveries).toEqual([]);
  // A webhook that somebody set up by a key stays.
  expect((await listHooks(company)).map(({ url, rest_hook: isHook }) => [url, isHook])).toEqual([
    [kept.url, true],
    [`${NOWHERE}plain`, false],
  ]);
  expect(await endsOf(company)).toEqual(['Its API key has ended.']);
});

function change({ superadmin, path }: HookCompany, { userId }: TestUser, body: object): Promise<void> {
  return post(superadmin, `${path}/users/${userId}/modify`, body);
}

async function post(by: TestUser, path: string, body: object = {}): Promise<void> {
  await answerOf(await sendAs(by, 'POST', path, body));
}

test('hooks end when their key expires', async () => {
  const company = await makeHookCompany();
  const receiver = await startReceiver(200);
  const end = new Date(Date.now() + 1_500).toISOString();
  const key = await makeKey(company, { owner: 'company', expires_time: end });
  await answerOf(await askForHook(company, { url: receiver.url }, key));
  await expect.poll(() => listHooks(company), { timeout: 20_000 }).toEqual([]);
  await leadIn(company);
  expect([receiver.deliveries, await endsOf(company)]).toEqual([[], ['Its API key has ended.']]);
});

test('a receiver that throttles and one that hangs get each message once, later, and hold up nobody', async () => {
  const company = await makeHookCompany();
  const seen: { id: string; time: number }[] = [];
  const throttling = await startServerForTest((request, response) => {
    seen.push({ id: String(request.headers['webhook-id']), time: Date.now() });
    request.resume().on('end', () => {
      response.writeHead(seen.length === 1 ? 429 : 200, { 'Retry-After': '8' }).end();
    });
  });
  const hanging = await startServerForTest(() => undefined);
  const well = await startReceiver(200);
  const urls = [hanging.url, throttling.url, well.url];
  for (const url of urls) await answerOf(await askForHook(company, { url }));
  await leadIn(company);

  await expect.poll(() => well.deliveries.length).toBe(1);
  await expect.poll(() => seen.length, { timeout: 30_000 }).toBe(2);
  const [first, second] = seen;
  expect(second?.id).toBe(first?.id);
  expect((second?.time ?? 0) - (first?.time ?? 0)).toBeGreaterThanOrEqual(8_000);
  const hooks = await listHooks(company);
  const log = async (url: string): Promise<{ status: string; attempts: number }[]> => {
    const id = hooks.find((hook) => hook.url === url)?.webhook_id ?? '';
    const answer = await sendAs(company.key, 'GET', `${company.path}/webhooks/${id}/deliveries`);
    return (await answerOf<{ deliveries: { status: string; attempts: number }[] }>(answer)).deliveries;
  };
  await expect.poll(() => log(throttling.url)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  expect(await log(hanging.url)).toMatchObject([{ status: 'pending' }]);
});

test('samples are the newest three, flat, without spam and erased leads; without any, an example', async () => {
  const company = await makeHookCompany();
  const samples = async (events: string): Promise<Flat[]> => {
    const answer = await sendAs(company.key, 'GET', `${company.path}/webhooks/samples?events=${events}`);
    return (await answerOf<unknown[]>(answer)).map(readFlat);
  };
  expect(await samples('call.*')).toMatchObject([{ id: 'example', type: 'call.started' }]);
  expect(await samples('call.completed, lead.created')).toMatchObject([
    { id: 'example', type: 'lead.created' },
  ]);
  const ids: string[] = [];
  for (const name of ['Ann', 'Bea', 'Cid', 'Dee', 'Spam', 'Eve']) {
    ids.push(await leadIn(company, { name, ...(name === 'Spam' ? { tags: ['spam'] } : {}) }));
  }
  await answerOf(await sendAs(company.superadmin, 'POST', `${company.path}/leads/${ids.at(-1)}/erase`, {}));

  const shown = await samples('lead.created');
  expect(shown.map(({ lead_name: name }) => name)).toEqual(['Dee', 'Cid', 'Bea']);
  expect(await samples('lead.erased')).toMatchObject([{ type: 'lead.erased', lead_id: ids.at(-1) }]);
});

test('a webhook that somebody set up may be flat, a REST hook cannot be anything else', async () => {
  const company = await makeHookCompany();
  const receiver = await startReceiver(200);
  const { superadmin, path } = company;
  const body = { url: receiver.url, events: ['lead.created'], flat: true };
  const made = await answerOf<Hook>(await sendAs(superadmin, 'POST', `${path}/webhooks`, body));
  expect(made).toMatchObject({ flat: true, rest_hook: false });
  await leadIn(company);
  await expect.poll(() => receiver.deliveries.length).toBe(1);
  readHook(made.secret, receiver.deliveries[0]!);
  const modify = (id: string, flat: boolean): Promise<Response> =>
    sendAs(superadmin, 'POST', `${path}/webhooks/${id}/modify`, { flat });
  expect(await answerOf(await modify(made.webhook_id, false))).toMatchObject({ flat: false });
  await leadIn(company);
  await expect.poll(() => receiver.deliveries.length).toBe(2);
  expect(JSON.parse(receiver.deliveries[1]?.body ?? '')).toHaveProperty('data.lead.name');

  const hook = await answerOf<Hook>(await askForHook(company, { url: receiver.url }));
  const refused = await problemOf(await modify(hook.webhook_id, false));
  expect(refused.errors).toMatchObject([{ pointer: '/flat', code: 'invalid_parameter' }]);
  expect(await answerOf(await modify(hook.webhook_id, true))).toMatchObject({ flat: true });
});

test('the key of another company makes no hook here', async () => {
  const [company, other] = [await makeHookCompany(), await makeHookCompany()];
  expect((await askForHook(company, { url: NOWHERE }, other.key)).status).toBe(404);
  expect(await listHooks(company)).toEqual([]);
});
