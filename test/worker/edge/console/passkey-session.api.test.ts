/** A session of the console that begins with a passkey: the browser's secret, and pages of other sites. */
import { beforeAll, expect, test } from 'vitest';
import { type RequestOptions, SoftPasskey } from '../../../harness/authenticator.ts';
import { answerOf, makeCompany } from '../../../harness/builders.ts';
import { problemOf, send } from '../../../harness/client.ts';
import { addPasskey } from '../../../harness/passkeys.ts';
import { signedIn } from '../../../harness/second-factor.ts';
import { workerUrl } from '../../../harness/worker-url.ts';

const PASSWORD = 'correct horse: battery';

let passkey: SoftPasskey;
let email: string;

beforeAll(async () => {
  email = `pia.${crypto.randomUUID().slice(0, 8)}@acme.test`;
  await makeCompany({ superadmin: { name: 'Pia', email, password: PASSWORD } });
  ({ passkey } = await addPasskey(
    await signedIn(email, PASSWORD, { kind: 'session' }),
    new SoftPasskey(workerUrl()),
  ));
});

function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', ...headers },
    body: JSON.stringify(body),
  });
}

/** Asks for a challenge as a browser with these cookies. */
async function begin(cookie = ''): Promise<{ options: RequestOptions; cookie: string; header: string }> {
  const answer = await post('/console/session/passkey/begin', {}, cookie === '' ? {} : { Cookie: cookie });
  const header = answer.headers.get('Set-Cookie') ?? '';
  return { options: await answerOf(answer), cookie: header.split(';')[0] ?? '', header };
}

function signIn(options: RequestOptions, headers: Record<string, string>): Promise<Response> {
  return post('/console/session/passkey', { credential: passkey.use(options) }, headers);
}

test('begins in the browser that asked, and answers its user', async () => {
  const { options, cookie, header } = await begin();

  const answer = await signIn(options, { Cookie: cookie });
  const session = answer.headers.get('Set-Cookie') ?? '';
  const own = await send('/console/api/me', {
    headers: { Cookie: session.split(';')[0] ?? '', 'Sec-Fetch-Site': 'same-origin' },
  });

  expect(header).toMatch(/^leadline-passkey=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=600$/);
  expect(await answerOf(answer)).toMatchObject({ email });
  expect(session).toMatch(/^leadline=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
  expect(own.status).toBe(200);
});

test('goes on in each of a browser’s windows', async () => {
  const first = await begin();
  const second = await begin(first.cookie);

  expect(second.cookie).toBe(first.cookie);
  expect((await signIn(first.options, { Cookie: second.cookie })).status).toBe(200);
  expect((await signIn(second.options, { Cookie: second.cookie })).status).toBe(200);
});

test.for(['', 'leadline-passkey=', `leadline-passkey=${'A'.repeat(43)}`, 'leadline-passkey=%00'])(
  'does not begin in a browser with the cookie "%s"',
  async (cookie) => {
    const { options } = await begin();

    const answer = await signIn(options, cookie === '' ? {} : { Cookie: cookie });

    expect([answer.status, (await problemOf(answer)).code]).toEqual([403, 'passkey_refused']);
    expect(answer.headers.get('Set-Cookie')).toBeNull();
  },
);

test.for([
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': 'none' },
])('does not begin from elsewhere: %o', async (headers) => {
  const { options, cookie } = await begin();

  const answers = [
    await post('/console/session/passkey/begin', {}, headers),
    await signIn(options, { Cookie: cookie, ...headers }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  expect(answers.map((answer) => answer.headers.get('Set-Cookie'))).toEqual([null, null]);
});

test.for([{}, { credential: 'x' }, { credential: {} }, { credential: { id: 'a' }, more: 1 }])(
  'does not begin with %o',
  async (body) => {
    const { cookie } = await begin();

    expect((await post('/console/session/passkey', body, { Cookie: cookie })).status).toBe(400);
  },
);
