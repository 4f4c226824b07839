/**
 * Checks what a browser answers to a WebAuthn ceremony (Web Authentication Level 3, 7.1 and 7.2; decision 025). Pure.
 *
 * The browser hands out the authenticator's data and the public key in a common form (5.2.1.1), so nothing here reads CBOR. The
 * attestation is not read: it would tell the make of the authenticator.
 */
import { createHash, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import type { RelyingParty } from './relying-party.ts';
import type { Assertion, Registration } from './schema.ts';

/** The algorithms (COSE): ECDSA with P-256, Ed25519, and RSA with PKCS #1 1.5, which Windows Hello has. */
export const ALGORITHMS = [-7, -8, -257] as const;
const MIN_RSA_BITS = 2_048;

/** The layout of the authenticator's data (6.1): a hash, flags, a counter; then, for a new credential, its id with the length before it. */
const RP_ID_HASH_BYTES = 32;
const FLAGS_AT = 32;
const COUNTER_AT = 33;
const HEAD_BYTES = 37;
const ID_LENGTH_AT = 53;
const ID_AT = 55;
/** The flags: a person was there, and was verified; the passkey may be synced, and is; a new credential follows. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const MAY_SYNC = 0x08;
const IS_SYNCED = 0x10;
const HAS_CREDENTIAL = 0x40;

/** A new credential that passed. */
export interface NewCredential {
  credentialId: string;
  /** SubjectPublicKeyInfo, base64url. */
  publicKey: string;
  counter: number;
  isSynced: boolean;
}

/** The use of a credential that passed. */
export interface UsedCredential {
  counter: number;
  isSynced: boolean;
}

/** Returns the challenge that an answer is for; empty if it cannot be read. */
export function challengeOf({ response }: Pick<Registration | Assertion, 'response'>): string {
  return clientDataOf(response.clientDataJSON)?.challenge ?? '';
}

/**
 * Checks a new credential. The challenge is checked by the caller.
 * @returns undefined if it is refused
 */
export function readRegistration(
  { id, response }: Registration,
  site: RelyingParty,
): NewCredential | undefined {
  const data = bytesOf(response.authenticatorData);
  const head = readHead(data, site);
  if (!isFrom(response.clientDataJSON, 'webauthn.create', site) || head === undefined) return undefined;
  if ((head.flags & HAS_CREDENTIAL) === 0 || data.length < ID_AT) return undefined;
  const idBytes = data.subarray(ID_AT, ID_AT + data.readUInt16BE(ID_LENGTH_AT));
  if (idBytes.length === 0 || idBytes.toString('base64url') !== id) return undefined;
  const key = keyOf(response.publicKey);
  if (key === undefined || algorithmOf(key) !== response.publicKeyAlgorithm) return undefined;
  const { counter, isSynced } = head;
  return { credentialId: id, publicKey: response.publicKey, counter, isSynced };
}

/**
 * Checks the use of a credential. The challenge and the counter are checked by the caller.
 * @returns undefined if it is refused
 */
export function readAssertion(
  { response }: Assertion,
  { publicKey, site }: { publicKey: string; site: RelyingParty },
): UsedCredential | undefined {
  const data = bytesOf(response.authenticatorData);
  const head = readHead(data, site);
  if (!isFrom(response.clientDataJSON, 'webauthn.get', site) || head === undefined) return undefined;
  const key = keyOf(publicKey);
  if (key === undefined) return undefined;
  const signed = Buffer.concat([data, sha256(bytesOf(response.clientDataJSON))]);
  if (!isSignedBy(key, signed, bytesOf(response.signature))) return undefined;
  return { counter: head.counter, isSynced: head.isSynced };
}

interface ClientData {
  type: string;
  challenge: string;
  origin: string;
  crossOrigin?: unknown;
  topOrigin?: unknown;
}

/** Reads what the browser says about the page (5.8.1); undefined for anything else. */
function clientDataOf(encoded: string): ClientData | undefined {
  try {
    const data: unknown = JSON.parse(bytesOf(encoded).toString());
    return isClientData(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

function isClientData(data: unknown): data is ClientData {
  if (typeof data !== 'object' || data === null) return false;
  const { type, challenge, origin } = data as Partial<Record<string, unknown>>;
  return [type, challenge, origin].every((member) => typeof member === 'string');
}

/** Tells whether an answer is for this ceremony, on a page of the site that is in no other site's frame. */
function isFrom(encoded: string, type: string, { origin }: RelyingParty): boolean {
  const data = clientDataOf(encoded);
  return (
    data?.type === type &&
    data.origin === origin &&
    (data.crossOrigin ?? false) === false &&
    data.topOrigin === undefined
  );
}

/** Reads the fixed part of the authenticator's data, if it is for the site and the person was verified. */
function readHead(
  data: Buffer,
  { id }: RelyingParty,
): { flags: number; counter: number; isSynced: boolean } | undefined {
  if (data.length < HEAD_BYTES) return undefined;
  const flags = data.readUInt8(FLAGS_AT);
  const isForSite = timingSafeEqual(data.subarray(0, RP_ID_HASH_BYTES), sha256(id));
  const isVerified = (flags & PRESENT) !== 0 && (flags & VERIFIED) !== 0;
  const isSynced = (flags & IS_SYNCED) !== 0;
  if (!isForSite || !isVerified || (isSynced && (flags & MAY_SYNC) === 0)) return undefined;
  return { flags, counter: data.readUInt32BE(COUNTER_AT), isSynced };
}

function keyOf(spki: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: bytesOf(spki), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

/** Returns the algorithm that a key is for; undefined for a key of another kind or a weak one. */
function algorithmOf({ asymmetricKeyType: kind, asymmetricKeyDetails }: KeyObject): number | undefined {
  const { namedCurve, modulusLength = 0 } = asymmetricKeyDetails ?? {};
  if (kind === 'ec' && namedCurve === 'prime256v1') return -7;
  if (kind === 'ed25519') return -8;
  return kind === 'rsa' && modulusLength >= MIN_RSA_BITS ? -257 : undefined;
}

function isSignedBy(key: KeyObject, signed: Buffer, signature: Buffer): boolean {
  try {
    return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key, signature);
  } catch {
    return false;
  }
}

function bytesOf(encoded: string): Buffer {
  return Buffer.from(encoded, 'base64url');
}

function sha256(bytes: Buffer | string): Buffer {
  return createHash('sha256').update(bytes).digest();
}
