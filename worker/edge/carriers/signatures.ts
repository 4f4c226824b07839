/**
 * Whether a request comes from the carrier that it names. Each carrier signs in its own way; of the secrets any one is
 * enough, so that they can be changed without a call being refused. Pure but for the platform's cryptography.
 */
import type { CarrierName } from '../../core/phone/interface.ts';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Telnyx: an older signature may be a copy ("Webhook signing"). */
const TOLERANCE_SECONDS = 300;

/** Of Ed25519 (RFC 8032, 5.1). */
const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;

/** A request as it is signed. */
export interface SignedRequest {
  /** As the carrier was given it. */
  url: string;
  headers: Headers;
  body: string;
  /** Seconds since the epoch. */
  now: number;
}

/** Whether one of the secrets made the signature of the request. */
export async function isSignedBy(
  carrier: CarrierName,
  secrets: readonly string[],
  request: SignedRequest,
): Promise<boolean> {
  for (const secret of secrets) {
    const isRight = carrier === 'telnyx' ? await byTelnyx(secret, request) : byHmac(carrier, secret, request);
    if (isRight) return true;
  }
  return false;
}

/** HMAC-SHA1 over address and form fields (Twilio, "Validating requests"; SignalWire, compatibility API). */
function byHmac(carrier: CarrierName, secret: string, { url, headers, body }: SignedRequest): boolean {
  const given =
    (carrier === 'signalwire' ? headers.get('X-SignalWire-Signature') : null) ??
    headers.get('X-Twilio-Signature');
  if (given === null) return false;
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers.get('Content-Type') ?? '');
  if (!isForm && body !== '') return byBodyHash(secret, given, { url, body });
  const fields = signedFields(carrier, new URLSearchParams(body));
  return addressesOf(url).some((address) => isHmac(secret, given, address + fields));
}

/** A body that is no form is signed by its hash, which stands in the address. */
function byBodyHash(
  secret: string,
  given: string,
  { url, body }: Pick<SignedRequest, 'url' | 'body'>,
): boolean {
  const claimed = new URL(url).searchParams.get('bodySHA256') ?? '';
  if (createHash('sha256').update(body).digest('hex') !== claimed.toLowerCase()) return false;
  return addressesOf(url).some((address) => isHmac(secret, given, address));
}

/** Names in order, each with its values: Twilio's once each and in order, SignalWire's as they come. In one walk: anybody may send many. */
function signedFields(carrier: CarrierName, form: URLSearchParams): string {
  const byName = new Map<string, string[]>();
  for (const [name, value] of form) {
    const values = byName.get(name);
    if (values === undefined) byName.set(name, [value]);
    else values.push(value);
  }
  return [...byName.keys()]
    .sort()
    .map((name) => {
      const values = byName.get(name) ?? [];
      const signed = carrier === 'twilio' ? [...new Set(values)].sort() : values;
      return signed.map((value) => name + value).join('');
    })
    .join('');
}

/** The address with its port and without: carriers differ, and so do their products. */
function addressesOf(url: string): string[] {
  const [, start = '', host = '', port, rest = ''] =
    /^(https?:\/\/)([^/?#:]+|\[[^\]]*\])(:\d+)?([^#]*)/i.exec(url) ?? [];
  const usual = start.toLowerCase() === 'https://' ? ':443' : ':80';
  return [url.split('#', 1)[0] ?? '', start + host + rest, start + host + (port ?? usual) + rest];
}

/** Compared in constant time. */
function isHmac(secret: string, signature: string, text: string): boolean {
  const right = createHmac('sha1', secret).update(text).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === right.length && timingSafeEqual(given, right);
}

/**
 * Ed25519 over `timestamp|body` (Telnyx, "Webhook signing"). Signatures and keys of another length are settled first: the
 * platform throws at them.
 */
async function byTelnyx(publicKey: string, { headers, body, now }: SignedRequest): Promise<boolean> {
  const signature = Buffer.from(headers.get('telnyx-signature-ed25519') ?? '', 'base64');
  const timestamp = headers.get('telnyx-timestamp') ?? '';
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const keyBytes = Buffer.from(publicKey, 'base64');
  if (signature.length !== SIGNATURE_BYTES || keyBytes.length !== KEY_BYTES) return false;
  const key = await crypto.subtle.importKey('raw', keyBytes, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, signature, new TextEncoder().encode(`${timestamp}|${body}`));
}
