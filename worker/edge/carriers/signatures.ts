/**
 * Checks carriers' signatures. Any of the secrets may match, so that they can be changed without refusing calls. Pure except for the
 * platform's cryptography.
 */
import type { CarrierName } from '../../core/phone/interface.ts';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Oldest valid signature of Telnyx, against replays ("Webhook signing"). */
const TOLERANCE_SECONDS = 300;

/** Lengths for Ed25519 (RFC 8032, 5.1). */
const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;

/** The signed parts of a request. */
export interface SignedRequest {
  /** The URL that the carrier was given. */
  url: string;
  headers: Headers;
  body: string;
  /** Seconds since the epoch. */
  now: number;
}

/** Tells whether one of the secrets signed the request. */
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

/** Checks HMAC-SHA1 of URL and form fields (Twilio, "Validating requests"; SignalWire, compatibility API). */
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

/** Checks a body that is not a form: its hash is in the signed URL. */
function byBodyHash(
  secret: string,
  given: string,
  { url, body }: Pick<SignedRequest, 'url' | 'body'>,
): boolean {
  const claimed = new URL(url).searchParams.get('bodySHA256') ?? '';
  if (createHash('sha256').update(body).digest('hex') !== claimed.toLowerCase()) return false;
  return addressesOf(url).some((address) => isHmac(secret, given, address));
}

/** Joins sorted names with their values: for Twilio unique and sorted, for SignalWire as sent. In one pass, since anybody may send many. */
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

/** Returns the URL with and without port, since carriers and their products differ. */
function addressesOf(url: string): string[] {
  const [, start = '', host = '', port, rest = ''] =
    /^(https?:\/\/)([^/?#:]+|\[[^\]]*\])(:\d+)?([^#]*)/i.exec(url) ?? [];
  const usual = start.toLowerCase() === 'https://' ? ':443' : ':80';
  return [url.split('#', 1)[0] ?? '', start + host + rest, start + host + (port ?? usual) + rest];
}

/** Compares in constant time. */
function isHmac(secret: string, signature: string, text: string): boolean {
  const right = createHmac('sha1', secret).update(text).digest();
  const given = bytesOf(signature);
  return given.length === right.length && timingSafeEqual(given, right);
}

/**
 * Checks Ed25519 over `timestamp|body` (Telnyx, "Webhook signing"). Wrong lengths are refused first, since the platform throws for
 * them.
 */
async function byTelnyx(publicKey: string, { headers, body, now }: SignedRequest): Promise<boolean> {
  const signature = bytesOf(headers.get('telnyx-signature-ed25519') ?? '');
  const timestamp = headers.get('telnyx-timestamp') ?? '';
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const keyBytes = Buffer.from(publicKey, 'base64');
  if (signature.length !== SIGNATURE_BYTES || keyBytes.length !== KEY_BYTES) return false;
  const key = await crypto.subtle.importKey('raw', keyBytes, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, signature, new TextEncoder().encode(`${timestamp}|${body}`));
}

/** Decodes base64 (RFC 4648, 4). Text that is not written exactly so, for instance with a tail, has no bytes: Node would ignore it. */
function bytesOf(text: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : Buffer.alloc(0);
}
