import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../harness/builders.ts';
import { freshIp, problemOf, sendAs, type TestUser } from '../../../../harness/client.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';

interface Sent {
  status: number;
  replayed: boolean;
  etag: string | null;
  body: Record<string, unknown> & { code?: string };
}

async function sendOnce(
  user: Pick<TestUser, 'authorization'>,
  key: string,
  target: string | { put: string },
  body: unknown,
): Promise<Sent> {
  const [method, path] = typeof target === 'string' ? ['POST', target] : ['PUT', target.put];
  const response = await sendAs(user, method, path, body, { 'Idempotency-Key': key });
  const text = await response.text();
  return {
    status: response.status,
    replayed: response.headers.get('Idempotency-Replayed') === 'true',
    etag: response.headers.get('ETag'),
    body: text === '' ? {} : (JSON.parse(text) as Sent['body']),
  };
}

async function countLeads({ superadmin, path }: PeopledCompany): Promise<number> {
  const answer = await sendAs(superadmin, 'GET', `${path}/leads/recent_leads?relative=last_2_days`);
  return (await answerOf<{ count: number }>(answer)).count;
}

test('a write that is sent twice with its key is made once and gets the same answer', async () => {
  const company = await makeCompanyWithUsers();
  const { manager, path } = company;
  const body = { email: 'ann@example.com' };
  const first = await sendOnce(manager, 'k-1', `${path}/leads/create`, body);
  const again = await sendOnce(manager, 'k-1', `${path}/leads/create`, body);
  expect(first).toMatchObject({ status: 200, replayed: false });
  expect(again).toEqual({ ...first, replayed: true });
  const other = await sendOnce(manager, 'k-2', `${path}/leads/create`, body);
  expect(other.body['lead_ids']).not.toEqual(first.body['lead_ids']);
  expect(await countLeads(company)).toBe(2);
});

test('repeated answers without content or with an ETag are the same', async () => {
  const { superadmin, agent, path } = await makeCompanyWithUsers();
  const created = await sendOnce(superadmin, 'k-1', `${path}/leads/create`, { email: 'ann@example.com' });
  const [leadId] = created.body['lead_ids'] as string[];
  const assign = { to_user_email: agent.email };
  for (const replayed of [false, true]) {
    const assigned = await sendOnce(superadmin, 'k-2', `${path}/leads/${leadId}/assign`, assign);
    expect(assigned).toEqual({ status: 200, replayed, etag: null, body: {} });
  }
  const options = { name: 'Acme', default_region: 'US' };
  const saved = await sendOnce(superadmin, 'k-3', { put: `${path}/settings` }, options);
  const again = await sendOnce(superadmin, 'k-3', { put: `${path}/settings` }, options);
  expect(again).toEqual({ ...saved, replayed: true });
  expect(saved.etag).toBe('"2"');
});

test('the same key with another body, path or query is refused, and keys of different callers are independent', async () => {
  const { manager, agent, path } = await makeCompanyWithUsers();
  await sendOnce(manager, 'k', `${path}/leads/create`, { email: 'ann@example.com' });
  for (const [address, body] of [
    [`${path}/leads/create`, { email: 'bob@example.com' }],
    [`${path}/leads/upsert`, { email: 'ann@example.com' }],
  ] as const) {
    const refused = await sendOnce(manager, 'k', address, body);
    expect([refused.status, refused.body.code]).toEqual([422, 'idempotency_key_reused']);
  }
  const others = await sendOnce(agent, 'k', `${path}/leads/create`, { email: 'bob@example.com' });
  expect(others).toMatchObject({ status: 200, replayed: false });
});

test('a refused write can be repeated with its key', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const create = (): Promise<Sent> =>
    sendOnce(superadmin, 'k', `${path}/leads/create`, {
      email: 'ann@example.com',
      lead_fields: { size: ['1'] },
    });
  expect((await create()).status).toBe(400);
  const fields = [{ name: 'size', label: 'Size', type: 'text' }];
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/lead_settings/fields`, fields));
  expect(await create()).toMatchObject({ status: 200, replayed: false });
});

test('of many concurrent writes with one key, one is made and the others are refused', async () => {
  const company = await makeCompanyWithUsers();
  const { manager, path } = company;
  const sent = await Promise.all(
    Array.from({ length: 10 }, () =>
      sendOnce(manager, 'k', `${path}/leads/create`, { email: 'ann@example.com' }),
    ),
  );
  const done = sent.filter(({ status }) => status === 200);
  expect(done.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(new Set(done.map(({ body }) => JSON.stringify(body['lead_ids']))).size).toBe(1);
  const refused = sent.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    refused.map(() => [409, 'idempotency_key_in_use']),
  );
  expect(await countLeads(company)).toBe(1);
});

test('while a write is running its key is in use, and afterwards the answer is stored', async () => {
  const company = await makeCompanyWithUsers();
  const { manager, path } = company;
  const upload = (body: BodyInit): Promise<Response> =>
    fetch(`${workerUrl()}${path}/leads/import`, {
      method: 'POST',
      headers: {
        Authorization: manager.authorization,
        'Content-Type': 'text/csv',
        'Idempotency-Key': 'k',
        'CF-Connecting-IP': freshIp(),
      },
      body,
      duplex: 'half',
    } as RequestInit);
  const file = 'name,email\r\nAnn,ann@example.com\r\n';
  let finish: () => void = () => undefined;
  const slow = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(Buffer.from(file.slice(0, 20)));
      finish = () => {
        controller.enqueue(Buffer.from(file.slice(20)));
        controller.close();
      };
    },
  });

  const first = upload(slow);
  // An empty file is refused, and refusals are not stored, so it can be sent repeatedly until the slow one has arrived.
  await expect
    .poll(async () => {
      const answer = await upload('');
      return [answer.status, (await problemOf(answer)).code, answer.headers.get('Retry-After')];
    })
    .toEqual([409, 'idempotency_key_in_use', '1']);
  finish();

  expect((await first).status).toBe(200);
  const again = await upload(file);
  expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'true']);
  expect(await countLeads(company)).toBe(1);
});

test('a user is created once, although an address is claimed at the account', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const body = { name: 'New', email: `new.${crypto.randomUUID()}@acme.test`, role_id: 'agent' };
  const first = await sendOnce(superadmin, 'k', `${path}/users`, body);
  expect(await sendOnce(superadmin, 'k', `${path}/users`, body)).toEqual({ ...first, replayed: true });
  expect(first.status).toBe(200);
});

test('a repeated write does not get the secrets of the first answer', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const report = { name: 'Calls', query: { metrics: 'calls' }, is_shared: true };
  const { body: saved } = await sendOnce(superadmin, 'r', `${path}/reports/saved`, report);
  const share = `${path}/reports/saved/${String(saved['report_id'])}/share`;
  for (const [target, body, member, shape] of [
    [`${path}/api_keys`, { name: 'Robot', scopes: ['read'] }, 'key', /^llk_/],
    [share, { days: 1 }, 'path', /^\/reports\/shared\//],
  ] as const) {
    const first = await sendOnce(superadmin, `k-${member}`, target, body);
    const again = await sendOnce(superadmin, `k-${member}`, target, body);
    expect(first.body[member]).toMatch(shape);
    const { [member]: _, ...rest } = first.body;
    expect(again.body).toEqual(rest);
  }
});

test('an import is made once, and another file with its key is refused', async () => {
  const company = await makeCompanyWithUsers();
  const { manager, path } = company;
  const upload = (file: string): Promise<Response> =>
    sendAs(manager, 'POST', `${path}/leads/import`, file, {
      'Content-Type': 'text/csv',
      'Idempotency-Key': 'k',
    });
  const file = 'name,email\r\nAnn,ann@example.com\r\nBob,bob@example.com\r\n';
  const first = await upload(file);
  const again = await upload(file);
  expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  expect(await again.json()).toEqual(await first.json());
  const other = await upload(`${file}Cy,cy@example.com\r\n`);
  expect([other.status, (await problemOf(other)).code]).toEqual([422, 'idempotency_key_reused']);
  expect(await countLeads(company)).toBe(2);
});

test('an invalid key is refused before anything is done', async () => {
  const company = await makeCompanyWithUsers();
  for (const key of ['x'.repeat(256), 'two words']) {
    const refused = await sendOnce(company.manager, key, `${company.path}/leads/create`, {
      email: 'ann@example.com',
    });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_idempotency_key']);
  }
  expect(await countLeads(company)).toBe(0);
});
