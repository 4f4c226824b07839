/**
 * What a browser answers to a ceremony, checked beside SimpleWebAuthn, which reads the same answers with code of its own. It is too
 * large for the Worker (decision 025).
 */
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CHALLENGE_MS,
  isValidChallenge,
  newChallenge,
} from '../../../worker/accounts/passkeys/challenges.ts';
import { relyingParty } from '../../../worker/accounts/passkeys/relying-party.ts';
import { challengeOf, readAssertion, readRegistration } from '../../../worker/accounts/passkeys/responses.ts';
import { assertionSchema, registrationSchema } from '../../../worker/accounts/passkeys/schema.ts';
import { parse } from '../../../worker/shared/http/input.ts';
import {
  type Algorithm,
  type CredentialJson,
  FLAGS,
  type Oddity,
  SoftPasskey,
} from '../../harness/authenticator.ts';
import { effort } from '../../harness/effort.ts';

const SITE = { id: 'leadline.example', origin: 'https://leadline.example' };
const CHALLENGE = Buffer.from('a challenge of this test').toString('base64url');
const SECRET = 'a secret of this deployment';
const ALGORITHMS: Algorithm[] = ['ES256', 'EdDSA', 'RS256'];

const passkeys = ALGORITHMS.map((algorithm) => {
  const passkey = new SoftPasskey(SITE.origin, { algorithm });
  const created = passkey.create({ rp: SITE, user: { id: 'AAAA' }, challenge: CHALLENGE });
  return { passkey, created };
});

/** What can be wrong, or is right in an unusual way: mostly one thing, sometimes several. */
const ONE_BY_ONE = {
  type: fc.constantFrom('webauthn.get', 'webauthn.create', 'payment.get'),
  challenge: fc.constantFrom(CHALLENGE, 'AAAA', ''),
  origin: fc.constantFrom(SITE.origin, 'https://leadline.example:8443', 'http://leadline.example', 'null'),
  rpId: fc.constantFrom(SITE.id, 'example', 'www.leadline.example'),
  flags: fc.integer({ min: 0, max: 127 }),
  counter: fc.constantFrom(0, 1, 0xffffffff),
  spoil: fc
    .record({
      part: fc.constantFrom('clientDataJSON', 'authenticatorData', 'signature', 'none'),
      at: fc.nat({ max: 300 }),
      bit: fc.integer({ min: 0, max: 7 }),
    })
    .map(({ part, at, bit }) =>
      Object.assign(
        (response: Record<string, unknown>): void => {
          if (typeof response[part] !== 'string') return;
          const bytes = Buffer.from(response[part], 'base64url');
          bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << bit);
          response[part] = bytes.toString('base64url');
        },
        { part },
      ),
    ),
};
const oddities: fc.Arbitrary<Oddity> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({}) },
  ...Object.entries(ONE_BY_ONE).map(([name, values]) => ({
    weight: 1,
    arbitrary: (values as fc.Arbitrary<unknown>).map((value): Oddity => ({ [name]: value })),
  })),
  { weight: 2, arbitrary: fc.record(ONE_BY_ONE, { requiredKeys: [] }) as fc.Arbitrary<Oddity> },
);

function ourVerdict(json: CredentialJson, publicKey: string): boolean {
  const assertion = parse(assertionSchema, json);
  return (
    challengeOf(assertion) === CHALLENGE && readAssertion(assertion, { publicKey, site: SITE }) !== undefined
  );
}

async function theirVerdict(json: CredentialJson, passkey: SoftPasskey): Promise<boolean> {
  const given = {
    response: json as unknown as AuthenticationResponseJSON,
    expectedChallenge: CHALLENGE,
    expectedOrigin: SITE.origin,
    expectedRPID: SITE.id,
    credential: { id: passkey.id, publicKey: new Uint8Array(passkey.coseKey()), counter: 0 },
    requireUserVerification: true,
  };
  return verifyAuthenticationResponse(given).then(
    ({ verified }) => verified,
    () => false,
  );
}

describe('the use of a passkey', () => {
  test.for(ALGORITHMS)('signed with %s is accepted, as by SimpleWebAuthn', async (algorithm) => {
    const { passkey, created } = passkeys.find((each) => each.passkey.algorithm === algorithm)!;
    const json = passkey.use({ rpId: SITE.id, challenge: CHALLENGE });

    expect(ourVerdict(json, String(created.response['publicKey']))).toBe(true);
    expect(await theirVerdict(json, passkey)).toBe(true);
  });

  test('with anything wrong gets the verdict of SimpleWebAuthn', async () => {
    const verdicts = { accepted: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...passkeys), oddities, async ({ passkey, created }, given) => {
        // Data that follows is for new passkeys; SimpleWebAuthn misses it, and nobody here reads it.
        const odd =
          given.flags === undefined ? given : { ...given, flags: given.flags & ~FLAGS.hasCredential };
        const json = passkey.use({ rpId: SITE.id, challenge: CHALLENGE }, odd);
        const ours = ourVerdict(json, String(created.response['publicKey']));
        verdicts[ours ? 'accepted' : 'refused'] += 1;
        // SimpleWebAuthn does not look at the byte that DER puts before a large number of a signature.
        const { part } = (given.spoil ?? {}) as { part?: string };
        expect(ours).toBe(part !== 'signature' && (await theirVerdict(json, passkey)));
      }),
      { numRuns: effort(300, 3_000) },
    );
    expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(5);
  });

  test('is accepted however short the numbers of its signature are', () => {
    const [{ passkey, created }] = passkeys as [(typeof passkeys)[0]];
    const verdicts = Array.from({ length: 600 }, () =>
      ourVerdict(passkey.use({ rpId: SITE.id, challenge: CHALLENGE }), String(created.response['publicKey'])),
    );

    // One in 256 signatures has a number with a byte less.
    expect(verdicts.filter((isAccepted) => !isAccepted)).toEqual([]);
  });

  test('in another site’s frame is refused, whatever the browser calls it', () => {
    const [{ passkey, created }] = passkeys as [(typeof passkeys)[0]];
    const odd: Oddity[] = [{ crossOrigin: true }, { topOrigin: 'https://evil.example' }];

    const verdicts = odd.map((each) =>
      ourVerdict(
        passkey.use({ rpId: SITE.id, challenge: CHALLENGE }, each),
        String(created.response['publicKey']),
      ),
    );

    expect(verdicts).toEqual([false, false]);
  });

  test('with the key of somebody else is refused', () => {
    const [one, other] = passkeys as [(typeof passkeys)[0], (typeof passkeys)[0]];
    const json = one.passkey.use({ rpId: SITE.id, challenge: CHALLENGE });

    expect(ourVerdict(json, String(other.created.response['publicKey']))).toBe(false);
    expect(ourVerdict(json, 'AAAA')).toBe(false);
  });
});

describe('a new passkey', () => {
  test('with anything wrong gets the verdict of SimpleWebAuthn', async () => {
    const verdicts = { accepted: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...passkeys), oddities, async ({ passkey }, odd) => {
        // Nothing of a new passkey is signed, so a changed bit may make another one.
        const { spoil, ...rest } = odd;
        const unspoilt = spoil === undefined ? odd : rest;
        const json = passkey.create({ rp: SITE, user: { id: 'AAAA' }, challenge: CHALLENGE }, unspoilt);
        const given = parse(registrationSchema, json);
        const ours = challengeOf(given) === CHALLENGE && readRegistration(given, SITE) !== undefined;
        const theirs = await verifyRegistrationResponse({
          response: json as unknown as RegistrationResponseJSON,
          expectedChallenge: CHALLENGE,
          expectedOrigin: SITE.origin,
          expectedRPID: SITE.id,
          requireUserVerification: true,
          supportedAlgorithmIDs: [-7, -8, -257],
        }).then(
          ({ verified }) => verified,
          () => false,
        );
        verdicts[ours ? 'accepted' : 'refused'] += 1;
        expect(ours).toBe(theirs);
      }),
      { numRuns: effort(200, 2_000) },
    );
    expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(5);
  });

  test('is refused when its id is not the one that the authenticator names', () => {
    const [{ passkey }] = passkeys as [(typeof passkeys)[0]];
    const json = passkey.create({ rp: SITE, user: { id: 'AAAA' }, challenge: CHALLENGE });
    const other = { ...json, id: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA' };

    expect(readRegistration(parse(registrationSchema, json), SITE)).toMatchObject({ isSynced: true });
    expect(readRegistration(parse(registrationSchema, other), SITE)).toBeUndefined();
  });
});

describe('a challenge', () => {
  const use = { purpose: 'sign-in', asker: 'a browser' } as const;
  const now = 1_790_000_000_000;

  test('is valid for five minutes, for its purpose, its asker and this deployment', () => {
    const challenge = newChallenge(use, now, SECRET);
    const isValid = (
      at: number,
      given: Parameters<typeof isValidChallenge>[1] = use,
      secret = SECRET,
    ): boolean => isValidChallenge(challenge, given, { now: at, secret });

    expect([isValid(now), isValid(now + CHALLENGE_MS - 1), isValid(now + CHALLENGE_MS)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(isValid(now, { ...use, purpose: 'confirm' })).toBe(false);
    expect(isValid(now, { ...use, asker: 'another browser' })).toBe(false);
    expect(isValid(now, use, 'another deployment')).toBe(false);
    expect(isValidChallenge(challenge, use, { now, secret: undefined })).toBe(false);
  });

  test('differs each time, and a changed one is invalid', () => {
    const challenges = Array.from({ length: 50 }, () => newChallenge(use, now, SECRET));
    const changed = Array.from({ length: 38 }, (_, at) => {
      const bytes = Buffer.from(challenges[0] ?? '', 'base64url');
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      return isValidChallenge(bytes.toString('base64url'), use, { now, secret: SECRET });
    });

    expect(new Set(challenges).size).toBe(50);
    expect(changed).toEqual(Array<boolean>(38).fill(false));
  });

  test('is not made without the deployment’s secret', () => {
    expect(() => newChallenge(use, now, undefined)).toThrow('OPERATOR_TOKEN');
    expect(() => newChallenge(use, now, '')).toThrow('OPERATOR_TOKEN');
  });
});

test.for([
  ['https://a.example/console/session', undefined, 'a.example', 'https://a.example'],
  ['http://localhost:8787/me', '', 'localhost', 'http://localhost:8787'],
  ['https://a.example/me', 'https://b.example', 'b.example', 'https://b.example'],
  ['https://a.example/me', 'https://b.example/below/', 'b.example', 'https://b.example'],
  ['https://a.example/me', 'no address', 'a.example', 'https://a.example'],
] as const)('the site of %s with PUBLIC_URL %s is %s', ([url, publicUrl, id, origin]) => {
  expect(relyingParty(url, publicUrl)).toEqual({ id, origin });
});
