/**
 * An authenticator for tests (Web Authentication Level 3, 6): makes passkeys and uses them, written without the code of the Worker.
 * Each part of an answer can be made wrong.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What can be wrong with an answer. */
export interface Oddity {
  type?: string;
  challenge?: string;
  origin?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  rpId?: string;
  /** The flags in full. */
  flags?: number;
  counter?: number;
  userHandle?: string | null;
  /** Changes the bytes of the finished parts. */
  spoil?: (response: Record<string, unknown>) => void;
}

export type Algorithm = 'ES256' | 'EdDSA' | 'RS256';

/** The numbers of the algorithms (COSE). */
const NUMBERS: Record<Algorithm, number> = { ES256: -7, EdDSA: -8, RS256: -257 };

/** The flags (6.1): present, verified, may be synced, is synced, a credential follows. */
export const FLAGS = { present: 1, verified: 4, maySync: 8, isSynced: 16, hasCredential: 64 } as const;

export interface CreationOptions {
  rp: { id: string };
  user: { id: string };
  challenge: string;
}

export interface RequestOptions {
  rpId: string;
  challenge: string;
}

/** What `PublicKeyCredential.toJSON()` returns. */
export interface CredentialJson {
  id: string;
  rawId: string;
  type: 'public-key';
  clientExtensionResults: object;
  response: Record<string, unknown>;
}

/** A passkey on the authenticator. */
export class SoftPasskey {
  readonly id: string;
  readonly algorithm: Algorithm;
  readonly publicKey: KeyObject;
  /** Those that sync always say 0. */
  counter: number;
  readonly origin: string;
  readonly #privateKey: KeyObject;
  readonly #syncs: boolean;
  #userHandle = '';

  /** @param origin of the page that the browser shows */
  constructor(
    origin: string,
    {
      algorithm = 'ES256',
      syncs = true,
      id = randomBytes(20).toString('base64url'),
    }: { algorithm?: Algorithm; syncs?: boolean; id?: string } = {},
  ) {
    const { publicKey, privateKey } = keysOf(algorithm);
    this.id = id;
    this.algorithm = algorithm;
    this.publicKey = publicKey;
    this.#privateKey = privateKey;
    this.origin = origin;
    this.counter = syncs ? 0 : 1;
    this.#syncs = syncs;
  }

  /** Answers the options of a new passkey. */
  create({ rp, user, challenge }: CreationOptions, odd: Oddity = {}): CredentialJson {
    this.#userHandle = user.id;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authenticatorData = Buffer.concat([
      this.#head(rp.id, FLAGS.hasCredential, odd),
      Buffer.alloc(16),
      length,
      id,
      coseKey(this.publicKey, this.algorithm),
    ]);
    return this.#json(odd, {
      clientDataJSON: this.#clientData('webauthn.create', challenge, odd).toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      attestationObject: attestationOf(authenticatorData).toString('base64url'),
      publicKey: this.publicKey.export({ type: 'spki', format: 'der' }).toString('base64url'),
      publicKeyAlgorithm: NUMBERS[this.algorithm],
      transports: ['internal', 'hybrid'],
    });
  }

  /** Answers the options of a use. */
  use({ rpId, challenge }: RequestOptions, odd: Oddity = {}): CredentialJson {
    if (!this.#syncs) this.counter += 1;
    const authenticatorData = this.#head(rpId, 0, odd);
    const clientData = this.#clientData('webauthn.get', challenge, odd);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return this.#json(odd, {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign(this.algorithm === 'EdDSA' ? null : 'sha256', signed, this.#privateKey).toString(
        'base64url',
      ),
      userHandle: odd.userHandle === undefined ? this.#userHandle : odd.userHandle,
    });
  }

  /** Returns the public key as an authenticator writes it (COSE). */
  coseKey(): Buffer {
    return coseKey(this.publicKey, this.algorithm);
  }

  #head(rpId: string, more: number, odd: Oddity): Buffer {
    const syncs = this.#syncs ? FLAGS.maySync | FLAGS.isSynced : 0;
    const flags = odd.flags ?? FLAGS.present | FLAGS.verified | syncs | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(odd.counter ?? this.counter);
    return Buffer.concat([sha256(odd.rpId ?? rpId), Buffer.from([flags]), counter]);
  }

  #clientData(type: string, challenge: string, odd: Oddity): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: odd.type ?? type,
        challenge: odd.challenge ?? challenge,
        origin: odd.origin ?? this.origin,
        crossOrigin: odd.crossOrigin ?? false,
        ...(odd.topOrigin === undefined ? {} : { topOrigin: odd.topOrigin }),
      }),
    );
  }

  #json(odd: Oddity, response: Record<string, unknown>): CredentialJson {
    odd.spoil?.(response);
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }
}

function keysOf(algorithm: Algorithm): { publicKey: KeyObject; privateKey: KeyObject } {
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519');
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** Writes a public key in COSE (RFC 9053, 7), the pairs in the order of CTAP2. */
function coseKey(key: KeyObject, algorithm: Algorithm): Buffer {
  const { x = '', y = '', n = '', e = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
  const pairs: Record<Algorithm, [number, number | Buffer][]> = {
    ES256: [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    EdDSA: [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(x)],
    ],
    RS256: [
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ],
  };
  return cborMap(pairs[algorithm].map(([label, value]) => [cborInteger(label), cborValue(value)]));
}

/** Writes an attestation of the format `none`. */
function attestationOf(authenticatorData: Buffer): Buffer {
  return cborMap([
    [cborText('fmt'), cborText('none')],
    [cborText('attStmt'), cborMap([])],
    [cborText('authData'), cborValue(authenticatorData)],
  ]);
}

function cborMap(pairs: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()]);
}

function cborValue(value: number | Buffer): Buffer {
  if (typeof value === 'number') return cborInteger(value);
  return Buffer.concat([cborHead(2, value.length), value]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
}

function cborInteger(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
}

/** Writes the type and the length or number of an item (RFC 8949, 3). */
function cborHead(type: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(type << 5) | argument]);
  if (argument < 256) return Buffer.from([(type << 5) | 24, argument]);
  return Buffer.from([(type << 5) | 25, argument >> 8, argument & 255]);
}

function sha256(bytes: Buffer | string): Buffer {
  return createHash('sha256').update(bytes).digest();
}
