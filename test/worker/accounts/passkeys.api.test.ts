/** Passkeys: adding them, signing in with them, and what does not get in. */
import { describe, expect, test } from 'vitest';
import { FLAGS, type CreationOptions, type Oddity, SoftPasskey } from '../../harness/authenticator.ts';
import { answerOf, makeCompanyWithUsers } from '../../harness/builders.ts';
import { basic, problemOf, send, sendAs, sendAsOperator } from '../../harness/client.ts';
import {
  addPasskey,
  askForChallenge,
  confirmAs,
  sendPasskey,
  signedInByPasskey,
  signInByPasskey,
} from '../../harness/passkeys.ts';
import { setUpFactor, signedIn } from '../../harness/second-factor.ts';
import { workerUrl } from '../../harness/worker-url.ts';
import {
  addAgent,
  auditOf,
  detailOf,
  freshEmail,
  makePerson,
  outcomeOf,
  PASSWORD,
  type Person,
  requireTwoFactors,
  UNKNOWN,
} from './passkey-people.ts';

const LATE = 'That took too long, or was sent twice. Try again.';
const WRONG = 'The passkey was not accepted. Try again.';

describe('a passkey', () => {
  test.for(['ES256', 'EdDSA', 'RS256'] as const)(
    'with a key for %s signs in without address and password',
    async (algorithm) => {
      const { session, path } = await makePerson();
      const { passkey } = await addPasskey(session, new SoftPasskey(workerUrl(), { algorithm }));

      const own = await signedInByPasskey(passkey, { kind: 'session' });

      expect((await sendAs(own, 'GET', `${path}/users`)).status).toBe(200);
      const [first] = await answerOf<object[]>(await sendAs(own, 'GET', '/me/passkeys'));
      expect(first).toMatchObject({ is_synced: true, host: '127.0.0.1', last_used_time: expect.any(String) });
    },
  );

  test('counts as two factors where a company requires them, and the session can go on from there', async () => {
    const { email, session, path } = await makePerson();
    const { passkey } = await addPasskey(session);
    await requireTwoFactors(session, path);

    const byPasskey = await signedInByPasskey(passkey, { kind: 'session' });
    const byPassword = await signedIn(email, PASSWORD, { kind: 'session' });

    expect(await outcomeOf(await sendAs(byPasskey, 'GET', `${path}/users`))).toBe('done');
    expect(await outcomeOf(await sendAs(byPassword, 'GET', `${path}/users`))).toBe('second_factor_required');
    expect(await outcomeOf(await sendAs(byPasskey, 'POST', '/me/passkeys/begin'))).toBe('done');
  });

  test('signs in although another company wastes challenges at the same address', async () => {
    const { email, session } = await makePerson();
    const { passkey } = await addPasskey(session);
    const other = await makeCompanyWithUsers();
    await addAgent(other, email);
    const theirs = await signedIn(email, PASSWORD, { kind: 'session', company_id: other.companyId });
    const { passkey: wasting } = await addPasskey(theirs);

    const wasted = [];
    for (let times = 0; times < 101; times += 1) wasted.push((await signInByPasskey(wasting)).status);

    expect(wasted.at(-1)).toBe(403);
    expect((await signInByPasskey(passkey)).status).toBe(200);
  });

  test('opens a session like any other, listed by the browser', async () => {
    const { session } = await makePerson();
    const { passkey } = await addPasskey(session);
    const own = await signedInByPasskey(passkey, { kind: 'session' });

    const sessions = await answerOf<{ kind: string; is_current: boolean }[]>(
      await sendAs(own, 'GET', '/me/sessions'),
    );

    expect(sessions.filter(({ is_current: isCurrent }) => isCurrent)).toMatchObject([{ kind: 'session' }]);
  });

  const bad: [why: string, odd: Oddity][] = [
    ['of another site’s page', { origin: 'https://evil.example' }],
    ['of another port', { origin: 'http://127.0.0.1:1' }],
    ['for another site', { rpId: 'evil.example' }],
    ['for a new passkey', { type: 'webauthn.create' }],
    ['in another site’s frame', { crossOrigin: true }],
    ['below another site', { topOrigin: 'https://evil.example' }],
    ['of nobody who was there', { flags: FLAGS.verified }],
    ['of nobody who was verified', { flags: FLAGS.present }],
    ['that is synced though it cannot be', { flags: FLAGS.present | FLAGS.verified | FLAGS.isSynced }],
    ['with another signature', { spoil: (response) => (response['signature'] = 'AAAA') }],
    ['with another’s data', { spoil: (response) => (response['authenticatorData'] = 'A'.repeat(60)) }],
  ];
  test('is refused with any part wrong, and its challenge can still be used', async () => {
    const { session } = await makePerson();
    const { passkey } = await addPasskey(session);
    const options = await askForChallenge();

    const answers = await Promise.all(
      bad.map(async ([why, odd]) => [why, await detailOf(await sendPasskey(passkey.use(options, odd)))]),
    );

    expect(answers).toEqual(bad.map(([why]) => [why, WRONG]));
    expect(await outcomeOf(await sendPasskey(passkey.use(options)))).toBe('done');
  });

  test('of nobody here is refused, whatever handle it brings', async () => {
    const [one, other] = await Promise.all([makePerson(), makePerson()]);
    const { passkey } = await addPasskey(one.session);
    const begun = await answerOf<CreationOptions>(await sendAs(other.session, 'POST', '/me/passkeys/begin'));
    const handles = [
      'AAAA',
      'A'.repeat(43),
      begun.user.id,
      Buffer.from(one.email).toString('base64url'),
      null,
    ];

    const answers = await Promise.all(
      handles.map(async (userHandle) =>
        detailOf(await sendPasskey(passkey.use(await askForChallenge(), { userHandle }))),
      ),
    );

    expect(answers).toEqual(handles.map(() => UNKNOWN));
  });

  test('brings a handle that tells nothing of the address', async () => {
    const { email, session } = await makePerson();
    const again = await signedIn(email, PASSWORD, { kind: 'session' });
    const begin = async (user: Person['session']): Promise<string> =>
      (await answerOf<CreationOptions>(await sendAs(user, 'POST', '/me/passkeys/begin'))).user.id;
    const handle = await begin(session);

    expect(Buffer.from(handle, 'base64url')).toHaveLength(32);
    expect(Buffer.from(handle, 'base64url').toString('latin1')).not.toContain('pia');
    // Always the same, so that an authenticator replaces a passkey instead of keeping two.
    expect(await begin(again)).toBe(handle);
  });

  test('is accepted once, also of three answers at the same moment', async () => {
    const { session } = await makePerson();
    const { passkey } = await addPasskey(session);
    const credential = passkey.use(await askForChallenge());

    const answers = await Promise.all(
      [1, 2, 3].map(async () => detailOf(await sendPasskey(structuredClone(credential)))),
    );

    expect(answers.toSorted()).toEqual([LATE, LATE, 'done']);
    expect(await detailOf(await sendPasskey(credential))).toBe(LATE);
  });

  test('answers a challenge of the same browser and for the same purpose alone', async () => {
    const { session } = await makePerson();
    const { passkey } = await addPasskey(session);
    const creation = await answerOf<CreationOptions>(await sendAs(session, 'POST', '/me/passkeys/begin'));
    const ways = await answerOf<{ passkey: { challenge: string } }>(
      await sendAs(session, 'POST', '/me/confirmation/begin'),
    );
    const theirs = await askForChallenge('another-browser-altogether');
    const foreign = [theirs.challenge, creation.challenge, ways.passkey.challenge, 'A'.repeat(51), 'AAAA'];

    const answers = await Promise.all(
      foreign.map(async (challenge) =>
        detailOf(await sendPasskey(passkey.use({ rpId: '127.0.0.1', challenge }))),
      ),
    );

    expect(answers).toEqual(foreign.map(() => LATE));
  });

  test('whose counter goes back is refused, its owner is told, and the next use counts', async () => {
    const { session, path } = await makePerson();
    const passkey = new SoftPasskey(workerUrl(), { syncs: false });
    await addPasskey(session, passkey);
    await answerOf(await signInByPasskey(passkey));
    const copied = passkey.use(await askForChallenge(), { counter: 1 });

    const refused = await problemOf(await sendPasskey(copied));

    expect(refused).toMatchObject({
      code: 'passkey_refused',
      detail: expect.stringContaining('a copy of it'),
    });
    expect(await outcomeOf(await signInByPasskey(passkey))).toBe('done');
    await expect.poll(() => auditOf(session, path)).toContain('passkey.copied');
  });

  test('that does not count is used again and again', async () => {
    const { session } = await makePerson();
    const { passkey } = await addPasskey(session);

    const outcomes = [await signInByPasskey(passkey), await signInByPasskey(passkey)].map(({ ok }) => ok);

    expect(outcomes).toEqual([true, true]);
  });

  test('of a suspended user is refused until they may sign in again', async () => {
    const company = await makeCompanyWithUsers();
    const { superadmin, path } = company;
    const email = freshEmail();
    const userId = await addAgent(company, email);
    const { passkey } = await addPasskey(await signedIn(email, PASSWORD, { kind: 'session' }));
    const set = (isSuspended: boolean): Promise<Response> =>
      sendAs(superadmin, 'POST', `${path}/users/${userId}/modify`, { is_suspended: isSuspended });

    await answerOf(await set(true));
    const suspended = await outcomeOf(await signInByPasskey(passkey));
    await answerOf(await set(false));

    expect(suspended).toBe('user_suspended');
    expect(await outcomeOf(await signInByPasskey(passkey))).toBe('done');
  });

  test('stays with a new password, which ends the sessions; so it is with a link for a new password', async () => {
    const company = await makeCompanyWithUsers();
    const { superadmin, path } = company;
    const email = freshEmail();
    const userId = await addAgent(company, email);
    const { passkey } = await addPasskey(await signedIn(email, PASSWORD, { kind: 'session' }));
    const own = await signedInByPasskey(passkey, { kind: 'session' });
    const made = await sendAs(superadmin, 'POST', `${path}/users/${userId}/password_link`);
    const { link } = await answerOf<{ link: string }>(made);

    const used = await send('/auth/link/use', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ link: new URL(link).hash.slice(1), password: 'a new one, as long' }),
    });

    expect(used.status).toBe(200);
    expect((await sendAs(own, 'GET', '/me')).status).toBe(401);
    expect(await outcomeOf(await signInByPasskey(passkey))).toBe('done');
  });

  test('goes with its user, with the company, and with another address', async () => {
    const company = await makeCompanyWithUsers();
    const { superadmin, path } = company;
    const people = await Promise.all(
      ['erased', 'moved', 'of the company'].map(async () => {
        const email = freshEmail();
        const userId = await addAgent(company, email);
        const { passkey } = await addPasskey(await signedIn(email, PASSWORD, { kind: 'session' }));
        return { userId, passkey };
      }),
    );
    const [erased, moved, left] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];

    await answerOf(await sendAs(superadmin, 'POST', `${path}/users/${erased.userId}/erase`));
    await answerOf(
      await sendAs(superadmin, 'POST', `${path}/users/${moved.userId}/modify`, { email: freshEmail() }),
    );

    await expect.poll(async () => detailOf(await signInByPasskey(erased.passkey))).toBe(UNKNOWN);
    expect(await detailOf(await signInByPasskey(moved.passkey))).toBe(UNKNOWN);
    const listed = await answerOf<{ user_id: string }[]>(
      await sendAs(superadmin, 'GET', `${path}/second_factors`),
    );
    expect(listed.map(({ user_id: id }) => id)).toEqual([left.userId]);
    const { companyId } = company;
    await answerOf(
      await sendAsOperator('POST', `/operator/companies/${companyId}/erase`, { name: 'Acme Plumbing' }),
    );
    expect(await detailOf(await signInByPasskey(left.passkey))).toBe(UNKNOWN);
  });
});

test('the options of a sign-in are the same for everybody', async () => {
  const { session } = await makePerson();
  await addPasskey(session);

  const [{ challenge: one, ...first }, { challenge: other, ...second }] = await Promise.all([
    askForChallenge(),
    askForChallenge('a-browser-that-was-never-here'),
  ]);

  expect(first).toEqual({ rpId: '127.0.0.1', timeout: 300_000, userVerification: 'required' });
  expect(second).toEqual(first);
  expect(one).not.toBe(other);
});

describe('one’s own passkeys', () => {
  test('are named, listed, renamed and removed', async () => {
    const { session, path } = await makePerson();
    const { passkey, id } = await addPasskey(session);
    await addPasskey(session);

    await answerOf(await sendAs(session, 'POST', `/me/passkeys/${id}/rename`, { name: ' Laptop ' }));
    const listed = await answerOf<{ name: string }[]>(await sendAs(session, 'GET', '/me/passkeys'));
    await answerOf(await sendAs(session, 'POST', `/me/passkeys/${id}/remove`));

    expect(listed.map(({ name }) => name)).toEqual(['Laptop', 'node']);
    expect(await detailOf(await signInByPasskey(passkey))).toBe(UNKNOWN);
    expect(await outcomeOf(await sendAs(session, 'POST', `/me/passkeys/${id}/remove`))).toBe('not_found');
    expect(await auditOf(session, path)).toEqual(
      expect.arrayContaining(['passkey.added', 'passkey.removed']),
    );
  });

  test.for(['', ' ', 'x'.repeat(61)])('cannot be called %j', async (name) => {
    const { session } = await makePerson();
    const { id } = await addPasskey(session);

    expect((await sendAs(session, 'POST', `/me/passkeys/${id}/rename`, { name })).status).toBe(400);
  });

  test('are ten at most, and each once', async () => {
    const { session } = await makePerson();
    const { passkey } = await addPasskey(session);
    const options = await answerOf<CreationOptions>(await sendAs(session, 'POST', '/me/passkeys/begin'));
    const twice = await sendAs(session, 'POST', '/me/passkeys', { credential: passkey.create(options) });
    for (let count = 2; count <= 10; count += 1) await addPasskey(session);

    expect(await outcomeOf(twice)).toBe('passkey_refused');
    expect(await outcomeOf(await sendAs(session, 'POST', '/me/passkeys/begin'))).toBe('too_many_values');
  });

  test('are not made of an answer with any part wrong', async () => {
    const { session } = await makePerson();
    const { hasCredential, verified, present } = FLAGS;
    const odd: Oddity[] = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { type: 'webauthn.get' },
      { crossOrigin: true },
      { flags: present | hasCredential },
      { flags: present | verified },
      { spoil: (response) => (response['publicKeyAlgorithm'] = -257) },
      { spoil: (response) => (response['publicKey'] = 'AAAA') },
      { spoil: (response) => (response['authenticatorData'] = 'AAAA') },
    ];

    const answers = await Promise.all(
      odd.map(async (each) => {
        const options = await answerOf<CreationOptions>(await sendAs(session, 'POST', '/me/passkeys/begin'));
        const credential = new SoftPasskey(workerUrl()).create(options, each);
        return outcomeOf(await sendAs(session, 'POST', '/me/passkeys', { credential }));
      }),
    );

    expect(answers).toEqual(odd.map(() => 'passkey_refused'));
    expect(await answerOf(await sendAs(session, 'GET', '/me/passkeys'))).toEqual([]);
  });

  test('are not made of another session’s challenge, or of one that was used', async () => {
    const { email, session } = await makePerson();
    const other = await signedIn(email, PASSWORD, { kind: 'session' });
    const options = await answerOf<CreationOptions>(await sendAs(session, 'POST', '/me/passkeys/begin'));
    const add = async (user: Person['session']): Promise<string> =>
      detailOf(
        await sendAs(user, 'POST', '/me/passkeys', {
          credential: new SoftPasskey(workerUrl()).create(options),
        }),
      );

    expect([await add(other), await add(session), await add(session)]).toEqual([LATE, 'done', LATE]);
  });

  test('are nobody else’s business, nor that of an API key', async () => {
    const company = await makeCompanyWithUsers();
    const email = freshEmail();
    await addAgent(company, email);
    const ann = await signedIn(email, PASSWORD, { kind: 'session' });
    const { id } = await addPasskey(ann);
    const made = await sendAs(ann, 'POST', `${company.path}/api_keys`, {
      name: 'A program',
      owner: 'user',
      scopes: ['write'],
    });
    const key = { authorization: basic(email, (await answerOf<{ key: string }>(made)).key) };

    const outcomes = await Promise.all([
      sendAs(company.agent, 'POST', `/me/passkeys/${id}/rename`, { name: 'Mine' }),
      sendAs(key, 'GET', '/me/passkeys'),
      sendAs(key, 'POST', '/me/passkeys/begin'),
      sendAs(key, 'POST', '/me/confirmation', { password: PASSWORD }),
    ]);

    expect(await Promise.all(outcomes.map(outcomeOf))).toEqual([
      'not_found',
      'permission_denied',
      'permission_denied',
      'permission_denied',
    ]);
  });
});

describe('confirming', () => {
  test('is asked of a token that was issued without a session, and a password is enough for a password', async () => {
    const { email } = await makePerson();
    const program = await signedIn(email, PASSWORD);
    const before = await outcomeOf(await sendAs(program, 'POST', '/me/passkeys/begin'));

    const wrong = await outcomeOf(await confirmAs(program, { password: 'not the password' }));
    const still = await outcomeOf(await sendAs(program, 'POST', '/me/passkeys/begin'));
    await answerOf(await confirmAs(program, { password: PASSWORD }));

    expect([before, wrong, still]).toEqual([
      'confirmation_required',
      'wrong_password',
      'confirmation_required',
    ]);
    expect(await outcomeOf(await sendAs(program, 'POST', '/me/passkeys/begin'))).toBe('done');
  });

  test('takes a code of those who have codes, or their passkey', async () => {
    const { email, session } = await makePerson();
    const { recoveryCodes } = await setUpFactor(session, PASSWORD);
    const program = await signedIn(email, PASSWORD, { code: recoveryCodes[0] ?? '' });

    const ways = await answerOf(await sendAs(program, 'POST', '/me/confirmation/begin'));
    const alone = await outcomeOf(await confirmAs(program, { password: PASSWORD }));
    const wrong = await outcomeOf(await confirmAs(program, { password: PASSWORD, code: '000000' }));
    await answerOf(await confirmAs(program, { password: PASSWORD, code: recoveryCodes[1] ?? '' }));
    const { passkey } = await addPasskey(program);
    await answerOf(await confirmAs(program, passkey));

    expect(ways).toEqual({ password: 'with_code' });
    expect([alone, wrong]).toEqual(['wrong_code', 'wrong_code']);
  });

  test('takes the passkey of those who have one: a password alone adds no way in', async () => {
    const { email, session, path } = await makePerson();
    const { passkey, id } = await addPasskey(session);
    const byPassword = await signedIn(email, PASSWORD, { kind: 'session' });
    const ask = async (at: string, body?: object): Promise<string> =>
      outcomeOf(await sendAs(byPassword, 'POST', at, body));

    const refused = [
      await ask('/me/passkeys/begin'),
      await ask(`/me/passkeys/${id}/remove`),
      await ask('/me/second_factor/begin', { password: PASSWORD }),
      await outcomeOf(await confirmAs(byPassword, { password: PASSWORD })),
    ];
    await answerOf(await confirmAs(byPassword, passkey));

    expect(refused).toEqual(Array<string>(4).fill('confirmation_required'));
    expect(await ask('/me/second_factor/begin', { password: PASSWORD })).toBe('done');
    await requireTwoFactors(session, path);
    expect(await outcomeOf(await sendAs(byPassword, 'GET', `${path}/users`))).toBe('done');
  });

  test('by a passkey takes each answer once, of the same session and an own passkey', async () => {
    const [{ session, email }, other] = await Promise.all([makePerson(), makePerson()]);
    const { passkey } = await addPasskey(session);
    const { passkey: foreign } = await addPasskey(other.session);
    const second = await signedIn(email, PASSWORD, { kind: 'session' });
    const { passkey: options } = await answerOf<{ passkey: Parameters<SoftPasskey['use']>[0] }>(
      await sendAs(session, 'POST', '/me/confirmation/begin'),
    );
    const credential = passkey.use(options);
    const confirm = async (user: Person['session'], given: object): Promise<string> =>
      outcomeOf(await sendAs(user, 'POST', '/me/confirmation', { credential: given }));

    expect([
      await confirm(second, credential),
      await confirm(session, foreign.use(options)),
      await confirm(session, credential),
      await confirm(session, credential),
    ]).toEqual(['passkey_refused', 'passkey_refused', 'done', 'passkey_refused']);
  });
});
