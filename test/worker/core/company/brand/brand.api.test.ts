/** The company's own name and logo: what is accepted, who may read and change them, and where they are told. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  answerOf,
  makeCompanyWithUsers,
  makeUser,
  type PeopledCompany,
} from '../../../../harness/builders.ts';
import { problemOf, send, sendAs, type TestUser } from '../../../../harness/client.ts';
import { noted } from '../../../../harness/exchanges.ts';
import { goldenFiles } from '../../../../harness/golden.ts';
import { makePng, PICTURES, REFUSED_PICTURES } from '../../../../harness/pictures.ts';

interface Brand {
  name: string | null;
  logo: { version: string; type: string; bytes: number; width: number; height: number } | null;
}

let company: PeopledCompany;
let superadmin: TestUser;
let path: string;

beforeAll(async () => {
  company = await makeCompanyWithUsers();
  ({ superadmin } = company);
  path = `${company.path}/brand`;
});

/** Sends a logo. What it is said to be does not matter. */
function sendLogo(
  file: Uint8Array<ArrayBuffer>,
  { user = superadmin, to = path, headers = {} }: SendOptions = {},
): Promise<Response> {
  const all = { Authorization: user.authorization, 'Content-Type': 'text/html', ...headers };
  return send(`${to}/logo`, { method: 'PUT', headers: all, body: file });
}

interface SendOptions {
  user?: Pick<TestUser, 'authorization'>;
  to?: string;
  headers?: Record<string, string>;
}

function get(address = path, user: Pick<TestUser, 'authorization'> = superadmin): Promise<Response> {
  return sendAs(user, 'GET', address);
}

function rename(name: unknown, address = path): Promise<Response> {
  return sendAs(superadmin, 'PUT', address, { name });
}

/** Makes a company of its own for a test that counts versions. */
async function makeBrandless(): Promise<{ owner: TestUser; to: string; base: string }> {
  const { superadmin: owner, path: base } = await makeCompanyWithUsers();
  return { owner, to: `${base}/brand`, base };
}

test('name and logo are set, read and removed, as the golden files have it', async () => {
  const { owner, to } = await makeBrandless();
  const compare = goldenFiles('brand');
  const { file = Buffer.of() } = PICTURES['jpeg'] ?? {};

  expect(await answerOf(await get(to, owner))).toEqual({ name: null, logo: null });
  await compare('put-brand', await sendAs(owner, 'PUT', to, { name: 'Northpeak Marketing' }));
  const saved = await compare<Brand>('put-logo', await sendLogo(file, { user: owner, to }));
  await compare('brand', await get(to, owner));
  const address = `${to}/logo?version=${saved.logo?.version}`;
  const logo = await get(address, owner);
  expect(Buffer.from(await logo.arrayBuffer()).equals(file)).toBe(true);
  // The example of a file is a text.
  const { status, headers } = logo;
  await compare(
    'logo',
    noted(new Response('picture', { status, headers }), new URL(address, 'http://a'), {}),
  );
  await compare('remove-logo', await sendAs(owner, 'DELETE', `${to}/logo`));
  expect((await get(`${to}/logo`, owner)).status).toBe(404);
});

test.for(Object.entries(PICTURES))('%s is a logo', async ([, { file, type }]) => {
  const { logo } = await answerOf<Brand>(await sendLogo(file));
  const shown = await get(`${path}/logo`);

  expect(logo).toEqual({
    version: expect.stringMatching(/^[\da-f]{32}$/),
    type,
    bytes: file.length,
    width: 24,
    height: 12,
  });
  expect(shown.headers.get('Content-Type')).toBe(type);
  expect(Buffer.from(await shown.arrayBuffer()).equals(file)).toBe(true);
});

test.for(Object.entries(REFUSED_PICTURES))('%s is no logo', async ([, { file, reason }]) => {
  await answerOf(await sendLogo(PICTURES['png']?.file ?? Buffer.of()));
  const before = await answerOf<Brand>(await get());
  const refused = await sendLogo(Buffer.from(file));

  expect(await problemOf(refused)).toMatchObject({ status: 400, code: 'invalid_parameter', detail: reason });
  expect(await answerOf<Brand>(await get())).toEqual(before);
});

describe('a large file', () => {
  const LARGEST = 100_000;
  const filled = (bytes: number): Buffer<ArrayBuffer> => {
    const png = makePng([24, 12]);
    return Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
  };

  test('has at most 100,000 bytes', async () => {
    expect((await answerOf<Brand>(await sendLogo(filled(LARGEST)))).logo?.bytes).toBe(LARGEST);
    const refused = await problemOf(await sendLogo(filled(LARGEST + 1)));
    expect(refused).toMatchObject({ status: 413, code: 'body_too_large', limit: LARGEST });
  });

  test('is refused before it was read, whether its length is said or not', async () => {
    // The end is never sent, so an answer shows that nobody waits for it. To send on while it is answered breaks the connection.
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(filled(LARGEST + 1)),
    });
    const init = {
      method: 'PUT',
      headers: { Authorization: superadmin.authorization },
      body,
      duplex: 'half',
    };
    const streamed = await send(`${path}/logo`, init);

    expect((await problemOf(streamed)).code).toBe('body_too_large');
    expect((await problemOf(await sendLogo(filled(2_000_000)))).code).toBe('body_too_large');
  });

  test('that is small when compressed is bounded, too', async () => {
    const packed = new Blob([filled(5_000_000)]).stream().pipeThrough(new CompressionStream('gzip'));
    const file = new Uint8Array(await new Response(packed).arrayBuffer());

    const refused = await sendLogo(file, { headers: { 'Content-Encoding': 'gzip' } });

    expect(file.length).toBeLessThan(10_000);
    expect(refused.status).toBe(413);
  });
});

describe('a name', () => {
  test.for([
    'Northpeak',
    'O’Neill & Söhne GmbH "München"',
    '株式会社ノースピーク',
    'می‌خواهم',
    'x'.repeat(60),
    '👨‍👩‍👧 Family Ads 7',
  ])('may be %j, without the blanks around it', async (name) => {
    expect((await answerOf<Brand>(await rename(`\t ${name} `))).name).toBe(name);
  });

  test.for<[unknown, string]>([
    ['', 'Write a name with letters or digits.'],
    [' \t ', 'Write a name with letters or digits.'],
    ['\u200D\u200C', 'Write a name with letters or digits.'],
    ['***', 'Write a name with letters or digits.'],
    ['x'.repeat(61), 'Write at most 60 characters.'],
    ['A\r\nBcc: all@example.com', 'Write it in one line, without invisible characters.'],
    ['A\nB', 'Write it in one line, without invisible characters.'],
    ['A\0B', 'Write it in one line, without invisible characters.'],
    ['A\u2028B', 'Write it in one line, without invisible characters.'],
    ['A\u202Egnp', 'Write it in one line, without invisible characters.'],
    ['A\u200BB', 'Write it in one line, without invisible characters.'],
    ['A\uE000B', 'Write it in one line, without invisible characters.'],
    ['security@bank.example', 'Write a name, not an address.'],
    ['https://bank.example', 'Write a name, not an address.'],
    [7, ''],
    [undefined, ''],
  ])('may not be %j', async ([name, reason]) => {
    const { code, errors } = await problemOf(await rename(name));

    expect(code).toBe(name === undefined ? 'missing_parameter' : 'invalid_parameter');
    expect(errors.map(({ pointer, detail }) => [pointer, detail])).toContainEqual([
      '/name',
      expect.stringContaining(reason),
    ]);
  });
});

test('all users of the company read them, and super admins alone change them', async () => {
  await answerOf(await sendLogo(makePng([8, 8])));
  const viewer = await makeUser(superadmin, company.path, { role_id: 'viewer' });
  const others = [viewer, company.agent, company.manager];

  for (const user of others) {
    const reads = await Promise.all([get(path, user), get(`${path}/logo`, user)]);
    const writes = await Promise.all([
      sendAs(user, 'PUT', path, { name: 'Mine' }),
      sendLogo(makePng([4, 4]), { user }),
      sendAs(user, 'DELETE', `${path}/logo`),
    ]);
    expect(reads.map(({ status }) => status)).toEqual([200, 200]);
    expect(writes.map(({ status }) => status)).toEqual([403, 403, 403]);
  }
  expect(others).toHaveLength(3);
  expect((await answerOf<Brand>(await get())).logo).toMatchObject({ width: 8 });
});

test('users of other companies and strangers see nothing of them', async () => {
  await answerOf(await sendLogo(makePng([8, 8])));
  const { superadmin: stranger } = await makeCompanyWithUsers();

  const theirs = await Promise.all([
    get(path, stranger),
    get(`${path}/logo`, stranger),
    sendLogo(makePng([4, 4]), { user: stranger }),
  ]);
  const without = await Promise.all([send(path), send(`${path}/logo`)]);

  expect(theirs.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(without.map(({ status }) => status)).toEqual([401, 401]);
});

test('a key reads them with the scope read, and changes them with the scope admin', async () => {
  const keyWith = async (scope: string): Promise<{ authorization: string }> => {
    const body = { name: 'Robot', scopes: [scope] };
    const { key } = await answerOf<{ key: string }>(
      await sendAs(superadmin, 'POST', `${company.path}/api_keys`, body),
    );
    return { authorization: `Bearer ${key}` };
  };
  const [reading, writing, admin] = [await keyWith('read'), await keyWith('write'), await keyWith('admin')];

  expect((await get(path, reading)).status).toBe(200);
  expect((await sendLogo(makePng([4, 4]), { user: writing })).status).toBe(403);
  expect((await sendLogo(makePng([4, 4]), { user: admin })).status).toBe(200);
});

describe('a browser', () => {
  test('keeps a logo for good by its version, and asks again without one', async () => {
    const { logo } = await answerOf<Brand>(await sendLogo(makePng([9, 9])));
    const present = await get(`${path}/logo?version=${logo?.version}`);
    const former = await get(`${path}/logo?version=${'0'.repeat(32)}`);
    const etag = present.headers.get('ETag') ?? '';
    const again = await send(`${path}/logo`, {
      headers: { Authorization: superadmin.authorization, 'If-None-Match': etag },
    });

    expect(present.headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable');
    expect(former.headers.get('Cache-Control')).toBe('private, no-cache');
    expect(etag).toBe(`"${logo?.version}"`);
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('gets the same logo with the session of the console, for its own pages alone', async () => {
    const { logo } = await answerOf<Brand>(await sendLogo(makePng([9, 9])));
    const cookie = `leadline=${Buffer.from(superadmin.authorization).toString('base64url')}`;
    const ask = (site: string): Promise<Response> =>
      send(`/console/api${path}/logo?version=${logo?.version}`, {
        headers: { Cookie: cookie, 'Sec-Fetch-Site': site },
      });
    const [own, foreign] = await Promise.all([ask('same-origin'), ask('cross-site')]);

    expect(Object.fromEntries(own.headers)).toMatchObject({
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(own.headers.has('Content-Disposition')).toBe(false);
    expect(foreign.status).toBe(403);
  });
});

test('of two people at once, the one with the older version is refused', async () => {
  const { owner, to } = await makeBrandless();
  const first = await sendAs(owner, 'PUT', to, { name: 'One' });
  const [etag] = [first.headers.get('ETag') ?? ''];
  const over = { Authorization: owner.authorization, 'If-Match': etag };
  const json = { 'Content-Type': 'application/json' };
  const save = (name: string): Promise<Response> =>
    send(to, { method: 'PUT', headers: { ...over, ...json }, body: JSON.stringify({ name }) });

  expect([(await save('Two')).status, (await save('Three')).status]).toEqual([200, 412]);
  expect((await sendLogo(makePng([4, 4]), { user: owner, to, headers: over })).status).toBe(412);
  expect((await send(`${to}/logo`, { method: 'DELETE', headers: over })).status).toBe(412);
  expect(await answerOf(await get(to, owner))).toEqual({ name: 'Two', logo: null });
});

test('a logo that is sent twice under one key is saved once, and another file is refused', async () => {
  const { owner, to } = await makeBrandless();
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const [file, other] = [makePng([5, 5]), makePng([6, 6])];
  const first = await sendLogo(file, { user: owner, to, headers });
  await answerOf(await sendAs(owner, 'DELETE', `${to}/logo`));
  const again = await sendLogo(file, { user: owner, to, headers });
  const reused = await sendLogo(other, { user: owner, to, headers });

  expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  expect(await answerOf(again)).toEqual(await answerOf(first));
  expect((await problemOf(reused)).code).toBe('idempotency_key_reused');
  expect((await answerOf<Brand>(await get(to, owner))).logo).toBeNull();
});

test('log and stream say what changed, without the picture', async () => {
  const { owner, to, base } = await makeBrandless();
  await answerOf(await sendAs(owner, 'PUT', to, { name: 'Northpeak' }));
  await answerOf(await sendLogo(makePng([7, 7]), { user: owner, to }));

  const log = await answerOf<{ entries: { action: string; subject: string; detail: object }[] }>(
    await sendAs(owner, 'GET', `${base}/audit?action=settings.changed`),
  );
  const entries = log.entries.filter(({ subject }) => subject === 'settings:brand');
  expect(entries.map(({ detail }) => detail)).toEqual([
    { version: 2, before: { logo: null }, after: { logo: expect.objectContaining({ width: 7, height: 7 }) } },
    { version: 1, before: { name: null }, after: { name: 'Northpeak' } },
  ]);
});

test('the own user has them, if there are any', async () => {
  const { owner, to } = await makeBrandless();
  const me = (): Promise<{ brand?: Brand }> => get('/me', owner).then(answerOf<{ brand?: Brand }>);

  expect(await me()).not.toHaveProperty('brand');
  const brand = await answerOf<Brand>(await sendAs(owner, 'PUT', to, { name: 'Northpeak' }));
  expect((await me()).brand).toEqual(brand);
  await answerOf(await sendAs(owner, 'PUT', to, { name: null }));
  expect(await me()).not.toHaveProperty('brand');
});

test('the page of an invitation knows the name', async () => {
  const { owner, to, base } = await makeBrandless();
  const invite = async (): Promise<Record<string, unknown>> => {
    const email = `ida.${crypto.randomUUID()}@acme.test`;
    const body = { email, role_id: 'viewer' };
    const made = await sendAs(owner, 'POST', `${base}/invitations`, body);
    const { link } = await answerOf<{ link: string }>(made);
    const read = { link: new URL(link).hash.slice(1) };
    return answerOf(await sendAs({ authorization: '' }, 'POST', '/auth/link', read));
  };

  expect(await invite()).not.toHaveProperty('brand_name');
  await answerOf(await sendAs(owner, 'PUT', to, { name: 'Northpeak' }));
  expect(await invite()).toMatchObject({ brand_name: 'Northpeak', company_name: 'Acme Plumbing' });
});
