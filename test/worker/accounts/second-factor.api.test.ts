/** Signing in with two factors: codes of an app (RFC 6238) and recovery codes. */
import { describe, expect, test } from 'vitest';
import { stepOfCode } from '../../../worker/accounts/factors/totp.ts';
import { CODE_LIMITS, type Failure, secondsToWait } from '../../../worker/accounts/factors/throttle.ts';
import { answerOf, makeCompany, makeCompanyWithUsers } from '../../harness/builders.ts';
import { basic, freshIp, problemOf, send, sendAs } from '../../harness/client.ts';
import {
  presentStep,
  setUpFactor,
  signedIn,
  signIn,
  totpCode,
  type TwoFactorPerson,
} from '../../harness/second-factor.ts';

const PASSWORD = 'correct horse: battery';
const MINUTE_MS = 60_000;
/** The secret of RFC 6238, appendix B: the ASCII text 12345678901234567890. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

interface Person extends TwoFactorPerson {
  email: string;
  companyId: string;
}

function freshEmail(): string {
  return `sue.${crypto.randomUUID().slice(0, 8)}@acme.test`;
}

/** Somebody with a second factor, and the network in which they have set it up. */
async function makePerson(): Promise<Person> {
  const email = freshEmail();
  const companyId = await makeCompany({ superadmin: { name: 'Sue', email, password: PASSWORD } });
  return {
    ...(await setUpFactor(await signedIn(email, PASSWORD, { kind: 'session' }), PASSWORD)),
    email,
    companyId,
  };
}

function post(path: string, body: object, ip = freshIp()): Promise<Response> {
  return send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': ip },
    body: JSON.stringify(body),
  });
}

async function codeOf(response: Response): Promise<string> {
  return response.ok ? 'signed in' : (await problemOf(response)).code;
}

describe('the code of an app', () => {
  test.for([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const)('at second %i is that of RFC 6238, appendix B', ([seconds, code]) => {
    const step = Math.floor(seconds / 30);

    expect(stepOfCode(RFC_SECRET, code, { now: seconds * 1000, after: 0 })).toBe(step);
    expect(totpCode(RFC_SECRET, step)).toBe(code);
  });

  test('counts one step early and late, no further, and only after the last used one', () => {
    const now = 1_234_567_890_000;
    const step = now / 30_000;
    const found = [-2, -1, 0, 1, 2].map((away) =>
      stepOfCode(RFC_SECRET, totpCode(RFC_SECRET, step + away), { now, after: 0 }),
    );
    const after = [-1, 0, 1].map((away) =>
      stepOfCode(RFC_SECRET, totpCode(RFC_SECRET, step + away), { now, after: step }),
    );

    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
    expect(after).toEqual([undefined, undefined, step + 1]);
  });

  test.for(['', '12345', '1234567', 'abcdef', '１２３４５６', '-12345'])('is never %j', (code) => {
    expect(stepOfCode(RFC_SECRET, code, { now: Date.now(), after: 0 })).toBeUndefined();
  });
});

describe('with two factors, signing in', () => {
  test('asks for the code after the right password, and takes it with spaces', async () => {
    const { email, app } = await makePerson();

    const asked = await signIn(email, PASSWORD);
    const code = app.code();
    const entered = await signIn(email, PASSWORD, { code: `${code.slice(0, 3)} ${code.slice(3)}` });

    expect(asked.status).toBe(401);
    expect(asked.headers.get('WWW-Authenticate')).toBe('Basic realm="leadline", charset="UTF-8"');
    expect(await codeOf(asked)).toBe('code_required');
    expect(await codeOf(entered)).toBe('signed in');
  });

  test('by the query asks for it, too', async () => {
    const { email, app } = await makePerson();
    const ask = (more: Record<string, string>): Promise<Response> =>
      send(`/auth/issue_token?${new URLSearchParams({ username: email, password: PASSWORD, ...more })}`);

    expect(await codeOf(await ask({}))).toBe('code_required');
    expect(await codeOf(await ask({ code: app.code() }))).toBe('signed in');
  });

  test('tells nothing of it without the right password, whether a code comes along or not', async () => {
    const { email, app, recoveryCodes } = await makePerson();
    const nobody = freshEmail();
    const codes = [undefined, app.code(), app.wrongCode(), recoveryCodes[0] ?? ''];

    const answers = await Promise.all(
      [email, nobody].flatMap((username) =>
        codes.map(async (code) => {
          const more = code === undefined ? {} : { code };
          const { request_id: _, ...problem } = await problemOf(
            await signIn(username, 'wrong password', more),
          );
          return problem;
        }),
      ),
    );

    expect(answers).toHaveLength(8);
    expect(answers[0]).toMatchObject({ code: 'invalid_credentials' });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    // A wrong password does not use a code up.
    expect(await codeOf(await signIn(email, PASSWORD, { code: recoveryCodes[0] ?? '' }))).toBe('signed in');
  });

  test('takes each code once, also of two who send it at the same moment', async () => {
    const { email, app } = await makePerson();
    const code = app.code();

    const answers = await Promise.all(
      [1, 2, 3].map(async () => codeOf(await signIn(email, PASSWORD, { code }))),
    );
    const later = await codeOf(await signIn(email, PASSWORD, { code }));

    expect(answers.toSorted()).toEqual(['signed in', 'wrong_code', 'wrong_code']);
    expect(later).toBe('wrong_code');
  });

  test('takes no code of the set-up again, and none that is older', async () => {
    const email = freshEmail();
    await makeCompany({ superadmin: { name: 'Sue', email, password: PASSWORD } });
    const user = await signedIn(email, PASSWORD);
    const begun = await sendAs(user, 'POST', '/me/second_factor/begin', { password: PASSWORD });
    const { secret } = await answerOf<{ secret: string }>(begun);
    const step = presentStep() + 1;
    await answerOf(await sendAs(user, 'POST', '/me/second_factor/confirm', { code: totpCode(secret, step) }));

    for (const used of [step, step - 1, step - 2]) {
      expect(await codeOf(await signIn(email, PASSWORD, { code: totpCode(secret, used) }))).toBe(
        'wrong_code',
      );
    }
  });

  test('takes each recovery code once, however it is written', async () => {
    const { email, recoveryCodes } = await makePerson();
    const [first = '', second = ''] = recoveryCodes;

    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes)
      expect(code).toMatch(/^(?:[\da-hjkmnp-tv-z]{4}-){3}[\da-hjkmnp-tv-z]{4}$/);
    expect(await codeOf(await signIn(email, PASSWORD, { code: first }))).toBe('signed in');
    expect(await codeOf(await signIn(email, PASSWORD, { code: first }))).toBe('wrong_code');
    const odd = ` ${second.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `;
    expect(await codeOf(await signIn(email, PASSWORD, { code: odd }))).toBe('signed in');
    const user = await signedIn(email, PASSWORD, { code: recoveryCodes[2] ?? '' });
    const own = await answerOf(await sendAs(user, 'GET', '/me/second_factor'));
    expect(own).toMatchObject({ recovery_codes_left: 7 });
  });

  test('refuses codes after five wrong ones from a network, also the right one, and others may try', async () => {
    const { email, app, recoveryCodes } = await makePerson();
    const ip = freshIp();
    const wrong: string[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      wrong.push(await codeOf(await signIn(email, PASSWORD, { ip, code: app.wrongCode() })));
    }

    const refused = await signIn(email, PASSWORD, { ip, code: recoveryCodes[0] ?? '' });

    expect(wrong).toEqual(Array(5).fill('wrong_code'));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(14 * 60);
    expect(await codeOf(await signIn(email, PASSWORD, { code: recoveryCodes[0] ?? '' }))).toBe('signed in');
  });

  test('counts simultaneous wrong codes one by one', { tags: ['full'] }, async () => {
    const { email, app } = await makePerson();
    const ip = freshIp();

    const answers = await Promise.all(
      Array.from({ length: 9 }, async () =>
        codeOf(await signIn(email, PASSWORD, { ip, code: app.wrongCode() })),
      ),
    );

    expect(answers.filter((code) => code === 'wrong_code')).toHaveLength(5);
    expect(answers.filter((code) => code === 'rate_limited')).toHaveLength(4);
  });

  test('with the password alone makes a network no known one', async () => {
    const { email, app } = await makePerson();
    const stranger = freshIp();
    await signIn(email, PASSWORD, { ip: stranger });
    // From all networks: the stranger's own limit and the one of unknown networks together.
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      await signIn(email, PASSWORD, { code: app.wrongCode() });
    }

    const refused = await signIn(email, PASSWORD, { ip: stranger, code: app.code() });

    expect(await codeOf(refused)).toBe('rate_limited');
  }, 30_000);
});

describe('wrong codes', () => {
  const now = 1_790_000_000_000;
  const missed = (count: number, network: string, ago: number): Failure[] =>
    Array.from({ length: count }, () => ({ time: now - ago, network }));
  const wait = (failures: Failure[], isFamiliar = false): number =>
    secondsToWait(failures, { sender: { network: 'here', block: 'here' }, isFamiliar, now }, CODE_LIMITS);

  test('are limited to five in 15 minutes and 20 in a day for a network, and to 20 for unknown ones', () => {
    expect(wait(missed(4, 'here', 0))).toBe(0);
    expect(wait(missed(5, 'here', MINUTE_MS))).toBe(14 * 60);
    expect(wait(missed(5, 'here', 16 * MINUTE_MS))).toBe(0);
    expect(wait(missed(20, 'here', 60 * MINUTE_MS))).toBe(23 * 3600);
    expect(wait(missed(20, 'there', 60 * MINUTE_MS))).toBe(23 * 3600);
    expect(wait(missed(19, 'there', 60 * MINUTE_MS))).toBe(0);
  });

  test('elsewhere do not lock the owner out of a known network', () => {
    expect(wait(missed(200, 'there', 0), true)).toBe(0);
    expect(wait(missed(5, 'here', 0), true)).toBe(15 * 60);
  });
});

describe('a link for a new password', () => {
  test('sets the password, and signing in still asks for the code', async () => {
    const { superadmin, path } = await makeCompanyWithUsers();
    const email = freshEmail();
    const added = await sendAs(superadmin, 'POST', `${path}/users`, {
      name: 'Ann',
      role_id: 'agent',
      email,
      password: PASSWORD,
    });
    const { user_id: userId } = await answerOf<{ user_id: string }>(added);
    const ann = await setUpFactor(await signedIn(email, PASSWORD), PASSWORD);
    const made = await sendAs(superadmin, 'POST', `${path}/users/${userId}/password_link`);
    const { link } = await answerOf<{ link: string }>(made);
    const next = 'a new one, as long';

    const used = await answerOf(
      await post('/auth/link/use', { link: new URL(link).hash.slice(1), password: next }),
    );

    expect(used).toEqual({ token: null, email, expires_time: null });
    expect(await codeOf(await signIn(email, next))).toBe('code_required');
    expect(await codeOf(await signIn(email, next, { code: ann.recoveryCodes[0] ?? '' }))).toBe('signed in');
  });

  test('through the console answers that the code is asked for, and sets no cookie', async () => {
    const { superadmin, path } = await makeCompanyWithUsers();
    const email = freshEmail();
    const added = await sendAs(superadmin, 'POST', `${path}/users`, {
      name: 'Ann',
      role_id: 'agent',
      email,
      password: PASSWORD,
    });
    const { user_id: userId } = await answerOf<{ user_id: string }>(added);
    await setUpFactor(await signedIn(email, PASSWORD), PASSWORD);
    const made = await sendAs(superadmin, 'POST', `${path}/users/${userId}/password_link`);
    const { link } = await answerOf<{ link: string }>(made);

    const answer = await send('/console/session/link', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
      body: JSON.stringify({ link: new URL(link).hash.slice(1), password: 'a new one, as long' }),
    });

    expect(answer.headers.get('Set-Cookie')).toBeNull();
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'code_required']);
  });
});

describe('for somebody in several companies', () => {
  /** Ann signs in to the first company with two factors; the second one has added her address with a password of its own. */
  async function annOfTwo(): Promise<{
    email: string;
    ann: TwoFactorPerson;
    first: Awaited<ReturnType<typeof makeCompanyWithUsers>>;
    second: Awaited<ReturnType<typeof makeCompanyWithUsers>>;
  }> {
    const [first, second] = await Promise.all([
      makeCompanyWithUsers(),
      makeCompanyWithUsers({ name: 'Second' }),
    ]);
    const email = freshEmail();
    const added = { name: 'Ann', role_id: 'agent', email };
    await answerOf(
      await sendAs(first.superadmin, 'POST', `${first.path}/users`, { ...added, password: PASSWORD }),
    );
    await answerOf(
      await sendAs(second.superadmin, 'POST', `${second.path}/users`, {
        ...added,
        password: 'the given one',
      }),
    );
    return { email, ann: await setUpFactor(await signedIn(email, PASSWORD), PASSWORD), first, second };
  }

  test('a company that adds the address can neither use nor set the second factor of the others', async () => {
    const { email, ann, second } = await annOfTwo();

    const given = await signedIn(email, 'the given one');
    const own = await answerOf(await sendAs(given, 'GET', '/me/second_factor'));
    await setUpFactor(given, 'the given one');

    expect(own).toMatchObject({ since_time: null });
    expect(await codeOf(await signIn(email, PASSWORD, { code: ann.recoveryCodes[0] ?? '' }))).toBe(
      'signed in',
    );
    const wrong = { code: ann.recoveryCodes[1] ?? '', company_id: second.companyId };
    expect(await codeOf(await signIn(email, 'the given one', wrong))).toBe('wrong_code');
  });

  test('two sign-ins, each with its own second factor, are not merged by a password alone', async () => {
    const { email, ann } = await annOfTwo();
    const given = await setUpFactor(await signedIn(email, 'the given one'), 'the given one');

    const refused = await sendAs(given.user, 'POST', '/me/invitations/accept', { password: PASSWORD });

    expect(await codeOf(refused)).toBe('second_factor_on');
    expect(await codeOf(await signIn(email, PASSWORD, { code: ann.recoveryCodes[0] ?? '' }))).toBe(
      'signed in',
    );
  });

  test('a session of the password alone does not reach the companies of a second factor it has joined', async () => {
    const { email, first, second } = await annOfTwo();
    const given = await signedIn(email, 'the given one');
    await answerOf(await sendAs(given, 'POST', '/me/invitations/accept', { password: PASSWORD }));

    const switched = await sendAs(given, 'POST', `/me/companies/${first.companyId}/token`, {});

    expect([switched.status, await codeOf(switched)]).toEqual([403, 'second_factor_required']);
    expect(await codeOf(await signIn(email, 'the given one', { company_id: second.companyId }))).toBe(
      'code_required',
    );
  });

  test('one code is for all companies of the sign-in, and none opens them twice', async () => {
    const { email, ann, second } = await annOfTwo();
    await answerOf(await sendAs(ann.user, 'POST', '/me/invitations/accept', { password: 'the given one' }));
    const code = ann.recoveryCodes[0] ?? '';

    const session = await signedIn(email, PASSWORD, { code });
    const switched = await sendAs(session, 'POST', `/me/companies/${second.companyId}/token`, {});

    expect(switched.status).toBe(200);
    const again = { code, company_id: second.companyId };
    expect(await codeOf(await signIn(email, PASSWORD, again))).toBe('wrong_code');
  });

  test('a password that one company sets keeps the second factor there, and a used code is used everywhere', async () => {
    const { email, ann, second } = await annOfTwo();
    await answerOf(await sendAs(ann.user, 'POST', '/me/invitations/accept', { password: 'the given one' }));
    const users = await sendAs(second.superadmin, 'GET', `${second.path}/users`);
    const annThere = (await answerOf<{ user_id: string; email: string }[]>(users)).find(
      (user) => user.email === email,
    );
    const changed = { password: 'set by the second' };
    await answerOf(
      await sendAs(second.superadmin, 'POST', `${second.path}/users/${annThere?.user_id}/modify`, changed),
    );
    const code = ann.recoveryCodes[0] ?? '';

    expect(await codeOf(await signIn(email, 'set by the second'))).toBe('code_required');
    expect(await codeOf(await signIn(email, 'set by the second', { code }))).toBe('signed in');
    expect(await codeOf(await signIn(email, PASSWORD, { code }))).toBe('wrong_code');
  });

  test('an invitation that is accepted with the present password signs nobody in without the code', async () => {
    const { email, ann } = await annOfTwo();
    const third = await makeCompanyWithUsers({ name: 'Third' });
    const made = await sendAs(third.superadmin, 'POST', `${third.path}/invitations`, {
      email,
      role_id: 'agent',
      name: 'Ann',
    });
    const { link } = await answerOf<{ link: string }>(made);

    const used = await answerOf(
      await post('/auth/link/use', { link: new URL(link).hash.slice(1), present_password: PASSWORD }),
    );

    expect(used).toEqual({ token: null, email, expires_time: null });
    const more = { code: ann.recoveryCodes[0] ?? '', company_id: third.companyId };
    const session = await signedIn(email, PASSWORD, more);
    expect((await sendAs(session, 'GET', `${third.path}/users`)).status).toBe(200);
  });

  test('another address takes the second factor along', async () => {
    const { superadmin, path } = await makeCompanyWithUsers();
    const [email, next] = [freshEmail(), freshEmail()];
    const body = { name: 'Ann', role_id: 'agent', email, password: PASSWORD };
    const { user_id: userId } = await answerOf<{ user_id: string }>(
      await sendAs(superadmin, 'POST', `${path}/users`, body),
    );
    const ann = await setUpFactor(await signedIn(email, PASSWORD), PASSWORD);

    await answerOf(await sendAs(superadmin, 'POST', `${path}/users/${userId}/modify`, { email: next }));

    expect(await codeOf(await signIn(next, PASSWORD))).toBe('code_required');
    expect(await codeOf(await signIn(next, PASSWORD, { code: ann.recoveryCodes[0] ?? '' }))).toBe(
      'signed in',
    );
  });
});

test('API keys and tokens of programs stay when a second factor is set up; sessions end', async () => {
  const email = freshEmail();
  const companyId = await makeCompany({ superadmin: { name: 'Sue', email, password: PASSWORD } });
  const own = await signedIn(email, PASSWORD, { kind: 'session' });
  const other = await signedIn(email, PASSWORD, { kind: 'session' });
  const program = await signedIn(email, PASSWORD, { kind: 'token' });
  const made = await sendAs(own, 'POST', `/companies/${companyId}/api_keys`, {
    name: 'A program',
    owner: 'user',
    scopes: ['read'],
  });
  const { key } = await answerOf<{ key: string }>(made);

  await setUpFactor(own, PASSWORD);

  const asked = [own, other, program, { authorization: basic(email, key) }];
  const statuses = await Promise.all(
    asked.map(async (user) => (await sendAs(user, 'GET', `/companies/${companyId}/users`)).status),
  );
  expect(statuses).toEqual([200, 401, 200, 200]);
});
